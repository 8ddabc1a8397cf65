/* Choices of a game in words: what was played, what was better, and what that means. */
import type { Engine } from "../engine";
import { splitRecord } from "../engine";
import type { GameUi, Setup } from "../games/types";
import { t } from "../i18n";
import { lineWords } from "../log";
import type { Review } from "./thread";
import type { Choice } from "./types";

export interface Told {
  choice: Choice;
  when: string;
  played: string;
  better: string;
  means: string /* what the better one does to the sheet; "" if nothing is to be said of it */;
}

/* A seat's moves from a position on, and what they do to its sheet. */
function follow(engine: Engine, seat: number, moves: string[], setup: Setup, ui: GameUi) {
  const before = engine.view(seat, seat);
  const noted = moves.map((move) => {
    const words = ui.noted?.(move, () => engine.view(seat, seat)) ?? move;
    engine.play(`${seat} ${move}`);
    return words;
  });
  const effects = ui.effects(before, engine.view(seat, seat), moves, setup, t);
  return {
    words: lineWords(noted, ui),
    means: effects.flatMap(({ words, told }) => (told ? [] : words)).join(", "),
  };
}

/* The roll that a turn begins with; "" if somebody acts first. */
function opening({ card, choices }: Review, turn: number): string {
  const roll = card.rolls.find((each) => each.turn === turn);
  const first = choices.find((each) => each.turn === turn);
  return roll && !(first && first.event < roll.event) ? roll.dice : "";
}

export function tell(
  engine: Engine,
  record: string,
  review: Review,
  choice: Choice,
  setup: Setup,
  ui: GameUi,
): Told {
  const { head, events } = splitRecord(record);
  const { seat, event, steps, turn } = choice;
  const stand = () => {
    engine.read(head);
    for (const each of events.slice(0, event)) engine.play(each);
  };
  const line = events.slice(event, event + steps).map((each) => each.slice(each.indexOf(" ") + 1));
  stand();
  const played = follow(engine, seat, line, setup, ui);
  stand();
  const better = follow(engine, seat, choice.isBest ? [] : choice.bestLine, setup, ui);
  return {
    choice,
    when: ui.heading(turn, opening(review, turn), setup, t),
    played: played.words,
    better: choice.isBest ? "" : better.words,
    means: choice.isBest ? played.means : better.means,
  };
}
