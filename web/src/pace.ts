/* Others' turns at a pace that can be followed. The session is always at the newest position; what is shown comes after
 * it, one event of somebody else at a time. Nobody is kept from acting: any tap is at the newest position at once
 * (`skip`), a prompt that is shown is never taken away, and one that is due comes after `most` at the latest. */
import { shared } from "./app";
import { Engine, splitRecord } from "./engine";
import type { Session, Snapshot } from "./session";
import type { Settings } from "./store";
import { settings } from "./store";

/* In ms: how long a roll, somebody's move, and one more of the same seat are looked at. */
export const PACES: Record<
  Exclude<Settings["pace"], "instant">,
  { roll: number; move: number; more: number; most: number }
> = {
  normal: { roll: 600, move: 900, more: 350, most: 6000 },
  slow: { roll: 1400, move: 2200, more: 900, most: 20000 },
};

/* What is looked at: a roll (`seat` is -1), or a seat's moves since the last roll or since somebody else's. */
export interface Scene {
  event: string;
  seat: number;
  moves: string[];
  before: any /* the seat's sheet before these moves */;
  after: any;
}

/* Which of these events are not among those `before`, which stand in the same order: what was hidden comes in
 * between. */
export function freshEvents(before: string[], events: string[]): Set<number> {
  let known = 0;
  return new Set(
    events.flatMap((event, i) => {
      if (event !== before[known]) return [i];
      known++;
      return [];
    }),
  );
}

const seatOf = (event: string) => (event.startsWith("*") ? -1 : parseInt(event));

/* Whether somebody at this device has played that event. */
function isOwn({ events, online, bots }: Snapshot, at: number): boolean {
  const seat = seatOf(events[at]!);
  return online ? online.you.includes(seat) : seat >= 0 && !bots[seat];
}

export class Paced {
  private told: string[] | null = null; /* the events of what is shown */
  private frame: Snapshot | null = null; /* null: the session's own */
  private last: Snapshot | null = null;
  private now: Scene | null = null;
  private due = 0; /* since when the session has been ahead at somebody's prompt, or at the end */
  private timer = 0;
  private engine: Engine | null = null;
  private played: { head: string; events: string[] } | null = null; /* on it */
  private readonly watchers = new Set<() => void>();
  private off: (() => void) | null = null;

  constructor(private readonly session: Session) {}

  snapshot(): Snapshot {
    if (!this.told) this.last = this.session.snapshot();
    this.told ??= this.last!.events;
    return this.frame ?? this.session.snapshot();
  }

  get scene(): Scene | null {
    return this.now;
  }

  watch(call: () => void): () => void {
    this.watchers.add(call);
    this.off ??= this.session.watch(() => this.changed());
    return () => {
      this.watchers.delete(call);
      if (this.watchers.size) return;
      this.off?.();
      this.off = null;
      this.catchUp();
    };
  }

  /* Shows the newest position; false if it is shown. */
  skip(): boolean {
    if (!this.now) return false;
    this.catchUp();
    this.emit();
    return true;
  }

  private emit(): void {
    for (const call of [...this.watchers]) call();
  }

  private catchUp(): void {
    clearTimeout(this.timer);
    this.timer = 0;
    this.frame = this.now = null;
    this.due = 0;
    if (this.told) this.last = this.session.snapshot();
    if (this.told) this.told = this.last!.events;
  }

  private changed(): void {
    if (this.told && !this.timer) this.advance();
    this.emit();
  }

  /* Whether what is new may wait: it goes on from what is shown, somebody looks, and nobody here is choosing. */
  private mayWait(live: Snapshot): boolean {
    const { last, told } = this;
    const fresh = freshEvents(told!, live.events);
    const goesOn = live.events.length - fresh.size === told!.length;
    const chose = [...fresh].some((i) => seatOf(live.events[i]!) === live.me);
    const asked = !this.now && last!.mine && live.mine && last!.me === live.me && !chose;
    const missed = live.online?.arrivals !== last!.online?.arrivals;
    return settings.get().pace !== "instant" && !document.hidden && goesOn && !asked && !missed;
  }

  /* The events that are not shown yet, from the next one of somebody else on. A last roll is seen anyway. */
  private ahead(live: Snapshot): number[] {
    const ahead = [...freshEvents(this.told!, live.events)];
    while (ahead.length && isOwn(live, ahead[0]!)) ahead.shift();
    return ahead.length === 1 && seatOf(live.events[ahead[0]!]!) < 0 ? [] : ahead;
  }

  /* Shows the next event of somebody else, or the newest position when there is none. */
  private advance(): void {
    const live = this.session.snapshot();
    this.timer = 0;
    const ahead = this.mayWait(live) ? this.ahead(live) : [];
    if (!ahead.length) {
      this.catchUp();
      return;
    }
    this.show(live, ahead[0]!, new Set(ahead.slice(1)));
    if (live.mine || live.status.over) this.due ||= Date.now();
    const stops = ahead.filter((i) => !isOwn(live, i)).length;
    this.timer = window.setTimeout(() => {
      this.advance();
      this.emit();
    }, this.hold(stops));
  }

  private hold(stops: number): number {
    const { pace } = settings.get(),
      { seat, moves } = this.now!;
    if (pace === "instant") return 0;
    const { roll, move, more, most } = PACES[pace];
    const wished = seat < 0 ? roll : moves.length > 1 ? more : move;
    return this.due ? Math.min(wished, Math.max(0, this.due + most - Date.now()) / stops) : wished;
  }

  /* Goes on from what was played last; what was hidden then belongs to the same choice, in any order. */
  private playTo(engine: Engine, head: string, events: string[]): void {
    const played = this.played,
      fresh = freshEvents(played?.events ?? [], events);
    const goesOn = played?.head === head && events.length - fresh.size === played.events.length;
    if (goesOn && [...fresh].every((i) => engine.play(events[i]!) === null)) return;
    engine.read(head);
    for (const each of events) engine.play(each);
  }

  private show(live: Snapshot, at: number, later: Set<number>): void {
    const engine = (this.engine ??= new Engine(shared().module));
    const { head } = splitRecord(live.record),
      event = live.events[at]!,
      seat = seatOf(event);
    const events = live.events.filter((_, i) => !later.has(i));
    this.playTo(
      engine,
      head,
      live.events.filter((_, i) => !later.has(i) && i !== at),
    );
    const was = seat < 0 ? null : engine.view(seat, seat);
    engine.play(event);
    this.played = { head, events };
    const goesOn = this.now && seat >= 0 && this.now.seat === seat;
    const views = live.views.map((_, each) => engine.view(each, each));
    this.now = {
      event,
      seat,
      moves:
        seat < 0 ? [] : [...(goesOn ? this.now!.moves : []), event.slice(event.indexOf(" ") + 1)],
      before: goesOn ? this.now!.before : was,
      after: views[seat],
    };
    this.told = events;
    this.last = live;
    this.frame = {
      ...live,
      mine: false,
      status: { ...engine.status(), resigned: live.status.resigned, over: false },
      views,
      before: views[live.me],
      legal: [],
      alternatives: [],
      draft: [],
      undoable: false,
      totals: live.totals.map((_, each) => engine.total(each, each)),
      chance: null,
      events,
      thinking: true,
      record: `${head}${events.join("\n")}\n`,
      hash: engine.hash(),
    };
  }
}

const all = new WeakMap<Session, Paced>();

/* A session as it is shown. */
export function paced(session: Session): Paced {
  const known = all.get(session) ?? new Paced(session);
  all.set(session, known);
  return known;
}
