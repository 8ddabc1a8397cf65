/* What Roller tells of itself: its state_json, where hexes lie, what is in pencil. Hexes are known by their index in
 * the sheet. */
import type { BoardProps, Translate } from "../types";

interface Cell {
  name: string;
  q: number;
  r: number;
  area: number;
  print?: number | "x";
}
interface Row {
  boxes: number[];
  points: number;
}

export interface Own {
  seat: number;
  numbers: number[];
  red: Row;
  green: Row;
  step: "choose" | "path" | "more" | "two" | "third" | "wait";
  selections: number;
  selected: number[];
  chosen: number[];
  number: number;
  left: number;
  last: number;
  bonus: boolean;
  used: number[];
  openings: number[][];
  pairs: boolean[];
  total: number;
  areas: { left: number; most: number; times: number; points: number }[];
}

export interface RollerView {
  phase: "roll" | "write" | "over";
  round: number;
  rounds: number;
  dice: number;
  counts: number[];
  acting: number[];
  areas: { name: string; kind: "middle" | "outer"; hexes: number }[];
  cells: Cell[];
  own?: Own;
}

export type Props = Omit<BoardProps, "view"> & { view: RollerView };
export const LOWEST = 3;

export const NUMBERS = [3, 4, 5, 6, 7, 8];
export const TINT: Record<number, string> = {
  2: "dice",
  3: "red",
  4: "orange",
  5: "yellow",
  6: "green",
  7: "blue",
  8: "purple",
};

export const BONUSES = ["more", "two", "third"] as const;
export const BONUS_ICON = { more: "plus", two: "pencil", third: "die" };

export const BOX_VOID = 1;

/* ---- Geometry: axial coordinates, tops pointing up ---- */

export const SIZE = 40;
const WIDE = Math.sqrt(3) * SIZE;

export const REACH = 28; /* CSS pixels from the centre of a legal hex within which a tap is meant for it */
const DIRECTIONS: [number, number][] = [
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, 0],
  [-1, 1],
  [0, 1],
];

export const KEYS: Record<string, [number, number]> = {
  KeyW: [0, -1],
  KeyE: [1, -1],
  KeyA: [-1, 0],
  KeyD: [1, 0],
  KeyZ: [-1, 1],
  KeyX: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
};

export const centre = (cell: Cell, size = SIZE): [number, number] => [
  size * Math.sqrt(3) * (cell.q + cell.r / 2),
  size * 1.5 * cell.r,
];

const corner = (x: number, y: number, size: number, angle: number) =>
  `${(x + size * Math.cos(angle)).toFixed(1)} ${(y + size * Math.sin(angle)).toFixed(1)}`;

export const hexagon = (x: number, y: number, size: number) =>
  [0, 1, 2, 3, 4, 5]
    .map((i) => corner(x, y, size, (Math.PI / 180) * (60 * i - 30)).replace(" ", ","))
    .join(" ");

export class Sheet {
  readonly at = new Map<string, number>();
  readonly beside: number[][];
  readonly box: { x: number; y: number; width: number; height: number };

  constructor(readonly cells: Cell[]) {
    cells.forEach((cell, hex) => this.at.set(`${cell.q},${cell.r}`, hex));
    this.beside = cells.map((_, hex) =>
      DIRECTIONS.map((step) => this.step(hex, step)).filter((other) => other >= 0),
    );
    const xs = cells.map((cell) => centre(cell)[0]),
      ys = cells.map((cell) => centre(cell)[1]);
    const x = Math.min(...xs) - WIDE / 2 - 4,
      y = Math.min(...ys) - SIZE - 16;
    this.box = {
      x,
      y,
      width: Math.max(...xs) + WIDE / 2 + 4 - x,
      height: Math.max(...ys) + SIZE + 16 - y,
    };
  }

  step(hex: number, [q, r]: [number, number]): number {
    const cell = this.cells[hex]!;
    return this.at.get(`${cell.q + q},${cell.r + r}`) ?? -1;
  }

  /* The lines between areas, and around the sheet. */
  borders(size = SIZE): string {
    let path = "";
    this.cells.forEach((cell, hex) => {
      const [x, y] = centre(cell, size);
      for (const step of DIRECTIONS) {
        const other = this.step(hex, step);
        if (other >= 0 && this.cells[other]!.area === cell.area) continue;
        const angle = Math.atan2(1.5 * step[1], Math.sqrt(3) * (step[0] + step[1] / 2));
        path += `M${corner(x, y, size, angle - Math.PI / 6)}L${corner(x, y, size, angle + Math.PI / 6)}`;
      }
    });
    return path;
  }

  /* Where an area's badge hangs: on the rim of the sheet, as far out as the area goes; null inside. */
  badge(area: number): [number, number] | null {
    const middle = [this.box.x + this.box.width / 2, this.box.y + this.box.height / 2] as const;
    let best: [number, number] | null = null,
      far = -1;
    this.cells.forEach((cell, hex) => {
      if (cell.area !== area || this.beside[hex]!.length > 4) return;
      const [x, y] = centre(cell);
      for (const up of [-1, 1]) {
        /* a free top or bottom corner */
        if (this.step(hex, [0, up]) >= 0 || this.step(hex, [up < 0 ? 1 : -1, up]) >= 0) continue;
        const distance = Math.hypot(x - middle[0], y + up * SIZE - middle[1]);
        if (distance > far) [best, far] = [[x, y + up * (SIZE + 1)], distance];
      }
    });
    return best;
  }
}

/* ---- What is in pencil ---- */

interface Path {
  number: number;
  hexes: number[];
  from: number;
}

export function pencil(
  view: RollerView,
  sheet: Sheet,
  draft: string[],
): { hexes: Set<number>; paths: Path[]; rows: string[] | null } {
  const names = new Map(view.cells.map((cell, hex) => [cell.name, hex]));
  const hexes = new Set<number>(),
    paths: Path[] = [];
  let two = false,
    rows: string[] | null = null;
  for (const step of draft) {
    const [verb, word = "", last] = step.split(" ");
    if (verb === "take") paths.push({ number: Number(word), hexes: [], from: -1 });
    if (verb === "bonus") two = word === "two";
    if (verb === "rows") rows = [word, last!];
    const hex = verb === "put" ? names.get(word) : undefined;
    if (hex === undefined) continue;
    hexes.add(hex);
    if (!two) paths.at(-1)?.hexes.push(hex);
    two = false;
  }
  for (const path of paths) {
    const near = path.hexes.length ? sheet.beside[path.hexes[0]!]! : [];
    const start = near.filter(
      (hex) => view.own?.numbers[hex] === path.number && !path.hexes.includes(hex),
    );
    path.from =
      start.find((hex) => typeof view.cells[hex]!.print === "number") ??
      start.find((hex) => !hexes.has(hex)) ??
      start[0] ??
      -1;
  }
  return { hexes, paths, rows };
}

/* The numbers that can be written in each hex with the next step or two. */
export function candidates(view: RollerView, legal: string[]): Map<number, number[]> {
  const lit = new Map<number, number[]>();
  const own = view.own;
  if (!own) return lit;
  view.cells.forEach((cell, hex) => {
    if (legal.includes(`put ${cell.name}`)) lit.set(hex, [own.step === "two" ? 2 : own.number]);
  });
  for (const number of NUMBERS) {
    if (!legal.includes(`take ${number}`)) continue;
    for (const hex of own.openings[number - LOWEST] ?? [])
      lit.set(hex, [...(lit.get(hex) ?? []), number]);
  }
  return lit;
}

/* A chain of hexes with the number that leads from one of its prints to the other. */
export function chain(view: RollerView, sheet: Sheet, number: number): number[] {
  const [start, end] = view.cells.flatMap((cell, hex) => (cell.print === number ? [hex] : []));
  if (start === undefined || end === undefined) return [];
  const before = new Map<number, number>([[start, -1]]);
  for (const hex of before.keys()) {
    for (const next of sheet.beside[hex]!) {
      if (!before.has(next) && view.own?.numbers[next] === number) before.set(next, hex);
    }
  }
  const way: number[] = [];
  for (let hex = before.has(end) ? end : -1; hex >= 0; hex = before.get(hex)!) way.push(hex);
  return way;
}

export const letters = (view: RollerView) => {
  let next = 0;
  return view.areas.map((area) => (area.kind === "middle" ? "M" : "ABCDEFGHIJKLNO"[next++]!));
};

const known = new Set([
  "middle",
  "east",
  "south-east",
  "south",
  "south-west",
  "west",
  "north-west",
  "north",
  "north-east",
  "shell",
  "head",
  "tail",
  "north-rim",
  "south-rim",
  "north-east-leg",
  "south-east-leg",
  "south-west-leg",
  "north-west-leg",
]);

export const areaName = (name: string, t: Translate) =>
  known.has(name) ? t(`roller.area.${name}`) : name.replace(/-/g, " ");
