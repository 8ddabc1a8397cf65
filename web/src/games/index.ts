/* The boards, by the names that records use, in the order of the lobby. A game without one is not offered. Each is
 * loaded when somebody comes to it, with its texts; `games` holds those that are here. */
import { useEffect, useState } from "preact/hooks";
import "./escape/index.css";
import "./lost-cities/index.css";
import "./roller/index.css";
import type { GameUi } from "./types";

const boards: Record<string, () => Promise<GameUi>> = {
  "lost-cities": () => import("./lost-cities").then((module) => module.lostCities),
  roller: () => import("./roller").then((module) => module.roller),
  escape: () => import("./escape").then((module) => module.escape),
};

export const offered = Object.keys(boards);
export const games: Record<string, GameUi> = {};

export async function loadGame(name: string): Promise<GameUi> {
  return (games[name] ??= await boards[name]!());
}

/* The board of a game once it is here, null until then; `failed` if it does not come. */
export function useGame(name: string | undefined): { ui: GameUi | null; failed: boolean } {
  const [failed, setFailed] = useState(false);
  const [, setHere] = useState("");
  useEffect(() => {
    /* also if it is here by now: then this draws it */
    if (name && boards[name])
      loadGame(name).then(
        () => setHere(name),
        () => setFailed(true),
      );
  }, [name]);
  return { ui: games[name ?? ""] ?? null, failed };
}
