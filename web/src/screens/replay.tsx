/* Step through a record, every sheet open: #/replay/RECORD, and behind it where to begin: EVENT/SEAT/MOVES shows what
 * would have been better there, "report" its report card, "from/SEAT" offers to play on where it ends. */
import { useEffect, useMemo, useState } from "preact/hooks";
import {
  download,
  eventWords,
  faultWhy,
  gameInfo,
  go,
  shared,
  sheetTitle,
  unpackRecord,
} from "../app";
import { Icon, Seat } from "../draw";
import { BadRecord, Engine, ownSheets, seatNames, splitRecord } from "../engine";
import { announce, Dialog, IconButton, Top } from "../frame";
import { exampleAt, games, loadGame, offered as offeredGames } from "../games";
import type { BoardProps, GameUi, Setup } from "../games/types";
import { useCell, useMedia } from "../hooks";
import { addTexts, inGame, t } from "../i18n";
import { report as texts } from "../i18n/report";
import { online } from "../later";
import { Coming, lazy } from "../lazy";
import { LocalSession } from "../local";
import { Log, lineWords } from "../log";
import { CopyPosition } from "../report/position";
import { WhatIf } from "../report/what-if";
import { isOver } from "../saved";
import { standingOf } from "../table/use-table";

addTexts(texts);

const End = lazy(() => import("./end").then((module) => module.End), Coming);

/* The end of a game that is only looked at: nobody here has played it, and nothing of it is kept. */
function Report({ record }: { record: string }) {
  const shot = useMemo(() => {
    const { module, ask } = shared();
    const bots = seatNames(splitRecord(record).header).map(() => null);
    return new LocalSession(new Engine(module), { record, bots, me: 0 }, ask, false).snapshot();
  }, [record]);
  return <End key={record} shot={shot} />;
}

/* What a report card points at: a choice before event number `at`, and what would have been better. */
interface Pointed {
  at: number;
  seat: number;
  better: string[];
}
function pointedAt(where: string[], header: { seats: number }): Pointed | null {
  const [at = "", seat = "0", line = ""] = where;
  if (!/^\d+$/.test(at) || !/^\d$/.test(seat) || Number(seat) >= header.seats) return null;
  let better = "";
  try {
    better = decodeURIComponent(line);
  } catch {
    /* a link that somebody has changed */
  }
  return { at: Number(at), seat: Number(seat), better: better ? better.split(",") : [] };
}

/* The seat that a link to a position offers first; undefined for any other link. */
const seatFrom = ([what, seat = "0"]: string[], { seats }: { seats: number }) =>
  what === "from" ? (Number(seat) < seats ? Number(seat) : 0) : undefined;

/* What the link holds, or the example that it names. */
async function recordAt(data: string): Promise<string> {
  const example = await exampleAt(data)?.load();
  if (example?.own) ownSheets.set(example.own.sheet_hash, example.own);
  return example?.record ?? unpackRecord(data);
}

export function Replay({ data, where }: { data: string; where: string[] }) {
  const [record, setRecord] = useState("");
  const [fault, setFault] = useState<unknown>(null);
  const [given, setGiven] = useState("");
  useEffect(() => {
    const open = async () => {
      try {
        const { scribe } = shared();
        const text = await recordAt(data);
        setGiven(text);
        scribe.read(text);
        const { game } = splitRecord(scribe.record()).header;
        if (!offeredGames.includes(game)) throw new Error(game);
        await loadGame(game);
        scribe.read(text);
        setRecord(scribe.record());
        setFault(null);
      } catch (why) {
        setFault(why);
      }
    };
    void open();
  }, [data]);
  if (record && where[0] === "report" && isOver(record)) return <Report record={record} />;
  if (record)
    return (
      <Stage
        key={record + where.join()}
        record={record}
        data={data}
        shown={!!exampleAt(data)}
        pointed={pointedAt(where, splitRecord(record).header)}
        from={seatFrom(where, splitRecord(record).header)}
      />
    );
  return (
    <>
      <Top title={t("replay.title")} />
      <main class="narrow trouble" id="main" data-code={fault ? "bad-record" : ""}>
        {fault ? (
          <section class="card form">
            <h1>{t("replay.bad")}</h1>
            {!(fault instanceof BadRecord && fault.code === "edition") && (
              <p>{t("replay.badDo")}</p>
            )}
            <p class="err" role="status">
              {faultWhy(fault)}
            </p>
            <div class="tb">
              <a class="b go" href="#/">
                {t("replay.badLobby")}
              </a>
              {given && (
                <button
                  type="button"
                  class="b line"
                  onClick={() => download(given, splitRecord(given).header.game || "pipwright")}
                >
                  {t("table.download")}
                </button>
              )}
            </div>
          </section>
        ) : (
          <p role="status">{t("loading")}</p>
        )}
      </main>
    </>
  );
}

/* Where the moves in a row begin that lead to step `at`; there itself if a roll does. */
function stretch(events: string[], at: number): number {
  const seat = parseInt(events[at - 1] ?? "");
  let from = at;
  while (!Number.isNaN(seat) && from > 0 && parseInt(events[from - 1]!) === seat) from--;
  return from;
}

/* The better line, pencilled from the position before the choice; null if it does not fit there. */
function follow(engine: Engine, { seat, better }: Pointed, ui: GameUi) {
  const before = engine.view(seat, seat);
  const noted: string[] = [];
  for (const move of better) {
    noted.push(ui.noted?.(move, () => engine.view(seat, seat)) ?? move);
    if (engine.play(`${seat} ${move}`)) return null;
  }
  return noted.length
    ? { before, after: engine.view(seat, seat), words: lineWords(noted, ui) }
    : null;
}

/* `shown`: a game whose end is what it is shown for; `from`: the seat of a position that a link leads to. */
function Stage({
  record,
  data,
  shown,
  pointed,
  from,
}: {
  record: string;
  data: string;
  shown: boolean;
  pointed: Pointed | null;
  from: number | undefined;
}) {
  const { header, head, events } = useMemo(() => splitRecord(record), [record]);
  const engine = useMemo(() => new Engine(shared().module), []);
  const [at, setAt] = useState(
    shown || from !== undefined ? events.length : Math.min(events.length, pointed?.at ?? 0),
  );
  const [seat, setSeat] = useState(pointed?.seat ?? from ?? 0);
  const [offered, setOffered] = useState(from !== undefined && !isOver(record));
  const [branching, setBranching] = useState(false);
  const more = useCell(online);
  const compact = useMedia("(max-width: 760px)");
  const drawn = useMedia("(max-width: 1100px)"); /* the rail is a drawer, as at the table */
  const [open, setOpen] = useState(false);
  const ui = games[header.game]!;
  const setup: Setup = { ...header, names: seatNames(header) };
  /* Nothing is hidden from who reads a record: every sheet is as its owner sees it, and what a seat has just done is in
   * pencil. */
  const now = useMemo(() => {
    const play = (from: number, to: number) => {
      for (const event of events.slice(from, to)) engine.play(event);
    };
    const begun = stretch(events, at),
      actor = parseInt(events[at - 1] ?? "");
    engine.read(head);
    play(0, begun);
    const before = begun < at ? engine.view(actor, actor) : null;
    play(begun, at);
    const seen = {
      status: engine.status(),
      hash: engine.hash(),
      record: engine.record(),
      views: setup.names.map((_, i) => engine.view(i, i)),
      totals: setup.names.map((_, i) => engine.total(i, i)),
      actor,
      before,
      moves: events.slice(begun, at).map((event) => event.slice(event.indexOf(" ") + 1)),
    };
    return { ...seen, better: pointed?.at === at ? follow(engine, pointed, ui) : null };
  }, [at, record]);
  const wordsAt = (step: number) =>
    step ? eventWords(events.slice(0, step), setup, ui) : t("replay.begin");
  const to = (where: number) => {
    const next = Math.max(0, Math.min(events.length, where));
    setAt(next);
    const actor = Number(events[next - 1]?.split(" ")[0]);
    if (Number.isInteger(actor)) setSeat(actor);
    announce(wordsAt(next));
  };
  /* what is in pencil: what would have been better, or what the seat has just done */
  const better = seat === pointed?.seat ? now.better : null;
  const acts = !better && !!now.before && seat === now.actor;
  const before = better?.before ?? (acts ? now.before : null),
    after = better?.after ?? now.views[seat];
  const view = before && ui.settle ? ui.settle(before, after) : after;
  const bare = {
    view: { ...view, before: before ?? view, alternatives: [] },
    setup,
    seat,
    me: false,
    legal: [],
    draft: better ? pointed!.better : acts ? now.moves : [],
    onMove() {},
    onUndo() {},
    t,
    compact,
  };
  const start = better && {
    ...bare,
    view: { ...better.before, before: better.before, alternatives: [] },
  };
  const props: BoardProps = {
    ...bare,
    hint: start ? ui.hint(pointed!.better[0]!, start).spot : "",
  };
  const game = gameInfo(setup.game);
  const own = inGame(setup.game);
  const standing = (i: number) => standingOf(ui, now.views[i], i, now.totals[i]!);
  const rail = (
    <>
      <div class="card seats">
        {setup.names.map((name, i) => (
          <button
            type="button"
            key={i}
            class={`opp ${i === seat ? "on" : ""}`}
            aria-pressed={i === seat}
            aria-label={own("table.standing", { name, standing: standing(i).words })}
            onClick={() => {
              setSeat(i);
              setOpen(false);
            }}
          >
            <div class="oh">
              <Seat seat={i} name={name} size={22} />
              <b>{name}</b>
              <span class="pts">{standing(i).short}</span>
            </div>
            {ui.Mini && <ui.Mini view={now.views[i]} setup={setup} seat={i} t={t} />}
          </button>
        ))}
      </div>
      {ui.Rail && <ui.Rail views={now.views} setup={setup} seat={seat} t={t} />}
      <Log record={record} events={events.slice(0, at)} setup={setup} ui={ui} />
      {more && <more.ProofCard record={record} />}
      <div class="card pbtn">
        <button type="button" class="b line sm" onClick={() => download(record, setup.game)}>
          {t("table.download")}
        </button>
        {!now.status.over && !shown && (
          <button
            type="button"
            class="b line sm"
            onClick={() => {
              setOpen(false);
              setBranching(true);
            }}
          >
            {t("replay.from")}
          </button>
        )}
        {!now.status.over && !shown && <CopyPosition {...{ record, at, seat }} />}
        {isOver(record) && !shown && (
          <button type="button" class="b line sm" onClick={() => go(`replay/${data}/report`)}>
            {t("report.title")}
          </button>
        )}
      </div>
    </>
  );
  return (
    <>
      <Top
        title={t("replay.title")}
        sub={`${t(`game.${setup.game}.title`)} · ${sheetTitle(game, setup.sheet)} · ${ui.time(now.views[seat], now.status.turn - (now.status.over ? 1 : 0), t)}`}
      >
        {drawn && (
          <IconButton name="clock" label={t("table.players")} onClick={() => setOpen(true)} />
        )}
        <IconButton
          name="book"
          label={t("lobby.rulesOf", { game: t(`game.${setup.game}.title`) })}
          onClick={() => (location.hash = `#/rules/${setup.game}`)}
        />
      </Top>
      <main class={`tbl ${ui.layout ?? ""} replay n${setup.seats}`} id="main" data-hash={now.hash}>
        <section class="act" aria-label={t("replay.title")}>
          <div class="say">
            <h1>{now.better ? t("shown.better", { move: now.better.words }) : wordsAt(at)}</h1>
            <p class="cons">
              {now.better && `${t("shown.how")} `}
              {t("replay.step", { n: at, all: events.length })}
              {now.status.over && ` · ${t("replay.over")}`}
            </p>
          </div>
          <div class="tray">
            <ui.Dice {...props} />
          </div>
          <div class="btns player">
            <button
              type="button"
              class="b line"
              disabled={at === 0}
              aria-label={t("replay.first")}
              onClick={() => to(0)}
            >
              <Icon name="chev" cls="flip" />
              <Icon name="chev" cls="flip" />
            </button>
            <button
              type="button"
              class="b line"
              disabled={at === 0}
              aria-label={t("replay.back")}
              onClick={() => to(at - 1)}
            >
              <Icon name="chev" cls="flip" />
            </button>
            <input
              type="range"
              min={0}
              max={events.length}
              value={at}
              aria-label={t("replay.slider")}
              onInput={(event) => to(Number(event.currentTarget.value))}
            />
            <button
              type="button"
              class="b line"
              disabled={at === events.length}
              aria-label={t("replay.next")}
              onClick={() => to(at + 1)}
            >
              <Icon name="chev" />
            </button>
            <button
              type="button"
              class="b line"
              disabled={at === events.length}
              aria-label={t("replay.last")}
              onClick={() => to(events.length)}
            >
              <Icon name="chev" />
              <Icon name="chev" />
            </button>
          </div>
        </section>
        <section class="paper" aria-label={own("table.sheet", { name: setup.names[seat]! })}>
          <div class="ph">
            <Seat seat={seat} name={setup.names[seat]!} size={22} />
            <span class="scr">
              {own(ui.sheetTitle ?? "table.sheetTitle", { name: setup.names[seat]! })}
            </span>
            <span class="pts">{standing(seat).words}</span>
          </div>
          <ui.Board {...props} />
        </section>
        {drawn ? (
          <nav class="strip" aria-label={own("replay.sheets")}>
            {setup.names.map((name, i) => (
              <button
                type="button"
                key={i}
                class={`chip ${i === seat ? "me" : ""}`}
                aria-pressed={i === seat}
                aria-label={own("table.standing", { name, standing: standing(i).words })}
                onClick={() => setSeat(i)}
              >
                <Seat seat={i} name={name} size={24} />
                <span>{name}</span>
                <b>{standing(i).short}</b>
              </button>
            ))}
          </nav>
        ) : (
          <aside class="rail" aria-label={t("table.players")}>
            {rail}
          </aside>
        )}
      </main>
      {offered && !now.status.over ? (
        <WhatIf
          {...{ record, at, seat }}
          names={setup.names}
          given={`${t(`game.${setup.game}.title`)}, ${ui.time(now.views[seat], now.status.turn, t)}`}
          onClose={() => setOffered(false)}
        />
      ) : branching ? (
        <WhatIf {...{ record, at, seat }} names={setup.names} onClose={() => setBranching(false)} />
      ) : null}
      {open && drawn && (
        <Dialog title={t("table.players")} cls="drawer" onClose={() => setOpen(false)}>
          <div class="rail">{rail}</div>
        </Dialog>
      )}
    </>
  );
}
