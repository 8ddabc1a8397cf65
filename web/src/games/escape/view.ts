/* What Escape tells of itself: its state_json, and the small questions that every part of the board asks. While a
 * draft is pencilled, `view.before` is the position without it. */
import { list } from "../../i18n";
import type { BoardProps, Translate } from "../types";

export type Side = "north" | "east" | "south" | "west";
export interface Chamber {
  name: string;
  entry: string[];
  action: string;
  ways: Side[];
}

interface Track {
  name: string;
  boxes: number;
  marked: number;
  used: number;
  gem: number;
}
export interface MapBox {
  symbol: string;
  crossed: boolean;
}

interface TreasureMap {
  bonus: MapBox[];
  gem: MapBox[];
  gives: string;
  completed: boolean;
}

interface Own {
  seat: number;
  place?: string;
  crossed: string[];
  reach: string[];
  closedEast: string[];
  closedSouth: string[];
  taken: string[];
  maps: TreasureMap[];
}

export interface EscapeView {
  phase: string;
  active: number;
  acting: number;
  round: number;
  rounds: number;
  goal: number;
  gems: number;
  gemBoxes: number;
  won: boolean;
  kept: string[];
  pool: string[];
  rolled: string[];
  black: number;
  unrolled: number;
  begun: boolean;
  added: number;
  cursed: number[];
  unlocked: string[];
  extra?: string[];
  tracks: Track[];
  chambers: Chamber[];
  team: { seat: number; place?: string; taken: string[]; lacks: string[] }[];
  own?: Own;
  before?: EscapeView;
  alternatives?: string[];
}

export type Props = Omit<BoardProps, "view"> & { view: EscapeView };
export const FACES = ["torch", "key", "adventurer", "gold"];

export const SIDES: Side[] = ["north", "east", "south", "west"];
export const STEP: Record<Side, [number, number]> = {
  north: [0, -1],
  east: [1, 0],
  south: [0, 1],
  west: [-1, 0],
};

export const CHAMBER = 110;
export const EDGE = 10;

export const OUTSIDE = 40;

/* ---- Small questions ---- */

export const column = (name: string) => Number(name[1]) - 1;
export const row = (name: string) => name.charCodeAt(0) - 97;

export const chamberAt = (x: number, y: number) =>
  x >= 0 && x < 5 && y >= 0 && y < 5 ? `${"abcde"[y]}${x + 1}` : "";
export const isChamber = (place: string | undefined): place is string =>
  !!place && /^[a-e][1-5]$/.test(place);

export const middle = (name: string): [number, number] => [
  EDGE + (column(name) + 0.5) * CHAMBER,
  EDGE + (row(name) + 0.5) * CHAMBER,
];
export const colourOf = (action: string) => (action.startsWith("special:") ? action.slice(8) : "");

export const ready = (view: EscapeView, track: string) => {
  const found = view.tracks.find((each) => each.name === track);
  return found ? found.marked - found.used : 0;
};

export const sorted = (dice: string[]) =>
  [...dice].sort((a, b) => FACES.indexOf(a) - FACES.indexOf(b));
export const hand = (dice: string[]) => (dice.length ? sorted(dice).join(" ") : "-");

export const argument = (move: string | undefined, verb: string) =>
  move?.startsWith(`${verb} `)
    ? move
        .slice(verb.length + 1)
        .split(" ")
        .filter((word) => word !== "-")
    : null;

/* `dice` without `spent`; null if some are missing. */
export function without(dice: string[], spent: string[]): string[] | null {
  const left = [...dice];
  for (const die of spent) {
    const at = left.indexOf(die);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/* How a chamber can be entered: with the dice at hand, with temporary dice first, or by dash. Dice are for exploring; a
 * dash may also come before a roll (ES6). */
export interface Way {
  enter: boolean;
  uses: string[] | null;
  dash: boolean;
}

export function ways(view: EscapeView, legal: string[]): Map<string, Way> {
  const found = new Map<string, Way>(),
    exploring = legal.includes("end");
  for (const name of view.own?.reach ?? []) {
    const enter = legal.includes(`enter ${name}`),
      dash = legal.includes(`dash ${name}`);
    const kept = [...view.kept],
      uses: string[] = [];
    for (const symbol of view.chambers.find((chamber) => chamber.name === name)!.entry) {
      const at = kept.indexOf(symbol);
      if (at >= 0) kept.splice(at, 1);
      else uses.push(symbol);
    }
    const can =
      exploring &&
      !enter &&
      uses.every(
        (symbol) =>
          uses.filter((each) => each === symbol).length <=
          (symbol === "adventurer" ? 0 : ready(view, symbol)),
      );
    if (enter || dash || can) found.set(name, { enter, uses: can ? uses : null, dash });
  }
  return found;
}

/* The colours that a step into a chamber would unlock, with the chamber of the other half. */
export function unlocks(
  view: EscapeView,
  name: string,
): { colour: string; other: string; seat: number } | null {
  const action = view.chambers.find((chamber) => chamber.name === name)!.action,
    colour = colourOf(action);
  if (!colour || view.unlocked.includes(action)) return null;
  const other = view.chambers.find(
    (chamber) => chamber.action === action && chamber.name !== name,
  )!.name;
  const mate = view.team.find((each) => each.place === other && each.seat !== view.own?.seat);
  return mate ? { colour, other, seat: mate.seat } : null;
}

/* "torch, 2 × key"; no line ends within. */
export function words(dice: string[], t: Translate): string {
  return [...new Set(dice)]
    .map((die) => {
      const count = dice.filter((each) => each === die).length,
        face = t(`escape.face.${die}`);
      return count > 1 ? `${count}\u00a0×\u00a0${face.replaceAll(" ", "\u00a0")}` : face;
    })
    .join(", ");
}

/* "a torch and two keys": the same as what is taken or spent, counted in words. */
export function objects(dice: string[], t: Translate): string {
  return list(
    [...new Set(dice)].map((die) => {
      const n = dice.filter((each) => each === die).length;
      return n === 1
        ? t(`escape.one.${die}`)
        : t(`escape.many.${die}`, { n: t(`escape.count.${n}`) });
    }),
  );
}

/* What tapping a track does now, if anything. */
export function trackMove(view: EscapeView, legal: string[], track: string): string {
  if (track === "dash") return legal.some((move) => move.startsWith("dash ")) ? "dash" : "";
  if (track === "heal")
    return [3, 2, 1].map((space) => `heal ${space}`).find((move) => legal.includes(move)) ?? "";
  if (track === "reroll")
    return legal.includes("reroll") ||
      (view.before?.phase === "after-roll" && legal.length > 0 && ready(view.before, "reroll") > 0)
      ? "reroll"
      : "";
  return legal.includes(`use ${track}`) ? `use ${track}` : "";
}

/* The boxes of a map that dice would cross off: the bonus side is served first. */
export function wouldCross(map: TreasureMap, dice: string[]): Set<MapBox> {
  const left = [...dice],
    boxes = new Set<MapBox>();
  for (const box of [...map.bonus, ...map.gem]) {
    const at = box.crossed ? -1 : left.indexOf(box.symbol);
    if (at < 0) continue;
    left.splice(at, 1);
    boxes.add(box);
  }
  return boxes;
}

/* Which teammates would finish something with a symbol. */
export const wanting = (view: EscapeView, face: string) =>
  view.team
    .filter((mate) => mate.seat !== view.own?.seat && mate.lacks.includes(face))
    .map((mate) => mate.seat);

/* Dice follow a reroll at once, so nothing may be in pencil before it. */
export function reroll({
  draft,
  onUndo,
  onMove,
}: Pick<BoardProps, "draft" | "onUndo" | "onMove">): void {
  draft.forEach(() => onUndo());
  onMove("reroll");
}
