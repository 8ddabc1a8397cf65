/* The connection of a table, and what people say there, over the top of the page. */

import { useEffect, useState } from "preact/hooks";
import { Icon, Seat } from "../draw";
import { games } from "../games";
import type { GameUi } from "../games/types";
import { useWatch } from "../hooks";
import { t } from "../i18n";
import { namesAt } from "../journal";
import { isCall } from "../messages";
import type { Reaction } from "../reactions";
import type { RemoteSession } from "../remote";

/* Draws again every second while `on`. */
export function useTicks(on: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [on]);
}

const LONG_S = 30,
  BACK_S = 6;

export function Badge({ session }: { session: RemoteSession }) {
  const { state, since, back } = session.link;
  const seconds = Math.round((Date.now() - since) / 1000);
  const fresh = state === "live" && back && seconds < BACK_S;
  useTicks(state !== "live" || fresh);
  const brief = state === "connecting" || (state === "lost" && seconds < LONG_S);
  const words =
    state === "live"
      ? t(fresh ? "wire.back" : "wire.live")
      : state === "connecting"
        ? t("wire.connecting")
        : seconds >= LONG_S
          ? t("wire.saved")
          : t("wire.lost", { n: seconds });
  return (
    <span
      class={`wire ${state} ${fresh ? "fresh" : brief ? "brief" : ""}`}
      data-wire={state}
      title={words}
    >
      <Icon name={state === "live" ? "wifi" : "clock"} />
      <span>{words}</span>
      {brief && state === "lost" && <b aria-hidden="true">{seconds}&nbsp;s</b>}
    </span>
  );
}

/* What people say, over the top of the page: nothing moves under a finger. */
export function Says({ session }: { session: RemoteSession }) {
  useWatch(session);
  const ui = games[session.facts?.game ?? ""];
  const names = namesAt(session.facts?.seats ?? []); /* somebody may hold a seat that has none */
  const said = session.reactions.map((each) => ({
    ...each,
    words: reactionWords(ui, each),
    name: names[each.seat]!,
  }));
  return (
    <div class="says">
      {said.map(
        ({ key, seat, name, words }) =>
          words && (
            <span class="bubble" key={key}>
              <Seat seat={seat} name={name} size={20} label={name} />
              {words}
            </span>
          ),
      )}
    </div>
  );
}

/* Nothing for what this game does not know. */
export function reactionWords(ui: GameUi | undefined, { what, point }: Reaction): string {
  if (!point) return isCall(what) ? t(`react.${what}`) : "";
  return ui?.team?.asks.includes(what)
    ? t(`point.${what}`)
    : ui?.team?.isPlace(what)
      ? t("point.place", { what })
      : "";
}
