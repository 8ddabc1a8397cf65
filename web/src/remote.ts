/* A seat, or a look, at a table on a server (docs/protocol.md).
 *
 * The journal has the public record. On top of it lie, in this order: `sent`, own steps that the server has and nobody
 * else may see yet; `queue`, own steps on their way; and the draft. A step moves up when the server says so. What is in
 * the queue or the draft survives a lost connection, and a reload. */
import { ROOT } from "./app";
import type { Engine, Status } from "./engine";
import { BadRecord, ownSheets, SPECTATOR } from "./engine";
import type { Setup } from "./games/types";
import { refusal, t } from "./i18n";
import type { Welcome } from "./journal";
import { Journal, namesAt } from "./journal";
import { codeOf, fetchSheet, mine, remember } from "./net";
import type { Online, Snapshot } from "./session";
import { Drafting } from "./session";
import { readSheet } from "./sheets";
import { load, save } from "./store";
import type { Link } from "./wire";
import { Wire } from "./wire";

interface Sending {
  id: number;
  at: number;
  seat: number;
  steps: string[];
  from: number;
} /* from: lines of the record when it was sent */
interface Asking {
  message: { t: string; id: number };
  done(code: string): void;
}
interface Aside {
  seat: number;
  draft: string[];
}
interface Kept {
  draft: string[];
  queue: Sending[];
  me: number;
  aside?: Aside | null;
}
export interface Reaction {
  seat: number;
  what: string;
  key: number;
  point?: boolean /* at `what` */;
}

export const REACTIONS = [
  "hello",
  "thanks",
  "well-played",
  "wow",
  "ouch",
  "hurry",
  "sorry",
  "good-game",
];
const REACTION_MS = 5000,
  SHEET_MS = 4000;
const moveOf = ({ id, at, steps }: Sending) => ({ t: "move", id, at, e: steps });

export class RemoteSession extends Drafting {
  unreadable = false; /* a game or a sheet that the engine here does not have */
  onward = false; /* the rematch that we asked for is there */
  private again = false; /* it was we who asked for it */
  pointed = false; /* somebody here knows how to */
  reactions: Reaction[] = [];
  quietSince = Date.now(); /* the last event */
  clockEnds = 0; /* when time is up, by this device's clock; 0 without one */
  protected setup: Setup = { game: "", sheet: "", seats: 0, options: {}, names: [] };
  private readonly journal = new Journal();
  private sent: string[] = [];
  private queue: Sending[] = [];
  private asking: Asking[] = [];
  private aside: Aside | null =
    null; /* pencil of somebody whose turn comes later, since turns were asked for */
  private lastId = 0;
  private theirs: { seat: number; steps: string[] } | null =
    null; /* what somebody else has pencilled */
  private shown: string | null =
    ""; /* what the others have been shown of the pencil since the last event; null if that is not known */
  private showing = 0; /* the message that did */
  private catchingUp = true;
  private arrivals = 0;
  private arranging: Promise<string> = Promise.resolve("");
  private withdrawing = false; /* nothing else is chosen until the server has answered */
  private sheetRetry = 0;
  private left = false;
  private readonly wire: Wire;

  /* `together` says whether those who play a game see each other's pencil. */
  constructor(
    engine: Engine,
    readonly table: string,
    readonly key = "",
    readonly host = "",
    private readonly together: (game: string) => boolean = () => false,
  ) {
    super(engine);
    const kept = load<Kept | null>(`draft.${table}`, null);
    if (kept && key)
      ({ draft: this.draft, queue: this.queue, me: this.me, aside: this.aside = null } = kept);
    this.lastId = Math.max(
      0,
      ...this.queue.map(({ id }) => id),
    ); /* the server does not know of these yet */
    const hello = () => ({
      table,
      ...(key && { key }),
      ...(host && { host }),
      last: this.journal.n,
    });
    this.wire = new Wire(
      `${ROOT.replace(/^http/, "ws")}ws`,
      hello,
      (message) => this.receive(message),
      () => this.changed(),
    );
  }

  get link(): Link {
    return this.wire.link;
  }
  get facts(): Welcome | null {
    return this.journal.facts;
  }
  get started(): boolean {
    return this.journal.started;
  }
  get places(): number[] {
    return this.journal.places;
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.sheetRetry);
    this.wire.close();
    super.leave();
  }

  /* ---- What the server says ---- */

  private receive(message: any): void {
    if (message.t === "ok" || message.t === "no")
      this.answered(message.id, message.t === "ok" ? "" : message.code);
    else if (message.n !== undefined && message.t !== "welcome") this.happened(message);
    else this.told(message);
    if (!this.catchingUp) this.settle();
  }

  private told(message: any): void {
    if (message.t === "welcome") this.welcome(message);
    if (message.t === "draft") this.own(message.e, message.id);
    if (message.t === "chosen") this.journal.chosen[message.done ? "add" : "delete"](message.seat);
    if (message.t === "you") this.facts!.you = message.seats;
    if (message.t === "clock") this.clockEnds = Date.now() + message.left;
    if (message.t === "presence") this.journal.seat(message.seat).here = message.here;
    if (message.t === "react" || message.t === "point")
      this.react({
        seat: message.seat,
        what: message.what,
        key: Date.now(),
        point: message.t === "point",
      });
    if (message.t === "pencil" && this.together(this.facts!.game))
      this.theirs = this.facts!.you.includes(message.seat)
        ? null
        : { seat: message.seat, steps: message.e };
    if (message.t === "live") this.arrived();
  }

  /* A sheet of somebody's own is read by the server before a game on it can be shown. */
  get drawable(): boolean {
    return !this.facts?.own_sheet || ownSheets.has(this.facts.sheet_hash);
  }
  private async bringSheet(): Promise<void> {
    if (this.left || this.drawable) return;
    try {
      await readSheet(await fetchSheet(this.table));
      this.unreadable = !this.drawable;
    } catch (why) {
      this.unreadable = codeOf(why) === "bad-sheet";
      clearTimeout(this.sheetRetry);
      if (!this.unreadable)
        this.sheetRetry = window.setTimeout(() => void this.bringSheet(), SHEET_MS);
    }
    this.settle();
  }

  private welcome(message: Welcome): void {
    this.catchingUp = true;
    this.clockEnds = 0;
    this.theirs = null;
    this.journal.welcome(message);
    this.nameSeats();
    void this.bringSheet();
  }

  private happened(event: any): void {
    this.journal.happened(event, !this.catchingUp);
    this.quietSince = Date.now();
    this.theirs = null;
    this.shown = "";
    if (event.t === "reveal") {
      const revealed = new Set(event.e.map((step: string) => parseInt(step)));
      this.sent = this.sent.filter(
        (step) => !revealed.has(parseInt(step)),
      ); /* where turns are taken, others stay hidden */
    }
    if (event.t === "rematch") this.onward = this.again;
  }

  /* The steps of one's own that the server keeps hidden. Those of a message on its way are done, or still to be sent;
   * or the seat has acted from another device meanwhile, and they were meant for a position that is gone. */
  private own(steps: string[], id: number): void {
    this.sent = steps;
    this.lastId = Math.max(this.lastId, id);
    for (const each of [...this.queue]) {
      const done = this.missing(each).length === 0;
      const gone =
        each.id <= id ||
        this.journal.lines.slice(each.from).some((line) => line.startsWith(`${each.seat} `));
      if (!done && !gone) continue;
      this.queue = this.queue.filter((other) => other !== each);
      if (!done) this.giveBack(each, "stale");
    }
  }

  /* What has no answer yet is sent again, oldest first: the server takes a lower id for one that it has done. */
  private arrived(): void {
    this.catchingUp = false;
    this.arrivals++;
    const unanswered = [...this.queue.map(moveOf), ...this.asking.map(({ message }) => message)];
    for (const message of unanswered.sort((a, b) => a.id - b.id)) this.wire.send(message);
    this.wire.live();
    this.shown = null;
    if (this.error === refusal("offline")) this.error = "";
  }

  private react(reaction: Reaction): void {
    this.reactions = [...this.reactions.filter((each) => each.seat !== reaction.seat), reaction];
    setTimeout(() => {
      this.reactions = this.reactions.filter((each) => each !== reaction);
      this.changed();
    }, REACTION_MS);
  }

  /* ---- Acting ---- */

  confirm(move?: string): void {
    const draft = move === undefined ? this.draft : [...this.draft, move];
    if (draft.length === 0 || !this.snapshot().mine) return;
    this.error = "";
    if (this.playDraft(draft)) this.post(draft);
    this.draft = [];
    this.settle();
  }

  private post(draft: string[]): void {
    const sending: Sending = {
      id: ++this.lastId,
      at: this.journal.n,
      seat: this.me,
      steps: draft.map((step) => `${this.me} ${step}`),
      from: this.journal.lines.length,
    };
    this.queue.push(sending);
    if (this.link.state === "live") this.wire.send(moveOf(sending));
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

  private answered(id: number, code: string): void {
    const sending = this.queue.find((each) => each.id === id);
    if (sending) {
      const steps = this.missing(sending);
      this.queue = this.queue.filter((each) => each !== sending);
      if (!code) this.sent = [...this.sent, ...steps];
      else this.giveBack(sending, code);
    }
    const asking = this.asking.find((each) => each.message.id === id);
    this.asking = this.asking.filter((each) => each !== asking);
    asking?.done(code);
    if (code && id === this.showing) this.shown = null;
  }

  /* A refused move becomes pencil again if it still fits; but not over what somebody else at this device has pencilled. */
  private giveBack({ seat, steps }: Sending, code: string): void {
    if (seat !== this.me && this.draft.length && this.fits(this.tryAgree())) {
      this.error = t("no.others", { name: this.setup.names[seat]! });
      return;
    }
    this.me = seat;
    this.draft = steps.map((step) => step.slice(step.indexOf(" ") + 1));
    const error = this.layAside(this.tryAgree()) ? "" : refusal(code);
    if (!this.playDraft(this.draft)) this.draft = []; /* which has an error of its own */
    this.error = error;
  }

  /* Pencil that somebody's asking for turns has overtaken comes back when its turn does. */
  private layAside(status: Status): boolean {
    const waits =
      this.draft.length > 0 &&
      status.turns &&
      this.holds(this.me) &&
      !status.acting.includes(this.me) &&
      !this.hasChosen(this.me);
    if (waits) [this.aside, this.draft] = [{ seat: this.me, draft: this.draft }, []];
    return waits;
  }

  private takeUp(status: Status): void {
    if (!status.turns) this.aside = null;
    if (this.aside?.seat !== this.me || this.draft.length || !this.mayAct(status)) return;
    [this.draft, this.aside] = [this.aside.draft, null];
    if (!this.fits(status)) this.draft = [];
  }

  /* Whether a seat of mine has finished choosing, as far as it is known here. */
  private hasChosen(seat: number): boolean {
    return this.journal.chosen.has(seat) || this.sent.some((step) => parseInt(step) === seat);
  }

  /* Sends anything else; the answer is a code, "" if it was done. Unanswered ones are sent again after a loss. */
  ask(message: { t: string; [field: string]: unknown }): Promise<string> {
    const whole = { ...message, id: ++this.lastId };
    return new Promise((done) => {
      if (["react", "point", "turns"].includes(message.t) && this.link.state !== "live")
        return done("offline"); /* they are for this moment */
      this.asking.push({ message: whole, done });
      if (this.link.state === "live") this.wire.send(whole);
    });
  }

  /* The same where nobody waits for the answer: a refusal is told as one of a move. */
  async order(message: { t: string; [field: string]: unknown }): Promise<void> {
    this.error = "";
    const code = await this.ask(message);
    if (code) this.error = refusal(code);
    this.changed();
  }

  /* Seat i becomes whoever is at seats[i]; one after the other, each upon what the last one has made of it. */
  arrange(seats: number[]): Promise<string> {
    return (this.arranging = this.arranging.then(() =>
      this.ask({ t: "arrange", seats, at: this.journal.n }),
    ));
  }

  askTurns(): void {
    void this.order({ t: "turns", seat: this.me });
  }

  askForRematch(): void {
    this.again = true;
    void this.order({ t: "rematch" });
  }

  /* First the pencil; then what the server has of me and nobody has seen, all of it, back into pencil. */
  undo(): void {
    if (this.draft.length) super.undo();
    else if (this.snapshot().undoable) void this.withdraw();
  }

  private async withdraw(): Promise<void> {
    this.withdrawing = true;
    this.error = "";
    this.changed();
    const seat = this.me;
    const hidden = this.sent.filter((step) => step.startsWith(`${seat} `));
    const last = this.journal.lines[this.journal.lines.length - 1]!;
    const back: string[] = [];
    for (const step of hidden.length ? [...hidden].reverse() : [last]) {
      const code = await this.ask({ t: "undo", seat });
      if (code) {
        this.error = refusal(code);
        break;
      }
      const at = this.sent.lastIndexOf(step);
      if (at >= 0) this.sent.splice(at, 1);
      back.unshift(step.slice(step.indexOf(" ") + 1));
    }
    this.withdrawing = false;
    if (this.me === seat) this.draft = [...back, ...this.draft];
    this.settle();
  }

  /* Dice are the server's. */
  enterDice(): void {}

  /* ---- The position ---- */

  /* After any change: whose turn it is here, and whether the pencil still fits. */
  private settle(): void {
    try {
      if (this.started && this.drawable && !this.catchingUp) this.takeTurns();
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.unreadable = true;
    }
    this.changed();
  }

  private takeTurns(): void {
    this.nameSeats();
    const { error } = this;
    const status = this.tryAgree();
    this.layAside(status);
    const lost = this.draft.length > 0 && !this.fits(status);
    if (lost) this.draft = [];
    if (!this.mayAct(status)) {
      const next = this.nextSeat((seat) => this.holds(seat) && status.acting.includes(seat));
      if (next >= 0) this.me = next;
      else if (!this.holds(this.me) && this.facts!.you.length) this.me = this.facts!.you[0]!;
    }
    this.takeUp(status);
    this.error = error || (lost ? t("no.stale") : "");
    this.keepDraft();
    this.keepTable(status);
    this.showPencil(status);
  }

  private fits(status: Status): boolean {
    return this.mayAct(status) && this.playDraft(this.draft);
  }

  protected pencil(draft: string[]): void {
    super.pencil(draft);
    this.keepDraft();
    this.showPencil(this.snapshot().status);
  }

  /* Who plays together sees what is in pencil here. */
  private showPencil(status: Status): void {
    const { draft, me } = this,
      now = draft.join("\n");
    if (
      !this.together(this.setup.game) ||
      now === this.shown ||
      this.link.state !== "live" ||
      this.queue.length ||
      status.acting.length > 1 ||
      !this.mayAct(status)
    )
      return;
    this.shown = now;
    this.showing = ++this.lastId;
    this.wire.send({
      t: "pencil",
      id: this.showing,
      seat: me,
      e: draft.map((step) => `${me} ${step}`),
    });
  }

  private keepDraft(): void {
    const { queue, draft, me, aside } = this;
    if (this.facts!.you.length)
      save(
        `draft.${this.table}`,
        queue.length || draft.length || aside
          ? ({ queue, draft, me, aside } satisfies Kept)
          : undefined,
      );
  }

  /* For the list of one's tables. */
  private keepTable(status: Status): void {
    const { facts, table } = this;
    if (!facts!.you.length) return;
    const known = mine(table),
      now = { over: facts!.phase === "over", turn: this.mayAct(status) };
    if (!known || known.over !== now.over || known.turn !== now.turn || !known.names)
      remember(table, { game: facts!.game, names: this.setup.names, ...now });
  }

  private nameSeats(): void {
    const { game, sheet, options, seats } = this.facts!;
    this.setup = { game, sheet, options, seats: seats.length, names: namesAt(seats) };
    this.bots = seats.map((seat) => (seat.is === "bot" ? (seat.level ?? "greedy") : null));
  }

  private holds(seat: number): boolean {
    return this.facts!.you.includes(seat) && !this.bots[seat];
  }

  protected viewer(): number {
    return this.facts!.you.includes(this.me) ? this.me : SPECTATOR;
  }

  protected mayAct(status: Status): boolean {
    return (
      this.facts!.phase === "playing" &&
      !this.withdrawing &&
      this.holds(this.me) &&
      status.acting.includes(this.me)
    );
  }

  protected agree(): void {
    this.tryAgree();
  }

  /* The public record, then my own steps. One that no longer fits is left out: the server will say so. */
  private tryAgree(): Status {
    this.engine.read(this.journal.record());
    for (const step of [...this.sent, ...this.queue.flatMap((each) => this.missing(each))])
      this.engine.play(step);
    return this.inTurn();
  }

  /* Takes turns if they were asked for. Who did may have chosen since, and the phase may be over. */
  private inTurn(): Status {
    const { asked } = this.journal,
      status = this.engine.status();
    if (
      asked < 0 ||
      (this.engine.askTurns(asked) && this.engine.askTurns(status.acting[0] ?? asked))
    )
      return status;
    return this.engine.status();
  }

  protected look(): Snapshot {
    const shot = super.look();
    this.engine.read(this.journal.record());
    this.inTurn();
    const { facts, me } = this;
    const waiting = shot.status.acting.filter(
      (seat) => !this.journal.chosen.has(seat) && !(this.withdrawing && seat === me),
    );
    const hidden = !shot.status.turns && this.sent.some((step) => step.startsWith(`${me} `));
    const visible =
      shot.mine && this.journal.lines[this.journal.lines.length - 1]?.startsWith(`${me} `);
    const record = this.engine.record(),
      hash = this.engine.hash();
    const theirs = this.playTheirs(shot);
    return {
      ...shot,
      chance: null,
      record,
      hash,
      asked: shot.status.turns ? this.journal.asked : -1,
      undoable:
        this.holds(me) &&
        (this.draft.length > 0 ||
          (!this.withdrawing && this.queue.length === 0 && (hidden || !!visible))),
      online: { you: facts!.you, waiting, arrivals: this.arrivals, theirs },
    };
  }

  /* What somebody else has pencilled, if it fits, played into the views. */
  private playTheirs(shot: Snapshot): Online["theirs"] {
    if (!this.theirs?.steps.length || shot.mine) return undefined;
    const { seat, steps } = this.theirs,
      before = shot.views[seat],
      last = this.journal.lines.at(-1) ?? "";
    if (steps.some((step) => this.engine.play(step))) return undefined;
    shot.views = shot.views.map((_, each) => this.engine.view(this.viewer(), each));
    shot.totals = shot.totals.map((_, each) => this.engine.total(this.viewer(), each));
    const draft = steps.map((step) => step.slice(step.indexOf(" ") + 1));
    return { seat, draft, told: last.startsWith("* ") ? [last, ...draft] : draft, before };
  }
}
