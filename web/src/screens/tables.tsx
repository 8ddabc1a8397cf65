/* The lobby's doors to tables on the server: a code, open tables, one's own, the daily challenge. */
import { useEffect, useState } from "preact/hooks";
import { gameInfo, go, sheetTitle } from "../app";
import { Icon, Seat } from "../draw";
import { offered } from "../games";
import { useCell } from "../hooks";
import { list, t } from "../i18n";
import { namesAt } from "../journal";
import type { Facts, Mine } from "../net";
import { api, codeOf, forget, learn, myTables, probe, reach, seatsOf } from "../net";
import { useAsking } from "../room/asking";
import { remembers } from "../store";
import { CodeField } from "./trouble";

const OPEN_MS = 10000,
  MINE_MS = 60000;

function useTables(on: boolean): Facts[] | null {
  const [tables, setTables] = useState<Facts[] | null>(null);
  useAsking(
    on,
    OPEN_MS,
    () =>
      void api<{ tables: Facts[] }>("tables").then(
        (all) => setTables(all.tables),
        () => undefined,
      ),
  );
  return tables;
}

const free = (facts: Facts) => facts.seats.filter((seat) => seat.is === "open").length;

export function LobbySide() {
  const state = useCell(reach);
  useEffect(() => {
    void probe();
    const again = () => void probe();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);
  const tables = useTables(state === "yes")?.filter(
    (facts) => offered.includes(facts.game) && free(facts) > 0,
  );
  if (state === "unknown") return null;
  if (state !== "yes")
    return (
      <div class="card jc nosrv">
        <h2>
          <Icon name="wifi" />
          {t(`reach.${state}`)}
        </h2>
        <p class="note">{t(`reach.${state}.do`)}</p>
      </div>
    );
  return (
    <>
      <div class="card jc">
        <h2>{t("code.title")}</h2>
        <CodeField />
      </div>
      <div class="card open">
        <h2>
          {t("open.title")}{" "}
          {!!tables?.length && <span>{t("open.count", { n: tables.length })}</span>}
        </h2>
        {tables?.length ? (
          <ul>
            {tables.slice(0, 6).map((facts) => (
              <li key={facts.table}>
                <span>
                  <b>{t(`game.${facts.game}.title`)}</b>
                  <small>
                    {sheetTitle(gameInfo(facts.game), facts.sheet)} ·{" "}
                    {t("room.count", {
                      n: facts.seats.length - free(facts),
                      all: facts.seats.length,
                    })}
                  </small>
                </span>
                <span class="sts">
                  {facts.seats
                    .filter((seat) => seat.is === "person")
                    .map((seat) => (
                      <Seat
                        key={seat.seat}
                        seat={seat.seat}
                        name={seat.name!}
                        size={22}
                        label={seat.name!}
                      />
                    ))}
                </span>
                <a
                  class="b line sm"
                  href={`#/t/${facts.table}`}
                  aria-label={t("open.joinLong", {
                    game: t(`game.${facts.game}.title`),
                    names: list(
                      facts.seats.flatMap((seat) => (seat.is === "person" ? [seat.name!] : [])),
                    ),
                  })}
                >
                  {t("code.join")}
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <>
            <p class="note">{t("open.none")}</p>
            <a class="b line" href={`#/friends/${offered[0]}`}>
              <Icon name="plus" />
              {t("open.start")}
            </a>
          </>
        )}
      </div>
      <div class="card open">
        <h2>
          <Icon name="clock" />
          {t("daily.title")}
        </h2>
        <p class="note">{t("daily.sub")}</p>
        <a class="b line" href={`#/daily/${offered[0]}`}>
          <Icon name="die" />
          {t("daily.today")}
        </a>
      </div>
    </>
  );
}

/* Tables to come back to: those where it is one's turn first, finished ones and those that are no more last. */
const rank = ({ turn, over, gone }: Mine) => (gone ? 3 : over ? 2 : turn ? 0 : 1);
const toComeBackTo = () =>
  myTables()
    .filter((each) => each.key && offered.includes(each.game))
    .sort((a, b) => rank(a) - rank(b) || b.at - a.at);
const SHOWN = 4;

/* What the server says of a table of mine. One that it does not know may be there again when it has found its store: the
 * key is kept. */
async function askAbout(mine: Mine): Promise<void> {
  const { table, turn } = mine;
  try {
    const facts = await api<Facts>(`tables/${table}`),
      seats = seatsOf(mine, facts);
    const mayAct = (seat: number) =>
      facts.choosing?.includes(seat) && facts.seats[seat]?.is === "person";
    learn(table, {
      gone: false,
      over: facts.phase === "over",
      turn: facts.phase === "playing" && (seats ? seats.some(mayAct) : turn),
      ...(facts.phase !== "waiting" && { names: namesAt(facts.seats) }),
    });
  } catch (why) {
    if (codeOf(why) === "no-table") learn(table, { gone: true, turn: false });
  }
}

const stateOf = ({ gone, over, turn, names }: Mine) =>
  gone ? "gone" : over ? "over" : turn ? "turn" : names ? "playing" : "waiting";

export function LobbyTop() {
  const [mine, setMine] = useState(toComeBackTo);
  const state = useCell(reach);
  const draw = () => setMine(toComeBackTo());
  useAsking(state === "yes", MINE_MS, () => {
    for (const each of toComeBackTo()) if (!each.over) void askAbout(each).then(draw);
  });
  if (!remembers())
    return (
      <p class="note forbid" role="note">
        <Icon name="eye" /> {t("forbidden.storage")}
      </p>
    );
  if (mine.length === 0 || state !== "yes") return null;
  return (
    <section class="mine" aria-label={t("mine.title")}>
      <h2>{t("mine.title")}</h2>
      <ul>
        {mine.slice(0, SHOWN).map((each) => (
          <li key={each.table} class={stateOf(each)}>
            <span>
              <b>{t(`game.${each.game}.title`)}</b>
              <small>
                {t(`mine.${stateOf(each)}`)}
                {each.names && ` · ${list(each.names)}`}
              </small>
            </span>
            {!each.gone && (
              <button type="button" class="b line sm" onClick={() => go(`t/${each.table}`)}>
                {t(each.over ? "mine.look" : "lobby.continue")}
              </button>
            )}
            <button
              type="button"
              class="ib"
              aria-label={t("mine.forget", { game: t(`game.${each.game}.title`) })}
              onClick={() => {
                forget(each.table);
                draw();
              }}
            >
              <Icon name="cross" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
