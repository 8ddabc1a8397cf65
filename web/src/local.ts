/* A game at this device: the whole match is kept here, and bots answer from a thread of their own. */
import type { Chance, Engine, Status } from "./engine";
import { seatNames, splitRecord, writeHeader } from "./engine";
import type { Setup } from "./games/types";
import { engineWords } from "./i18n";
import type { Saved } from "./saved";
import { isOver, keepGame } from "./saved";
import type { Snapshot } from "./session";
import { Drafting } from "./session";

/* What a bot plays up to the next roll or somebody else's choice. */
export type Ask = (record: string, bot: string, seat: number, stream: number) => Promise<string[]>;

/* A header for a new game; `seed` has sixteen hex digits or is "" for real dice. */
export function newGame(setup: Setup, seed: string, edition?: number): string {
  return writeHeader({ ...setup, edition, dice: seed ? "seed" : "real", seed });
}

/* Every side of every die is as likely as the others. */
function anyRoll({ label, throws }: Chance): string {
  const faces = throws.flatMap(({ count, faces, sides }) => {
    const all = faces.flatMap((face, i) => Array<string>(sides?.[i] ?? 1).fill(face));
    return Array.from({ length: count }, () => all[Math.floor(Math.random() * all.length)]!);
  });
  return ["*", ...(label === "dice" ? [] : [label]), ...faces].join(" ");
}

const AGREED = 0; /* where the engine keeps that position */

export class LocalSession extends Drafting {
  protected readonly setup: Setup;
  private readonly about: Pick<Saved, "dice" | "id" | "taken">;
  private left = false;

  /* Throws BadRecord. `ask` answers for the bots; `over` hears of the end, also of one that was reached before. */
  constructor(
    engine: Engine,
    saved: Saved,
    private readonly ask: Ask,
    private readonly keep = true,
    private readonly over: (saved: Saved) => void = () => undefined,
  ) {
    super(engine);
    engine.read(saved.record);
    this.ink();
    this.bots = saved.bots;
    this.me = saved.me;
    const { dice, id, taken } = saved;
    this.about = { dice, id, taken };
    const { header } = splitRecord(engine.record());
    this.setup = { ...header, names: seatNames(header) };
    void this.advance();
  }

  protected agree(): void {
    this.engine.back(AGREED);
  }

  /* Where the engine stands is agreed from now on. */
  private ink(): void {
    this.engine.keep(AGREED);
  }

  private get record(): string {
    this.agree();
    return this.engine.record();
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
    this.ink();
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
    this.ink();
    void this.advance();
  }

  protected look(): Snapshot {
    const shot = super.look();
    return { ...shot, undoable: shot.undoable || this.retypable() >= 0 };
  }

  enterDice(faces: string): void {
    this.agree();
    const why = this.engine.play(`* ${faces}`);
    this.error = why ? engineWords(why) : "";
    if (!why) this.ink();
    void this.advance();
  }

  askTurns(): void {
    this.agree();
    const why = this.engine.askTurns(this.me);
    this.error = why ? engineWords(why) : "";
    this.ink();
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
      this.agree();
      const status = this.engine.status();
      if (status.over) this.engine.close();
      else if (status.roll) {
        if (this.engine.roll() && !this.rollHere()) break; /* real dice */
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
      this.ink();
      if (status.over) break;
    }
    this.thinking = false;
    this.store();
    this.changed();
  }

  /* Dice that nobody types in and no seed has: those that were kept, while they fit what is rolled, then any. */
  private rollHere(): boolean {
    const { dice } = this.about;
    if (!dice) return false;
    const { events } = splitRecord(this.engine.record());
    const kept = dice[events.filter((event) => event.startsWith("*")).length];
    return (
      (!!kept && this.engine.play(kept) === null) ||
      this.engine.play(anyRoll(this.engine.chance())) === null
    );
  }

  private async letBot(seat: number): Promise<boolean> {
    if (!this.thinking) {
      this.thinking = true;
      this.store(); /* what people have chosen must not be lost while a bot thinks */
      this.changed();
    }
    const { record } = this,
      { events } = splitRecord(record);
    let why: string | null = null;
    try {
      const line = await this.ask(record, this.bots[seat]!, seat, events.length * 8 + seat);
      this.agree();
      for (const event of line) why ??= this.engine.play(event);
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
    this.ink();
    return true;
  }

  private store(): void {
    const { record, bots, me, about } = this,
      saved = { record, bots, me, ...about };
    if (!this.keep || this.left) return;
    keepGame(saved);
    if (isOver(record)) this.over(saved);
  }
}
