/* What goes to a server: one's own steps, and whatever else is asked. What has no answer yet is sent again when the
 * connection comes back. */
import type { Journal } from "./journal";
import type { Ask, ClientMessage, Move, Numbered } from "./messages";

export interface Sending {
  id: number;
  at: number;
  seat: number;
  steps: string[];
  from: number /* lines of the record when it was sent */;
}
interface Asking {
  message: Numbered;
  done(code: string): void;
}
interface Way {
  live(): boolean;
  send(message: ClientMessage): void;
  refused(sending: Sending, code: string): void;
}

const FOR_THIS_MOMENT: Ask["t"][] = ["react", "point", "turns"];
const moveOf = ({ id, at, steps }: Sending): Move & { id: number } => ({
  t: "move",
  id,
  at,
  e: steps,
});
export const stepsOf = (seat: number, draft: string[]) => draft.map((move) => `${seat} ${move}`);
export const draftOf = (steps: string[]) => steps.map((step) => step.slice(step.indexOf(" ") + 1));

export class Outbox {
  private sent: string[] = []; /* the server has them, and nobody else may see them yet */
  private asking: Asking[] = [];
  private lastId: number;

  constructor(
    private readonly journal: Journal,
    private readonly way: Way,
    public queue: Sending[] /* on their way */,
  ) {
    this.lastId = Math.max(0, ...queue.map(({ id }) => id)); /* the server may not know of these */
  }

  post(seat: number, draft: string[]): void {
    const sending: Sending = {
      id: ++this.lastId,
      at: this.journal.n,
      seat,
      steps: stepsOf(seat, draft),
      from: this.journal.lines.length,
    };
    this.queue.push(sending);
    if (this.way.live()) this.way.send(moveOf(sending));
  }

  /* The answer is a code, "" if it was done. */
  ask(message: Ask): Promise<string> {
    const whole = { ...message, id: ++this.lastId };
    return new Promise((done) => {
      if (FOR_THIS_MOMENT.includes(message.t) && !this.way.live()) return done("offline");
      this.asking.push({ message: whole, done });
      if (this.way.live()) this.way.send(whole);
    });
  }

  /* Sends what need not arrive; returns its id, or 0 without a connection. */
  tell(message: Ask): number {
    if (!this.way.live()) return 0;
    this.way.send({ ...message, id: ++this.lastId });
    return this.lastId;
  }

  answered(id: number, code: string): void {
    const sending = this.queue.find((each) => each.id === id);
    if (sending) {
      const steps = this.missing(sending);
      this.queue = this.queue.filter((each) => each !== sending);
      if (!code) this.sent = [...this.sent, ...steps];
      else this.way.refused(sending, code);
    }
    const asking = this.asking.find((each) => each.message.id === id);
    this.asking = this.asking.filter((each) => each !== asking);
    asking?.done(code);
  }

  /* The steps of one's own that the server keeps hidden. Those of a message on its way are done, or still to be sent;
   * or the seat has acted from another device meanwhile, and they were meant for a position that is gone. */
  own(steps: string[], id: number): void {
    this.sent = steps;
    this.lastId = Math.max(this.lastId, id);
    for (const each of [...this.queue]) {
      const done = this.missing(each).length === 0;
      const gone =
        each.id <= id ||
        this.journal.lines.slice(each.from).some((line) => line.startsWith(`${each.seat} `));
      if (!done && !gone) continue;
      this.queue = this.queue.filter((other) => other !== each);
      if (!done) this.way.refused(each, "stale");
    }
  }

  /* Where turns are taken, the steps of others stay hidden. */
  revealed(lines: string[]): void {
    const seats = new Set(lines.map((line) => parseInt(line)));
    this.sent = this.sent.filter((step) => !seats.has(parseInt(step)));
  }

  /* Oldest first: the server takes a lower id for one that it has done. */
  sendAgain(): void {
    const unanswered = [...this.queue.map(moveOf), ...this.asking.map(({ message }) => message)];
    for (const message of unanswered.sort((a, b) => a.id - b.id)) this.way.send(message);
  }

  /* What the server has of a seat and nobody has seen. */
  hidden(seat: number): string[] {
    return this.sent.filter((step) => parseInt(step) === seat);
  }

  withdrawn(step: string): void {
    const at = this.sent.lastIndexOf(step);
    if (at >= 0) this.sent.splice(at, 1);
  }

  /* Own steps that are not public yet. */
  unseen(): string[] {
    return [...this.sent, ...this.queue.flatMap((each) => this.missing(each))];
  }

  /* Steps of a message that are neither public nor with the server yet. */
  private missing({ steps, from }: Sending): string[] {
    const known = [...this.journal.lines.slice(from), ...this.sent];
    return steps.filter((step) => {
      const at = known.indexOf(step);
      if (at >= 0) known.splice(at, 1);
      return at < 0;
    });
  }
}
