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

/* What is written down after so many events. */
interface Told {
  events: string[];
  lines: Line[];
  before: any[];
  headed: number;
  said: Said[] /* by a seat that is not done */;
}

/* The last line may still grow. */
const copyOf = ({ events, lines, said, ...rest }: Told): Told => ({
  ...rest,
  events: [...events],
  lines: [
    ...lines.slice(0, -1),
    ...lines.slice(-1).map((line) => ({ ...line, moves: [...line.moves], at: [...line.at] })),
  ],
  said: [...said],
});

/* Plays events on an engine of its own and writes down what happens, each event once. Steps of a seat in a row stand
 * on one line. */
export class Scribe {
  private readonly engine = new Engine(shared().module);
  private now: Told;
  private atRoll: Told | null = null; /* before the last one; the engine keeps the position */

  constructor(
    private readonly head: string,
    private readonly setup: Setup,
    private readonly ui: GameUi,
  ) {
    this.engine.read(head);
    this.now = { events: [], lines: [], before: this.views(), headed: -1, said: [] };
    const { first } = splitRecord(head).header,
      begins = setup.seats > 1 && gameInfo(setup.game)?.first !== "nobody";
    if (begins)
      this.announce({
        seat: 0,
        icon: "die",
        words: t(first === undefined ? "log.begins" : "log.beginsDrawn", { name: setup.names[0]! }),
      });
  }

  get lines(): Line[] {
    return this.now.lines;
  }

  /* Whether `events` go on where this one is, or was at the last roll: what was hidden comes in between since. */
  fits(head: string, events: string[]): boolean {
    const goesOn = (told: Told | null) =>
      !!told && told.events.every((event, i) => event === events[i]);
    if (head !== this.head) return false;
    if (goesOn(this.now)) return true;
    if (!goesOn(this.atRoll)) return false;
    this.engine.back(0);
    this.now = copyOf(this.atRoll!);
    return true;
  }

  tell(events: string[]): void {
    for (const event of events.slice(this.now.events.length)) {
      if (event.startsWith("*")) {
        this.engine.keep(0);
        this.atRoll = copyOf(this.now);
      }
      this.next(event);
    }
  }

  /* Every sheet as its owner sees it: what is here may be known. */
  private views(): any[] {
    return this.setup.names.map((_, seat) => this.engine.view(seat, seat));
  }

  private announce(news: News): void {
    const { lines, events } = this.now;
    lines.push({
      kind: "news",
      seat: news.seat,
      words: news.words,
      icon: news.icon,
      moves: [],
      at: [events.length - 1],
      news,
    });
  }

  private news(seat: number): void {
    const after = this.views();
    for (const each of this.ui.news?.(
      this.now.before,
      after,
      { seat, said: this.now.said },
      this.setup,
      t,
    ) ?? [])
      this.announce(each);
    this.now.before = after;
    this.now.said = [];
  }

  private next(event: string): void {
    const { ui, setup, engine, now: told } = this,
      { lines } = told;
    const space = event.indexOf(" "),
      dice = event.startsWith("*"),
      what = event.slice(space + 1);
    const { turn } = engine.status();
    const fresh = turn !== told.headed && !ui.preface?.(what);
    if (fresh) {
      lines.push({
        kind: "turn",
        seat: -1,
        words: ui.heading(turn, dice ? what : "", setup, t),
        moves: [],
        icon: "",
        at: [],
      });
      told.headed = turn;
    }
    const last = lines[lines.length - 1],
      seat = dice ? -1 : Number(event.slice(0, space)),
      at = told.events.length;
    const move = (!dice && ui.noted?.(what, () => engine.view(seat, seat))) || what;
    const goesOn = last?.kind === "move" && (dice ? !fresh : last.seat === seat);
    if (goesOn) {
      last.moves.push(dice ? `* ${what}` : move);
      last.at.push(at);
    } else if (!dice)
      lines.push({ kind: "move", seat, words: "", moves: [move], icon: "", at: [at] });
    told.events.push(event);
    engine.play(event);
    if (dice) return;
    told.said.push(...engine.news(seat, at));
    const now = engine.status();
    if (now.over || now.turn !== turn || (now.acting.length && !now.acting.includes(seat)))
      this.news(seat);
  }
}

/* A seat's moves as one sentence. */
export const lineWords = (moves: string[], ui: GameUi, say = t): string =>
  ui.told ? ui.told(moves, say) : moves.map((move) => ui.moveWords(move, say)).join(", ");

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
    const box = end.current;
    if (!box) return;
    let later = 0;
    const down = () => {
      box.style.paddingBottom = "0";
      box.scrollTop = box.scrollHeight;
      /* no line is cut at the top */
      const items = [...(box.children as HTMLCollectionOf<HTMLElement>)],
        over = items.map((line) => line.offsetTop - box.offsetTop - box.scrollTop);
      box.style.paddingBottom = `${over.find((each) => each > -4) ?? 0}px`;
      box.scrollTop = box.scrollHeight;
    };
    const soon = () => {
      cancelAnimationFrame(later);
      later = requestAnimationFrame(down);
    };
    const watcher = new ResizeObserver(
      soon,
    ); /* once the drawer is open, and when others take its room */
    watcher.observe(box, { box: "border-box" });
    return () => {
      watcher.disconnect();
      cancelAnimationFrame(later);
    };
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
