/* A review in a thread of its own, slice by slice: bots go on meanwhile, and whoever leaves stops asking. */
import type { Thread } from "../bot-thread";
import type { Card, Choice, Slice } from "./types";

export interface Review {
  card: Card;
  choices: Choice[];
  more: boolean;
}

const PLAYOUTS = 64;

/* Games that were reviewed since the page was loaded: who comes back from a replay need not wait again. */
const KEPT = 4;
const kept = new Map<string, Review>();
export const keptReview = (record: string) => kept.get(record);

/* Tells after every slice what is known; what is answered ends it. Of each roll so many `outcomes` are looked at, at
 * most (0: all). The last slice is waited for, and the thread goes then. */
export function review(
  by: Thread,
  record: string,
  outcomes: number,
  onNews: (review: Review) => void,
  onTrouble: (why: string) => void,
): () => void {
  let left = false;
  let choices: Choice[] = [];
  const run = async () => {
    let slice: Slice = await by.call({ record, sharp: { outcomes, playouts: PLAYOUTS } });
    for (;;) {
      choices = slice.choices ?? choices;
      const found = { card: slice.card, choices, more: slice.more };
      if (!slice.more) kept.set(record, found);
      if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
      if (!left) onNews(found);
      if (left || !slice.more) return;
      slice = await by.call({});
    }
  };
  void run()
    .catch((error) => left || onTrouble(error.message))
    .finally(() => by.end());
  return () => {
    left = true;
  };
}
