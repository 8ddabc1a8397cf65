/* The waiting room: who sits where, the ways in, and what only the host may do. */

import { useEffect, useRef, useState } from "preact/hooks";
import { gameInfo, go, myLevel, sheetTitle } from "../app";
import { Icon, Seat } from "../draw";
import { programOf } from "../engine";
import { announce, Choice, IconButton, Top } from "../frame";
import { useCell } from "../hooks";
import { label, refusal, t } from "../i18n";
import { Levels } from "../levels";
import type { SeatFacts, TableFacts } from "../messages";
import { offered, remember, tableLink } from "../net";
import type { RemoteSession } from "../remote";
import { hasFirst, Mover } from "../screens/seating";
import { Sure } from "../screens/sure";
import { LinkBox, Qr, Sealed } from "./links";
import { Series } from "./rematch";
import { SeatSheet } from "./sit";
import { Badge } from "./wire-badge";

const taken = (seat: SeatFacts) => seat.is === "person" || seat.is === "bot";

export function Waiting({
  session,
  code,
  onSeated,
  watching,
  freed,
  onWatch,
}: {
  session: RemoteSession;
  code: string;
  onSeated(key: string): void;
  watching: boolean;
  freed: boolean;
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
  useEffect(() => {
    if (freed) announce(t("room.freed"));
  }, [freed]);
  const leave = () =>
    session.leaveSeat().then((why) => {
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
          {freed && !seated && <p class="card freed">{t("room.freed")}</p>}
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
          <Series facts={facts} />
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
          {seated && session.key && <OtherDevice session={session} />}
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

/* A seat is played from any device that has its key. */
function OtherDevice({ session: { table, key, host } }: { session: RemoteSession }) {
  const url = tableLink(table, `${key}${host ? `.${host}` : ""}`);
  const [open, setOpen] = useState(false);
  return (
    <details class="card invite" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Icon name="chev" />
        {t("room.otherDevice")}
      </summary>
      <p class="note">{t("table.seatLink")}</p>
      {open && <Qr text={url} label={t("room.qrSeat")} />}
      <LinkBox url={url} label={t("table.seatLinkLabel")} />
    </details>
  );
}

/* How the game starts, for who waits for it. */
const startsHow = ({ first, host }: TableFacts) =>
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
  const own = useCell(offered);
  const start = {
    t: "start",
    ...(says && { first: places.indexOf(chosen) }),
    ...(!full && { level: myLevel(own) }),
  } as const;
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
      {!full && <Levels own={own} />}
      <button type="button" class="b go" onClick={() => say(session.ask(start))}>
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
  is === "bot"
    ? programOf(name) || t("room.botN", { n: seat + 1 })
    : (name ?? t("room.seatN", { n: seat + 1 }));

function Chair({
  seat,
  session,
  say,
}: {
  seat: SeatFacts;
  session: RemoteSession;
  say(sent: Promise<string>): void;
}) {
  const { you, host, game, seats } = session.facts!;
  const bot = seat.is === "bot";
  const name = bot
    ? programOf(seat.name) || t("room.bot")
    : (seat.name ?? t(seat.is === "kept" ? "room.kept" : "room.open"));
  const state = bot
    ? label(`level.${seat.level}`, seat.level ?? "")
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
          onClick={() =>
            say(session.ask({ t: "bot", seat: seat.seat, level: myLevel(offered.get()) }))
          }
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
      {host && seat.is === "person" && !you.includes(seat.seat) && (
        <Free seat={seat} session={session} say={say} />
      )}
      {host && seat.is === "open" && !you.includes(seat.seat) && (
        <Invite seat={seat.seat} session={session} say={say} />
      )}
    </li>
  );
}

/* Asked once: whoever sits there has to be let in again. */
function Free({
  seat: { seat, name },
  session,
  say,
}: {
  seat: SeatFacts;
  session: RemoteSession;
  say(sent: Promise<string>): void;
}) {
  const [sure, setSure] = useState(false);
  return sure ? (
    <Sure
      what={t("room.freeThis")}
      words={t("room.freeSure", { name: name ?? "" })}
      onNo={() => setSure(false)}
      onYes={() => {
        setSure(false);
        say(session.ask({ t: "free", seat }));
      }}
    />
  ) : (
    <button
      type="button"
      class="b line sm"
      aria-label={`${t("room.freeThis")}: ${name}`}
      onClick={() => setSure(true)}
    >
      {t("room.freeThis")}
    </button>
  );
}

/* The link to a free seat, or a way to get one where it is not known here or was used. */
function Invite({
  seat,
  session,
  say,
}: {
  seat: number;
  session: RemoteSession;
  say(sent: Promise<string>): void;
}) {
  const invite = session.inviteTo(seat);
  return invite ? (
    <LinkBox url={tableLink(session.table, invite)} label={t("room.seatLink", { n: seat + 1 })} />
  ) : (
    <button
      type="button"
      class="b line sm"
      aria-label={t("room.inviteTo", { n: seat + 1 })}
      onClick={() => say(session.ask({ t: "invite", seat }))}
    >
      <Icon name="link" />
      {t("room.invite")}
    </button>
  );
}
