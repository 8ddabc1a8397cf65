/* Playing again, from the page with the score: nobody is taken along, and who takes the old seat needs one tap. */
import { useEffect, useState } from "preact/hooks";
import { gameInfo, go } from "../app";
import { Icon, Seat } from "../draw";
import { announce } from "../frame";
import { list, t } from "../i18n";
import { namesAt } from "../journal";
import type { Facts, TableFacts } from "../messages";
import { api, remember, unkept } from "../net";
import type { RemoteSession } from "../remote";
import { useAsking } from "./asking";

const OFFER_MS = 3000;

/* Goes to the rematch with the keys that are held here, and sits down there under the same names. Where the next one
 * begins, seats have moved on by one. */
export function followTo({ key, host, facts }: RemoteSession): void {
  const all = facts!.seats.length,
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
      comes: true,
    });
  go(`t/${facts!.rematch}${unkept(facts!.rematch!, key, host)}`);
}

/* What the table of the rematch looks like meanwhile. */
function useOffer(table: string | undefined): Facts | null {
  const [facts, setFacts] = useState<Facts | null>(null);
  useAsking(
    !!table,
    OFFER_MS,
    () => void api<Facts>(`tables/${table}`).then(setFacts, () => undefined),
  );
  return table ? facts : null;
}

export function Again({ session }: { session: RemoteSession }) {
  const { you, host, game, rematch } = session.facts!;
  const offer = useOffer(rematch);
  const there = offer?.seats.filter((seat) => seat.is === "person").map((seat) => seat.name!) ?? [];
  const words = !rematch
    ? ""
    : offer && offer.phase !== "waiting"
      ? t("rematch.begun")
      : there.length
        ? t("rematch.there", { names: list(there) })
        : t("rematch.offer");
  useEffect(() => {
    if (words) announce(words);
  }, [words]);
  const waits = offer?.phase !== "playing" && offer?.phase !== "over";
  return (
    <>
      {words && <p class="offer">{words}</p>}
      {rematch ? (
        <button type="button" class="b go" onClick={() => followTo(session)}>
          <Icon name={you.length && waits ? "check" : "eye"} />
          {t(!you.length ? "rematch.watch" : waits ? "rematch.take" : "end.toRematch")}
        </button>
      ) : you.length || host ? (
        <button type="button" class="b go" onClick={() => session.askForRematch()}>
          {t("end.rematch")}
        </button>
      ) : (
        <button type="button" class="b go" onClick={() => go(`friends/${game}`)}>
          {t("room.ownTable")}
        </button>
      )}
    </>
  );
}

/* How the series stands, with the winners of the game that is shown, if it is over. */
export function Series({ facts, winners = [] }: { facts: TableFacts; winners?: number[] }) {
  const { series, seats } = facts;
  if (!series) return null;
  const names = namesAt(seats).map((name, seat) =>
      seats[seat]!.name ? name : t("room.seatN", { n: seat + 1 }),
    ),
    games = series.games + (facts.phase === "over" ? 1 : 0);
  return (
    <p class="series">
      <b>{t("series.title", { n: games })}</b>
      {names.map((name, seat) => (
        <span key={seat}>
          <Seat seat={seat} name={name} size={22} />
          <span>{name}</span>
          <b>{(series.won[seat] ?? 0) + (winners.includes(seat) ? 1 : 0)}</b>
        </span>
      ))}
    </p>
  );
}
