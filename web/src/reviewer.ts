/* The engine's review of a game, and its ranking of what a seat can do; only the bots' thread asks for them. */
import { Engine } from "./engine";
import type { Choice, Slice, Split, Worth } from "./report/types";

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

/* What a line costs that is not played yet: thousandths of a point, or chances of 10,000 where these count. `line`
 * is what would be best from its step `event` on. */
export interface Judged {
  counts: "points" | "win";
  count: number /* of what there is to choose from */;
  cost: number;
  least: Record<"big" | "clear" | "all", number> /* costs from which on the tutor asks */;
  best: Worth;
  played: Worth;
  event: number;
  line: string[];
}

interface Exports {
  pip_review_begin(seats: number, outcomes: number, playouts: number): number;
  pip_review_step(pieces: number): number;
  pip_review_json(): number;
  pip_review_choices(from: number, count: number): number;
  pip_review_from(event: number): number;
  pip_rank_json(seat: number, most: number): number;
  pip_line_json(seat: number, length: number): number;
  pip_versus_json(seat: number, length: number, playouts: number): number;
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

  /* What the choices from an event on have cost; none if no net knows the setup. */
  choicesFrom(event: number): Choice[] {
    return JSON.parse(this.get(this.more.pip_review_from(event)));
  }

  /* The best first; none if no net knows the setup. */
  rank(seat: number, most: number): Candidate[] {
    return JSON.parse(this.get(this.more.pip_rank_json(seat, most)));
  }

  /* Of what a seat means to play; none if no net knows the setup. */
  judge(seat: number, line: string[]): Judged[] {
    const length = this.more.pip_line_json(seat, this.put(line.join("\n")));
    return length ? [JSON.parse(this.get(length))] : [];
  }

  /* What a line brings more than another, both played on so many times; none as above. */
  versus(seat: number, [better, other]: [string[], string[]], playouts: number): Split[] {
    const lines = this.put([...better, "", ...other].join("\n"));
    const length = this.more.pip_versus_json(seat, lines, playouts);
    return length ? [JSON.parse(this.get(length))] : [];
  }
}
