/* Every game that was finished in this browser, and what they say of who played them. */
import type { ComponentType } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { go, packRecord } from "../app";
import { ownSheets } from "../engine";
import { announce, Choice, Main, Top } from "../frame";
import { loadStyle, offered } from "../games";
import { catchUp } from "../history/enter";
import { Keeping } from "../history/keeping";
import { Numbers } from "../history/numbers";
import { Row } from "../history/row";
import {
  allGames,
  changes,
  dropGames,
  putGames,
  RECORDS,
  recordOf,
  trouble,
  tryAgain,
  unkeptCount,
  withRecords,
} from "../history/shelf";
import type { Kept, Played } from "../history/types";
import { dateOf, titleOf } from "../history/words";
import { useCell } from "../hooks";
import { addTexts, t } from "../i18n";
import { entered, history } from "../i18n/history";
import { settings } from "../store";
import style from "../style/history.css";
import { Removed } from "./sure";

addTexts(entered);
addTexts(history);

/* Drawn with its style from the first moment on. */
export const loadHistory = (): Promise<ComponentType> =>
  loadStyle(style).then(
    () => History,
    () => History,
  );

const PAGE = 50; /* games that are drawn at once */

interface Listed {
  games: Played[];
  records: Set<string>;
}

/* The list, read again whenever it changes here or may have changed in another tab. */
function useGames(): Listed | null {
  const [listed, setListed] = useState<Listed | null>(null);
  const times = useCell(changes);
  const read = async () => setListed({ games: await allGames(), records: await withRecords() });
  useEffect(() => void read(), [times]);
  useEffect(() => void catchUp(), []);
  useEffect(() => {
    const seen = () => document.visibilityState === "visible" && void read();
    document.addEventListener("visibilitychange", seen);
    return () => document.removeEventListener("visibilitychange", seen);
  }, []);
  return listed;
}

function Troubled() {
  const why = useCell(trouble);
  useCell(changes);
  if (!why) return null;
  const n = unkeptCount();
  return (
    <div class="card hbad" role="alert">
      <p class="err">
        {t(`history.${why}`)} {n > 0 && t("history.unkept", { n })}
      </p>
      <button type="button" class="b line sm" onClick={() => void tryAgain()}>
        {t("history.again")}
      </button>
    </div>
  );
}

async function openReplay(id: string, report: boolean): Promise<void> {
  const kept = await recordOf(id);
  if (!kept?.record) return;
  if (kept.own) ownSheets.set(kept.own.sheet_hash, kept.own);
  go(`replay/${await packRecord(kept.record)}${report ? "/report" : ""}`);
}

/* One that was forgotten stays in its place until it cannot be taken back. */
function useForget() {
  const [gone, setGone] = useState<{ game: Kept; at: number } | null>(null);
  const back = useRef("");
  const forget = async (game: Played, at: number) => {
    const kept = { ...game, ...(await recordOf(game.id)) };
    await dropGames([game.id]);
    setGone({ game: kept, at });
  };
  const undo = async () => {
    back.current = gone!.game.id;
    await putGames([gone!.game]);
    setGone(null);
  };
  useEffect(() => {
    const row = back.current && document.querySelector(`[data-played="${back.current}"] button`);
    if (!row) return;
    (row as HTMLElement).focus();
    back.current = "";
  });
  return { gone, forget, undo, clear: () => setGone(null) };
}

function List({
  listed,
  games,
  forgetting,
}: {
  listed: Listed;
  games: Played[];
  forgetting: ReturnType<typeof useForget>;
}) {
  const [most, setMost] = useState(PAGE);
  const { gone, forget, undo } = forgetting;
  const rows = games
    .slice(0, most)
    .map((game, i) => (
      <Row
        key={game.id}
        game={game}
        hasRecord={listed.records.has(game.id)}
        onOpen={(report) => void openReplay(game.id, report)}
        onForget={() => void forget(game, i)}
      />
    ));
  if (gone)
    rows.splice(
      gone.at,
      0,
      <li key="gone" class="card hrow removed">
        <Removed
          words={t("history.forgotten", {
            game: titleOf(gone.game.game),
            date: dateOf(gone.game.at),
          })}
          onUndo={() => void undo()}
        />
      </li>,
    );
  return (
    <section aria-label={t("history.list")}>
      <h2>{t("history.list")}</h2>
      <ul class="hlist">{rows}</ul>
      {games.length > most && (
        <button type="button" class="b line" onClick={() => setMost(most + PAGE)}>
          {t("history.more", { n: games.length - most })}
        </button>
      )}
    </section>
  );
}

function History() {
  useCell(settings);
  const listed = useGames();
  const forgetting = useForget();
  const [game, setGame] = useState("");
  const all = listed?.games ?? [],
    shown = game ? all.filter((each) => each.game === game) : all;
  const choose = (name: string) => {
    setGame(name);
    forgetting.clear();
    const n = name ? all.filter((each) => each.game === name).length : all.length;
    announce(`${t("history.games")}: ${n}`);
  };
  const names = [...new Set([...offered, ...all.map((each) => each.game)])];
  const played = names.filter((name) => shown.some((each) => each.game === name));
  return (
    <>
      <Top title={t("lobby.history")} />
      <Main cls="hist">
        <h1>{t("lobby.history")}</h1>
        <p class="note">{t("history.about", { n: RECORDS })}</p>
        <Troubled />
        {!listed ? (
          <p role="status">{t("loading")}</p>
        ) : (
          <>
            {all.length > 0 && (
              <Choice
                label={t("history.filter")}
                value={game}
                all={[
                  ["", t("history.all")],
                  ...offered.map((name) => [name, titleOf(name)] as [string, string]),
                ]}
                onChange={choose}
              />
            )}
            {played.map((name) => (
              <Numbers key={name} name={name} games={shown.filter((each) => each.game === name)} />
            ))}
            {played.length > 0 && <p class="note">{t("history.how")}</p>}
            {shown.length || forgetting.gone ? (
              <List key={game} {...{ listed, forgetting }} games={shown} />
            ) : (
              <div class="card hnone">
                <p>{game ? t("history.noneOf", { game: titleOf(game) }) : t("history.none")}</p>
                <a class="b go" href="#/">
                  {t("history.play")}
                </a>
              </div>
            )}
            <Keeping shown={shown} count={all.length} onForgotten={forgetting.clear} />
          </>
        )}
      </Main>
    </>
  );
}
