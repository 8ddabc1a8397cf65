/* A session is a game as one device sees and plays it. LocalSession (local.ts) keeps the whole match here, with
 * bots in a thread; RemoteSession (remote.ts) is a seat, or a look, at a table on a server.
 *
 * A person's steps are a draft: pencil. They are played on the engine to see where they lead, and taken back by
 * returning to the agreed position, which it keeps. Confirming makes them part of the record: ink. Bots and dice wait
 * for that, so nothing has to be undone that anybody has seen. */

import type { Chance, Engine, Status } from "./engine";
import { splitRecord } from "./engine";
import type { Setup } from "./games/types";
import { engineWords } from "./i18n";

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
  /* the pencil, a choice that nobody has seen yet, a step that nothing has followed, or real dice that nobody has
   * used */
  undoable: boolean;
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
