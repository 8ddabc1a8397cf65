/* Who plays together sees what the others have in pencil. */
import type { Engine } from "./engine";
import { draftOf, type Outbox, stepsOf } from "./outbox";
import type { Online, Snapshot } from "./session";

export class SharedPencil {
  private theirs: { seat: number; steps: string[] } | null = null;
  private shown: string | null = ""; /* of mine, since the last event; null if that is not known */
  private showing = 0; /* the message that did */

  constructor(private readonly outbox: Outbox) {}

  show(seat: number, draft: string[]): void {
    const now = draft.join("\n");
    if (now === this.shown) return;
    const id = this.outbox.tell({ t: "pencil", seat, e: stepsOf(seat, draft) });
    if (id) [this.shown, this.showing] = [now, id];
  }

  refused(id: number): void {
    if (id === this.showing) this.arrived();
  }

  /* Nobody knows what the others have seen. */
  arrived(): void {
    this.shown = null;
  }

  hear(seat: number, steps: string[]): void {
    this.theirs = { seat, steps };
  }

  forget(): void {
    this.theirs = null;
  }

  /* An event rubs out every pencil. */
  happened(): void {
    this.forget();
    this.shown = "";
  }

  /* Plays what somebody else has pencilled, if it fits, into the views; `last` is the last line of the record. */
  playTheirs(shot: Snapshot, engine: Engine, viewer: number, last: string): Online["theirs"] {
    if (!this.theirs?.steps.length || shot.mine) return undefined;
    const { seat, steps } = this.theirs,
      before = shot.views[seat];
    if (steps.some((step) => engine.play(step))) return undefined;
    shot.views = shot.views.map((_, each) => engine.view(viewer, each));
    shot.totals = shot.totals.map((_, each) => engine.total(viewer, each));
    const draft = draftOf(steps);
    return { seat, draft, told: last.startsWith("* ") ? [last, ...draft] : draft, before };
  }
}
