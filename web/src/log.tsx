/* The turn log: a record's events in words, newest turns last. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { shared } from "./app";
import { Icon, Seat } from "./draw";
import { Engine, SPECTATOR, splitRecord } from "./engine";
import type { GameUi, Setup } from "./games/types";
import { language, t } from "./i18n";

export interface Line { kind: "turn" | "move" | "news"; seat: number; words: string; moves: string[]; icon: string }

/* Plays events on an engine of its own and writes down what happens, each event once. Steps of a seat in a row stand
 * on one line. */
export class Scribe {
  readonly lines: Line[] = [];
  private readonly engine = new Engine(shared().module);
  private readonly told: string[] = [];
  private before: any[];
  private headed = -1;

  constructor(private readonly head: string, private readonly setup: Setup, private readonly ui: GameUi) {
    this.engine.read(head);
    this.before = this.views();
  }

  /* Whether `events` go on where this one is. */
  fits(head: string, events: string[]): boolean {
    return head === this.head && this.told.length <= events.length && this.told.every((event, i) => event === events[i]);
  }

  tell(events: string[]): void {
    for (const event of events.slice(this.told.length)) this.next(event);
  }

  private views(): any[] {
    return this.setup.names.map((_, seat) => this.engine.view(SPECTATOR, seat));
  }

  private news(): void {
    const after = this.views();
    for (const each of this.ui.news?.(this.before, after, this.setup, t) ?? []) this.lines.push({ ...each, kind: "news", moves: [] });
    this.before = after;
  }

  private next(event: string): void {
    const { ui, setup, engine, lines } = this;
    const space = event.indexOf(" "), dice = event.startsWith("*"), what = event.slice(space + 1);
    const { turn } = engine.status();
    const fresh = turn !== this.headed && !ui.preface?.(what);
    if (fresh) {
      lines.push({ kind: "turn", seat: -1, words: ui.heading(turn, dice ? what : "", setup, t), moves: [], icon: "" });
      this.headed = turn;
    }
    const last = lines[lines.length - 1];
    if (!dice) {
      const seat = Number(event.slice(0, space));
      if (last?.kind === "move" && last.seat === seat) last.moves.push(what);
      else lines.push({ kind: "move", seat, words: "", moves: [what], icon: "" });
    } else if (!fresh && last?.kind === "move") last.moves.push(`* ${what}`);
    this.told.push(event);
    engine.play(event);
    const now = engine.status();
    if (now.over || now.turn !== turn) this.news();
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
    if (scribe.current?.language !== language() || !scribe.current.by.fits(head, events)) scribe.current = { by: new Scribe(head, setup, ui), language: language() };
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
          line.kind === "turn" ? <li key={start + i} class="tt">{line.words}</li>
            : line.kind === "news" ? <li key={start + i} class="ev"><Icon name={line.icon} /><span>{line.words}</span></li>
              : (
                <li key={start + i}><Seat seat={line.seat} name={setup.names[line.seat]!} size={20} label={setup.names[line.seat]!} />
                  <span>{ui.moveNodes && !ui.told ? line.moves.map((move, j) => <span key={j}>{ui.moveNodes!(move, t)}</span>) : lineWords(line.moves, ui)}</span></li>
              ))}
      </ol>
    </section>
  );
}

export function Log({ record, events, setup, ui }: { record: string; events: string[]; setup: Setup; ui: GameUi }) {
  return <LogCard lines={useScribe(record, events, setup, ui)} setup={setup} ui={ui} />;
}
