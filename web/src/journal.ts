/* What a server has said about a table: its facts, and its public events as lines of a record. */
import { readable } from "./engine";
import type { Facts, SeatFacts } from "./net";

export type Welcome = Facts & { you: number[]; host: boolean };

export const namesAt = (seats: SeatFacts[]) => readable(seats.map(({ name }) => name));

export class Journal {
  facts: Welcome | null = null;
  n = 0; /* the last event */
  lines: string[] = [];
  nonces: string[] = [];
  readonly chosen = new Set<number>(); /* seats that have finished choosing, hidden from all others */
  private secret = "";

  get started(): boolean { return this.nonces.length > 0; }

  welcome(facts: Welcome): void {
    this.facts = facts;
    this.chosen.clear();
    if (facts.n >= this.n) return;
    this.n = 0; /* a server that was set back: it tells all again */
    this.lines = [];
  }

  seat(seat: number): SeatFacts {
    return this.facts!.seats[seat]!;
  }

  /* An event that was told after a welcome is already in the welcome's facts about seats. */
  happened(event: any, live: boolean): void {
    if (event.n !== this.n + 1) return;
    this.n = event.n;
    if (live && event.seat !== undefined) this.changeSeat(event);
    if (event.t === "start") this.nonces = event.nonces;
    if (event.t === "roll" || event.t === "move" || event.t === "over") this.lines.push(event.e);
    if (event.t === "undo") this.lines.pop();
    if (event.t === "reveal") {
      this.lines.push(...event.e);
      this.chosen.clear();
    }
    if (event.t === "start") this.facts!.phase = "playing";
    if (event.t === "over") {
      this.facts!.phase = "over";
      this.secret = event.secret ?? ""; /* the daily challenge keeps it until the day is over */
    }
    if (event.t === "rematch") this.facts!.rematch = event.table;
  }

  private changeSeat({ t, seat: index, name, level }: { t: string; seat: number; name?: string; level?: string }): void {
    const seat = this.seat(index);
    if (t === "sit") Object.assign(seat, { is: "person", name });
    if (t === "leave") Object.assign(seat, { is: "open", name: undefined });
    if (t === "bot" || t === "resign") Object.assign(seat, { is: "bot", level, resigned: t === "resign" });
    if (t === "person") Object.assign(seat, !seat.name || seat.name.startsWith("bot:") ? { is: "open", name: undefined } : { is: "person" });
  }

  /* What everybody may know, as the server writes it. */
  record(): string {
    const { game, sheet, sheet_hash, options, seats, commitment, table, day } = this.facts!;
    const head = ["pipwright record 1", `game ${game}`, `sheet ${sheet}`, `sheet-hash ${sheet_hash}`, `seats ${seats.length}`];
    for (const [name, value] of Object.entries(options)) head.push(`option ${name}=${value}`);
    seats.forEach(({ seat, name, level }) => head.push(`seat ${seat} ${name ?? `bot:${level}`}`));
    head.push(`dice fair ${commitment}`, `fair-table ${day ? `daily-${game}-${day}` : table}`);
    this.nonces.forEach((nonce, seat) => head.push(`fair-nonce ${seat} ${nonce}`));
    if (this.secret) head.push(`fair-secret ${this.secret}`);
    return [...head, "", ...this.lines, ""].join("\n");
  }
}
