/* What is no decision is played by itself, and told. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { announce } from "./frame";
import type { BoardProps, GameUi } from "./games/types";
import { t } from "./i18n";
import type { Snapshot } from "./session";

export function useForced(shot: Snapshot, ui: GameUi, props: BoardProps): void {
  const { mine, me, draft, events } = shot;
  const seen = useRef({ me, events: 0, steps: 0 });
  useLayoutEffect(() => {
    const was = seen.current,
      steps = draft.length;
    seen.current = { me, events: events.length, steps };
    const undone =
      me === was.me &&
      (events.length < was.events || (events.length === was.events && steps < was.steps));
    const move = mine && !undone && ui.forced?.(props);
    if (!move) return;
    if (ui.instant?.(move)) announce(t("table.byItself", { move: ui.moveWords(move, t, draft) }));
    props.onMove(move);
  }, [shot]);
}
