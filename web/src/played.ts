/* Games that are over come into the list of one's games, which is loaded for it. What is missed here is found when that
 * list is opened. */
import type { Finished } from "./history/entry";
import type { Saved } from "./saved";

const list = () => import("./history/enter");

export function finishedHere(saved: Saved): void {
  void list()
    .then(({ enter, ofDevice }) => enter(ofDevice(saved)))
    .catch(() => undefined);
}

export function finishedThere(game: Finished): void {
  void list()
    .then(({ enter }) => enter(game))
    .catch(() => undefined);
}
