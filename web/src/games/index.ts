/* The boards, by the names that records use, in the order of the lobby. A game without one is not offered. */
import { escape } from "./escape";
import { lostCities } from "./lost-cities";
import { roller } from "./roller";
import type { GameUi } from "./types";

export const games: Record<string, GameUi> = {
  "lost-cities": lostCities,
  roller,
  escape,
};
