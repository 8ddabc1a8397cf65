/* Why a move is advised: what the ranking says of it and of the next best, and nothing else. */
import type { GameUi } from "./games/types";
import { addTexts, language, list, t } from "./i18n";
import { hints } from "./i18n/hints";
import { tutor } from "./i18n/tutor";
import type { Split } from "./report/types";
import type { Candidate, Judged } from "./reviewer";

addTexts(hints);
addTexts(tutor);

const tenths = (value: number, digits = 1) => {
  const text = value.toFixed(digits);
  return language() === "de" ? text.replace(".", ",") : text;
};
type Than = "" | "Less" | "More"; /* than the best */
const points = (thousandths: number, digits = 1, than: Than = "") =>
  t(`hint.points${than}`, { n: tenths(thousandths / 1000, digits) });

/* Of those who play alone or apart no chance is known; a team has no points of its own. */
export type Counts = "points" | "win" | "team";
const chance = (counts: Counts, win: number, digits = 1) =>
  t(`hint.${counts}`, { n: `${tenths(win / 100, digits)}\u00a0%` });
/* A difference of chances: percentage points. */
const chanceLess = (key: string, win: number) => t(key, { n: tenths(win / 100) });

const NOTHING = { points: 50, win: 5, team: 5 }; /* what is rounded to 0.0 */

export function reasonOf(
  counts: Counts,
  best: Candidate,
  next: Candidate | undefined,
  nextWords: string,
  about = "hint" /* whose sentences tell it */,
): string {
  const byPoints = counts === "points";
  const worth = byPoints
    ? points(best.value, 0)
    : counts === "win"
      ? `${points(best.value, 0)}, ${chance(counts, best.win, 0)}`
      : chance(counts, best.win, 0);
  if (!next) return t(`${about}.worth`, { worth });
  const less = byPoints ? best.value - next.value : best.win - next.win;
  const values = { worth, next: nextWords };
  if (less < NOTHING[counts]) return t(`${about}.same`, values);
  const said = byPoints ? points(less, 1, "Less") : chanceLess(`hint.${counts}Less`, less);
  const more = counts === "win" ? next.value - best.value : 0;
  if (more >= NOTHING.points)
    return t(`${about}.but`, { ...values, less: said, more: points(more, 1, "More") });
  return t(`${about}.next`, { ...values, less: said });
}

/* ---- What really differs ---- */

const PLACES = 3; /* that are named, at most */
const LEAST = 0.25; /* points that are next to nothing, however sure */
const sure = (points: number, error = 0) =>
  Math.abs(points) >= LEAST && Math.abs(points) >= 2 * error;
const signed = (points: number) => (points < 0 ? "−" : "+") + tenths(Math.abs(points));

const itemText = (ui: GameUi, name: string, view: any): string => {
  const nodes = ui.itemWords?.(name, t) ?? ui.itemNodes?.(name, t, view);
  return typeof nodes === "string" ? nodes : name;
};

/* Where the better line brings something, item by item of the score, and what the others get of it, if that differs by
 * two standard errors; and what it leads to at once besides points. */
export function bringsWords(
  key: "hint.brings" | "tutor.brings",
  split: Split | undefined,
  ui: GameUi,
  view: any,
): string {
  if (!split) return "";
  const items = split.items
    .filter(({ points, error }) => sure(points, error))
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, PLACES)
    .map(({ name, points }) => `${itemText(ui, name, view)} ${signed(points)}`);
  if (sure(split.others ?? 0, split.othersError))
    items.push(t("hint.others", { points: signed(split.others!) }));
  const besides = (split.besides ?? [])
    .filter(({ more }) => more)
    .map(
      ({ name, more }) => `${itemText(ui, name, view)} ${more < 0 ? "−" : "+"}${Math.abs(more)}`,
    );
  return [
    items.length ? t(key, { n: split.samples, items: list(items) }) : "",
    besides.length ? t(`${key.split(".")[0]}.besides`, { items: list(besides) }) : "",
  ]
    .filter(Boolean)
    .join(" ");
}

/* ---- Before a mistake ---- */

/* What the tutor says of a line: what it costs by what counts, and what is expected after it and after the better
 * one. */
export function costWords(counts: Counts, { cost, best, played }: Judged): string {
  const worth = ({ value, win }: Judged["best"]) =>
    counts === "points" ? points(value, 1) : chance(counts, win);
  const said = counts === "points" ? points(cost) : chanceLess(`tutor.${counts}`, cost);
  return t("tutor.costs", { cost: said, played: worth(played), best: worth(best) });
}

/* From which cost on each level asks: chances in hundredths, points in Lost Cities alone, and in Roller. The engine
 * knows the same (pip_tutor_least). */
export const LEVELS = {
  big: { win: 8, lost: 10, roller: 2 },
  clear: { win: 3, lost: 4, roller: 0.8 },
  all: { win: 1, lost: 1, roller: 0.2 },
};

export function levelWords(level: "off" | keyof typeof LEVELS): string {
  if (level === "off") return t("tutor.offHow");
  const { win, lost, roller } = LEVELS[level];
  const digits = (n: number) => (Number.isInteger(n) ? 0 : 1);
  return t("tutor.how", {
    win: t("tutor.least", { n: win }),
    lost: points(1000 * lost, digits(lost)),
    roller: points(1000 * roller, digits(roller)),
  });
}

export const asksAbout = (
  level: "off" | keyof typeof LEVELS,
  { count, cost, least }: Judged,
): boolean => level !== "off" && count > 1 && cost >= least[level];
