/* What those at a table call to each other; each is seen for a moment. */
export interface Reaction {
  seat: number;
  what: string;
  key: number;
  point?: boolean /* at `what` */;
}

const REACTION_MS = 5000;

export class Reactions {
  now: Reaction[] = [];

  constructor(private readonly changed: () => void) {}

  add(reaction: Reaction): void {
    this.now = [...this.now.filter((each) => each.seat !== reaction.seat), reaction];
    setTimeout(() => {
      this.now = this.now.filter((each) => each !== reaction);
      this.changed();
    }, REACTION_MS);
  }
}
