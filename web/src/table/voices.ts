/* Says what somebody who looks at the screen would notice: whose turn it is and the dice, once and at once; what others
 * did and what is pencilled, politely and merged. */
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../frame";
import type { Effect, GameUi, Prompt } from "../games/types";
import { language, t } from "../i18n";
import type { Line } from "../log";
import { lineWords } from "../log";
import type { Snapshot } from "../session";

const sentence = (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`);

/* Which of these events are not among those `before`, which stand in the same order: what was hidden comes in between. */
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

/* What the lines have of those events, less what `me` has written. */
function heard(lines: Line[], fresh: Set<number>, me: number, names: string[], ui: GameUi): string {
  return lines
    .map((line) => {
      if (line.kind === "news")
        return fresh.has(line.at[0]!) && !line.news?.move ? sentence(line.words) : "";
      const moves = line.moves.filter((_, i) => fresh.has(line.at[i]!));
      return line.seat === me || !moves.length
        ? ""
        : sentence(`${names[line.seat]}: ${lineWords(moves, ui)}`);
    })
    .filter(Boolean)
    .join(" ");
}

const BEFORE_ALL = -1;

export function useVoices(
  shot: Snapshot,
  lines: Line[],
  ui: GameUi,
  lead: string,
  prompt: Prompt | null,
  effects: Effect[],
): void {
  const { setup, events, draft, mine, me, asked } = shot;
  const told = useRef<string[] | null>(null);
  useEffect(() => {
    if (asked >= 0) announce(t("table.inTurn", { name: setup.names[asked]! }));
  }, [asked]);
  useEffect(() => {
    const begins = !told.current && events.every((event) => event.startsWith("*"));
    announce(
      heard(
        lines,
        begins ? new Set([BEFORE_ALL]) : freshEvents(told.current ?? events, events),
        me,
        setup.names,
        ui,
      ),
    );
    told.current = events;
    if (!mine || !prompt) return;
    const dice = [...events]
      .reverse()
      .find((event) => event.startsWith("*"))
      ?.slice(2);
    announce(
      [
        lead,
        sentence(prompt.headline),
        dice && t("table.diceAre", { dice: ui.diceWords?.(dice, t) ?? dice }),
        prompt.detail,
      ]
        .filter(Boolean)
        .join(" "),
      true,
    );
  }, [shot.record, mine, me, language()]);
  useEffect(() => {
    if (!draft.length || !prompt) return;
    const what = effects.length
      ? effects.map((effect) => effect.words)
      : draft.slice(-1).map((move) => ui.moveWords(move, t));
    announce(t("table.draftSaid", { what: sentence(what.join(". ")) }));
  }, [draft]);
}
