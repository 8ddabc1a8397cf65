/* What a game shows of itself: the seam between the table (which knows no game) and a board (which
 * knows nothing of sessions, bots or storage). Everything a board draws comes from the engine's
 * state_json; everything it does is a move as text. */
import type { ComponentChildren, ComponentType, JSX } from "preact";
import type { OwnSheet, Said } from "../engine";

/* A sentence of the catalogue, with {name} placeholders filled in; where {n} is 1, the singular if there is one. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/* What was agreed before the first roll. */
export interface Setup {
  game: string;
  sheet: string;
  sheetHash?: string /* of a sheet of one's own */;
  seats: number;
  options: Record<string, string>;
  names: string[] /* for people, one a seat */;
}

/* Sentences by their keys, in both languages. */
export interface Texts {
  en: Record<string, string>;
  de: Record<string, string>;
}

/* Pictures for the short rules, 220 x 132, by the rule that a section's title names. */
export type Pictures = Record<string, JSX.Element>;

/* A game before anybody plays it: what the lobby shows, and the parts that are loaded when somebody comes to them. */
export interface Game {
  Art: ComponentType;
  texts: Texts /* game.NAME.title, .blurb and .minutes; its options by name and value */;
  style: string /* the file with its look, beside the scripts */;
  board(): Promise<GameUi>;
  pictures(): Promise<Pictures>;
  options?(): Promise<Texts> /* what each value of an option means */;
  round?(turn: number, seats: number): number /* where rounds are counted, and not turns */;
  example?: Example;
}

/* A finished game that the rules show. */
export interface Example {
  link: string /* what stands for its record in #/replay/… */;
  rule: string /* beside which the rules lead to it */;
  words: string /* the key of what the link says */;
  load(): Promise<{ record: string; own?: OwnSheet }>;
}

export interface BoardProps {
  /* Parsed state_json with the draft played. The table adds two things to it: `before`, the same without the draft,
   * and `alternatives`, the moves that the draft could have begun with (playing one replaces the draft). */
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
  hint?: string /* what the hint lights: an area or a spot that `GameUi.hint` has named */;
  mates?: Mates;
  turns?: boolean /* those who choose at the same time do so in turn now */;
}

/* Where people play together, each at a device: what whoever acts has pencilled, and what anybody points at. */
export interface Mates {
  draft: string[];
  points: { seat: number; what: string }[];
  onPoint?(what: string): void /* missing for who acts, or only watches */;
}

export interface Prompt {
  headline: string;
  detail?: string;
  /* The button that ends the draft, and never one that throws something away (see `Actions`). Without `move` the draft
   * is complete as it stands. `final` says what cannot be taken back any more then. */
  confirm?: { label: string; move?: string; final?: string };
  /* What the button says while there is nothing to confirm. */
  idle?: string;
  /* The headline for narrow screens. */
  short?: string;
}

/* One thing that a choice does, with the rule that makes it so. */
export interface Effect {
  words: string;
  nodes?: ComponentChildren /* the words with symbols */;
  icon?: string;
  rule?: string /* "LC4.1" */;
  good?: boolean;
  told?: boolean /* the moves in other words */;
}

/* Where a hint points: first to an area in words, then to the spot itself. */
export interface Pointer {
  area: string;
  words: string;
  spot: string;
}

/* A line of a finished game's account: what it is, what it brought or cost, and why. */
export interface Reason {
  item: string;
  points: number;
  text: string;
  untold?: boolean /* points are not what it is about */;
}

/* One thing to learn, at the first of these places (selectors) that is in sight. */
export interface Lesson {
  name: string;
  words: string;
  at: string[];
}

/* What a seat has reached: short for a chip, in words for everywhere else. */
export interface Standing {
  short: string;
  words: string;
}

/* The dice in the prompt bar; the same properties, so dice can be tapped to choose. */
export type DiceProps = BoardProps;

/* `move`: it tells only of a move, which the log has anyway. */
export interface News {
  seat: number;
  icon: string;
  words: string;
  move?: boolean;
}

export interface GameUi {
  Board: ComponentType<BoardProps>;
  prompt(props: BoardProps): Prompt;
  Dice: ComponentType<DiceProps>;
  /* A move as people say it, for log and screen reader: "Red 3". Some need what the seat did `before`. */
  moveWords(text: string, t: Translate, before?: string[]): string;
  /* Whether moves are told as what somebody does: "Ida rolls", not "Ida: Red 3". */
  verbs?: boolean;
  /* What moves that lead from one position to another do to a seat's sheet. */
  effects(before: any, after: any, moves: string[], setup: Setup, t: Translate): Effect[];
  /* Where a move is made. */
  hint(move: string, props: BoardProps): Pointer;
  /* The game's own keys and what they do. */
  keys(t: Translate): [string, string][];
  /* What somebody who plays for the first time should know about the prompt, the first thing first. */
  guide(props: BoardProps): Lesson[];
  /* How far the game is, for the top of the page: "round 5 of 7". `turn` counts from 0. */
  time(view: any, turn: number, t: Translate): string;
  /* What stands above a turn in the log; `dice` is its first roll, or "". */
  heading(turn: number, dice: string, setup: Setup, t: Translate): string;

  /* Where the points of a finished game come from: `items` are the lines of a seat's score, `view` is its own sheet.
   * The points add up to the score. */
  account(items: [string, number][], view: any, setup: Setup, t: Translate): Reason[];
  /* Why the game is over. */
  ended(views: any[], setup: Setup, t: Translate): string;

  /* ---- Optional ---- */

  /* What is drawn while a draft is pencilled: usually the sheet of `after` with the dice of `before`, which may be
   * gone already when the draft ends a turn. Without it: `after`. */
  settle?(before: any, after: any): any;
  /* A move that is no decision, such as the only one: it is played by itself, and not again once it was undone. */
  forced?(props: BoardProps): string | undefined;
  /* Moves that cannot stay in pencil because dice follow at once, such as rolling, or because nobody has to look at
   * them. */
  instant?(move: string): boolean;
  /* Whether something is under way that only makes sense as a whole, such as a path. */
  midway?(view: any): boolean;
  /* A key that was pressed; true if it meant something. */
  onKey?(key: string, props: BoardProps): boolean;
  /* Buttons beside confirm: what throws something away, such as refusing, and what is seldom done. None is primary. */
  Actions?: ComponentType<BoardProps>;
  /* Another seat's sheet, small. */
  Mini?: ComponentType<{ view: any; setup: Setup; seat: number; t: Translate }>;
  /* A card beside the sheet about all seats. */
  Rail?: ComponentType<{ views: any[]; setup: Setup; seat: number; t: Translate }>;
  /* What the sheet's symbols mean, in a line above it. */
  Legend?: ComponentType<{ t: Translate }>;
  /* One face of a die, where dice are typed in. */
  Face?: ComponentType<{ face: string; throwIndex: number; t: Translate }>;
  /* What it is called; as records have it without it. */
  faceWords?(face: string, t: Translate): string;
  /* Where people play together: what they can ask each other for, and whether something is a place to point at. */
  team?: { asks: string[]; isPlace(what: string): boolean };
  /* What a team has to reach, and whether it has; `points` is how much of the score that takes. */
  goals?(view: any, setup: Setup, t: Translate): { words: string; met: boolean; points?: number }[];
  /* Points without it. */
  standing?(view: any, seat: number, t: Translate): Standing;
  /* A roll as people say it; its faces as records have them without it. */
  diceWords?(faces: string, t: Translate): string;
  /* A move with symbols, for the log; moveWords without it. */
  moveNodes?(text: string, t: Translate): ComponentChildren;
  /* A seat's steps in a row as one sentence; each move on its own without it. Rolls among them begin with "* ". */
  told?(moves: string[], t: Translate): string;
  /* A move as the log keeps it, where its words depend on the position before it. */
  noted?(move: string, view: () => any): string;
  /* Moves that come before the first turn. */
  preface?(move: string): boolean;
  /* A line of the score: what its name is called; the name itself without it. */
  itemNodes?(name: string, t: Translate, view?: any): ComponentChildren;
  /* The same in words, where nodes have more than these. */
  itemWords?(name: string, t: Translate): string;
  /* Who rolled turn number `turn` (from 0), if one seat does. */
  roller?(turn: number, setup: Setup): number;
  /* What a seat's moves from one position to another announce to everybody: bridges passed and the like. `said` is what
   * the rules have said aloud. */
  news?(
    before: any[],
    after: any[],
    by: { seat: number; said: Said[] },
    setup: Setup,
    t: Translate,
  ): News[];
  /* How many outcomes of a roll a review looks at, where all would take long; all without it. */
  outcomes?: number;
  /* The handwritten title of a seat's sheet. */
  sheetTitle?: string;
  /* A class for the table's layout. */
  layout?: string;
}
