/* The end: the result, every sheet, what brought it about, and what to do next. */
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import {
  download,
  gameInfo,
  go,
  openGame,
  packRecord,
  shared,
  sheetTitle,
  startGame,
} from "../app";
import { Icon } from "../draw";
import { Curve } from "../end/curve";
import { Hero } from "../end/hero";
import { Score } from "../end/score";
import type { AtEnd } from "../end/seat-account";
import { Account, SeatSheet } from "../end/seat-account";
import { movedRound, splitRecord } from "../engine";
import { Top } from "../frame";
import { games } from "../games";
import { helpIn } from "../help";
import { useEntered } from "../history/use-entered";
import { useMedia } from "../hooks";
import { t } from "../i18n";
import { Good, Report, WhereLeft } from "../report/report";
import { useReview } from "../report/use-review";
import { branchHere } from "../report/what-if";
import type { Snapshot } from "../session";
import { story } from "../story";

/* What a table on a server has instead of a new game here, and besides. */
export interface EndExtra {
  badge: ComponentChildren;
  news: ComponentChildren;
  you: number;
  again: ComponentChildren;
  proof: ComponentChildren;
}

/* The next one begins, or it is drawn again; the same dice also draw the same. */
function playAgain({ setup, bots, record }: Snapshot, seed?: string): void {
  const game = gameInfo(setup.game)!,
    { header } = splitRecord(record);
  const round = seed ? setup.seats - (header.first ?? 0) : game.first === "moves-on" ? 1 : 0;
  startGame({
    game,
    sheet: setup.sheetHash ?? setup.sheet,
    options: setup.options,
    names: movedRound(setup.names, round),
    bots: movedRound(bots, round),
    real: header.dice === "real",
    seed,
    draw: seed ? header.first !== undefined : game.first === "drawn",
  });
}

/* The same dice for those who sat here. Who was elsewhere is played by a bot. */
function sameDice(shot: Snapshot, you: number, online: boolean): void {
  const { header } = splitRecord(shot.record);
  const again = branchHere(shot.record, 0, Math.max(0, you), true);
  if (header.dice === "seed") playAgain(shot, header.seed);
  else openGame(online ? again : { ...again, bots: shot.bots });
}

/* The record and the picture, to keep and to share; and where the game is found again. */
function Keep({ unkept, ...at }: AtEnd & { unkept: string }) {
  const { record, setup, hash } = at.shot;
  const [said, say] = useState("");
  const link = async () => {
    const url = `${location.href.split("#")[0]}#/replay/${await packRecord(record)}`;
    try {
      await navigator.clipboard.writeText(url);
      say(t("end.copied"));
    } catch {
      location.href = url;
    }
  };
  const picture = () =>
    import("../end/picture")
      .then(({ sharePicture }) => sharePicture(at))
      .then(
        () => say(""),
        () => say(t("end.noPicture")),
      );
  const shares = typeof navigator.canShare === "function";
  return (
    <section class="card proof" data-hash={hash}>
      <Icon name="book" cls="shd" />
      <h2>{t("end.record")}</h2>
      <div class="pbtn">
        <button type="button" class="b line sm" onClick={() => void picture()}>
          {t(shares ? "end.pictureShare" : "end.picture")}
        </button>
        <button type="button" class="b line sm" onClick={() => download(record, setup.game)}>
          {t("table.download")}
        </button>
        <button
          type="button"
          class="b line sm"
          onClick={() => void packRecord(record).then((text) => go(`replay/${text}`))}
        >
          {t("end.replay")}
        </button>
        <button type="button" class="b line sm" onClick={() => void link()}>
          <Icon name="link" />
          {said === t("end.copied") ? said : t("end.link")}
        </button>
        <a class="b line sm" href="#/history">
          <Icon name="clock" />
          {t("lobby.history")}
        </a>
      </div>
      {unkept && (
        <p class="err" role="status">
          {unkept}
        </p>
      )}
      <span class={said === t("end.noPicture") ? "err" : "vh"} role="status">
        {said}
      </span>
    </section>
  );
}

export function End({ shot, extra }: { shot: Snapshot; extra?: EndExtra }) {
  const { setup, status, bots, record } = shot;
  const ui = games[setup.game]!;
  const people = bots.flatMap((bot, seat) => (bot ? [] : [seat]));
  const you = extra ? extra.you : people.length === 1 ? people[0]! : -1;
  const [seat, setSeat] = useState(you >= 0 ? you : (status.winners[0] ?? 0));
  const team = status.won !== undefined; /* one score for all */
  const { curve, items } = useMemo(() => {
    const { scribe } = shared();
    const moments = story(scribe, record);
    const points = moments
      .filter((moment, i) => moment.roll || i === moments.length - 1)
      .map((moment) => moment.totals);
    return {
      curve: points,
      items: setup.names.map((_, each) => scribe.items(each, each)).slice(0, team ? 1 : undefined),
    };
  }, [record]);
  const at = { shot, ui, items };
  const reviewed = useReview(record, ui.outcomes ?? 0);
  const unkept = useEntered(record, reviewed.review);
  const wide = useMedia("(min-width: 1101px)");
  const left = <WhereLeft {...{ shot, ui, seat, you, reviewed }} help={helpIn(record, seat)} />;
  const goals = team && ui.goals?.(shot.views[0], setup, t);
  return (
    <>
      <Top
        title={t("end.title")}
        sub={`${t(`game.${setup.game}.title`)} · ${sheetTitle(gameInfo(setup.game), setup.sheet)} · ${ui.time(shot.views[0], status.turn - 1, t)}`}
      >
        {extra?.badge}
      </Top>
      <main class="rev" id="main">
        <div class="endmain">
          <Hero {...at} you={you} aside={<Good {...{ shot, seat, you, reviewed }} />}>
            {extra?.again}
            <button type="button" class="b line" onClick={() => sameDice(shot, you, !!extra)}>
              <Icon name="reroll" />
              {t("end.same")}
            </button>
            {!extra && (
              <button type="button" class="b go" onClick={() => playAgain(shot)}>
                {t("end.again")}
              </button>
            )}
          </Hero>
          <Report
            {...{ shot, seat, you, reviewed }}
            plain={
              <section class="card chart" aria-label={t(team ? "end.curveTeam" : "end.curve")}>
                <h2>{t(team ? "end.curveTeam" : "end.curve")}</h2>
                <Curve
                  points={curve}
                  names={team ? [t("end.team")] : setup.names}
                  goal={goals ? goals.find(({ points }) => points)?.points : undefined}
                />
              </section>
            }
          />
          {!wide && left}
          <SeatSheet {...at} seat={seat} you={you} onSeat={setSeat} />
          <Account {...at} seat={seat} />
        </div>
        <div class="endside">
          <Score {...at} you={you} />
          {wide && left}
          {extra?.proof}
          {extra?.news}
          <Keep {...at} unkept={unkept} />
        </div>
      </main>
    </>
  );
}
