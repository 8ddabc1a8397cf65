/* What a game shows of itself: the seam between the table (which knows no game) and a board (which
 * knows nothing of sessions, bots or storage). Everything a board draws comes from the engine's
 * state_json; everything it does is a move as text. */
import type { ComponentType, ComponentChildren } from "preact";

/* A sentence of the catalogue, with {name} placeholders filled in. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/* What was agreed before the first roll. */
export interface Setup {
  game: string;
  sheet: string;
  seats: number;
  options: Record<string, string>;
  names: string[]; /* for people, one a seat */
}

export interface BoardProps {
  view: any /* parsed state_json */;
  setup: Setup;
  seat: number;
  me: boolean;
  legal: string[] /* my legal moves as text, without seat */;
  draft: string[] /* my steps that can still be undone */;
  onMove(text: string): void;
  onUndo(): void;
  t: Translate;
  compact: boolean;
}

export interface Prompt {
  headline: string;
  detail?: string;
  /* The button that ends the draft. Without `move` the draft is complete as it stands. */
  confirm?: { label: string; move?: string };
}

/* The dice in the prompt bar; the same properties, so dice can be tapped to choose. */
export type DiceProps = BoardProps;

export interface GameUi {
  Board: ComponentType<BoardProps>;
  prompt(view: any, legal: string[], draft: string[], t: Translate): Prompt;
  Dice: ComponentType<DiceProps>;
  /* A move as people say it, for log and screen reader: "Red 3". */
  moveWords(text: string, t: Translate): string;
  /* Optional extras. */
  Mini?: ComponentType<{ view: any; setup: Setup; seat: number; t: Translate }>;
  Rail?: ComponentType<{ views: any[]; setup: Setup; seat: number; t: Translate }>;
  Rules?: ComponentType<{ t: Translate }>;
  /* Buttons beside confirm that are always visible, such as refusing. */
  Actions?: ComponentType<BoardProps>;
  /* One line of the score in words; the item's own name without it. */
  itemWords?(name: string, t: Translate): string;
  children?: ComponentChildren;
}
