/* What the engine says of a game (docs/review.md): chances are shares of 1. */
export interface Worth {
  value: number;
  win: number;
}

export interface SeatCard extends Record<"loss" | "lossWin" | "luck" | "luckWin", number> {
  seat: number;
  start: Worth;
  end: Worth;
  choices: number /* where there was something to choose ... */;
  best: number;
  near: number /* ... and these were the best or nearly so */;
  luckError: number;
  costly: number[] /* numbers of choices, the costliest first */;
  find: number | null;
}

export interface RollCard {
  event: number;
  turn: number;
  dice: string;
  before: Worth[];
  after: Worth[];
}

export interface Split {
  choice: number;
  samples: number;
  items: { name: string; points: number; error?: number }[];
  total: number;
  error: number;
  others?: number /* what all other seats together have more, where they play against each other */;
  othersError?: number;
  besides?: { name: string; more: number }[] /* what it leads to at once, besides points */;
  agrees: boolean /* playing on does not contradict the judge */;
}

export interface Card {
  seats: number;
  turns: number;
  team: boolean;
  counts: "win" | "points";
  stage: "choices" | "luck" | "finds" | "splits" | "done";
  progress: number /* in thousandths */;
  cards: SeatCard[];
  rolls: RollCard[];
  splits: Split[];
  allChoices: number;
}

/* One choice: steps from an event on, up to the next roll or somebody else's choice. */
export interface Choice {
  choice: number;
  event: number;
  steps: number;
  turn: number;
  seat: number;
  count: number;
  isBest: boolean;
  isNear: boolean;
  best: Worth;
  played: Worth;
  loss: number;
  lossWin: number;
  obvious: number;
  obviousWin: number;
  bestLine: string[];
}

/* What one slice of the work has brought. */
export interface Slice {
  card: Card;
  choices?: Choice[] /* when they are known, and once more at the end */;
  more: boolean;
}
