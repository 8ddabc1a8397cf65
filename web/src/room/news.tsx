/* Under the prompt of a table on a server: time, who is away, who plays for whom. */

import { Icon, Seat } from "../draw";
import { games } from "../games";
import { t } from "../i18n";
import { lineWords } from "../log";
import type { SeatFacts } from "../messages";
import type { RemoteSession } from "../remote";
import { useTicks } from "./wire-badge";

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
export type AtTable = NonNullable<RemoteSession["facts"]>;
export const replacedAt = (facts: AtTable) =>
  facts.seats.filter((seat) => seat.is === "bot" && seat.name && !seat.name.startsWith("bot:"));
export const goneWords = ({ you, phase, day }: AtTable, { seat, name, resigned }: SeatFacts) =>
  day && resigned
    ? t("daily.gaveUp")
    : t(
        `table.${resigned ? (phase === "over" ? "gaveUp" : "resigned") : "bot"}For${you.length === 1 && you[0] === seat ? "You" : ""}`,
        { name: name! },
      );
export const goneAt = (facts: AtTable) =>
  facts.phase === "playing" ? replacedAt(facts).map((seat) => goneWords(facts, seat)) : [];

const NUDGE_MS = 60000;

/* Under the prompt: time, who is away, who watches, and after a minute a polite word to who is choosing. */
export function News({ session }: { session: RemoteSession }) {
  const facts = session.facts!;
  const { setup, mine, undoable, online } = session.snapshot();
  const ui = games[setup.game]!;
  const playing = facts.phase === "playing",
    watching = facts.you.length === 0;
  const away = facts.seats.filter(
    (seat) => playing && seat.is === "person" && !seat.here && !facts.you.includes(seat.seat),
  );
  const gone = replacedAt(facts).filter((seat) => playing || seat.resigned);
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
      {watching && playing && !facts.day && (
        <a class="b line sm" href={`#/friends/${facts.game}`}>
          {t("table.ownGame")}
        </a>
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
      {playing &&
        gone.length > 0 &&
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
