/* The turn log: a record's events in words, newest turns last. */
import { useEffect, useMemo, useRef } from "preact/hooks";
import { shared } from "./app";
import { Icon, Seat } from "./draw";
import { SPECTATOR, splitRecord } from "./engine";
import type { GameUi, Setup } from "./games/types";
import { language, t } from "./i18n";

interface Line { kind: "turn" | "move" | "news"; seat: number; words: string; moves: string[]; icon: string }

/* Plays the record once and writes down what happens. Steps of a seat in a row stand on one line. */
export function linesOf(record: string, events: string[], setup: Setup, ui: GameUi): Line[] {
  const { scribe } = shared();
  const views = () => setup.names.map((_, seat) => scribe.view(SPECTATOR, seat));
  const lines: Line[] = [];
  scribe.read(splitRecord(record).head);
  let turn = 0;
  let before = views();
  const news = () => {
    const after = views();
    for (const each of ui.news?.(before, after, setup, t) ?? []) lines.push({ kind: "news", seat: each.seat, words: each.words, moves: [], icon: each.icon });
    before = after;
  };
  for (const event of events) {
    const space = event.indexOf(" ");
    const who = event.slice(0, space), what = event.slice(space + 1);
    if (who === "*") {
      if (turn) news();
      const roller = ui.roller?.(turn, setup);
      turn++;
      const words = roller === undefined ? t("table.logTurn", { n: turn }) : t("table.logRolled", { n: turn, name: setup.names[roller]! });
      lines.push({ kind: "turn", seat: roller ?? -1, words, moves: [], icon: "" });
    } else {
      const seat = Number(who);
      const last = lines[lines.length - 1];
      if (last?.kind === "move" && last.seat === seat) last.moves.push(what);
      else lines.push({ kind: "move", seat, words: "", moves: [what], icon: "" });
    }
    scribe.play(event);
  }
  if (scribe.status().roll || scribe.status().over) news();
  return lines;
}

export function Log({ record, events, setup, ui }: { record: string; events: string[]; setup: Setup; ui: GameUi }) {
  const lines = useMemo(() => linesOf(record, events, setup, ui).slice(-60), [events.length, record, language()]);
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (end.current) end.current.scrollTop = end.current.scrollHeight;
  }, [lines]);
  return (
    <section class="card log" aria-label={t("table.log")}>
      <h2>{t("table.log")}</h2>
      <ol ref={end} tabIndex={0} aria-label={t("table.log")}>
        {lines.map((line, i) =>
          line.kind === "turn" ? <li key={i} class="tt">{line.words}</li>
            : line.kind === "news" ? <li key={i} class="ev"><Icon name={line.icon} /><span>{line.words}</span></li>
              : (
                <li key={i}><Seat seat={line.seat} name={setup.names[line.seat]!} size={20} label={setup.names[line.seat]!} />
                  <span>{line.moves.map((move, j) => <span key={j}>{ui.moveNodes?.(move, t) ?? ui.moveWords(move, t)}</span>)}</span></li>
              ))}
      </ol>
    </section>
  );
}
