/* The boards, by the names that records use. A game without one is not offered. */
import type { GameUi } from "./types";
import { lostCities } from "./lost-cities";

export const games: Record<string, GameUi> = {
  "lost-cities": lostCities,
};
