/* What Lost Cities tells of itself: its state_json, its moves, and which dice are tapped. */
import { COLOURS } from "../../draw";
import { cell } from "../../store";
import type { BoardProps, Translate } from "../types";

interface Column {
  count: number;
  points: number;
  bridge: boolean;
}
interface Expedition extends Column {
  numbers: number[];
  circle: boolean;
  summit: boolean;
}

export interface View {
  phase: string;
  turn: number;
  active: number;
  acting: number[];
  accelerating: boolean;
  dice: { colours: string[]; numbers: number[]; takenColour: number; takenNumber: number } | null;
  owners: Record<string, number[]>;
  passed: string[];
  boxes: Record<string, string>;
  ladders: Record<"expedition" | "artefacts" | "dice", number[]>;
  bridge: number;
  bonus: number;
  sheet: Record<string, Expedition>;
  total: number;
  before?: View;
  alternatives?: string[];
}

export const columnIcon = (name: string) =>
  name === "artefacts" ? "vase" : name === "dice" ? "die" : name;
/* The column that a line of the score is about; "bridges" are all of them. */
export const columnOf = (item: string) =>
  ({ "dice symbols": "dice", "bonus bridges": "bridges" })[item] ?? item;
export const colourName = (colour: string, t: Translate) => t(`lc.${colour}`);

export const columnsOf = (view: View) => COLOURS.filter((colour) => view.boxes[colour]);

/* "red 3", "red x", "-", "> red", "> -" */
export interface Move {
  kind: "write" | "circle" | "refuse" | "push" | "decline";
  colour: string;
  value: number;
}

export function parse(text: string): Move {
  const [first = "", second = ""] = text.split(" ");
  if (first === "-") return { kind: "refuse", colour: "", value: 0 };
  if (first === ">")
    return {
      kind: second === "-" ? "decline" : "push",
      colour: second === "-" ? "" : second,
      value: 0,
    };
  return {
    kind: second === "x" ? "circle" : "write",
    colour: first,
    value: second === "x" ? 0 : Number(second),
  };
}

export interface Pick {
  colour: string | null;
  die: number | null;
  open: string | null;
} /* die: its face; open: a column's chips */
export const nothing: Pick = { colour: null, die: null, open: null };

export const picked = cell<Pick>(nothing);
export const clear = () => picked.set(nothing);

export const writtenAs = (die: number) => (die === 0 ? 10 : die);

/* What is lit: steps that may come next, or what could replace the pencil. */
export function lit(view: View, legal: string[], draft: string[]): Move[] {
  return (draft.length && !legal.length ? (view.alternatives ?? []) : legal).map(parse);
}

export function fits(move: Move, pick: Pick): boolean {
  if (move.kind === "refuse" || move.kind === "decline" || move.kind === "push")
    return move.kind === "push";
  const value = move.kind === "circle" ? 10 : move.value;
  return (
    (pick.colour === null || move.colour === pick.colour) &&
    (pick.die === null || value === writtenAs(pick.die))
  );
}

export const asText = (move: Move) =>
  move.kind === "push"
    ? `> ${move.colour}`
    : move.kind === "circle"
      ? `${move.colour} x`
      : `${move.colour} ${move.value}`;

/* Dice chosen far enough that only one move is left: play it. */
export function settlePick(pick: Pick, props: BoardProps): void {
  const moves = lit(props.view, props.legal, props.draft).filter((move) => fits(move, pick));
  if (pick.colour !== null && pick.die !== null) {
    if (moves.length === 1) {
      clear();
      props.onMove(asText(moves[0]!));
      return;
    }
    picked.set({ ...pick, open: moves.length ? pick.colour : null });
    return;
  }
  picked.set(pick);
}

/* The dice of a pencilled pair, to show them lifted. */
export function draftPair(draft: string[]): { colour: string | null; die: number | null } {
  const first = draft[0] ? parse(draft[0]) : null;
  if (!first?.colour || first.kind === "push") return { colour: null, die: null };
  const value = first.kind === "circle" ? 10 : first.value;
  return { colour: first.colour, die: value === 10 ? 0 : value };
}

/* ---- Dice ---- */

/* How many boxes of a column the draft has pencilled. */
export function pencilled(view: View, colour: string): number {
  return view.sheet[colour]!.count - (view.before ?? view).sheet[colour]!.count;
}
