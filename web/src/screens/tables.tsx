/* The lobby's doors to tables on the server: a code, open tables, the daily challenge. */
import { useEffect, useState } from "preact/hooks";
import { gameInfo, sheetTitle } from "../app";
import { Icon, Seat } from "../draw";
import { offered } from "../games";
import { useCell } from "../hooks";
import { list, t } from "../i18n";
import type { Facts } from "../messages";
import { api, probe, reach } from "../net";
import { useAsking } from "../room/asking";
import { CodeField } from "./trouble";

const OPEN_MS = 5000;

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
          <Icon name="nowifi" />
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
