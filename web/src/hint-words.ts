/* Why a move is advised: what the ranking says of it and of the next best, and nothing else. */
import { addTexts, language, t } from "./i18n";
import { hints } from "./i18n/hints";
import type { Candidate } from "./reviewer";

addTexts(hints);

const tenths = (value: number, digits = 1) => {
  const text = value.toFixed(digits);
  return language() === "de" ? text.replace(".", ",") : text;
};
const points = (thousandths: number, digits = 1) =>
  t("hint.points", { n: tenths(thousandths / 1000, digits) });

/* Of those who play alone or apart no chance is known; a team has no points of its own. */
export type Counts = "points" | "win" | "team";
const chance = (counts: Counts, win: number, digits = 1) =>
  t(`hint.${counts}`, { n: `${tenths(win / 100, digits)}\u00a0%` });

const NOTHING = { points: 50, win: 5, team: 5 }; /* what is rounded to 0.0 */

export function reasonOf(
  counts: Counts,
  best: Candidate,
  next: Candidate | undefined,
  nextWords: string,
): string {
  const byPoints = counts === "points";
  const worth = byPoints
    ? points(best.value, 0)
    : counts === "win"
      ? `${points(best.value, 0)}, ${chance(counts, best.win, 0)}`
      : chance(counts, best.win, 0);
  if (!next) return t("hint.worth", { worth });
  const less = byPoints ? best.value - next.value : best.win - next.win;
  const values = { worth, next: nextWords };
  if (less < NOTHING[counts]) return t("hint.same", values);
  const said = byPoints ? points(less) : chance(counts, less);
  const more = counts === "win" ? next.value - best.value : 0;
  if (more >= NOTHING.points) return t("hint.but", { ...values, less: said, more: points(more) });
  return t("hint.next", { ...values, less: said });
}
