/* The challenge of the day: the same dice for everybody, one try, a list. */
import { useEffect, useState } from "preact/hooks";
import { gameInfo, go, shared, sheetTitle } from "../app";
import { Icon } from "../draw";
import { Top } from "../frame";
import { offered } from "../games";
import { language, number, refusal, t } from "../i18n";
import { api, codeOf, mine, myTables, newKey, remember, unkept } from "../net";
import { Sealed } from "../room/links";
import { readyName } from "../room/sit";
import { load, save, settings } from "../store";
import { valid } from "./new";
import { Trouble } from "./trouble";

interface Day {
  game: string;
  sheet: string;
  day: number;
  open: boolean;
  top: { name: string; score: number; at: number }[];
  commitment?: string;
}

/* The player's key for all days: asking again with it leads to the same try. */
function dailyKey(): string {
  const kept = load<string>("daily", "");
  if (kept) return kept;
  const key = newKey();
  save("daily", key);
  return key;
}

const playable = () =>
  shared().catalogue.games.filter((game) => offered.includes(game.name) && game.seatsMin === 1);
const dateOf = (day: number) =>
  new Date(day * 86400000).toLocaleDateString(language(), {
    weekday: "long",
    day: "numeric",
    month: "long",
    timeZone: "UTC",
  });

export function Daily({ name }: { name: string }) {
  const [day, setDay] = useState<Day | null>(null);
  const [which, setWhich] = useState<number | null>(null);
  const [trouble, setTrouble] = useState("");
  const [tries, setTries] = useState(0);
  const [player, setPlayer] = useState(() => readyName());
  const [error, setError] = useState("");
  useEffect(() => {
    setTrouble("");
    api<Day>(`daily/${name}${which === null ? "" : `/${which}`}`).then(setDay, (why) =>
      setTrouble(codeOf(why)),
    );
  }, [name, which, tries]);
  if (trouble)
    return (
      <Trouble
        code={trouble === "not-found" ? "bad-game" : trouble}
        game={name}
        onRetry={() => setTries(tries + 1)}
      />
    );
  const title = t(`game.${name}.title`);
  const tried = myTables().find((each) => each.game === name && each.day === day?.day && each.key);
  const begin = async (event: Event) => {
    event.preventDefault();
    if (!valid(player)) return setError(t("no.bad-name"));
    try {
      const key = dailyKey();
      const given = await api<{ table: string; day: number }>(`daily/${name}`, {
        name: player.trim(),
        key,
      });
      const { commitment } =
        given.day === day?.day
          ? day
          : await api<Day>(`daily/${name}`); /* it may be past midnight */
      if (!mine(given.table)) remember(given.table, { game: name, key, commitment });
      remember(given.table, { day: given.day });
      go(`t/${given.table}${unkept(given.table, key)}`);
    } catch (why) {
      setError(refusal(codeOf(why)));
    }
  };
  return (
    <>
      <Top title={t("daily.title")} sub={title} />
      <main class="narrow dailyp" id="main">
        <h1>{t("daily.of", { game: title })}</h1>
        {!day ? (
          <p role="status">{t("loading")}</p>
        ) : (
          <>
            <nav class="dnav" aria-label={t("daily.games")}>
              {playable().map((game) => (
                <a
                  class={`b ${game.name === name ? "go" : "line"} sm`}
                  key={game.name}
                  aria-current={game.name === name ? "page" : undefined}
                  href={`#/daily/${game.name}`}
                >
                  {t(`game.${game.name}.title`)}
                </a>
              ))}
            </nav>
            {day.open && tried ? (
              <div class="card form">
                <p>{t(tried.over ? "daily.done" : "daily.begun")}</p>
                <a class="b go big" href={`#/t/${tried.table}`}>
                  {t(tried.over ? "mine.look" : "lobby.continue")}
                </a>
              </div>
            ) : day.open ? (
              <form class="card form" onSubmit={(event) => void begin(event)}>
                <p>{t("daily.how", { sheet: sheetTitle(gameInfo(name), day.sheet) })}</p>
                <label class="field">
                  <span>{t("name.yours")}</span>
                  <input
                    value={player}
                    maxLength={24}
                    onInput={(event) => setPlayer(event.currentTarget.value)}
                  />
                </label>
                <button type="submit" class="b go big">
                  <Icon name="die" />
                  {t("daily.play")}
                </button>
                <p class="err" role="status">
                  {error}
                </p>
              </form>
            ) : (
              <p class="card form">{t("daily.past")}</p>
            )}
            <section class="card top10">
              <h2>
                {t("daily.list")} <span>{dateOf(day.day)}</span>
              </h2>
              {day.top.length ? (
                <ol>
                  {day.top.map((entry, i) => (
                    <li key={i} class={entry.name === (settings.get().name || player) ? "me" : ""}>
                      <i>{i + 1}</i>
                      <b>{entry.name}</b>
                      <span>{number(entry.score)}</span>
                    </li>
                  ))}
                </ol>
              ) : (
                <p class="note">{t(day.open ? "daily.nobody" : "daily.nobodyPast")}</p>
              )}
              <div class="pbtn">
                <button type="button" class="b line sm" onClick={() => setWhich(day.day - 1)}>
                  <Icon name="chev" cls="flip" />
                  {t("daily.before")}
                </button>
                {!day.open && (
                  <button type="button" class="b line sm" onClick={() => setWhich(null)}>
                    {t("daily.today")}
                  </button>
                )}
              </div>
            </section>
            {day.commitment && <Sealed commitment={day.commitment} />}
          </>
        )}
      </main>
    </>
  );
}
