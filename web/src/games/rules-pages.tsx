/* The pages that teach the games: seldom needed, so loaded only when somebody opens one. */
import { Rules as escape } from "./escape/rules";
import { Rules as lostCities } from "./lost-cities/rules";
import { Rules as roller } from "./roller/rules";

export const pages: Record<string, () => preact.JSX.Element> = { "lost-cities": lostCities, roller, escape };
