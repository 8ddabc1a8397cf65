/* A seat, or a look, at a table on a server (docs/protocol.md): what it says, and what is asked of it. */
import { ROOT } from "./app";
import type { Engine } from "./engine";
import { refusal } from "./i18n";
import type { Answer, Ask, News, ServerMessage, TableEvent, Welcome } from "./messages";
import { isEvent } from "./messages";
import { codeOf, fetchSheet, mine, remember } from "./net";
import type { Reaction } from "./reactions";
import { Reactions } from "./reactions";
import { readSheet } from "./sheets";
import { TableDraft } from "./table-draft";
import type { Link } from "./wire";
import { Wire } from "./wire";

const SHEET_MS = 4000;

export class RemoteSession extends TableDraft {
  onward = false; /* the rematch that we asked for is there */
  sitting = false; /* somebody here is about to: the key of the link changes */
  freed = false; /* the seat was taken from us before the start */
  vacated = false; /* we have left it */
  overtaken = false; /* somebody has sat down by the link that we have; the server is asked whether it was we */
  pointed = false; /* somebody here knows how to */
  quietSince = Date.now(); /* the last event */
  clockEnds = 0; /* when time is up, by this device's clock; 0 without one */
  protected readonly wire: Wire;
  private readonly calls = new Reactions(() => this.changed());
  private again = false; /* it was we who asked for the rematch */
  private arranging: Promise<string> = Promise.resolve("");
  private sheetRetry = 0;
  private left = false;

  constructor(
    engine: Engine,
    table: string,
    key = "",
    readonly host = "",
    together: (game: string) => boolean = () => false,
  ) {
    super(engine, table, key, together);
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
  get places(): number[] {
    return this.journal.places;
  }
  get reactions(): Reaction[] {
    return this.calls.now;
  }

  leave(): void {
    this.left = true;
    clearTimeout(this.sheetRetry);
    this.wire.close();
    super.leave();
  }

  /* ---- What the server says ---- */

  private receive(message: ServerMessage): void {
    if (isEvent(message)) this.happened(message);
    else if (message.t === "ok" || message.t === "no") this.answered(message);
    else this.told(message);
    if (!this.catchingUp) this.settle();
  }

  private told(message: News): void {
    switch (message.t) {
      case "welcome":
        this.welcome(message);
        break;
      case "draft":
        this.outbox.own(message.e, message.id);
        break;
      case "chosen":
        this.journal.chosen[message.done ? "add" : "delete"](message.seat);
        break;
      case "you":
        this.facts!.you = message.seats;
        break;
      case "invite":
        this.invited(message.seat, message.key);
        break;
      case "clock":
        this.clockEnds = Date.now() + message.left;
        break;
      case "presence":
        this.journal.seat(message.seat).here = message.here;
        break;
      case "react":
      case "point":
        this.called(message);
        break;
      case "pencil":
        this.pencilled(message.seat, message.e);
        break;
      case "live":
        this.arrived();
    }
  }

  private called({ t, seat, what }: { t: string; seat: number; what: string }): void {
    this.calls.add({ seat, what, key: Date.now(), point: t === "point" });
  }

  private pencilled(seat: number, steps: string[]): void {
    if (!this.together(this.facts!.game)) return;
    if (this.facts!.you.includes(seat)) this.shared.forget();
    else this.shared.hear(seat, steps);
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
    this.overtaken = false;
    this.clockEnds = 0;
    this.shared.forget();
    this.journal.welcome({ ...message, table: this.table }); /* dice are proven for the link's id */
    this.nameSeats();
    void this.bringSheet();
  }

  private happened(event: TableEvent): void {
    const ours = "seat" in event && !!this.facts?.you.includes(event.seat);
    this.journal.happened(event, !this.catchingUp);
    this.quietSince = Date.now();
    this.shared.happened();
    if (event.t === "reveal") this.outbox.revealed(event.e);
    if (event.t === "rematch") this.onward = this.again;
    if (!ours || this.catchingUp) return;
    if (event.t === "leave" && event.by === "host") this.freed = true;
    if (event.t !== "sit" || this.sitting) return;
    this.overtaken = true;
    this.wire.again();
  }

  private invited(seat: number, key: string): void {
    const { invites } = mine(this.table) ?? {};
    remember(this.table, { invites: { ...invites, [this.places[seat]!]: key } });
  }

  /* The key that gives somebody else a free seat, if this device knows it. */
  inviteTo(seat: number): string | undefined {
    return mine(this.table)?.invites?.[this.places[seat]!];
  }

  private arrived(): void {
    this.catchingUp = false;
    this.arrivals++;
    this.outbox.sendAgain();
    this.wire.live();
    this.shared.arrived();
    if (this.error === refusal("offline")) this.error = "";
  }

  private answered(answer: Answer): void {
    const { id } = answer,
      code = answer.t === "no" ? answer.code : "";
    if (id === undefined) return;
    this.outbox.answered(id, code);
    if (code) this.shared.refused(id);
  }

  /* ---- What is asked of it ---- */

  /* Where nobody waits for the answer: a refusal is told as one of a move. */
  async order(message: Ask): Promise<void> {
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

  /* Frees one's seat. Where its key was made for who sat there, it opens nothing any more. */
  async leaveSeat(): Promise<string> {
    const code = await this.ask({ t: "leave" });
    if (code) return code;
    this.vacated = true;
    this.wire.again();
    return "";
  }

  askTurns(): void {
    void this.order({ t: "turns", seat: this.me });
  }

  askForRematch(): void {
    this.again = true;
    void this.order({ t: "rematch" });
  }

  /* Dice are the server's. */
  enterDice(): void {}
}
