/* Sitting down: a name that is ready, and one button. */

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../draw";
import { list, refusal, t } from "../i18n";
import type { Facts } from "../messages";
import type { WayIn } from "../net";
import { codeOf, isMyKey, mine, sit } from "../net";
import type { RemoteSession } from "../remote";
import { PEOPLE as NAMES, valid } from "../screens/new";
import { change, settings } from "../store";

export function readyName(facts?: Facts): string {
  const there = facts?.seats.map((seat) => seat.name) ?? [];
  return [settings.get().name, ...NAMES].find((name) => name && !there.includes(name)) ?? NAMES[0]!;
}

export function SeatSheet({
  session,
  code,
  seats,
  onSeated,
  onWatch,
}: {
  session: RemoteSession;
  code: string;
  seats: number[];
  onSeated(key: string): void;
  onWatch(): void;
}) {
  const facts = session.facts!;
  const place = session.places[seats[0] ?? -1];
  const [expected] = useState(() => mine(facts.table)?.comeAs?.[place!]);
  const [name, setName] = useState(() => expected ?? readyName(facts));
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const others = facts.seats.filter((seat) => seat.is === "person").map((seat) => seat.name!);
  const take = async () => {
    if (!valid(name)) return setError(t("no.bad-name"));
    setBusy(true);
    setError("");
    session.sitting = true;
    try {
      onSeated(await sit(facts, name.trim(), wayIn()));
      if (!expected) change({ name: name.trim() });
    } catch (why) {
      setError(refusal(codeOf(why)));
    }
    session.sitting = false;
    setBusy(false);
  };
  /* Who set the table and who plays again have a key of their own already. */
  const wayIn = (): WayIn => {
    if (!seats.length) return code ? { code } : {};
    const { key } = session,
      own = facts.seats[seats[0]!]!.is !== "open" || isMyKey(key);
    return { ...(own ? { key } : { invitation: key }), seat: seats[0]!, place };
  };
  useEffect(() => {
    if (expected && mine(facts.table)?.comes) void take();
  }, []);
  return (
    <form
      class="card sitdown"
      onSubmit={(event) => {
        event.preventDefault();
        void take();
      }}
    >
      <h1>{t("sit.title")}</h1>
      <p>{others.length ? t("sit.with", { names: list(others) }) : t("sit.first")}</p>
      <label class="field">
        <span>{t("name.yours")}</span>
        <input
          value={name}
          maxLength={24}
          autocomplete="nickname"
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="b go" disabled={busy}>
        <Icon name="check" />
        {t("sit.down", { name: name.trim() || "…" })}
      </button>
      <button type="button" class="b ghost" onClick={onWatch}>
        <Icon name="eye" />
        {t("sit.watch")}
      </button>
      <p class="err" role="status">
        {error}
      </p>
    </form>
  );
}
