/* Says what somebody who looks at the screen would notice: whose turn it is and the dice, once and at once; what others
 * did and what is pencilled, politely and merged. */
import { useEffect, useRef } from "preact/hooks";
import { doneBy } from "../app";
import { announce } from "../frame";
import type { Effect, GameUi, Prompt } from "../games/types";
import { language, t } from "../i18n";
import type { Line } from "../log";
import { freshEvents } from "../pace";
import type { Snapshot } from "../session";
import type { Happened } from "./since";
import { happenedIn } from "./since";

const sentence = (words: string) => (/[.!?…]$/.test(words) ? words : `${words}.`);

const said = (all: Happened[], names: string[], ui: GameUi) =>
  all
    .map(({ seat, words, icon }) => sentence(icon ? words : doneBy(names[seat]!, words, ui)))
    .join(" ");

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
  const asks = useRef(""); /* what the prompt has said */
  const keys = useRef(-1); /* the turn in which it was said how a pencil is confirmed */
  useEffect(() => {
    if (asked >= 0)
      announce(`${t("table.inTurn", { name: setup.names[asked]! })}. ${t("table.inTurnHow")}`);
  }, [asked]);
  useEffect(() => {
    const begins = !told.current && events.every((event) => event.startsWith("*"));
    announce(
      said(
        happenedIn(
          lines,
          begins ? new Set([BEFORE_ALL]) : freshEvents(told.current ?? events, events),
          me,
          ui,
        ),
        setup.names,
        ui,
      ),
    );
    told.current = events;
    if (!mine || !prompt) {
      asks.current = "";
      return;
    }
    const dice = [...events]
      .reverse()
      .find((event) => event.startsWith("*"))
      ?.slice(2);
    const words = [
      lead,
      sentence(prompt.headline),
      dice && t("table.diceAre", { dice: ui.diceWords?.(dice, t) ?? dice }),
      prompt.detail,
    ]
      .filter(Boolean)
      .join(" ");
    if (words !== asks.current) announce(words, true);
    asks.current = words;
  }, [shot.record, mine, me, language()]);
  useEffect(() => {
    if (!draft.length || !prompt) return;
    const what = effects.length
      ? effects.map((effect) => effect.words)
      : draft.slice(-1).map((move) => ui.moveWords(move, t));
    const words = sentence(what.join(". ")),
      label = t("table.draftSaid", { what: "" });
    const said = words.startsWith(label) ? words : label + words; /* some games begin so, too */
    const how = keys.current === shot.status.turn ? "" : ` ${t("table.draftKeys")}`;
    announce(said + how, false, "draft");
    return () => {
      keys.current = shot.status.turn;
    };
  }, [draft]);
}
