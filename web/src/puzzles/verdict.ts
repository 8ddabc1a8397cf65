/* An answer is judged, and told in words, with why the best is the best: no component. */
import type { App } from "../app";
import type { Engine } from "../engine";
import { splitRecord } from "../engine";
import type { GameUi, Setup } from "../games/types";
import type { Counts } from "../hint-words";
import { reasonOf } from "../hint-words";
import { t } from "../i18n";
import { lineWords } from "../log";
import type { Measure } from "../report/words";
import type { Candidate } from "../reviewer";
import type { Verdict } from "./answer";
import { verdictByLines, verdictOf } from "./answer";
import type { Puzzle } from "./read";

export async function judge(
  { ask }: Pick<App, "ask">,
  engine: Engine,
  puzzle: Puzzle,
  line: string[],
): Promise<Verdict> {
  const played = line.map((move) => `${puzzle.seat} ${move}\n`).join("");
  const { events } = splitRecord(puzzle.record);
  const choices = await ask.choicesFrom(puzzle.record + played, events.length).catch(() => []);
  return choices.length ? verdictOf(choices) : verdictByLines(engine, puzzle, line);
}

/* ---- Words ---- */

/* Of those who play alone or apart no chance is known. */
export const countsOf = (team: boolean, chances: { win: number }[]): Counts =>
  team ? "team" : chances.some(({ win }) => win) ? "win" : "points";
export const measureOf = (counts: Counts): Measure => ({
  counts: counts === "points" ? "points" : "win",
  team: counts === "team",
});

export interface Line {
  words: string;
  means: string /* what it does to the sheet; "" if nothing is to be said of it */;
}

/* A line in words, from where the puzzle begins. */
export function lineOf(
  engine: Engine,
  { record, seat }: Puzzle,
  line: string[],
  setup: Setup,
  ui: GameUi,
): Line {
  engine.read(record);
  const before = engine.view(seat, seat);
  const noted = line.map((move) => {
    const words = ui.noted?.(move, () => engine.view(seat, seat)) ?? move;
    engine.play(`${seat} ${move}`);
    return words;
  });
  const effects = ui.effects(before, engine.view(seat, seat), line, setup, t);
  return {
    words: lineWords(noted, ui),
    means: effects.flatMap(({ words, told }) => (told ? [] : words)).join(", "),
  };
}

/* Why the best is it, as a hint says it; "" if nobody can. */
export async function whyBest(
  { ask }: Pick<App, "ask">,
  engine: Engine,
  puzzle: Puzzle,
  setup: Setup,
  ui: GameUi,
): Promise<string> {
  const ranked: Candidate[] = await ask.rank(puzzle.record, puzzle.seat, 2).catch(() => []);
  const [best, next] = ranked;
  if (!best) return "";
  engine.read(puzzle.record);
  const team = engine.status().won !== undefined;
  const [first, other = ""] = ranked.map(
    ({ line }) => lineOf(engine, puzzle, line, setup, ui).words,
  );
  const words = other === first ? t("hint.elsewhere") : other;
  return reasonOf(countsOf(team, ranked), best, next, words, "puzzle.why");
}
