/* Says what somebody who looks at the screen would notice: whose turn it is and the dice, once and at once; what others
 * did and what is pencilled, politely and merged. */
import { useEffect, useRef } from "preact/hooks";
import { announce } from "../frame";
import type { Effect, GameUi, Prompt } from "../games/types";
import { language, t } from "../i18n";
import { lineWords } from "../log";
import type { Line } from "../log";
import type { Snapshot } from "../session";

const sentence = (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`);

/* The lines from event `from` on that `me` has not written. */
function heard(lines: Line[], from: { line: number; move: number }, me: number, names: string[], ui: GameUi): string {
  return lines.slice(from.line).map((line, i) => {
    if (line.kind === "news") return sentence(line.words);
    const moves = line.moves.slice(i === 0 ? from.move : 0);
    return line.kind === "turn" || line.seat === me || !moves.length ? "" : sentence(`${names[line.seat]}: ${lineWords(moves, ui)}`);
  }).filter(Boolean).join(" ");
}

export function useVoices(shot: Snapshot, lines: Line[], ui: GameUi, lead: string, prompt: Prompt | null, effects: Effect[]): void {
  const { setup, events, draft, mine, me } = shot;
  const end = () => ({ line: Math.max(0, lines.length - 1), move: lines[lines.length - 1]?.moves.length ?? 0 });
  const told = useRef(end());
  useEffect(() => {
    const fresh = heard(lines, told.current, me, setup.names, ui);
    told.current = end();
    announce(fresh);
    if (!mine || !prompt) return;
    const dice = [...events].reverse().find((event) => event.startsWith("*"))?.slice(2);
    announce([lead, sentence(prompt.headline), dice && t("table.diceAre", { dice: ui.diceWords?.(dice, t) ?? dice }), prompt.detail].filter(Boolean).join(" "), true);
  }, [shot.record, mine, me, language()]);
  useEffect(() => {
    if (!draft.length || !prompt) return;
    const what = effects.length ? effects.map((effect) => effect.words) : draft.slice(-1).map((move) => ui.moveWords(move, t));
    announce(t("table.draftSaid", { what: sentence(what.join(". ")) }));
  }, [draft]);
}
