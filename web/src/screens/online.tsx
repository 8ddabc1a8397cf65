/* What a table on a server adds to the table and the end: the connection, who is away, reactions, links, the dice. */
import { useEffect, useState } from "preact/hooks";
import { go } from "../app";
import { Icon, Seat } from "../draw";
import { Dialog, IconButton } from "../frame";
import { games } from "../games";
import type { GameUi } from "../games/types";
import { useCell, useWatch } from "../hooks";
import { list, t } from "../i18n";
import { namesAt } from "../journal";
import { lineWords } from "../log";
import type { SeatFacts } from "../net";
import { mine as mineAt, tableLink } from "../net";
import type { Reaction, RemoteSession } from "../remote";
import { REACTIONS } from "../remote";
import { settings } from "../store";
import type { TableExtra } from "../table/extra";
import type { EndExtra } from "./end";
import { ProofCard } from "./proof";

/* Draws again every second while `on`. */
export function useTicks(on: boolean): void {
  const [, tick] = useState(0);
  useEffect(() => {
    if (!on) return;
    const timer = setInterval(() => tick((n) => n + 1), 1000);
    return () => clearInterval(timer);
  }, [on]);
}

/* ---- The connection ---- */

const LONG_S = 30,
  BACK_S = 6;

export function Badge({ session }: { session: RemoteSession }) {
  const { state, since, back } = session.link;
  const seconds = Math.round((Date.now() - since) / 1000);
  const fresh = state === "live" && back && seconds < BACK_S;
  useTicks(state !== "live" || fresh);
  const words =
    state === "live"
      ? t(fresh ? "wire.back" : "wire.live")
      : state === "connecting"
        ? t("wire.connecting")
        : seconds >= LONG_S
          ? t("wire.saved")
          : t("wire.lost", { n: seconds });
  return (
    <span class={`wire ${state} ${fresh ? "fresh" : ""}`} data-wire={state}>
      <Icon name={state === "live" ? "wifi" : "clock"} />
      <span>{words}</span>
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

/* ---- Links ---- */

export function LinkBox({ url, label }: { url: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (event: Event) => {
    const field = (event.currentTarget as HTMLElement).parentElement!.querySelector("input")!;
    field.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      field.focus(); /* selected, to be copied by hand */
    }
  };
  const share = typeof navigator.share === "function";
  return (
    <div class="linkbox">
      <input
        readOnly
        value={url}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button
        type="button"
        class="b line sm"
        aria-label={`${t("link.copy")}: ${label}`}
        onClick={(event) => void copy(event)}
      >
        <Icon name={copied ? "check" : "link"} />
        {t(copied ? "link.copied" : "link.copy")}
      </button>
      {share && (
        <button
          type="button"
          class="b line sm"
          aria-label={`${t("link.share")}: ${label}`}
          onClick={() => void navigator.share({ url, title: "Pipwright" }).catch(() => undefined)}
        >
          {t("link.share")}
        </button>
      )}
      <span class="vh" role="status">
        {copied && t("link.copied")}
      </span>
    </div>
  );
}

/* The link as a picture for a phone's camera. */
export function Qr({ text }: { text: string }) {
  const [path, setPath] = useState<{ d: string; size: number } | null>(null);
  useEffect(() => {
    let shown = true;
    void import("qrcode-generator").then(
      ({ default: qrcode }) => {
        const code = qrcode(0, "M");
        code.addData(text);
        code.make();
        const size = code.getModuleCount();
        let d = "";
        for (let y = 0; y < size; y++)
          for (let x = 0; x < size; x++) if (code.isDark(y, x)) d += `M${x} ${y}h1v1h-1z`;
        if (shown) setPath({ d, size });
      },
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [text]);
  return (
    <svg
      class="qr"
      viewBox={path ? `-3 -3 ${path.size + 6} ${path.size + 6}` : "0 0 1 1"}
      role="img"
      aria-label={t("room.qr")}
    >
      {path && <path d={path.d} />}
    </svg>
  );
}

export function Sealed({ commitment }: { commitment: string }) {
  return (
    <details class="card sealed">
      <summary>
        <Icon name="shield" cls="shd" />
        <span>
          <b>{t("sealed.title")}</b>
          <small>{t("sealed.sub")}</small>
        </span>
      </summary>
      <p class="note">{t("sealed.how")}</p>
      <code class="long">{commitment}</code>
    </details>
  );
}

/* ---- At the table ---- */

function Clock({ ends }: { ends: number }) {
  useTicks(true);
  const left = Math.max(0, Math.round((ends - Date.now()) / 1000));
  const words =
    left >= 172800
      ? t("clock.days", { n: Math.floor(left / 86400) })
      : left >= 5400
        ? t("clock.hours", { n: Math.round(left / 3600) })
        : `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  return (
    <span class={`clock ${left < 15 ? "soon" : ""}`}>
      <Icon name="clock" />
      <span class="vh">{t("clock.left")}</span>
      {words}
    </span>
  );
}

/* Bots that play for people who sat down, and how that is said. */
type AtTable = NonNullable<RemoteSession["facts"]>;
const replacedAt = (facts: AtTable) =>
  facts.seats.filter((seat) => seat.is === "bot" && seat.name && !seat.name.startsWith("bot:"));
const goneWords = ({ you }: AtTable, { seat, name, resigned }: SeatFacts) =>
  t(
    `table.${resigned ? "resigned" : "bot"}For${you.length === 1 && you[0] === seat ? "You" : ""}`,
    { name: name! },
  );
export const goneAt = (facts: AtTable) =>
  facts.phase === "playing" ? replacedAt(facts).map((seat) => goneWords(facts, seat)) : [];

const NUDGE_MS = 60000;

/* Under the prompt: time, who is away, who watches, and after a minute a polite word to who is choosing. */
function News({ session, onWatch }: { session: RemoteSession; onWatch?: () => void }) {
  const facts = session.facts!;
  const { setup, mine, undoable, online } = session.snapshot();
  const ui = games[setup.game]!;
  const playing = facts.phase === "playing",
    watching = facts.you.length === 0;
  const away = facts.seats.filter(
    (seat) => playing && seat.is === "person" && !seat.here && !facts.you.includes(seat.seat),
  );
  const gone = playing ? replacedAt(facts) : [];
  const waiting = playing && !watching && !mine && online!.waiting.length > 0;
  useTicks(waiting);
  return (
    <div class="onl">
      {waiting && Date.now() - session.quietSince > NUDGE_MS && (
        <button
          type="button"
          class="b line sm"
          onClick={() => {
            session.quietSince = Date.now();
            void session.order({ t: "react", what: "hurry", seat: facts.you[0]! });
          }}
        >
          <Icon name="chat" />
          {t("table.nudge", { name: setup.names[online!.waiting[0]!]! })}
        </button>
      )}
      {watching && (
        <span class="tag">
          <Icon name="eye" />
          {t("table.watching")}
        </span>
      )}
      {onWatch && (
        <>
          <button type="button" class="b line sm" onClick={onWatch}>
            {t("sit.watch")}
          </button>
          <a class="b line sm" href={`#/friends/${facts.game}`}>
            {t("table.ownGame")}
          </a>
        </>
      )}
      {session.clockEnds > 0 && playing && <Clock ends={session.clockEnds} />}
      {away.map((seat) => (
        <span class="tag" key={seat.seat}>
          {t("table.away", { name: seat.name! })}
          {facts.host && (
            <button
              type="button"
              class="b line sm"
              onClick={() => void session.order({ t: "bot", seat: seat.seat })}
            >
              <Icon name="bot" />
              {t("table.letBot")}
            </button>
          )}
        </span>
      ))}
      {gone.map((seat) => (
        <span class="tag" key={seat.seat}>
          <Icon name="bot" />
          {goneWords(facts, seat)}
          {facts.you.includes(seat.seat) && !seat.resigned && (
            <button
              type="button"
              class="b go sm"
              onClick={() => void session.order({ t: "person", seat: seat.seat })}
            >
              {t("table.takeBack")}
            </button>
          )}
        </span>
      ))}
      {gone.length > 0 &&
        facts.seats.every((seat) => seat.is === "bot") &&
        gone.some((seat) => !seat.resigned) && <span class="tag">{t("table.deserted")}</span>}
      {!mine && undoable && (
        <button type="button" class="b line sm" onClick={() => session.undo()}>
          <Icon name="undo" />
          {t("table.change")}
        </button>
      )}
      {ui.team && waiting && !session.pointed && (
        <span class="tag">
          <Icon name="bulb" />
          {t("point.how")}
        </span>
      )}
      {online!.theirs && (
        <span class="tag theirs">
          <Seat seat={online!.theirs.seat} name={setup.names[online!.theirs.seat]!} size={20} />
          {t("table.theirs", {
            name: setup.names[online!.theirs.seat]!,
            what: lineWords(online!.theirs.told, ui),
          })}
        </span>
      )}
    </div>
  );
}

/* Nothing for what this game does not know. */
export function reactionWords(ui: GameUi | undefined, { what, point }: Reaction): string {
  if (!point) return REACTIONS.includes(what) ? t(`react.${what}`) : "";
  return ui?.team?.asks.includes(what)
    ? t(`point.${what}`)
    : ui?.team?.isPlace(what)
      ? t("point.place", { what })
      : "";
}

function React({ session }: { session: RemoteSession }) {
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
  const say = (what: string, kind = "react") => {
    void session.order({ t: kind, what, seat: session.snapshot().me });
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
              <button type="button" class="b line" key={what} onClick={() => say(what)}>
                {t(`react.${what}`)}
              </button>
            ))}
            {asks.map((what) => (
              <button type="button" class="b line" key={what} onClick={() => say(what, "point")}>
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
function More({ session }: { session: RemoteSession }) {
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
          <div class="sure" role="group" aria-label={t("table.resign")}>
            <p>{t("table.resignSure")}</p>
            <button
              type="button"
              class="b go"
              onClick={() => {
                setSure(false);
                void session.order({ t: "resign", seat: me });
              }}
            >
              {t("table.resign")}
            </button>
            <button type="button" class="b line" onClick={() => setSure(false)}>
              {t("cancel")}
            </button>
          </div>
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

export function tableExtra(session: RemoteSession, onWatch?: () => void): TableExtra {
  const { setup, online, mine, me, undoable } = session.snapshot();
  const names = online!.waiting.map((seat) => setup.names[seat]!);
  const chosen = online!.you.length > 0 && undoable;
  const { seat, draft = [], before } = online!.theirs ?? {},
    points = session.reactions.filter(({ point }) => point);
  const onPoint =
    mine || !online!.you.length
      ? undefined
      : (what: string) => {
          session.pointed = true;
          void session.order({ t: "point", what, seat: me });
        };
  return {
    mates: games[setup.game]!.team && { seat, draft, before, points, onPoint },
    badge: <Badge session={session} />,
    buttons: <React session={session} />,
    news: <News session={session} onWatch={onWatch} />,
    menu: <More session={session} />,
    waiting: names.length
      ? t(
          chosen ? "table.chosenWait" : names.length > 1 ? "table.areChoosing" : "table.isChoosing",
          { names: list(names) },
        )
      : t("table.settling"),
    keys: online!.you.length ? [["C", t("react.title")]] : [],
    kept: t(online!.you.length ? "table.keptThere" : "table.watching"),
    hints: !session.facts!.day,
  };
}

/* ---- At the end ---- */

export function endExtra(session: RemoteSession, onRematch: () => void): EndExtra {
  const facts = session.facts!;
  const seated = facts.you.length > 0;
  const { record, error } = session.snapshot();
  return {
    badge: <Badge session={session} />,
    news: <News session={session} />,
    you: facts.you.length === 1 ? facts.you[0]! : -1,
    again: (
      <>
        {facts.day ? (
          <a class="b go" href={`#/daily/${facts.game}`}>
            <Icon name="clock" />
            {t("daily.list")}
          </a>
        ) : facts.rematch ? (
          <button type="button" class="b go" onClick={onRematch}>
            {t("end.toRematch")}
          </button>
        ) : seated || facts.host ? (
          <button type="button" class="b go" onClick={() => session.askForRematch()}>
            {t("end.rematch")}
          </button>
        ) : (
          <button type="button" class="b go" onClick={() => go(`friends/${facts.game}`)}>
            {t("room.ownTable")}
          </button>
        )}
        <p class="err" role="status">
          {error}
        </p>
      </>
    ),
    proof: (
      <ProofCard record={record} mine={mineAt(facts.table)} table={facts.table} day={!!facts.day} />
    ),
  };
}
