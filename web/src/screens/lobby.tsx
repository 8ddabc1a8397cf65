import { useMemo, useState } from "preact/hooks";
import {
  download,
  faultWords,
  go,
  leaveGame,
  myName,
  openGame,
  packRecord,
  playNow,
  session,
  shared,
} from "../app";
import { Icon, Seat } from "../draw";
import type { GameInfo } from "../engine";
import { splitRecord } from "../engine";
import { IconButton, Top } from "../frame";
import { gameList, offered } from "../games";
import { useCell } from "../hooks";
import { language, list, t } from "../i18n";
import { online } from "../later";
import { Levels } from "../levels";
import type { Saved } from "../saved";
import { keepGames, savedGames } from "../saved";
import { settings } from "../store";
import { LookAndLanguage } from "./settings";
import { Removed } from "./sure";

/* Games that have a board. */
const playable = (): GameInfo[] =>
  offered.flatMap((name) => shared().catalogue.games.find((game) => game.name === name) ?? []);

/* How far a record is, or why it cannot be read. */
function glance(record: string): { turn: number; fault: string } {
  try {
    const { scribe } = shared();
    scribe.read(record);
    return { turn: scribe.status().turn, fault: "" };
  } catch (why) {
    return { turn: 0, fault: faultWords(why) };
  }
}

function timeWords(game: string, turn: number, seats: number): string {
  const round = gameList[game]?.round?.(turn, seats);
  return round ? t("lobby.round", { n: round }) : t("lobby.turn", { n: turn + 1 });
}

function Resume({
  saved,
  onContinue,
  onDrop,
}: {
  saved: Saved;
  onContinue(): void;
  onDrop(): void;
}) {
  const { turn, fault } = useMemo(() => glance(saved.record), [saved.record, language()]);
  const { header } = splitRecord(saved.record);
  if (/^=/m.test(saved.record) || (!fault && !offered.includes(header.game))) return null;
  const others = header.names.filter((_, seat) => seat !== saved.me);
  const title = offered.includes(header.game) ? t(`game.${header.game}.title`) : header.game;
  const values = {
    game: title,
    names: list(others),
    time: timeWords(header.game, turn, header.seats),
  };
  return (
    <div class="resume">
      <span class="rdie">
        <Icon name="die" />
      </span>
      <span class="waits">
        <b>{t("lobby.resume")}</b>
        <small>{t(others.length ? "lobby.resumeSub" : "lobby.resumeSolo", values)}</small>
        {fault && <small class="err">{fault}</small>}
      </span>
      {fault ? (
        <button type="button" class="b line" onClick={() => download(saved.record, header.game)}>
          {t("table.download")}
        </button>
      ) : (
        <button type="button" class="b go" onClick={onContinue}>
          {t("lobby.continue")}
        </button>
      )}
      <IconButton name="cross" label={t("lobby.drop", { game: title })} onClick={onDrop} />
    </div>
  );
}

/* The first is the one that may be running. One that was dropped can be taken back until the lobby is left. */
function Resumes() {
  const [all, setAll] = useState(savedGames);
  const [dropped, setDropped] = useState<{ saved: Saved; at: number } | null>(null);
  const drop = (saved: Saved, at: number) => {
    if (at === 0) leaveGame();
    keepGames(savedGames().filter((each) => each.record !== saved.record));
    setDropped({ saved, at });
    setAll(savedGames());
  };
  const undo = () => {
    const games = savedGames();
    games.splice(dropped!.at, 0, dropped!.saved);
    keepGames(games);
    setDropped(null);
    setAll(savedGames());
  };
  const rows = all.map((saved, i) => (
    <Resume
      key={saved.record}
      saved={saved}
      onContinue={() => (i === 0 && session.get() ? go("play") : openGame(saved))}
      onDrop={() => drop(saved, i)}
    />
  ));
  if (dropped) {
    const { game } = splitRecord(dropped.saved.record).header;
    rows.splice(
      dropped.at,
      0,
      <div class="resume removed" key="removed">
        <Removed
          words={t("lobby.dropped", {
            game: offered.includes(game) ? t(`game.${game}.title`) : game,
          })}
          onUndo={undo}
        />
      </div>,
    );
  }
  return <>{rows}</>;
}

export function Lobby() {
  useCell(settings);
  const more = useCell(online);
  const [error, setError] = useState("");
  const open = async (file: File | undefined) => {
    if (!file) return;
    try {
      const { scribe } = shared();
      scribe.read(await file.text());
      go(`replay/${await packRecord(scribe.record())}`);
    } catch (why) {
      setError(faultWords(why));
    }
  };
  return (
    <>
      <Top>
        <a class="b ghost who0" href="#/settings" aria-label={t("name.change", { name: myName() })}>
          <Seat seat={0} name={myName()} size={26} />
          <span>{myName()}</span>
          <Icon name="pencil" cls="pe" />
        </a>
        <IconButton
          name="book"
          label={t("lobby.rules")}
          onClick={() => go(`rules/${offered[0]}`)}
        />
        <IconButton name="menu" label={t("settings.title")} onClick={() => go("settings")} />
      </Top>
      <main class="lob" id="main">
        <section class="lm">
          <div class="lh">
            <h1>{t("lobby.title")}</h1>
            <p>{t("lobby.sub")}</p>
          </div>
          <Levels />
          <Resumes />
          {more && <more.LobbyTop />}
          <div class={`gcs g${playable().length}`}>
            {playable().map((game) => {
              const Art = gameList[game.name]?.Art;
              const title = t(`game.${game.name}.title`);
              return (
                <article class="gc" key={game.name}>
                  <svg
                    class="gart"
                    viewBox="0 -25 360 230"
                    preserveAspectRatio="xMidYMid slice"
                    aria-hidden="true"
                  >
                    {Art && <Art />}
                  </svg>
                  <div class="gt">
                    <h2>{title}</h2>
                    <p>{t(`game.${game.name}.blurb`)}</p>
                    <p class="meta">
                      {t("lobby.seats", { min: game.seatsMin, max: game.seatsMax })} ·{" "}
                      {t("lobby.minutes", { n: t(`game.${game.name}.minutes`) })}
                    </p>
                  </div>
                  <div class="gb">
                    <button
                      type="button"
                      class="b go"
                      aria-label={t("lobby.playLong", { game: title })}
                      onClick={() => playNow(game)}
                    >
                      {t("lobby.play")}
                    </button>
                    <a
                      class="b friends"
                      href={`#/friends/${game.name}`}
                      aria-label={t("lobby.withFriendsLong", { game: title })}
                    >
                      <Icon name="link" />
                      <span>{t("lobby.withFriends")}</span>
                    </a>
                    <a
                      class="b line"
                      href={`#/new/${game.name}`}
                      aria-label={t("lobby.friendsLong", { game: title })}
                    >
                      <Icon name="plus" />
                      <span>{t("lobby.friends")}</span>
                    </a>
                  </div>
                </article>
              );
            })}
          </div>
          <div class="lf">
            <a class="lfi" href={`#/rules/${offered[0]}`}>
              <Icon name="book" />
              <span>
                <b>{t("lobby.learn")}</b>
                <small>{t("lobby.learnSub")}</small>
              </span>
            </a>
            <a class="lfi" href="#/puzzles">
              <Icon name="bulb" />
              <span>
                <b>{t("lobby.puzzles")}</b>
                <small>{t("lobby.puzzlesSub")}</small>
              </span>
            </a>
            <a class="lfi" href={`#/new/${offered[0]}/real`}>
              <Icon name="die" />
              <span>
                <b>{t("lobby.real")}</b>
                <small>{t("lobby.realSub")}</small>
              </span>
            </a>
            <a class="lfi" href="#/history">
              <Icon name="clock" />
              <span>
                <b>{t("lobby.history")}</b>
                <small>{t("lobby.historySub")}</small>
              </span>
            </a>
            <div class="lfi">
              <Icon name="shield" />
              <span>
                <b>{t("lobby.offline")}</b>
                <small>{t("lobby.offlineSub")}</small>
              </span>
            </div>
          </div>
        </section>
        <aside class="lr">
          {more && <more.LobbySide />}
          <div class="card jc">
            <h2>
              <Icon name="eye" />
              {t("lobby.record")}
            </h2>
            <p class="note">{t("lobby.recordSub")}</p>
            <label class="b line file">
              <input
                type="file"
                accept=".pip,text/plain"
                onChange={(event) => void open(event.currentTarget.files?.[0])}
              />
              <span>{t("lobby.open")}</span>
            </label>
            <p class="err" role="status">
              {error}
            </p>
          </div>
          <div class="card">
            <h2>{t("lobby.look")}</h2>
            <LookAndLanguage />
          </div>
        </aside>
      </main>
    </>
  );
}
