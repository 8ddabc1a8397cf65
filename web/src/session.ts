/* A session is a game as one device sees and plays it. LocalSession keeps the whole match here, with bots in a
 * worker; RemoteSession (remote.ts) is a seat, or a look, at a table on a server.
 *
 * A person's steps are a draft: pencil. They are played on the engine to see where they lead, and taken back by
 * reading the agreed record again. Confirming makes them part of the record: ink. Bots and dice wait for that, so
 * nothing has to be undone that anybody has seen. */

import type { Chance, OwnSheet, Status } from "./engine";
import {
  type Engine,
  ownSheetOf,
  ownSheets,
  SPECTATOR,
  seatNames,
  splitRecord,
  writeHeader,
} from "./engine";
import type { Setup } from "./games/types";
import { engineWords } from "./i18n";
import { load, save } from "./store";

export interface Snapshot {
  setup: Setup;
  bots: (string | null)[] /* a bot's name, or null for a person */;
  me: number /* the seat whose turn it is at this device */;
  mine: boolean /* `me` may act */;
  status: Status;
  asked: number /* the seat that asked for turns; -1 while nobody has */;
  views: any[] /* every seat's sheet as `me` may see it, with the draft */;
  before: any /* my sheet without the draft */;
  legal: string[] /* what may come next in the draft */;
  alternatives: string[] /* what the draft could have begun with */;
  draft: string[];
  undoable: boolean /* the pencil, a choice that nobody has seen yet, a step that nothing has followed, or real dice that nobody has used */;
  totals: number[];
  chance: Chance | null /* the roll that a person has to type in */;
  events: string[] /* what `me` may know of the record */;
  thinking: boolean /* bots are choosing */;
  record: string;
  hash: string;
  error: string /* one sentence about the last refused act */;
  online?: Online;
}

/* What a table on a server adds. */
export interface Online {
  you: number[] /* the seats held at this device; none for spectators */;
  waiting: number[] /* seats that are still choosing */;
  arrivals: number /* how often the server has told all that was missed */;
  theirs?: {
    seat: number;
    draft: string[];
    told: string[];
    before: any;
  } /* what somebody else has pencilled, in the views as well; `told` begins with the roll that it is about */;
}

export interface Session {
  snapshot(): Snapshot;
  watch(call: () => void): () => void;
  move(
    text: string,
  ): void /* one more step in pencil; a move that begins anew replaces the draft */;
  undo(): void /* one step, or dice that were typed wrongly */;
  reset(): void /* the whole draft */;
  confirm(move?: string): void /* pencil to ink, after one more step if given */;
  enterDice(faces: string): void;
  askTurns(): void /* those who choose at the same time do so in turn, until the turn is over (LC2.9) */;
  retry?(): void /* asks the bots again, where they did not answer */;
  leave(): void;
}

export interface Saved {
  record: string;
  bots: (string | null)[];
  me: number;
  own?: OwnSheet;
}

export type Ask = (record: string, bot: string, seat: number, stream: number) => Promise<string>;

/* A header for a new game; `seed` has sixteen hex digits or is "" for real dice. */
export function newGame(setup: Setup, seed: string, edition?: number): string {
  return writeHeader({ ...setup, edition, dice: seed ? "seed" : "real", seed });
}

/* What every session does: it lets others watch, and keeps a draft on top of an agreed position. */
export abstract class Drafting implements Session {
  protected me = 0;
  protected bots: (string | null)[] = [];
  protected draft: string[] = [];
  protected error = "";
  protected thinking = false;
  private shot: Snapshot | null = null;
  private readonly watchers = new Set<() => void>();

  constructor(protected readonly engine: Engine) {}

  protected abstract setup: Setup;
  protected abstract agree(): void; /* brings the engine to the agreed position */
  protected abstract viewer(): number;
  protected abstract mayAct(status: Status): boolean;
  abstract confirm(move?: string): void;
  abstract enterDice(faces: string): void;
  abstract askTurns(): void;

  watch(call: () => void): () => void {
    this.watchers.add(call);
    return () => this.watchers.delete(call);
  }

  protected changed(): void {
    this.shot = null;
    for (const call of [...this.watchers]) call();
  }

  leave(): void {
    this.watchers.clear();
  }

  /* Plays the draft on the agreed position; false if a step does not fit. */
  protected playDraft(draft: string[]): boolean {
    this.agree();
    for (const move of draft) {
      const why = this.engine.play(`${this.me} ${move}`);
      if (why) {
        this.error = engineWords(why);
        return false;
      }
    }
    return true;
  }

  protected pencil(draft: string[]): void {
    this.draft = draft;
    this.error = "";
    this.changed();
  }

  move(text: string): void {
    const { legal, alternatives, mine } = this.snapshot();
    if (!mine) return;
    this.pencil(
      legal.includes(text)
        ? [...this.draft, text]
        : alternatives.includes(text)
          ? [text]
          : this.draft,
    );
  }

  undo(): void {
    this.pencil(this.draft.slice(0, -1));
  }

  reset(): void {
    this.pencil([]);
  }

  snapshot(): Snapshot {
    return (this.shot ??= this.look());
  }

  protected look(): Snapshot {
    const { engine, me, setup } = this;
    const viewer = this.viewer();
    this.agree();
    const status = engine.status();
    const mine = this.mayAct(status);
    const before = engine.view(viewer, me);
    const alternatives = mine ? engine.legal(me) : [];
    const record = engine.record();
    const hash = engine.hash();
    const events = splitRecord(record).events.filter((_, index) => engine.visible(viewer, index));
    const chance = status.roll ? engine.chance() : null;
    const views = this.sheets((seat) => engine.view(viewer, seat));
    const totals = this.sheets((seat) => engine.total(viewer, seat));
    const draft = mine ? this.draft : []; /* pencil that waits for its turn is not shown */
    let legal = alternatives;
    if (draft.length) {
      this.playDraft(draft);
      legal = engine.status().acting.includes(me) && !this.complete(before) ? engine.legal(me) : [];
      views[me] = engine.view(viewer, me);
      totals[me] = engine.total(viewer, me);
    }
    return {
      setup,
      bots: this.bots,
      me,
      mine,
      status,
      asked: Number(/^\? (\d+)$/m.exec(record)?.[1] ?? -1),
      views,
      before,
      legal,
      alternatives,
      draft,
      undoable: draft.length > 0,
      totals,
      chance,
      events,
      thinking: this.thinking,
      record,
      hash,
      error: this.error,
    };
  }

  /* Whether the draft has led into a new turn, whose moves are not its own. */
  private complete(before: any): boolean {
    return (
      before?.turn !== undefined && this.engine.view(this.viewer(), this.me)?.turn !== before.turn
    );
  }

  private sheets<T>(of: (seat: number) => T): T[] {
    return Array.from({ length: this.setup.seats }, (_, seat) => of(seat));
  }

  /* The first seat that `fits`, clockwise from the one who has the device; -1 if none does. */
  protected nextSeat(fits: (seat: number) => boolean): number {
    for (let i = 0; i < this.setup.seats; i++) {
      const seat = (this.me + i) % this.setup.seats;
      if (fits(seat)) return seat;
    }
    return -1;
  }
}

export class LocalSession extends Drafting {
  protected readonly setup: Setup;
  private record: string;
  private left = false;

  /* Throws BadRecord. `ask` answers for the bots. */
  constructor(
    engine: Engine,
    saved: Saved,
    private readonly ask: Ask,
    private readonly keep = true,
  ) {
    super(engine);
    engine.read(saved.record);
    this.record = engine.record();
    this.bots = saved.bots;
    this.me = saved.me;
    const { header } = splitRecord(this.record);
    this.setup = { ...header, names: seatNames(header) };
    void this.advance();
  }

  protected agree(): void {
    this.engine.read(this.record);
  }

  protected viewer(): number {
    return this.me;
  }

  protected mayAct(status: Status): boolean {
    return status.acting.includes(this.me);
  }

  leave(): void {
    this.left = true;
    super.leave();
  }

  confirm(move?: string): void {
    const draft = move === undefined ? this.draft : [...this.draft, move];
    if (draft.length === 0) return;
    this.error = "";
    const fits = this.playDraft(draft);
    this.draft = [];
    if (!fits) {
      this.changed();
      return;
    }
    this.record = this.engine.record();
    this.store();
    void this.advance();
  }

  /* The place of the last roll in the record, if it was typed in and only bots have acted since; -1 if not. */
  private retypable(): number {
    const { header, events } = splitRecord(this.record);
    const at = events.map((event) => event[0]).lastIndexOf("*");
    const used = events.slice(at + 1).some((event) => !this.bots[parseInt(event)]);
    return header.dice === "real" && !used && !this.thinking && !isOver(this.record) ? at : -1;
  }

  undo(): void {
    const at = this.draft.length ? -1 : this.retypable();
    if (at < 0) {
      super.undo();
      return;
    }
    this.error = "";
    const { head, events } = splitRecord(this.record);
    this.engine.read(head);
    for (const event of events.slice(0, at)) this.engine.play(event);
    this.record = this.engine.record();
    void this.advance();
  }

  protected look(): Snapshot {
    const shot = super.look();
    return { ...shot, undoable: shot.undoable || this.retypable() >= 0 };
  }

  enterDice(faces: string): void {
    this.engine.read(this.record);
    const why = this.engine.play(`* ${faces}`);
    this.error = why ? engineWords(why) : "";
    if (!why) this.record = this.engine.record();
    void this.advance();
  }

  askTurns(): void {
    this.agree();
    const why = this.engine.askTurns(this.me);
    this.error = why ? engineWords(why) : "";
    this.record = this.engine.record();
    void this.advance();
  }

  retry(): void {
    this.error = "";
    void this.advance();
  }

  /* Dice and bots, until a person has to act or the game is over. People at this device choose before bots do:
   * where seats act at the same time the order of arrival changes nothing, and nobody waits. */
  private async advance(): Promise<void> {
    for (;;) {
      this.engine.read(this.record);
      const status = this.engine.status();
      if (status.over) this.engine.close();
      else if (status.roll) {
        if (this.engine.roll()) break; /* real dice */
      } else {
        const person = this.nextSeat((seat) => status.acting.includes(seat) && !this.bots[seat]);
        if (person >= 0) {
          if (person !== this.me) this.draft = [];
          this.me = person;
          break;
        }
        const seat = status.acting[0]!;
        if (!(await this.letBot(seat))) return;
        continue;
      }
      this.record = this.engine.record();
      if (status.over) break;
    }
    this.thinking = false;
    this.store();
    this.changed();
  }

  private async letBot(seat: number): Promise<boolean> {
    if (!this.thinking) {
      this.thinking = true;
      this.changed();
    }
    const { events } = splitRecord(this.record);
    let why: string | null;
    try {
      const event = await this.ask(this.record, this.bots[seat]!, seat, events.length * 8 + seat);
      this.engine.read(this.record);
      why = this.engine.play(event);
    } catch (error) {
      why = (error as Error).message || String(error);
    }
    if (this.left) return false;
    if (why) {
      this.thinking = false;
      this.error = why;
      this.changed();
      return false;
    }
    this.record = this.engine.record();
    return true;
  }

  private store(): void {
    if (this.keep && !this.left)
      keepAs("game", { record: this.record, bots: this.bots, me: this.me });
  }
}

/* ---- Bots in their own thread ---- */

/* The thread begins with the first question. One that fails is given up, and the next question begins another. */
export function askWorker(url: string, names: string[]): Ask {
  const waiting = new Map<number, { done(event: string): void; failed(error: Error): void }>();
  let worker: Worker | null = null;
  let last = 0;
  const giveUp = (why: string) => {
    worker?.terminate();
    worker = null;
    for (const call of waiting.values()) call.failed(new Error(why));
    waiting.clear();
  };
  const begin = () => {
    const made = new Worker(url, { type: "module" });
    made.onmessage = ({ data }) => {
      if (!data.event) return giveUp(data.error);
      waiting.get(data.id)?.done(data.event);
      waiting.delete(data.id);
    };
    made.onerror = (event) =>
      giveUp(event.message || url); /* a script that does not load has no message */
    return made;
  };
  return (record, bot, seat, stream) =>
    new Promise((done, failed) => {
      waiting.set(++last, { done, failed });
      (worker ??= begin()).postMessage({
        id: last,
        record,
        own: ownSheetOf(record),
        bot: Math.max(0, names.indexOf(bot)),
        seat,
        stream,
      });
    });
}

/* ---- Games at this device that go on later ---- */

/* The one that is played, and the one that was left for it. Each brings the sheet that it is played on. */
const GAMES = ["game", "game.before"];

function keepAs(key: string, saved: Saved | undefined): void {
  save(key, saved && { ...saved, own: ownSheetOf(saved.record) });
}

export function keepGames(all: Saved[]): void {
  GAMES.forEach((key, i) => keepAs(key, all[i]));
}

export function savedGames(): Saved[] {
  const all = GAMES.flatMap((key) => load<Saved | null>(key, null) ?? []);
  for (const { own } of all)
    if (own && !ownSheets.has(own.sheet_hash)) ownSheets.set(own.sheet_hash, own);
  return all;
}

const isOver = (record: string) => /^=/m.test(record);

/* Whether it is not over and a person has played in it. */
export const worthKeeping = ({ record, bots }: Saved) =>
  !isOver(record) &&
  splitRecord(record).events.some((event) => !event.startsWith("*") && !bots[parseInt(event)]);

/* ---- A record, looked at from outside ---- */

export interface Moment {
  event: string /* "" before the first */;
  totals: number[];
  roll: boolean /* a roll is due here */;
}

/* Totals after every event; the engine ends up holding the whole game. */
export function story(engine: Engine, record: string): Moment[] {
  const { head, events, header } = splitRecord(record);
  const moment = (event: string): Moment => ({
    event,
    roll: engine.status().roll || engine.status().over,
    totals: Array.from({ length: header.seats }, (_, seat) => engine.total(SPECTATOR, seat)),
  });
  engine.read(head);
  const moments = [moment("")];
  for (const event of events) {
    engine.play(event);
    moments.push(moment(event));
  }
  return moments;
}
