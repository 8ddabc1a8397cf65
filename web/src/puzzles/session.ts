/* One choice to make: like a game, in pencil until it is confirmed, and over when the next roll or somebody else would
 * come. */
import type { Engine, Status } from "../engine";
import { seatNames, splitRecord } from "../engine";
import type { Setup } from "../games/types";
import type { Snapshot } from "../session";
import { Drafting } from "../session";
import type { Puzzle } from "./read";

const START = 1,
  AGREED = 0; /* where the engine keeps these positions */

export class PuzzleSession extends Drafting {
  protected readonly setup: Setup;
  private line: string[] = [];
  private shown: string[] | null = null; /* a whole line in pencil, which is only looked at */

  /* Throws BadRecord. */
  constructor(
    engine: Engine,
    readonly puzzle: Puzzle,
    private readonly onDone: (line: string[]) => void,
  ) {
    super(engine);
    const { header } = splitRecord(puzzle.record);
    this.setup = { ...header, names: seatNames(header) };
    this.bots = this.setup.names.map(() => null);
    this.me = puzzle.seat;
    engine.read(puzzle.record);
    engine.keep(START);
    engine.keep(AGREED);
  }

  protected agree(): void {
    this.engine.back(AGREED);
  }

  protected viewer(): number {
    return this.me;
  }

  protected mayAct(status: Status): boolean {
    return !this.shown && status.acting.includes(this.me);
  }

  confirm(move?: string): void {
    const draft = move === undefined ? this.draft : [...this.draft, move];
    if (!draft.length || this.shown) return;
    this.agree();
    const { turn } = this.engine.status();
    const fits = this.playDraft(draft);
    this.draft = [];
    if (fits) {
      this.line.push(...draft);
      this.engine.keep(AGREED);
      const status = this.engine.status();
      if (status.roll || status.turn !== turn || !status.acting.includes(this.me)) {
        const { line } = this;
        this.show(line);
        this.onDone(line);
        return;
      }
    }
    this.changed();
  }

  /* A line from the beginning, to be looked at. */
  show(line: string[]): void {
    this.start();
    this.shown = line;
    this.changed();
  }

  /* Whether that is what is looked at. */
  shows(line: string[]): boolean {
    return this.shown?.join() === line.join();
  }

  again(): void {
    this.start();
    this.shown = null;
    this.changed();
  }

  private start(): void {
    this.engine.back(START);
    this.engine.keep(AGREED);
    this.line = [];
    this.draft = [];
    this.error = "";
  }

  protected look(): Snapshot {
    const shot = super.look();
    const status = { ...shot.status, together: false }; /* nobody waits for anybody */
    if (!this.shown) return { ...shot, status };
    const { me, engine, shown } = this;
    this.playDraft(shown);
    const views = shot.views.map((view, seat) => (seat === me ? engine.view(me, me) : view));
    const totals = shot.totals.map((total, seat) => (seat === me ? engine.total(me, me) : total));
    return { ...shot, status, views, totals, draft: shown };
  }

  enterDice(): void {}
  askTurns(): void {}
}
