/* What a server has said about a table: its facts, and its public events as lines of a record. */
import type { Resigned } from "./engine";
import { movedRound, readable } from "./engine";
import type { SeatEvent, SeatFacts, TableEvent, TableFacts, Welcome } from "./messages";

export const namesAt = (seats: SeatFacts[]) => readable(seats.map(({ name }) => name));

const seatOf = (line: string) => parseInt(line);

export class Journal {
  facts: TableFacts | null = null;
  n = 0; /* the last event */
  lines: string[] = [];
  nonces: string[] = [];
  places: number[] = []; /* where those who sit here now sat when the table was made */
  drawn = -1; /* where who begins sat before the seats moved round, if that was drawn */
  asked = -1; /* the seat that asked for turns, while they are taken */
  readonly chosen =
    new Set<number>(); /* seats that have finished choosing, hidden from all others */
  private secret = "";
  private resigned: Resigned[] = []; /* after so many lines */

  get started(): boolean {
    return this.nonces.length > 0;
  }

  /* A server that was set back, or does not keep the beginning, tells all that it has. */
  welcome({ from, ...facts }: Welcome): void {
    this.facts = facts;
    this.chosen.clear();
    const next = from ?? (facts.n < this.n ? 0 : this.n);
    if (this.n > 0 && next === this.n) return;
    this.n = next;
    this.lines = [];
    this.resigned = [];
    this.places = facts.seats.map(({ seat }) => seat);
    this.asked = -1;
  }

  seat(seat: number): SeatFacts {
    return this.facts!.seats[seat]!;
  }

  /* An event that was told after a welcome is already in the welcome's facts about seats. */
  happened(event: TableEvent, live: boolean): void {
    if (event.n !== this.n + 1) return;
    this.n = event.n;
    switch (event.t) {
      case "sit":
      case "leave":
      case "bot":
      case "person":
      case "resign":
        if (live) this.changeSeat(event);
        this.resigning(event);
        break;
      case "arrange":
        this.move(event.seats, live);
        break;
      case "start":
        this.start(event, live);
        break;
      case "turns":
        this.asked = event.seat;
        break;
      case "roll":
      case "move":
        this.write(event.e);
        break;
      case "undo":
        this.takeBack();
        break;
      case "reveal":
        this.lines.push(...event.e);
        for (const line of event.e) this.chosen.delete(seatOf(line));
        break;
      case "over":
        if (event.e) this.write(event.e);
        this.facts!.phase = "over";
        this.secret = event.secret ?? ""; /* the daily challenge keeps it until the day is over */
        break;
      case "rematch":
        this.facts!.rematch = event.table;
    }
  }

  private write(line: string): void {
    this.lines.push(line);
    this.asked = -1;
  }

  private resigning({ t, seat }: SeatEvent): void {
    if (t !== "resign" && t !== "person") return;
    this.resigned = this.resigned.filter((each) => each.seat !== seat);
    if (t === "resign") this.resigned.push({ seat, at: this.lines.length });
  }

  private takeBack(): void {
    this.lines.pop();
    for (const each of this.resigned) each.at = Math.min(each.at, this.lines.length);
  }

  /* Seat i becomes whoever sat at seats[i]. */
  private move(seats: number[], live: boolean): void {
    const facts = this.facts!;
    this.places = seats.map((from) => this.places[from]!);
    if (!live) return;
    facts.seats = seats.map((from, seat) => ({ ...facts.seats[from]!, seat }));
    facts.you = facts.you.map((from) => seats.indexOf(from)).sort();
    const { series } = facts;
    if (series) facts.series = { ...series, won: seats.map((from) => series.won[from]!) };
  }

  /* From now on who begins sits at seat 0, and the others follow. */
  private start(
    { nonces, first = 0, drawn = false }: { nonces: string[]; first?: number; drawn?: boolean },
    live: boolean,
  ): void {
    this.move(
      movedRound(
        nonces.map((_, seat) => seat),
        first,
      ),
      live,
    );
    this.nonces = movedRound(nonces, first);
    this.drawn = drawn ? first : -1;
    this.facts!.phase = "playing";
  }

  private changeSeat(event: SeatEvent): void {
    const seat = this.seat(event.seat);
    if (event.t === "sit") Object.assign(seat, { is: "person", name: event.name });
    if (event.t === "leave") Object.assign(seat, { is: "open", name: undefined });
    if (event.t === "resign") seat.resigned = true;
    if (event.t === "bot" || (event.t === "resign" && event.level))
      Object.assign(seat, { is: "bot", level: event.level });
    if (event.t === "person")
      Object.assign(
        seat,
        !seat.name || seat.name.startsWith("bot:")
          ? { is: "open", name: undefined }
          : { is: "person" },
      );
  }

  /* What everybody may know, as the server writes it. */
  record(): string {
    const {
      game,
      edition = 1,
      sheet,
      sheet_hash,
      options,
      seats,
      commitment,
      table,
      day,
    } = this.facts!;
    const head = [
      "pipwright record 1",
      `game ${game}`,
      `edition ${edition}`,
      `sheet ${sheet}`,
      `sheet-hash ${sheet_hash}`,
      `seats ${seats.length}`,
    ];
    for (const [name, value] of Object.entries(options)) head.push(`option ${name}=${value}`);
    seats.forEach(({ seat, name, level }) => head.push(`seat ${seat} ${name ?? `bot:${level}`}`));
    if (this.drawn >= 0) head.push(`first draw ${this.drawn}`);
    head.push(`dice fair ${commitment}`, `fair-table ${day ? `daily-${game}-${day}` : table}`);
    this.nonces.forEach((nonce, seat) => head.push(`fair-nonce ${seat} ${nonce}`));
    if (this.secret) head.push(`fair-secret ${this.secret}`);
    return [...head, "", ...this.body(), ""].join("\n");
  }

  private body(): string[] {
    const after = (count: number) =>
      this.resigned.filter(({ at }) => at === count).map(({ seat }) => `! ${seat}`);
    return [...this.lines.flatMap((line, i) => [...after(i), line]), ...after(this.lines.length)];
  }
}
