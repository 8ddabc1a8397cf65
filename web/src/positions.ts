/* Brings an engine to positions that are wanted again and again, and plays each step once: a position is kept, and
 * known by what it was made from. */
import type { Engine } from "./engine";

export class Positions {
  private readonly made: string[] = [];

  constructor(private readonly engine: Engine) {}

  /* The position that `make` plays; `from` says from what. */
  stand(place: number, from: string, make: () => void): void {
    if (this.made[place] === from && this.engine.back(place)) return;
    make();
    this.engine.keep(place);
    this.made[place] = from;
  }

  /* That of a record: what it has more than the last one is played, or all of it. Throws BadRecord. */
  standAt(place: number, record: string): void {
    this.stand(place, record, () => {
      if (!this.goOn(place, record)) this.engine.read(record);
    });
  }

  private goOn(place: number, record: string): boolean {
    const last = this.made[place];
    if (!last || !record.startsWith(last) || !this.engine.back(place)) return false;
    const more = record.slice(last.length).split("\n").filter(Boolean);
    return more.every((line) => this.engine.play(line) === null);
  }
}
