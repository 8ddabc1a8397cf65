/* What a table on a server adds to the buttons and the menu: reactions, links, resigning. */

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../draw";
import { Dialog, IconButton } from "../frame";
import { games } from "../games";
import { useCell } from "../hooks";
import { t } from "../i18n";
import type { Ask } from "../messages";
import { REACTIONS } from "../messages";
import { tableLink } from "../net";
import type { RemoteSession } from "../remote";
import { Sure } from "../screens/sure";
import { settings } from "../store";
import { LinkBox } from "./links";
import { goneWords, replacedAt } from "./news";

export function React({ session }: { session: RemoteSession }) {
  const [open, setOpen] = useState(false);
  const asks = games[session.facts!.game]!.team?.asks ?? [];
  const { letters } = useCell(settings);
  useEffect(() => {
    const call = (event: KeyboardEvent) => {
      const busy = (event.target as HTMLElement).closest?.("input, select, textarea, dialog");
      if (
        letters &&
        !busy &&
        !event.ctrlKey &&
        !event.metaKey &&
        !event.altKey &&
        event.key.toLowerCase() === "c"
      )
        setOpen(true);
    };
    addEventListener("keydown", call);
    return () => removeEventListener("keydown", call);
  }, [letters]);
  const say = (what: Ask) => {
    void session.order({ ...what, seat: session.snapshot().me } as Ask);
    setOpen(false);
  };
  if (session.facts!.you.length === 0 || session.facts!.day) return null;
  return (
    <>
      <IconButton name="chat" label={t("react.title")} onClick={() => setOpen(true)} />
      {open && (
        <Dialog title={t("react.title")} onClose={() => setOpen(false)}>
          <div class="reacts">
            {REACTIONS.map((what) => (
              <button
                type="button"
                class="b line"
                key={what}
                onClick={() => say({ t: "react", what })}
              >
                {t(`react.${what}`)}
              </button>
            ))}
            {asks.map((what) => (
              <button
                type="button"
                class="b line"
                key={what}
                onClick={() => say({ t: "point", what })}
              >
                <Icon name={what} />
                {t(`point.${what}`)}
              </button>
            ))}
          </div>
        </Dialog>
      )}
    </>
  );
}

/* Links, bots for absent people, resigning. */
export function More({ session }: { session: RemoteSession }) {
  const facts = session.facts!;
  const { setup, me, error } = session.snapshot();
  const [sure, setSure] = useState(false);
  const key = session.key && `${session.key}${session.host ? `.${session.host}` : ""}`;
  const playing = facts.you.length > 0 && facts.phase === "playing" && !facts.seats[me]!.resigned;
  const bots = facts.host
    ? replacedAt(facts).filter((seat) => !seat.resigned && !facts.you.includes(seat.seat))
    : [];
  return (
    <>
      {key && (
        <>
          <p class="note">{t("table.seatLink")}</p>
          <LinkBox url={tableLink(facts.table, key)} label={t("table.seatLinkLabel")} />
        </>
      )}
      <p class="note">{t("room.watchLink")}</p>
      <LinkBox url={tableLink(facts.table)} label={t("room.watchLink")} />
      {bots.map((seat) => (
        <button
          type="button"
          class="b line"
          key={seat.seat}
          onClick={() => void session.order({ t: "person", seat: seat.seat })}
        >
          <Icon name="undo" />
          {t("table.handBack", { name: setup.names[seat.seat]! })}
        </button>
      ))}
      {playing &&
        (sure ? (
          <Sure
            what={t("table.resign")}
            words={t(facts.day ? "daily.resignSure" : "table.resignSure")}
            onNo={() => setSure(false)}
            onYes={() => {
              setSure(false);
              void session.order({ t: "resign", seat: me });
            }}
          />
        ) : (
          <button type="button" class="b line" onClick={() => setSure(true)}>
            <Icon name="cross" />
            {t("table.resign")}
          </button>
        ))}
      {facts.seats[me]?.resigned && <p class="note">{goneWords(facts, facts.seats[me]!)}</p>}
      <p class="err" role="status">
        {error}
      </p>
    </>
  );
}
