/* A game that goes on from a point of another. */
import { splitRecord, writeHeader } from "../engine";
import type { Saved } from "../saved";

export interface Branch {
  at: number /* how many events of the other are kept */;
  seat: number /* that somebody here takes over */;
  same: boolean /* the dice that came then come again */;
  level: string /* of the bots in the other seats */;
  name: string /* of whoever takes over a bot's seat */;
}

/* The game up to event number `at`, which goes on here. Seeded dice go on by themselves; others are kept, and nobody
 * says where they come from: what is new in them was never agreed by anybody. */
export function branch(record: string, { at, seat, same, level, name: mine }: Branch): Saved {
  const { header, head, events } = splitRecord(record);
  const seeded = same && header.dice === "seed";
  const names = header.names.map((name, each) =>
    each === seat && name.startsWith("bot:") ? mine : name,
  );
  const begun = events.slice(0, at).map((event) => `${event}\n`);
  const opening = seeded ? head : writeHeader({ ...header, names, dice: "" });
  return {
    record: opening + begun.join(""),
    bots: Array.from({ length: header.seats }, (_, each) => (each === seat ? null : level)),
    me: seat,
    taken: same && at === 0 ? "same" : "whatif",
    dice: seeded ? undefined : same ? events.filter((event) => event.startsWith("*")) : [],
  };
}

/* The first events of a record. */
export function recordUpTo(record: string, at: number): string {
  const { head, events } = splitRecord(record);
  return (
    head +
    events
      .slice(0, at)
      .map((event) => `${event}\n`)
      .join("")
  );
}

/* Whether a record knows dice that are to come after so many of its events: those of a seed, or those that came. */
export function knowsDice(record: string, at: number): boolean {
  const { header, events } = splitRecord(record);
  return header.dice === "seed" || events.slice(at).some((event) => event.startsWith("*"));
}
