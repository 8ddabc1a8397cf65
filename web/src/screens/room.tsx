/* From a link to the table: the way in, the waiting room, the game and its end. */

import { useEffect, useState } from "preact/hooks";
import { session as current, gameInfo, shared } from "../app";
import { Icon } from "../draw";
import { Engine } from "../engine";
import { announce, Top } from "../frame";
import { games, offered, useGame } from "../games";
import { useCell, useWatch } from "../hooks";
import { t } from "../i18n";
import { namesAt } from "../journal";
import { Coming } from "../lazy";
import type { Facts } from "../messages";
import {
  api,
  codeOf,
  dropKey,
  haveCome,
  isCode,
  keepKeys,
  keepSeats,
  learn,
  mine,
  otherKey,
  readKeys,
  unkept,
} from "../net";
import { paced } from "../pace";
import { RemoteSession } from "../remote";
import { endExtra, tableExtra } from "../room/extras";
import { goneAt } from "../room/news";
import { followTo } from "../room/rematch";
import { Waiting } from "../room/waiting";
import { reactionWords, Says, useTicks } from "../room/wire-badge";
import { settings } from "../store";
import { End } from "./end";
import { Table } from "./table";
import { Trouble } from "./trouble";

/* `id` is a table or a code to be said aloud; `keys` is what the link had behind it. */
export function TableScreen({ id, keys }: { id: string; keys: string }) {
  const [found, setFound] = useState(isCode(id) ? "" : id);
  const [trouble, setTrouble] = useState("");
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (!isCode(id)) return;
    setTrouble("");
    api<Facts>(`codes/${id}`).then(
      (facts) => setFound(facts.table),
      (why) => setTrouble(codeOf(why)),
    );
  }, [id, tries]);
  if (trouble) return <Trouble code={trouble} given={id} onRetry={() => setTries(tries + 1)} />;
  return found ? (
    <AtTable key={found} table={found} code={isCode(id) ? id : ""} keys={keys} />
  ) : (
    <Setting />
  );
}

function Setting() {
  return (
    <>
      <Top />
      <main class="narrow" id="main">
        <p role="status">{t("loading")}</p>
      </main>
    </>
  );
}

/* The keys of the link, and where it has none those that are kept. */
function keysOf(table: string, text: string): { key?: string; host?: string } {
  const given = readKeys(text),
    kept = mine(table);
  return { key: given.key ?? kept?.key, host: given.host ?? kept?.host };
}

/* What is kept goes out of the address, which people copy. */
const showAddress = (table: string, key?: string, host?: string) =>
  history.replaceState(null, "", `#/t/${table}${unkept(table, key, host)}`);

function AtTable({ table, code, keys }: { table: string; code: string; keys: string }) {
  const [{ key, host }, setKeys] = useState(() => keysOf(table, keys));
  const [session, setSession] = useState<RemoteSession | null>(null);
  const [freed, setFreed] = useState(false);
  const [had, setHad] = useState(false); /* a seat, under a key that was good */
  useEffect(() => {
    current.get()?.leave();
    current.set(null);
    const made = new RemoteSession(
      new Engine(shared().module),
      table,
      key,
      host,
      (game) => !!gameInfo(game)?.team,
    );
    setSession(made);
    return () => made.leave();
  }, [table, key, host]);
  const seated = (newKey: string) => {
    showAddress(table, newKey, host); /* codes end with the waiting */
    setKeys({ key: newKey, host });
    setFreed(false);
  };
  /* Without the key that opens nothing; with another one of mine, if there is any. */
  const refused = () => {
    const other = key && otherKey(table, key);
    if (mine(table)?.key === key) setHad(true);
    if (key ?? host) dropKey(table, (key ?? host)!);
    const next = { key: other || undefined, host: key ? host : undefined };
    showAddress(table, next.key, next.host);
    setKeys(next);
  };
  return session ? (
    <>
      <Says session={session} />
      <Playing
        key={`${session.key}.${session.host}`}
        session={session}
        code={code}
        onSeated={seated}
        onRefused={refused}
        freed={freed}
        had={had}
        onFreed={() => {
          setFreed(true);
          learn(table, { invitation: undefined });
          refused();
        }}
      />
    </>
  ) : (
    <Setting />
  );
}

const LONG_MS = 6000; /* after that a table that never answered is said to be out of reach */

function Playing({
  session,
  code,
  onSeated,
  onRefused,
  freed,
  had,
  onFreed,
}: {
  session: RemoteSession;
  code: string;
  onSeated(key: string): void;
  onRefused(): void;
  freed: boolean /* somebody at this device had a seat until the host freed it */;
  had: boolean;
  onFreed(): void;
}) {
  const [watching, setWatching] = useState(false);
  useCell(settings);
  useWatch(session);
  const shown = paced(session);
  useWatch(shown);
  useVoice(session);
  useEffect(() => {
    if (session.started && code && !session.key)
      history.replaceState(null, "", `#/t/${session.table}`);
  }, [session.started]);
  const { facts, link, table, key, host } = session;
  const { ui, failed } = useGame(facts?.game);
  const accepted = !!facts && (facts.you.length > 0 || !!facts.host);
  /* An invitation is nobody's yet, and stays in the address. */
  const own = !session.overtaken && !!facts?.you.some((seat) => facts.seats[seat]!.is !== "open");
  useEffect(() => {
    if (!accepted) return;
    keepKeys(table, facts.game, own ? key : undefined, facts.host ? host : undefined);
    if (!code) showAddress(table, key, host);
  }, [accepted, own]);
  const held = facts?.you.map((seat) => `${seat} ${facts.seats[seat]!.name ?? ""}`).join();
  useEffect(() => {
    if (!accepted) return;
    keepSeats(
      table,
      key,
      facts.you,
      facts.you.flatMap((seat) => facts.seats[seat]!.name ?? []),
    );
    const here = facts.you.filter((seat) => facts.seats[seat]!.is === "person");
    haveCome(
      table,
      here.map((seat) => session.places[seat]!),
    );
  }, [accepted, held]);
  const unkeyed = link.state === "refused" && link.code === "bad-key" && !session.sitting;
  const other = unkeyed && !!key && (session.vacated || !!otherKey(table, key));
  useEffect(() => {
    if (other) onRefused();
  }, [other]);
  useEffect(() => {
    if (session.freed) onFreed();
  }, [session.freed]);
  useTicks(!facts && link.state === "lost");
  useEffect(() => {
    if (session.onward) followTo(session);
  }, [session.onward]);
  if (other) return <Setting />;
  if (unkeyed || (link.state === "refused" && link.code !== "bad-key"))
    return (
      <Trouble
        code={link.code}
        words={unkeyed && (had || mine(table)?.key === key) ? "freed" : undefined}
        given={session.table}
      >
        {unkeyed && (
          <button type="button" class="b go" onClick={onRefused}>
            <Icon name="eye" />
            {t("sit.watch")}
          </button>
        )}
      </Trouble>
    );
  if (!facts) {
    const late = link.state === "lost" && (!navigator.onLine || Date.now() - link.since > LONG_MS);
    return late ? (
      <Trouble
        code="offline"
        given={session.table}
        onRetry={() => dispatchEvent(new Event("online"))}
      />
    ) : (
      <Setting />
    );
  }
  if (!offered.includes(facts.game) || session.unreadable)
    return <Trouble code="bad-game" given={session.table} />;
  if (!session.drawable || (!ui && !failed)) return <Setting />;
  if (!ui) return <Coming failed />;
  if (!session.started)
    return (
      <Waiting
        session={session}
        code={facts.code ?? code}
        onSeated={onSeated}
        watching={watching}
        freed={freed}
        onWatch={() => setWatching(true)}
      />
    );
  const shot = shown.snapshot();
  document.documentElement.dataset.hash =
    shot.hash; /* the position, for whoever compares devices */
  if (shot.status.over && facts.phase === "over")
    return <End shot={shot} extra={endExtra(session)} />;
  return <Table session={session} extra={tableExtra(session)} />;
}

/* Changes of the connection, and what others say, politely. */
function useVoice(session: RemoteSession): void {
  const { state, back } = session.link;
  const others = session.reactions.filter(({ seat }) => !session.facts?.you.includes(seat));
  const said = others[others.length - 1];
  const away =
    session.facts?.seats
      .filter(
        (seat) => seat.is === "person" && !seat.here && !session.facts!.you.includes(seat.seat),
      )
      .map((seat) => seat.name!) ?? [];
  useEffect(() => {
    const words = said && reactionWords(games[session.facts!.game], said);
    if (words) announce(`${namesAt(session.facts!.seats)[said.seat]}: ${words}`);
  }, [said?.key]);
  useEffect(() => {
    if (session.started && away.length)
      announce(away.map((name) => t("table.away", { name })).join(" "));
  }, [away.join()]);
  const gone = session.facts && session.started ? goneAt(session.facts) : [];
  useEffect(() => {
    if (gone.length) announce(gone.join(" "));
  }, [gone.join()]);
  useEffect(() => {
    if (state === "lost") announce(t("wire.lostSaid"));
    if (state === "live" && back) announce(t("wire.back"));
  }, [state, back]);
}
