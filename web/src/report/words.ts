/* What a review's numbers are in words and lines: no component, no engine. */
import { language, t } from "../i18n";
import type { Card, Choice, SeatCard, Split } from "./types";

/* Tenths, as the language writes them, with a real minus sign. What is nothing when rounded has no sign. */
export function decimal(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits);
  const shown = language() === "de" ? text.replace(".", ",") : text;
  return value < 0 && Number(text) !== 0 ? `−${shown}` : shown;
}
export const plus = (value: number, digits = 1): string =>
  Number(value.toFixed(digits)) > 0 ? `+${decimal(value, digits)}` : decimal(value, digits);

/* A chance of 1 in hundredths; differences are percentage points, with tenths. */
export const percent = (chance: number): string => `${decimal(100 * chance, 0)}\u00a0%`;
export const plusShare = (chance: number): string => plus(100 * chance);

/* What counts where all win or lose together, where they play against each other, and for who plays alone. */
export type Measure = Pick<Card, "counts" | "team">;
const winKey = ({ team }: Measure) => (team ? "report.toEscape" : "report.toWin");

/* "−4.2 percentage points of the chance to win", or "−3.1 points" where these are what counts. */
export function costWords(card: Measure, cost: { loss: number; lossWin: number }): string {
  if (card.counts === "win") return t(winKey(card), { n: plusShare(-cost.lossWin) });
  return t("report.points", { n: decimal(-cost.loss) });
}

/* The same without a sign; "" if nothing is left of it when it is rounded. */
export function amountWords(
  card: Measure,
  { loss, lossWin }: { loss: number; lossWin: number },
): string {
  const byWin = card.counts === "win",
    shown = decimal(byWin ? 100 * lossWin : loss);
  if (!/[1-9]/.test(shown)) return "";
  return t(byWin ? winKey(card) : "report.points", { n: shown });
}

/* What a better choice brings besides: points where chances count, and they say the same. */
export function besidesWords(card: Card, { loss }: { loss: number }): string {
  if (card.counts !== "win" || card.team || loss < 0.05) return "";
  return t("report.points", { n: decimal(-loss) });
}

/* Who had nothing to choose has made no bad choice, and no good one. */
export const goodShare = ({ choices, near }: SeatCard): number | undefined =>
  choices ? Math.round((100 * near) / choices) : undefined;

/* ---- The lines over time ---- */

export interface Point {
  turn: number;
  values: number[];
}

/* What was to be expected at the beginning of every turn, and what came out: points, or for a team its chance in
 * hundredths. */
export function courseOf(card: Card): Point[] {
  const of = ({ value, win }: { value: number; win: number }) => (card.team ? 100 * win : value);
  const seats = card.team ? card.cards.slice(0, 1) : card.cards;
  const course: Point[] = [{ turn: 0, values: seats.map(({ start }) => of(start)) }];
  for (const { turn, before } of card.rolls)
    if (turn > course[course.length - 1]!.turn)
      course.push({ turn, values: seats.map((_, seat) => of(before[seat]!)) });
  const last = Math.max(card.turns, course[course.length - 1]!.turn + 1);
  return [...course, { turn: last, values: seats.map(({ end }) => of(end)) }];
}

/* ---- Luck and choices ---- */

/* What the dice and the choices of each seat did. Points: both make the difference from what was to be expected to the
 * score. A team's chance: what it changed by in a seat's turns, less what the dice changed; all together lead from the
 * first chance to the last. */
export interface Share {
  seat: number /* -1: the dice of a team */;
  luck?: number;
  choices?: number;
}
export function sharesOf(card: Card, choices: Choice[] = []): Share[] {
  if (!card.team)
    return card.cards.map(({ seat, luck, start, end }) => ({
      seat,
      luck,
      choices: end.value - start.value - luck,
    }));
  const moved = card.cards.map(() => 0),
    course = courseOf(card);
  for (const [i, { turn, values }] of course.slice(0, -1).entries()) {
    const next = course[i + 1]!,
      during = ({ turn: at }: { turn: number }) => at >= turn && at < next.turn;
    const dice = card.rolls
      .filter(during)
      .reduce((sum, { before, after }) => sum + after[0]!.win - before[0]!.win, 0);
    const who = choices.find(during)?.seat ?? 0;
    moved[who]! += (next.values[0]! - values[0]!) / 100 - dice;
  }
  return [
    { seat: -1, luck: card.cards[0]!.luckWin },
    ...moved.map((change, seat) => ({ seat, choices: change })),
  ];
}

/* ---- Where points were left ---- */

/* What a seat's costliest choices were, the costliest first. What has cost nothing is none. */
export const costlyOf = (card: Card, choices: Choice[], seat: number): Choice[] =>
  (card.cards[seat]?.costly ?? []).flatMap((number) => choices[number] ?? []);

/* A best choice that was not the obvious one, if that would have cost anything to speak of. */
export function findOf(card: Card, choices: Choice[], seat: number): Choice | undefined {
  const find = choices[card.cards[seat]?.find ?? -1];
  return find && obviousWords(card, find) ? find : undefined;
}
export const obviousWords = (card: Card, { obvious, obviousWin }: Choice): string =>
  amountWords(card, { loss: obvious, lossWin: obviousWin });

/* The items that make most of a difference, the largest first, none where chance alone could have made it; and what the
 * better line leads to at once besides points. */
const ITEMS = 3;
export function itemsOf(split: Split | undefined): { name: string; more: string }[] {
  const sure = split && split.total >= 2 * split.error ? split.items : [];
  const items = sure
    .filter(({ points }) => Math.abs(points) >= 0.5)
    .sort((a, b) => Math.abs(b.points) - Math.abs(a.points))
    .slice(0, ITEMS);
  const besides = (split?.besides ?? []).filter(({ more }) => more);
  return [
    ...items.map(({ name, points }) => ({ name, more: plus(points) })),
    ...besides.map(({ name, more }) => ({ name, more: plus(more, 0) })),
  ];
}
