/* The games that have a board, by the names that records use, in the order of the lobby. A game without one is not
 * offered. The parts of a game are loaded when somebody comes to them; `games` holds the boards that are here. */
import { useEffect, useState } from "preact/hooks";
import { addTexts } from "../i18n";
import { escape } from "./escape/lobby";
import { lostCities } from "./lost-cities/lobby";
import { roller } from "./roller/lobby";
import type { Example, Game, GameUi, Pictures } from "./types";

export const gameList: Record<string, Game> = { "lost-cities": lostCities, roller, escape };

export const offered = Object.keys(gameList);
export const games: Record<string, GameUi> = {};
for (const { texts } of Object.values(gameList)) addTexts(texts);

const styled = new Set<string>();
export function loadStyle(file: string): Promise<void> {
  if (styled.has(file)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = new URL(file, import.meta.url).href;
  document.head.append(link);
  return new Promise((done, failed) => {
    link.onload = () => done(void styled.add(file));
    link.onerror = () => failed(link.remove());
  });
}

async function withStyle<Part>(name: string, load: (game: Game) => Promise<Part>): Promise<Part> {
  const game = gameList[name]!;
  return (await Promise.all([load(game), loadStyle(game.style)]))[0];
}

export async function loadGame(name: string): Promise<GameUi> {
  return (games[name] ??= await withStyle(name, (game) => game.board()));
}

export const loadPictures = (name: string): Promise<Pictures> =>
  withStyle(name, (game) => game.pictures());

/* The example that a link to a replay names, if it names one. */
export const exampleAt = (link: string): Example | undefined =>
  Object.values(gameList).find(({ example }) => example?.link === link)?.example;

/* The board of a game once it is here, null until then; `failed` if it does not come. */
export function useGame(name: string | undefined): { ui: GameUi | null; failed: boolean } {
  const [failed, setFailed] = useState(false);
  const [, setHere] = useState("");
  useEffect(() => {
    /* also if it is here by now: then this draws it */
    if (name && gameList[name])
      loadGame(name).then(
        () => setHere(name),
        () => setFailed(true),
      );
  }, [name]);
  return { ui: games[name ?? ""] ?? null, failed };
}

/* Draws again when the sentences about a game's options are here. Without them the options are only named. */
export function useOptionTexts(name: string): void {
  const [, setHere] = useState("");
  useEffect(
    () =>
      void gameList[name]?.options?.().then(
        (texts) => {
          addTexts(texts);
          setHere(name);
        },
        () => undefined,
      ),
    [name],
  );
}
