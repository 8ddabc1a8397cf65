/* The position at a server's table, as one device may see it, and the pencil on top of it.
 *
 * The journal has the public record. On top of it lie, in this order, own steps that the server has and nobody else
 * may see yet; own steps on their way; and the draft. A step moves up when the server says so. What is on its way or
 * in the draft survives a lost connection, and a reload. */
import type { Engine, Status } from "./engine";
import { BadRecord, ownSheets, SPECTATOR } from "./engine";
import type { Setup } from "./games/types";
import { botsAt, tableId } from "./history/entry";
import { refusal, t } from "./i18n";
import { Journal, namesAt } from "./journal";
import type { Ask, ClientMessage, TableFacts } from "./messages";
import { mine, remember } from "./net";
import type { Sending } from "./outbox";
import { draftOf, Outbox } from "./outbox";
import { finishedThere } from "./played";
import { Positions } from "./positions";
import type { Snapshot } from "./session";
import { Drafting } from "./session";
import { SharedPencil } from "./shared-pencil";
import { load, save } from "./store";
import type { Wire } from "./wire";

/* Positions that are kept: the journal's, what all may know of it, and what I know. */
const INK = 0,
  PUBLIC = 1,
  AGREED = 2;

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

export abstract class TableDraft extends Drafting {
  unreadable = false; /* a game or a sheet that the engine here does not have */
  protected setup: Setup = { game: "", sheet: "", seats: 0, options: {}, names: [] };
  protected readonly journal = new Journal();
  protected readonly outbox: Outbox;
  protected readonly shared: SharedPencil;
  protected catchingUp = true;
  protected arrivals = 0;
  /* Pencil of somebody whose turn comes later, since turns were asked for. */
  private aside: Aside | null = null;
  private readonly positions: Positions;
  private ended: "" | "seen" | "told" = ""; /* whether we were there */
  private withdrawing = false; /* nothing else is chosen until the server has answered */

  /* `together` says whether those who play a game see each other's pencil. */
  constructor(
    engine: Engine,
    readonly table: string,
    readonly key: string,
    protected readonly together: (game: string) => boolean,
  ) {
    super(engine);
    this.positions = new Positions(engine);
    const kept = key ? load<Kept | null>(`draft.${table}`, null) : null;
    if (kept) ({ draft: this.draft, me: this.me, aside: this.aside = null } = kept);
    const way = {
      live: () => this.wire.link.state === "live",
      send: (message: ClientMessage) => this.wire.send(message),
      refused: (sending: Sending, code: string) => this.giveBack(sending, code),
    };
    this.outbox = new Outbox(this.journal, way, kept?.queue ?? []);
    this.shared = new SharedPencil(this.outbox);
  }

  protected abstract readonly wire: Wire;

  get facts(): TableFacts | null {
    return this.journal.facts;
  }
  get started(): boolean {
    return this.journal.started;
  }
  /* A sheet of somebody's own is read by the server before a game on it can be shown. */
  get drawable(): boolean {
    return !this.facts?.own_sheet || ownSheets.has(this.facts.sheet_hash);
  }

  /* Sends anything but moves; the answer is a code, "" if it was done. */
  ask(message: Ask): Promise<string> {
    return this.outbox.ask(message);
  }

  /* ---- Pencil and ink ---- */

  confirm(move?: string): void {
    const draft = move === undefined ? this.draft : [...this.draft, move];
    if (draft.length === 0 || !this.snapshot().mine) return;
    this.error = "";
    if (this.playDraft(draft)) this.outbox.post(this.me, draft);
    this.draft = [];
    this.settle();
  }

  /* A refused move becomes pencil again if it still fits; but not over what somebody else at this device has
   * pencilled. */
  private giveBack({ seat, steps }: Sending, code: string): void {
    if (seat !== this.me && this.draft.length && this.fits(this.tryAgree())) {
      this.error = t("no.others", { name: this.setup.names[seat]! });
      return;
    }
    this.me = seat;
    this.draft = draftOf(steps);
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
    return this.journal.chosen.has(seat) || this.outbox.hidden(seat).length > 0;
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
    const hidden = this.outbox.hidden(seat);
    const back: string[] = [];
    for (const step of hidden.length ? hidden.reverse() : [this.journal.lines.at(-1)!]) {
      const code = await this.ask({ t: "undo", seat });
      if (code) {
        this.error = refusal(code);
        break;
      }
      this.outbox.withdrawn(step);
      back.unshift(step);
    }
    this.withdrawing = false;
    if (this.me === seat) this.draft = [...draftOf(back), ...this.draft];
    this.settle();
  }

  protected pencil(draft: string[]): void {
    super.pencil(draft);
    this.keepDraft();
    this.showPencil(this.snapshot().status);
  }

  private showPencil(status: Status): void {
    const alone = status.acting.length <= 1 && this.outbox.queue.length === 0;
    if (alone && this.together(this.setup.game) && this.mayAct(status))
      this.shared.show(this.me, this.draft);
  }

  private keepDraft(): void {
    const { draft, me, aside } = this,
      { queue } = this.outbox;
    if (this.facts!.you.length)
      save(
        `draft.${this.table}`,
        queue.length || draft.length || aside
          ? ({ queue, draft, me, aside } satisfies Kept)
          : undefined,
      );
  }

  /* ---- Whose turn it is ---- */

  /* After any change: whose turn it is here, and whether the pencil still fits. */
  protected settle(): void {
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

  /* For the list of one's tables. */
  private keepTable(status: Status): void {
    const { facts, table } = this;
    if (!facts!.you.length) return;
    this.keepEnd();
    const known = mine(table),
      now = { over: facts!.phase === "over", turn: this.mayAct(status) };
    if (!known || known.over !== now.over || known.turn !== now.turn || !known.names)
      remember(table, { game: facts!.game, names: this.setup.names, ...now });
  }

  /* For the list of one's games, once; of one that was over before, nobody here knows when that was. */
  private keepEnd(): void {
    const { facts, table, journal } = this,
      { you, phase, seats, day } = facts!;
    if (phase === "playing") this.ended = "seen";
    if (phase !== "over" || this.ended === "told") return;
    finishedThere({
      record: journal.record(),
      id: tableId(table, seats[you[0]!]!.name ?? ""),
      bots: botsAt(seats),
      here: you,
      where: "server",
      at: (this.ended !== "seen" && mine(table)?.at) || Date.now(),
      day,
    });
    this.ended = "told";
  }

  protected nameSeats(): void {
    const { game, sheet, options, seats } = this.facts!;
    this.setup = { game, sheet, options, seats: seats.length, names: namesAt(seats) };
    this.bots = seats.map((seat) => (seat.is === "bot" ? (seat.level ?? "bot") : null));
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

  /* ---- The position ---- */

  protected agree(): void {
    this.tryAgree();
  }

  /* The public record, then my own steps. One that no longer fits is left out: the server will say so. */
  private tryAgree(): Status {
    const unseen = this.outbox.unseen(),
      { asked } = this.journal,
      record = this.journal.record();
    this.positions.stand(AGREED, [record, ...unseen, asked].join("\n"), () => {
      this.positions.standAt(INK, record);
      for (const step of unseen) this.engine.play(step);
      this.inTurn();
    });
    return this.engine.status();
  }

  /* What everybody may know. */
  private agreePublic(): void {
    const record = this.journal.record(),
      { asked } = this.journal;
    this.positions.stand(PUBLIC, [record, asked].join("\n"), () => {
      this.positions.standAt(INK, record);
      this.inTurn();
    });
  }

  /* Takes turns if they were asked for. Who did may have chosen since, and the phase may be over. */
  private inTurn(): void {
    const { asked } = this.journal;
    if (asked >= 0 && this.engine.askTurns(asked))
      this.engine.askTurns(this.engine.status().acting[0] ?? asked);
  }

  protected look(): Snapshot {
    const shot = super.look();
    const { engine, facts, journal, me } = this;
    this.agreePublic();
    const waiting = shot.status.acting.filter(
      (seat) => !journal.chosen.has(seat) && !(this.withdrawing && seat === me),
    );
    const record = engine.record(),
      hash = engine.hash();
    const last = journal.lines.at(-1) ?? "";
    const theirs = this.shared.playTheirs(shot, engine, this.viewer(), last);
    return {
      ...shot,
      chance: null,
      record,
      hash,
      asked: shot.status.turns ? journal.asked : -1,
      undoable: this.holds(me) && (this.draft.length > 0 || this.withdrawable(shot, last)),
      online: { you: facts!.you, waiting, arrivals: this.arrivals, theirs },
    };
  }

  /* Whether the server has something of mine that nobody has seen, or that nothing has followed. */
  private withdrawable({ mine, status }: Snapshot, last: string): boolean {
    if (this.withdrawing || this.outbox.queue.length) return false;
    const hidden = !status.turns && this.outbox.hidden(this.me).length > 0;
    return hidden || (mine && last.startsWith(`${this.me} `));
  }
}
