/* The end: who won, the score line by line, how it came about, and what to do next. */
import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { download, gameInfo, go, packRecord, shared, sheetTitle, startGame } from "../app";
import { Icon, Seat } from "../draw";
import { movedRound, splitRecord } from "../engine";
import { Top } from "../frame";
import { games } from "../games";
import { useMedia } from "../hooks";
import { list, number, t } from "../i18n";
import type { Snapshot } from "../session";
import { story } from "../session";
import { standingOf } from "../table/use-table";

/* The least of 1, 2, 5, 10, 20, 50 … that takes at most five steps. */
const roundStep = (range: number) => {
  const power = 10 ** Math.floor(Math.log10(range / 5));
  return power * ([1, 2, 5].find((digit) => digit * power * 5 >= range) ?? 10);
};

function Curve({ points, names, goal }: { points: number[][]; names: string[]; goal?: number }) {
  const low = Math.min(0, ...points.flat()),
    high = Math.max(10, goal ?? 0, ...points.flat());
  const end = useMedia("(max-width: 760px)") ? 274 : 474; /* of the lines; labels follow */
  const step = roundStep(high - low);
  const bottom = Math.floor(low / step) * step,
    top = Math.ceil(high / step) * step;
  const x = (i: number) => 44 + (i / Math.max(1, points.length - 1)) * (end - 44);
  const y = (value: number) => 320 - ((value - bottom) / (top - bottom)) * 300;
  const lines = [];
  for (let value = bottom; value <= top; value += step)
    lines.push(
      <g key={value}>
        <path class={`gl ${value === 0 ? "z" : ""}`} d={`M44 ${y(value)}H${end}`} />
        <text class="ax" x="38" y={y(value) + 4} text-anchor="end">
          {number(value)}
        </text>
      </g>,
    );
  const last = points[points.length - 1]!;
  /* Labels at the right end are pushed apart, best first. */
  const order = names.map((_, seat) => seat).sort((a, b) => last[b]! - last[a]!);
  let free = 0;
  const places = order.map((seat) => {
    free = Math.max(free + 20, y(last[seat]!));
    return { seat, at: free };
  });
  const over = Math.max(0, free - 326);
  return (
    <svg viewBox={`0 0 ${end + 86} 350`} aria-hidden="true">
      {lines}
      {goal !== undefined && (
        <g>
          <path class="gl goal" d={`M44 ${y(goal)}H${end}`} />
          <text class="ax" x={end + 10} y={y(goal) + 4}>
            {t("end.goal")}
          </text>
        </g>
      )}
      {[0, Math.floor((points.length - 1) / 2), points.length - 1].map((i) => (
        <text key={i} class="ax" x={x(i)} y="342" text-anchor="middle">
          {i || t("end.start")}
        </text>
      ))}
      {names.map((_, seat) => (
        <polyline
          key={seat}
          class={`ln l${seat}`}
          points={points
            .map((totals, i) => `${x(i).toFixed(1)},${y(totals[seat]!).toFixed(1)}`)
            .join(" ")}
        />
      ))}
      {places.map(({ seat, at }) => (
        <g key={seat}>
          <svg x={end + 10} y={at - over - 10} width="20" height="20">
            <Seat seat={seat} name={names[seat]!} size={20} />
          </svg>
          <text class="en" x={end + 36} y={at - over + 5}>
            {number(last[seat]!)}
          </text>
        </g>
      ))}
    </svg>
  );
}

/* What a table on a server has instead of a new game here, and besides. */
export interface EndExtra {
  badge: ComponentChildren;
  news: ComponentChildren;
  you: number;
  again: ComponentChildren;
  proof: ComponentChildren;
}

export function End({ shot, extra }: { shot: Snapshot; extra?: EndExtra }) {
  const { setup, status, bots, record } = shot;
  const ui = games[setup.game]!;
  const game = gameInfo(setup.game)!;
  const [copied, setCopied] = useState(false);
  const people = bots.flatMap((bot, seat) => (bot ? [] : [seat]));
  const you = extra ? extra.you : people.length === 1 ? people[0]! : -1;
  const team = status.won !== undefined; /* one score for all */
  const { curve, items } = useMemo(() => {
    const { scribe } = shared();
    const moments = story(scribe, record);
    const points = moments
      .filter((moment, i) => moment.roll || i === moments.length - 1)
      .map((moment) => moment.totals);
    return {
      curve: points,
      items: setup.names.map((_, seat) => scribe.items(seat, seat)).slice(0, team ? 1 : undefined),
    };
  }, [record]);
  const totals = shot.totals;
  const goals = team && ui.goals?.(shot.views[0], setup, t);
  const winners = status.winners.map((seat) => setup.names[seat]!);
  const gone = status.resigned.includes(you) && (team || setup.seats === 1 || !winners.length);
  const title = gone
    ? t("end.resigned")
    : team
      ? t(status.won ? "end.teamWon" : "end.teamLost")
      : setup.seats === 1
        ? t("end.solo")
        : !winners.length
          ? t("end.nobody")
          : status.winners.length > 1
            ? t("end.shared", { names: list(winners) })
            : status.winners[0] === you
              ? t("end.won")
              : t("end.wonBy", { names: winners[0]! });
  const ranking = setup.names.map((_, seat) => seat).sort((a, b) => totals[b]! - totals[a]!);
  const { header } = splitRecord(record);
  /* The next one begins, or it is drawn again; the same dice also draw the same. */
  const again = (seed?: string) => {
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
  };
  const link = async () => {
    const url = `${location.href.split("#")[0]}#/replay/${await packRecord(record)}`;
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      location.href = url;
    }
  };
  const best = (row: number) => Math.max(...items.map((each) => each[row]![1]));
  return (
    <>
      <Top
        title={t("end.title")}
        sub={`${t(`game.${setup.game}.title`)} · ${sheetTitle(game, setup.sheet)} · ${ui.time(shot.views[0], status.turn - 1, t)}`}
      >
        {extra?.badge}
      </Top>
      <main class="rev" id="main">
        <div class="rl">
          <section class="card hero">
            <div>
              <h1>
                {title}{" "}
                <span class="big">
                  {team
                    ? standingOf(ui, shot.views[0], 0, totals[0]!).words
                    : number(totals[status.winners[0] ?? 0]!)}
                </span>
              </h1>
              {setup.seats > 1 && !team && (
                <p>
                  {ranking.map((seat) => (
                    <span class="rk2" key={seat}>
                      <Seat
                        seat={seat}
                        name={setup.names[seat]!}
                        size={22}
                        label={setup.names[seat]!}
                      />
                      <b>{number(totals[seat]!)}</b>
                    </span>
                  ))}
                </p>
              )}
              {goals && (
                <ul class="goals">
                  {goals.map(({ words, met }) => (
                    <li key={words} class={met ? "met" : ""}>
                      <Icon name={met ? "check" : "cross"} />
                      {words}
                    </li>
                  ))}
                </ul>
              )}
            </div>
            <div class="hb2">
              {extra?.again}
              {header.dice === "seed" && (
                <button type="button" class="b line" onClick={() => again(header.seed)}>
                  <Icon name="reroll" />
                  {t("end.same")}
                </button>
              )}
              {!extra && (
                <button type="button" class="b go" onClick={() => again()}>
                  {t("end.again")}
                </button>
              )}
            </div>
          </section>
          <section class="card chart" aria-label={t(team ? "end.curveTeam" : "end.curve")}>
            <h2>{t(team ? "end.curveTeam" : "end.curve")}</h2>
            <Curve
              points={curve}
              names={team ? [t("end.team")] : setup.names}
              goal={goals ? goals.find(({ points }) => points)?.points : undefined}
            />
          </section>
          {extra?.proof}
          {extra?.news}
          <section class="card proof" data-hash={shot.hash}>
            <Icon name="book" cls="shd" />
            <h2>{t("end.record")}</h2>
            <div class="pbtn">
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
                {copied ? t("end.copied") : t("end.link")}
              </button>
            </div>
            <span class="vh" role="status">
              {copied && t("end.copied")}
            </span>
          </section>
        </div>
        <section class={`card bd ${team ? "team" : ""}`} aria-label={t("end.score")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("end.score")}</th>
                {team ? (
                  <td>
                    {setup.names.map((name, seat) => (
                      <Seat key={seat} seat={seat} name={name} size={22} />
                    ))}
                    <small>{t("end.team")}</small>
                  </td>
                ) : (
                  setup.names.map((name, seat) => (
                    <td key={seat} class={seat === you ? "me" : ""}>
                      <Seat seat={seat} name={name} size={22} />
                      <small>{seat === you ? t("you") : name}</small>
                    </td>
                  ))
                )}
              </tr>
            </thead>
            <tbody>
              {items[0]!.map(([name], row) => (
                <tr key={name}>
                  <th scope="row">{ui.itemNodes?.(name, t) ?? name}</th>
                  {items.map((each, seat) => (
                    <td
                      key={seat}
                      class={`${seat === you && !team ? "me" : ""} ${items.length > 1 && each[row]![1] === best(row) && best(row) > 0 ? "best" : ""}`}
                    >
                      <b class={each[row]![1] < 0 ? "neg" : ""}>{number(each[row]![1])}</b>
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{t("end.total")}</th>
                {totals.slice(0, items.length).map((total, seat) => (
                  <td key={seat} class={seat === you && !team ? "me" : ""}>
                    <b>{number(total)}</b>
                  </td>
                ))}
              </tr>
            </tfoot>
          </table>
        </section>
      </main>
    </>
  );
}
