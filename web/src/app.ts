/* What all screens share: the engine, the way between screens, starting a game. */
import type { ChoicesFrom, Judge, Rank } from "./bot-thread";
import { initial } from "./draw";
import type { Catalogue, GameInfo } from "./engine";
import { BadRecord, BOT_NAMES, Engine, movedRound, ownSheets, splitRecord } from "./engine";
import type { GameUi, Setup } from "./games/types";
import { engineWords, language, t } from "./i18n";
import type { Ask } from "./local";
import { LocalSession, newGame } from "./local";
import { hex } from "./net";
import { finishedHere } from "./played";
import { go, route } from "./route";
import type { Saved } from "./saved";
import { isOver, keepGames, savedGames, worthKeeping } from "./saved";
import type { Session } from "./session";
import { cell, settings } from "./store";

export { closeOverlay, go, overlay, ROOT, route } from "./route";

export interface App {
  module: WebAssembly.Module;
  catalogue: Catalogue;
  ask: Ask & { rank: Rank; judge: Judge; choicesFrom: ChoicesFrom };
  scribe: Engine;
}

let app: App | null = null;
export const start = (all: App) => (app = all);
export const shared = (): App => app!;

/* The game at this device, if one has been opened since the page was loaded. */
export const session = cell<Session | null>(null);

/* Throws BadRecord, and then all is as it was. */
export function openGame(given: Saved): void {
  const engine = new Engine(shared().module);
  engine.read(given.record);
  const saved = given.id || isOver(given.record) ? given : { ...given, id: hex(8) };
  leaveGame();
  keepGames([
    saved,
    ...savedGames().filter((each) => each.record !== saved.record && worthKeeping(each)),
  ]);
  session.set(new LocalSession(engine, saved, shared().ask, true, finishedHere));
  if (route.get() !== "play") go("play"); /* something may lie over it */
}

export function leaveGame(): void {
  session.get()?.leave();
  session.set(null);
}

/* `sheet` is the name of a shipped one, or the hash of one's own. */
export interface Wish {
  game: GameInfo;
  sheet: string;
  options: Record<string, string>;
  names: string[];
  bots: (string | null)[];
  real: boolean;
  seed?: string /* of a game that was played before */;
  draw: boolean /* who begins; otherwise the first seat does */;
}

export function startGame(wish: Wish): void {
  const { record, first } = headerFor(wish);
  const bots = movedRound(wish.bots, first);
  openGame({
    record,
    bots,
    me: Math.max(
      0,
      bots.findIndex((bot) => !bot),
    ),
    taken: wish.seed ? "same" : undefined,
  });
}

/* With who begins at seat 0: `first` is where they sat in the wish. Seeded dice draw it, and prove it; for real ones
 * this page does. */
function headerFor({ game, names, ...wish }: Wish): { record: string; first: number } {
  const own = ownSheets.get(wish.sheet),
    seed = wish.real ? "" : wish.seed || hex(8);
  const header = (seated: string[]) =>
    newGame(
      {
        game: game.name,
        sheet: own?.sheet ?? wish.sheet,
        sheetHash: own?.sheet_hash,
        seats: names.length,
        options: wish.options,
        names: seated,
      },
      seed,
      game.edition,
    );
  if (!wish.draw || game.first === "nobody" || names.length === 1)
    return { record: header(names), first: 0 };
  if (!seed) {
    const first = Math.floor(Math.random() * names.length);
    return { record: header(movedRound(names, first)), first };
  }
  const { scribe } = shared();
  scribe.read(header(names));
  scribe.drawFirst();
  return { record: scribe.record(), first: splitRecord(scribe.record()).header.first ?? 0 };
}

export const myName = () => settings.get().name || t("name.default");

/* You and bots; who begins is drawn. */
export function playNow(game: GameInfo): void {
  const seats = Math.min(game.seatsMax, Math.max(game.seatsMin, 3));
  const others = BOT_NAMES.filter((name) => name[0] !== initial(myName()))
    .slice(0, seats - 1)
    .map((name) => `Bot ${name}`);
  startGame({
    game,
    sheet: game.sheets[0]!.name,
    options: {},
    real: false,
    draw: true,
    names: [myName(), ...others],
    bots: [null, ...others.map(() => myLevel())],
  });
}

/* The level of bots that somebody here has chosen, or the usual one; also one of those that only a server has. */
export function myLevel(own: string[] = []): string {
  const { bots, usual } = shared().catalogue,
    { level } = settings.get();
  return bots.includes(level) || own.includes(level) ? level : usual;
}
export const strongest = () => shared().catalogue.bots[shared().catalogue.bots.length - 1]!;
export const sheetTitle = (game: GameInfo | undefined, name: string) =>
  game?.sheets.find((sheet) => sheet.name === name)?.[language()] ??
  [...ownSheets.values()].find((own) => own.game === game?.name && own.sheet === name)?.title[
    language()
  ] ??
  name;
export const gameInfo = (name: string) =>
  shared().catalogue.games.find((game) => game.name === name);

/* ---- Records leave and enter ---- */

/* Its address is good for a minute: a machine that is busy begins late to save it. */
export function saveFile(content: BlobPart, name: string, type: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

export const download = (record: string, game: string): void =>
  saveFile(record, `${game}.pip`, "text/plain");

const toBase64 = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");
const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (c) => c.charCodeAt(0));

async function through(bytes: Uint8Array, stream: any): Promise<Uint8Array> {
  return new Uint8Array(
    await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer(),
  );
}

/* Why a record cannot be read, and where; `faultWords` says first that it cannot. */
export function faultWhy(fault: unknown): string {
  const { code, message, place } = fault instanceof BadRecord ? fault : new BadRecord("syntax", "");
  if (code === "edition") return t(/newer/.test(message) ? "record.newer" : "record.older");
  return place ? t("engine.at", { ...place, why: engineWords(code) }) : engineWords(code);
}
export const faultWords = (fault: unknown) => t("lobby.badRecord", { why: faultWhy(fault) });

/* A record in a link: "d" deflated, "t" as it is. */
export async function packRecord(record: string): Promise<string> {
  const bytes = new TextEncoder().encode(record);
  if (typeof CompressionStream === "undefined") return "t" + toBase64(bytes);
  return "d" + toBase64(await through(bytes, new CompressionStream("deflate-raw")));
}

export async function unpackRecord(text: string): Promise<string> {
  const bytes = fromBase64(text.slice(1));
  return new TextDecoder().decode(
    text[0] === "d" ? await through(bytes, new DecompressionStream("deflate-raw")) : bytes,
  );
}

/* Who did what. */
export const doneBy = (name: string, words: string, { verbs }: GameUi): string =>
  `${name}${verbs ? "" : ":"} ${words}`;

/* The last of these lines of a record as people say it. */
export function eventWords(events: string[], setup: Setup, ui: GameUi): string {
  const event = events.at(-1)!,
    who = event.split(" ", 1)[0]!,
    what = event.slice(who.length + 1);
  if (who === "*") return t("replay.rolled", { dice: ui.diceWords?.(what, t) ?? what });
  const before = events
    .slice(0, -1)
    .filter((each) => each.startsWith(`${who} `))
    .map((each) => each.slice(who.length + 1));
  return doneBy(setup.names[Number(who)]!, ui.moveWords(what, t, before), ui);
}
