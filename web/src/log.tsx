/* The turn log: a record's events in words, newest turns last. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { gameInfo, shared } from "./app";
import { Icon, Seat } from "./draw";
import type { Said } from "./engine";
import { Engine, splitRecord } from "./engine";
import type { GameUi, News, Setup } from "./games/types";
import { language, t } from "./i18n";

/* `at` are the numbers of the events that it tells of, one for each move; -1 is before the first. */
export interface Line {
  kind: "turn" | "move" | "news";
  seat: number;
  words: string;
  moves: string[];
  icon: string;
  at: number[];
  news?: News;
}

/* Plays events on an engine of its own and writes down what happens, each event once. Steps of a seat in a row stand
 * on one line. */
export class Scribe {
  readonly lines: Line[] = [];
  private readonly engine = new Engine(shared().module);
  private readonly told: string[] = [];
  private before: any[];
  private headed = -1;
  private said: Said[] = []; /* by a seat that is not done */

  constructor(
    private readonly head: string,
    private readonly setup: Setup,
    private readonly ui: GameUi,
  ) {
    this.engine.read(head);
    this.before = this.views();
    const { first } = splitRecord(head).header,
      begins = setup.seats > 1 && gameInfo(setup.game)?.first !== "nobody";
    if (begins)
      this.announce({
        seat: 0,
        icon: "die",
        words: t(first === undefined ? "log.begins" : "log.beginsDrawn", { name: setup.names[0]! }),
      });
  }

  /* Whether `events` go on where this one is. */
  fits(head: string, events: string[]): boolean {
    return (
      head === this.head &&
      this.told.length <= events.length &&
      this.told.every((event, i) => event === events[i])
    );
  }

  tell(events: string[]): void {
    for (const event of events.slice(this.told.length)) this.next(event);
  }

  /* Every sheet as its owner sees it: what is here may be known. */
  private views(): any[] {
    return this.setup.names.map((_, seat) => this.engine.view(seat, seat));
  }

  private announce(news: News): void {
    this.lines.push({
      kind: "news",
      seat: news.seat,
      words: news.words,
      icon: news.icon,
      moves: [],
      at: [this.told.length - 1],
      news,
    });
  }

  private news(seat: number): void {
    const after = this.views();
    for (const each of this.ui.news?.(
      this.before,
      after,
      { seat, said: this.said },
      this.setup,
      t,
    ) ?? [])
      this.announce(each);
    this.before = after;
    this.said = [];
  }

  private next(event: string): void {
    const { ui, setup, engine, lines } = this;
    const space = event.indexOf(" "),
      dice = event.startsWith("*"),
      what = event.slice(space + 1);
    const { turn } = engine.status();
    const fresh = turn !== this.headed && !ui.preface?.(what);
    if (fresh) {
      lines.push({
        kind: "turn",
        seat: -1,
        words: ui.heading(turn, dice ? what : "", setup, t),
        moves: [],
        icon: "",
        at: [],
      });
      this.headed = turn;
    }
    const last = lines[lines.length - 1],
      seat = dice ? -1 : Number(event.slice(0, space)),
      at = this.told.length;
    const goesOn = last?.kind === "move" && (dice ? !fresh : last.seat === seat);
    if (goesOn) {
      last.moves.push(dice ? `* ${what}` : what);
      last.at.push(at);
    } else if (!dice)
      lines.push({ kind: "move", seat, words: "", moves: [what], icon: "", at: [at] });
    this.told.push(event);
    engine.play(event);
    if (dice) return;
    this.said.push(...engine.news(seat, at));
    const now = engine.status();
    if (now.over || now.turn !== turn || (now.acting.length && !now.acting.includes(seat)))
      this.news(seat);
  }
}

/* A seat's moves as one sentence. */
export const lineWords = (moves: string[], ui: GameUi): string =>
  ui.told ? ui.told(moves, t) : moves.map((move) => ui.moveWords(move, t)).join(", ");

/* The lines so far. The same array grows, so look at its length. */
export function useScribe(record: string, events: string[], setup: Setup, ui: GameUi): Line[] {
  const scribe = useRef<{ by: Scribe; language: string } | null>(null);
  return useMemo(() => {
    const { head } = splitRecord(record);
    if (scribe.current?.language !== language() || !scribe.current.by.fits(head, events))
      scribe.current = { by: new Scribe(head, setup, ui), language: language() };
    scribe.current.by.tell(events);
    return scribe.current.by.lines;
  }, [events.length, record, language()]);
}

const SHOWN = 60;

export function LogCard({ lines, setup, ui }: { lines: Line[]; setup: Setup; ui: GameUi }) {
  const end = useRef<HTMLOListElement>(null);
  const size = lines.length + (lines[lines.length - 1]?.moves.length ?? 0);
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [size]);
  const start = Math.max(0, lines.length - SHOWN);
  return (
    <section class="card log" aria-label={t("table.log")}>
      <h2>{t("table.log")}</h2>
      <ol ref={end} tabIndex={0} aria-label={t("table.log")}>
        {lines.slice(start).map((line, i) =>
          line.news?.move ? null : line.kind === "turn" ? (
            <li key={start + i} class="tt">
              {line.words}
            </li>
          ) : line.kind === "news" ? (
            <li key={start + i} class="ev">
              <Icon name={line.icon} />
              <span>{line.words}</span>
            </li>
          ) : (
            <li key={start + i}>
              <Seat
                seat={line.seat}
                name={setup.names[line.seat]!}
                size={20}
                label={setup.names[line.seat]!}
              />
              <span>
                {ui.moveNodes && !ui.told
                  ? line.moves.map((move, j) => <span key={j}>{ui.moveNodes!(move, t)}</span>)
                  : lineWords(line.moves, ui)}
              </span>
            </li>
          ),
        )}
      </ol>
    </section>
  );
}

export function Log({
  record,
  events,
  setup,
  ui,
}: {
  record: string;
  events: string[];
  setup: Setup;
  ui: GameUi;
}) {
  return <LogCard lines={useScribe(record, events, setup, ui)} setup={setup} ui={ui} />;
}
