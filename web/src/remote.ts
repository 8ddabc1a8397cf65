/* A seat, or a look, at a table on a server (docs/protocol.md).
 *
 * The record is rebuilt from public events. On top of it lie, in this order: `sent`, own steps that the server has
 * and nobody else may see yet; `queue`, own steps on their way; and the draft. A step moves up when the server says
 * so. What is in the queue or the draft survives a lost connection, and a reload. */
import { BOT_NAMES, ROOT } from "./app";
import { BadRecord, SPECTATOR } from "./engine";
import type { Engine, Status } from "./engine";
import type { Setup } from "./games/types";
import { t } from "./i18n";
import { mine, remember } from "./net";
import type { Facts, SeatFacts } from "./net";
import { Drafting } from "./session";
import type { Snapshot } from "./session";
import { load, save } from "./store";
import { Wire } from "./wire";
import type { Link } from "./wire";

interface Sending { id: number; at: number; seat: number; steps: string[]; from: number } /* from: lines of the record when it was sent */
interface Asking { message: { t: string; id: number }; done(code: string): void }
interface Kept { draft: string[]; queue: Sending[]; me: number }
export interface Reaction { seat: number; what: string; key: number }

export const REACTIONS = ["hello", "thanks", "well-played", "wow", "ouch", "hurry", "sorry", "good-game"];
const REACTION_MS = 5000;

export class RemoteSession extends Drafting {
  facts: (Facts & { you: number[]; host: boolean }) | null = null;
  unreadable = false; /* a game or a sheet that the engine here does not have */
  onward = false; /* a rematch was called while we were here */
  reactions: Reaction[] = [];
  clockEnds = 0; /* when time is up, by this device's clock; 0 without one */
  protected setup: Setup = { game: "", sheet: "", seats: 0, options: {}, names: [] };
  private n = 0;
  private lines: string[] = [];
  private nonces: string[] = [];
  private secret = "";
  private sent: string[] = [];
  private queue: Sending[] = [];
  private chosen = new Set<number>();
  private asking: Asking[] = [];
  private lastId = 0;
  private catchingUp = true;
  private readonly wire: Wire;

  constructor(engine: Engine, readonly table: string, readonly key = "", readonly host = "") {
    super(engine);
    const kept = load<Kept | null>(`draft.${table}`, null);
    if (kept && key) ({ draft: this.draft, queue: this.queue, me: this.me } = kept);
    const hello = () => ({ table, ...(key && { key }), ...(host && { host }), last: this.n });
    this.wire = new Wire(`${ROOT.replace(/^http/, "ws")}ws`, hello, (message) => this.receive(message), () => this.changed());
  }

  get link(): Link { return this.wire.link; }
  get started(): boolean { return this.nonces.length > 0; }

  leave(): void {
    this.wire.close();
    super.leave();
  }

  /* ---- What the server says ---- */

  private receive(message: any): void {
    if (message.t === "ok" || message.t === "no") this.answered(message.id, message.t === "ok" ? "" : message.code);
    else if (message.n !== undefined && message.t !== "welcome") this.happened(message);
    else this.told(message);
    if (!this.catchingUp) this.settle();
  }

  private told(message: any): void {
    if (message.t === "welcome") this.welcome(message);
    if (message.t === "draft") this.own(message.e, message.id);
    if (message.t === "chosen") this.chosen[message.done ? "add" : "delete"](message.seat);
    if (message.t === "clock") this.clockEnds = Date.now() + message.left;
    if (message.t === "presence") this.seat(message.seat).here = message.here;
    if (message.t === "react") this.react({ seat: message.seat, what: message.what, key: Date.now() });
    if (message.t === "live") this.arrived();
  }

  private welcome(message: any): void {
    this.catchingUp = true;
    this.facts = message;
    if (message.n < this.n) { /* a server that was set back: begin again */
      this.n = 0;
      this.lines = [];
    }
    this.chosen.clear();
    this.clockEnds = 0;
    const { game, sheet, options, seats } = message as Facts;
    this.setup = { game, sheet, options, seats: seats.length, names: [] };
  }

  /* The steps of one's own that the server keeps hidden. Those of a message on its way are done, or still to be sent;
   * or the seat has acted from another device meanwhile, and they were meant for a position that is gone. */
  private own(steps: string[], id: number): void {
    this.sent = steps;
    this.lastId = Math.max(this.lastId, id);
    for (const each of [...this.queue]) {
      const done = this.missing(each).length === 0;
      const gone = each.id <= id || this.lines.slice(each.from).some((line) => line.startsWith(`${each.seat} `));
      if (!done && !gone) continue;
      this.queue = this.queue.filter((other) => other !== each);
      if (!done) this.giveBack(each, "stale");
    }
  }

  private arrived(): void {
    this.catchingUp = false;
    for (const { id, at, steps } of this.queue) this.wire.send({ t: "move", id, at, e: steps });
    for (const { message } of this.asking) this.wire.send(message);
    this.wire.live();
  }

  private happened(event: any): void {
    if (event.n !== this.n + 1) return;
    this.n = event.n;
    const change: Record<string, () => void> = {
      sit: () => Object.assign(this.seat(event.seat), { is: "person", name: event.name }),
      leave: () => Object.assign(this.seat(event.seat), { is: "open", name: undefined }),
      bot: () => Object.assign(this.seat(event.seat), { is: "bot", level: event.level }),
      person: () => Object.assign(this.seat(event.seat), { is: this.seat(event.seat).name ? "person" : "open", level: undefined }),
      resign: () => Object.assign(this.seat(event.seat), { is: "bot", level: event.level, resigned: true }),
      start: () => {
        this.nonces = event.nonces;
        this.facts!.phase = "playing";
      },
      roll: () => this.lines.push(event.e),
      move: () => this.lines.push(event.e),
      undo: () => this.lines.pop(),
      reveal: () => {
        this.lines.push(...event.e);
        this.sent = [];
        this.chosen.clear();
      },
      over: () => {
        this.lines.push(event.e);
        this.secret = event.secret ?? "";
        this.facts!.phase = "over";
      },
      rematch: () => {
        this.facts!.rematch = event.table;
        this.onward = !this.catchingUp;
      },
    };
    change[event.t]?.();
  }

  private seat(seat: number): SeatFacts {
    return this.facts!.seats[seat]!;
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
    const sending: Sending = { id: ++this.lastId, at: this.n, seat: this.me, steps: draft.map((step) => `${this.me} ${step}`), from: this.lines.length };
    this.queue.push(sending);
    if (this.link.state === "live") this.wire.send({ t: "move", id: sending.id, at: sending.at, e: sending.steps });
  }

  /* Steps of a message that are neither public nor with the server yet. */
  private missing({ steps, from }: Sending): string[] {
    const known = [...this.lines.slice(from), ...this.sent];
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
  }

  /* A refused move becomes pencil again if it still fits. */
  private giveBack({ seat, steps }: Sending, code: string): void {
    this.me = seat;
    this.draft = steps.map((step) => step.slice(step.indexOf(" ") + 1));
    if (!this.playDraft(this.draft)) this.draft = [];
    this.error = t(`no.${code}`);
  }

  /* Sends anything else; the answer is a code, "" if it was done. Unanswered ones are sent again after a loss. */
  ask(message: { t: string; [field: string]: unknown }): Promise<string> {
    const whole = { ...message, id: ++this.lastId };
    return new Promise((done) => {
      if (message.t === "react" && this.link.state !== "live") return done("offline");
      this.asking.push({ message: whole, done });
      if (this.link.state === "live") this.wire.send(whole);
    });
  }

  /* First the pencil; then what the server has of me and nobody has seen, all of it, back into pencil. */
  undo(): void {
    if (this.draft.length) super.undo();
    else if (this.snapshot().online!.undoable) void this.withdraw();
  }

  private async withdraw(): Promise<void> {
    const seat = this.me;
    const hidden = this.sent.filter((step) => step.startsWith(`${seat} `));
    const last = this.lines[this.lines.length - 1]!;
    const back: string[] = [];
    for (const step of hidden.length ? [...hidden].reverse() : [last]) {
      const code = await this.ask({ t: "undo", seat });
      if (code) {
        this.error = t(`no.${code}`);
        break;
      }
      const at = this.sent.lastIndexOf(step);
      if (at >= 0) this.sent.splice(at, 1);
      back.unshift(step.slice(step.indexOf(" ") + 1));
    }
    if (this.me === seat) this.draft = [...back, ...this.draft];
    this.settle();
  }

  /* Dice are the server's. */
  enterDice(): void {}

  /* ---- The position ---- */

  /* After any change: whose turn it is here, and whether the pencil still fits. */
  private settle(): void {
    try {
      if (this.started) this.takeTurns();
    } catch (error) {
      if (!(error instanceof BadRecord)) throw error;
      this.unreadable = true;
    }
    this.changed();
  }

  private takeTurns(): void {
    this.seatNames();
    const { error } = this;
    const status = this.tryAgree();
    if (!this.mayAct(status)) {
      const next = this.draft.length ? -1 : this.nextSeat((seat) => this.holds(seat) && status.acting.includes(seat));
      if (next >= 0) this.me = next;
      else if (!this.holds(this.me) && this.facts!.you.length) this.me = this.facts!.you[0]!;
    }
    const lost = this.draft.length > 0 && !(this.mayAct(status) && this.playDraft(this.draft));
    if (lost) this.draft = [];
    this.error = error || (lost ? t("no.stale") : "");
    this.keepDraft();
    this.keepTable(status);
  }

  protected pencil(draft: string[]): void {
    super.pencil(draft);
    this.keepDraft();
  }

  private keepDraft(): void {
    const { queue, draft, me } = this;
    if (this.facts!.you.length) save(`draft.${this.table}`, queue.length || draft.length ? ({ queue, draft, me } satisfies Kept) : undefined);
  }

  /* For the list of one's tables. */
  private keepTable(status: Status): void {
    const { facts, table } = this;
    if (!facts!.you.length) return;
    const known = mine(table), now = { over: facts!.phase === "over", turn: this.mayAct(status) };
    if (!known || known.over !== now.over || known.turn !== now.turn || !known.names) remember(table, { game: facts!.game, names: this.setup.names, ...now });
  }

  private seatNames(): void {
    const { seats } = this.facts!;
    this.bots = seats.map((seat) => (seat.is === "bot" ? seat.level ?? "greedy" : null));
    const people = seats.map(({ name }) => (name?.startsWith("bot:") ? undefined : name));
    const free = BOT_NAMES.filter((bot) => !people.some((name) => name?.[0] === bot[0])); /* seats are told apart by letters, too */
    this.setup = { ...this.setup, names: people.map((name, seat) => name ?? `Bot ${free[seat % free.length] ?? seat + 1}`) };
  }

  private holds(seat: number): boolean {
    return this.facts!.you.includes(seat) && !this.bots[seat];
  }

  protected viewer(): number {
    return this.facts!.you.includes(this.me) ? this.me : SPECTATOR;
  }

  protected mayAct(status: Status): boolean {
    return this.facts!.phase === "playing" && this.holds(this.me) && status.acting.includes(this.me);
  }

  protected agree(): void {
    this.tryAgree();
  }

  /* The public record, then my own steps. One that no longer fits is left out: the server will say so. */
  private tryAgree(): Status {
    this.engine.read(this.record());
    for (const step of [...this.sent, ...this.queue.flatMap((each) => this.missing(each))]) this.engine.play(step);
    return this.engine.status();
  }

  /* What everybody may know, as the server writes it. */
  record(): string {
    const { facts, nonces, secret } = this;
    const { game, sheet, sheet_hash, options, seats, commitment, table, day } = facts!;
    const lines = ["pipwright record 1", `game ${game}`, `sheet ${sheet}`, `sheet-hash ${sheet_hash}`, `seats ${seats.length}`];
    for (const [name, value] of Object.entries(options)) lines.push(`option ${name}=${value}`);
    seats.forEach(({ seat, name, level }) => lines.push(`seat ${seat} ${name ?? `bot:${level}`}`));
    lines.push(`dice fair ${commitment}`, `fair-table ${day ? `daily-${game}-${day}` : table}`);
    nonces.forEach((nonce, seat) => lines.push(`fair-nonce ${seat} ${nonce}`));
    if (secret) lines.push(`fair-secret ${secret}`);
    return [...lines, "", ...this.lines, ""].join("\n");
  }

  protected look(): Snapshot {
    const shot = super.look();
    this.engine.read(this.record());
    const { facts, me } = this;
    const waiting = shot.status.acting.filter((seat) => !this.chosen.has(seat));
    const hidden = this.sent.some((step) => step.startsWith(`${me} `)) && this.queue.length === 0;
    const visible = shot.mine && this.lines[this.lines.length - 1]?.startsWith(`${me} `);
    return {
      ...shot, chance: null, record: this.engine.record(), hash: this.engine.hash(),
      online: { you: facts!.you, waiting, undoable: this.holds(me) && (this.draft.length > 0 || hidden || !!visible) },
    };
  }
}
