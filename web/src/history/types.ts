/* A finished game, as the list of one's games keeps it. Plain values: this is also what its file holds. */
import type { OwnSheet } from "../engine";

/* Begun from another game: with its dice, or from a point of it on. Such games are shown and count for nothing. */
export type Taken = "same" | "whatif";

export interface PlayedSeat {
  name: string;
  bot?: string /* its level */;
  points: number;
  place?: number /* from 1; missing alone, in a team, and for who resigned */;
  resigned?: boolean;
  here?: boolean /* somebody at this device */;
}

/* What the report card says of one's own seat. Chances are shares of 1. */
export interface Summary {
  counts: "points" | "win" | "team" /* what choices were compared by */;
  adjusted: number /* the result without the luck: points, in a team a chance */;
  luck: number /* in the same */;
  loss: number /* of a choice, on average: points, or a chance where chances count */;
  choices: number;
  best: number;
  near: number /* best or nearly so */;
}

export interface Played {
  id: string;
  key: string /* of its record: games with equal ones have the same report card */;
  at: number /* when it was over, in ms */;
  game: string;
  sheet: string;
  title?: { en: string; de: string } /* of a sheet of somebody's own */;
  options: Record<string, string>;
  seats: PlayedSeat[];
  me: number /* the seat that it counts for; -1 if nobody here played */;
  won?: boolean /* in a team: whether it did */;
  where: "device" | "server";
  day?: number /* of the daily challenge, in days since 1970 (UTC) */;
  taken?: Taken;
  hints: number;
  report?: Summary;
}

/* With its record, which only the newest keep. */
export interface Kept extends Played {
  record?: string;
  own?: OwnSheet;
}
