/* The shipped puzzles: a file for each game, which comes when somebody opens it and stays for when there is no
 * network. */
import { fetchKept } from "../kept-file";
import { ROOT } from "../route";
import type { Puzzle } from "./read";
import { readPuzzles } from "./read";

declare const PUZZLES: Record<string, string>;

const sets = new Map<string, Promise<Puzzle[]>>();

/* Rejects if they cannot be had; asking again tries again. */
export function shipped(game: string): Promise<Puzzle[]> {
  const known = sets.get(game);
  if (known) return known;
  const all = Object.values(PUZZLES);
  const load = fetchKept("pipwright.puzzles", ROOT + PUZZLES[game]!, all).then((bytes) => {
    if (!bytes) throw new Error("unreachable");
    return readPuzzles(new TextDecoder().decode(bytes));
  });
  sets.set(game, load);
  load.catch(() => sets.delete(game));
  return load;
}
