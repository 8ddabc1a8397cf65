/* The engine's review of a game, and its ranking of what a seat can do; only the bots' thread asks for them. */
import { Engine } from "./engine";
import type { Slice } from "./report/types";

/* How sharp a review is. */
export interface Sharpness {
  outcomes: number /* of a roll that are looked at, at most; 0: all */;
  playouts: number /* for each cost that is split by items of the score */;
}

/* What a seat may do, and what it is worth: thousandths of a point, and chances of 10,000. */
export interface Candidate {
  value: number;
  win: number;
  line: string[];
}

interface Exports {
  pip_review_begin(seats: number, outcomes: number, playouts: number): number;
  pip_review_step(pieces: number): number;
  pip_review_json(): number;
  pip_review_choices(from: number, count: number): number;
  pip_rank_json(seat: number, most: number): number;
}

const AT_ONCE = 100; /* choices whose text fits the buffer */

export class Reviewer extends Engine {
  private told = "";

  private get more(): Exports {
    return this.out as unknown as Exports;
  }

  /* Of the match that was read last; false if no net knows it. */
  begin({ outcomes, playouts }: Sharpness): boolean {
    this.told = "";
    return this.more.pip_review_begin(0, outcomes, playouts) === 0;
  }

  slice(ms: number): Slice {
    const end = performance.now() + ms;
    let more = true;
    while (more && performance.now() < end) more = this.more.pip_review_step(1) !== 0;
    const card = JSON.parse(this.get(this.more.pip_review_json()));
    const news = card.stage === "choices" ? "" : more ? "known" : "done";
    const choices = news === this.told ? undefined : this.choices(card.allChoices);
    this.told = news;
    return { card, choices, more };
  }

  private choices(count: number): Slice["choices"] {
    const all = [];
    for (let from = 0; from < count; from += AT_ONCE)
      all.push(...JSON.parse(this.get(this.more.pip_review_choices(from, AT_ONCE))));
    return all;
  }

  /* The best first; none if no net knows the setup. */
  rank(seat: number, most: number): Candidate[] {
    return JSON.parse(this.get(this.more.pip_rank_json(seat, most)));
  }
}
