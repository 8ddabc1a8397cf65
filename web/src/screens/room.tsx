/* From a link to the table: the way in, the waiting room, the game and its end. */
import { useEffect, useRef, useState } from "preact/hooks";
import { session as current, gameInfo, go, shared, sheetTitle } from "../app";
import { Icon, Seat } from "../draw";
import { Engine } from "../engine";
import { announce, Choice, IconButton, Top } from "../frame";
import { games, offered, useGame } from "../games";
import { useCell, useWatch } from "../hooks";
import { list, refusal, t } from "../i18n";
import type { Welcome } from "../journal";
import { namesAt } from "../journal";
import { Coming } from "../lazy";
import type { Facts, SeatFacts } from "../net";
import {
  api,
  codeOf,
  dropKeys,
  isCode,
  keepKeys,
  keepSeats,
  learn,
  mine,
  readKeys,
  remember,
  sit,
  tableLink,
  unkept,
} from "../net";
import { paced } from "../pace";
import { RemoteSession } from "../remote";
import { change, settings } from "../store";
import { End } from "./end";
import { PEOPLE as NAMES, valid } from "./new";
import {
  Badge,
  endExtra,
  goneAt,
  LinkBox,
  Qr,
  reactionWords,
  Says,
  Sealed,
  tableExtra,
  useTicks,
} from "./online";
import { hasFirst, Mover } from "./seating";
import { Table } from "./table";
import { Trouble } from "./trouble";

/* ---- The way in ---- */

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
  };
  /* Without the keys that were refused; with those that are kept besides, if there are any. */
  const refused = () => {
    dropKeys(table, key, host);
    showAddress(table);
    setKeys(keysOf(table, ""));
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
}: {
  session: RemoteSession;
  code: string;
  onSeated(key: string): void;
  onRefused(): void;
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
  useEffect(() => {
    if (!accepted) return;
    keepKeys(table, facts.game, facts.you.length ? key : undefined, facts.host ? host : undefined);
    if (!code) showAddress(table, key, host);
  }, [accepted]);
  const held = facts?.you.map((seat) => `${seat} ${facts.seats[seat]!.name ?? ""}`).join();
  useEffect(() => {
    if (accepted)
      keepSeats(
        table,
        key,
        facts.you,
        facts.you.flatMap((seat) => facts.seats[seat]!.name ?? []),
      );
  }, [accepted, held]);
  const other =
    link.state === "refused" &&
    link.code === "bad-key" &&
    mine(table)?.key !== key &&
    !!mine(table)?.key;
  useEffect(() => {
    if (other) onRefused();
  }, [other]);
  useTicks(!facts && link.state === "lost");
  useEffect(() => {
    if (session.onward) followTo(session, session.again);
  }, [session.onward]);
  if (link.state === "refused")
    return (
      <Trouble code={link.code} given={session.table}>
        {link.code === "bad-key" && (
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
        onWatch={() => setWatching(true)}
      />
    );
  const shot = shown.snapshot();
  document.documentElement.dataset.hash =
    shot.hash; /* the position, for whoever compares devices */
  if (shot.status.over && facts.phase === "over")
    return <End shot={shot} extra={endExtra(session, () => followTo(session, true))} />;
  const full = facts.you.length === 0 && !watching && !facts.day;
  return (
    <Table
      session={session}
      extra={tableExtra(session, full ? () => setWatching(true) : undefined)}
    />
  );
}

/* Once somebody wants to play again, everybody goes along, with the keys they have. Who said so sits down again. Where
 * the next one begins, seats have moved on by one. */
function followTo(session: RemoteSession, again: boolean): void {
  const { key, host, facts } = session,
    all = facts!.seats.length,
    on = gameInfo(facts!.game)?.first === "moves-on" ? 1 : 0;
  const comeAs = Object.fromEntries(
    facts!.you.map((seat) => [(seat + all - on) % all, facts!.seats[seat]!.name]),
  );
  if (facts!.you.length)
    remember(facts!.rematch!, {
      game: facts!.game,
      key: key || undefined,
      host: host || undefined,
      comeAs,
      comes: again,
    });
  go(`t/${facts!.rematch}${unkept(facts!.rematch!, key, host)}`);
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

/* ---- The waiting room ---- */

const taken = (seat: SeatFacts) => seat.is === "person" || seat.is === "bot";

function Waiting({
  session,
  code,
  onSeated,
  watching,
  onWatch,
}: {
  session: RemoteSession;
  code: string;
  onSeated(key: string): void;
  watching: boolean;
  onWatch(): void;
}) {
  const facts = session.facts!;
  const game = gameInfo(facts.game)!;
  const title = t(`game.${facts.game}.title`);
  const mineFree = facts.you.filter((seat) => !taken(facts.seats[seat]!));
  const open = facts.seats.filter((seat) => seat.is === "open" && !facts.you.includes(seat.seat));
  const seated = facts.you.length > 0 && mineFree.length === 0;
  const maySit = mineFree.length > 0 || (!seated && open.length > 0 && (facts.public || !!code));
  const [error, setError] = useState("");
  const say = (sent: Promise<string>) => void sent.then((why) => setError(why && refusal(why)));
  const here = facts.seats.filter(taken).length,
    missing = facts.seats.length - here;
  const people = facts.seats.filter((seat) => seat.is === "person"),
    places = people.map(({ seat }) => session.places[seat]!),
    known = useRef(places);
  useEffect(() => {
    people.forEach(({ seat, name }, i) => {
      if (!known.current.includes(places[i]!) && !facts.you.includes(seat))
        announce(t("room.came", { name: name ?? "" }));
    });
    known.current = places;
  }, [places.join()]);
  const leave = () =>
    session.ask({ t: "leave" }).then((why) => {
      if (!why)
        remember(facts.table, {
          nonces: undefined,
          comes: undefined,
        }); /* whoever sits there next gives another */
      return why;
    });
  return (
    <>
      <Top title={title} sub={`${sheetTitle(game, facts.sheet)} · ${t("room.title")}`}>
        <Badge session={session} />
        <IconButton
          name="book"
          label={t("lobby.rulesOf", { game: title })}
          onClick={() => go(`rules/${facts.game}`)}
        />
      </Top>
      <main class="room" id="main">
        <div class="roommain">
          {maySit && !watching ? (
            <SeatSheet
              key={session.places[mineFree[0] ?? -1]}
              session={session}
              code={code}
              seats={mineFree}
              onSeated={onSeated}
              onWatch={onWatch}
            />
          ) : (
            <div class="lh">
              <h1>
                {!seated
                  ? t("room.watching")
                  : missing
                    ? t("room.waiting", { n: missing })
                    : t("room.allHere")}
              </h1>
              <p>
                {t(
                  seated
                    ? startsHow(facts)
                    : maySit || watching
                      ? "room.watchingSub"
                      : open.length
                        ? "room.needLink"
                        : "room.full",
                )}
              </p>
            </div>
          )}
          <section class="card chairs2" aria-label={t("room.seats")}>
            <h2>
              {t("room.seats")} <span>{t("room.count", { n: here, all: facts.seats.length })}</span>
            </h2>
            <ol>
              {facts.seats.map((seat) => (
                <Chair key={seat.seat} seat={seat} session={session} say={say} />
              ))}
            </ol>
            <p class="err" role="status">
              {error}
            </p>
            {facts.host && <HostButtons session={session} full={!missing} say={say} />}
            {seated && !facts.host && (
              <button type="button" class="b line" onClick={() => say(leave())}>
                <Icon name="cross" />
                {t("room.leave")}
              </button>
            )}
          </section>
          <Sealed commitment={facts.commitment} />
        </div>
        <aside class="roomside">
          {code && (
            <section class="card invite">
              <h2>{t("room.sayAloud")}</h2>
              <p class="bigcode">{code}</p>
              <Qr text={tableLink(code)} />
              <LinkBox url={tableLink(code)} label={t("room.link")} />
            </section>
          )}
          <section class="card invite">
            <h2>
              <Icon name="eye" />
              {t("room.watchLink")}
            </h2>
            <p class="note">{t("room.watchSub")}</p>
            <LinkBox url={tableLink(facts.table)} label={t("room.watchLink")} />
          </section>
          {!seated && (
            <a class="b line" href={`#/friends/${facts.game}`}>
              <Icon name="plus" />
              {t("room.ownTable")}
            </a>
          )}
        </aside>
      </main>
    </>
  );
}

/* How the game starts, for who waits for it. */
const startsHow = ({ first, host }: Welcome) =>
  first !== "host"
    ? first === "draw"
      ? "room.drawnSub"
      : "room.waitingSub"
    : host
      ? "room.youStartSub"
      : "room.hostStartsSub";

/* What only who set the table may do. */
function HostButtons({
  session,
  full,
  say,
}: {
  session: RemoteSession;
  full: boolean;
  say(sent: Promise<string>): void;
}) {
  const facts = session.facts!,
    { places } = session,
    names = facts.seats.map(seatName);
  const [chosen, choose] = useState(places[0]!); /* who begins, wherever they sit */
  const says = facts.first === "host";
  return (
    <div class="hostb">
      {says && (
        <Choice
          label={t("begin.title")}
          value={String(chosen)}
          all={names.map((name, seat) => [String(places[seat]), name])}
          onChange={(value) => choose(Number(value))}
        />
      )}
      <button
        type="button"
        class="b go"
        onClick={() =>
          say(session.ask({ t: "start", ...(says && { first: places.indexOf(chosen) }) }))
        }
      >
        <Icon name={full ? "check" : "bot"} />
        {t(full ? "new.start" : "room.start")}
      </button>
      <label class="check">
        <input
          type="checkbox"
          checked={facts.public}
          onChange={(event) => {
            facts.public = event.currentTarget.checked;
            say(session.ask({ t: "public", on: facts.public }));
          }}
        />
        <span>
          {t("room.public")}
          <small>{t("room.publicSub")}</small>
        </span>
      </label>
    </div>
  );
}

/* A seat that nobody has is known by its number. */
const seatName = ({ seat, is, name }: SeatFacts) =>
  is === "bot" ? t("room.botN", { n: seat + 1 }) : (name ?? t("room.seatN", { n: seat + 1 }));

function Chair({
  seat,
  session,
  say,
}: {
  seat: SeatFacts;
  session: RemoteSession;
  say(sent: Promise<string>): void;
}) {
  const { you, host, table, game, seats } = session.facts!;
  const invite = mine(table)?.invites?.[session.places[seat.seat]!];
  const bot = seat.is === "bot";
  const name = bot
    ? t("room.bot")
    : (seat.name ?? t(seat.is === "kept" ? "room.kept" : "room.open"));
  const state = bot
    ? ""
    : seat.is !== "person"
      ? ""
      : you.includes(seat.seat)
        ? t("you")
        : t(seat.here ? "room.here" : "room.away");
  return (
    <li class={taken(seat) ? "" : "free"}>
      <Seat seat={seat.seat} name={taken(seat) ? name : "?"} size={30} />
      <span class="who">
        <b>{name}</b>
        <small>{state}</small>
      </span>
      {host && seat.is === "open" && (
        <button
          type="button"
          class="b line sm"
          aria-label={t("room.botAt", { n: seat.seat + 1 })}
          onClick={() => say(session.ask({ t: "bot", seat: seat.seat }))}
        >
          <Icon name="bot" />
          {t("room.putBot")}
        </button>
      )}
      {host && bot && (
        <button
          type="button"
          class="b line sm"
          aria-label={t("room.openAt", { n: seat.seat + 1 })}
          onClick={() => say(session.ask({ t: "person", seat: seat.seat }))}
        >
          {t("room.freeIt")}
        </button>
      )}
      {host && hasFirst(gameInfo(game)!, seats.length) && (
        <Mover
          seat={seat.seat}
          seats={seats.length}
          name={seatName(seat)}
          onMove={(order) => say(session.arrange(order))}
        />
      )}
      {host && invite && seat.is === "open" && (
        <LinkBox url={tableLink(table, invite)} label={t("room.seatLink", { n: seat.seat + 1 })} />
      )}
    </li>
  );
}

/* ---- Sitting down: a name that is ready, and one button ---- */

export function readyName(facts?: Facts): string {
  const there = facts?.seats.map((seat) => seat.name) ?? [];
  return [settings.get().name, ...NAMES].find((name) => name && !there.includes(name)) ?? NAMES[0]!;
}

function SeatSheet({
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
    try {
      const by = seats.length ? { key: session.key, seat: seats[0]!, place } : code ? { code } : {};
      onSeated(await sit(facts, name.trim(), by));
      if (expected)
        learn(facts.table, { comeAs: { ...mine(facts.table)?.comeAs, [place!]: undefined } });
      else change({ name: name.trim() });
    } catch (why) {
      setError(refusal(codeOf(why)));
    }
    setBusy(false);
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
