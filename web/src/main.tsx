/* The client begins here: load the engine, then show the screen that the fragment names. */
import "./style/main.css";
import { render } from "preact";
import { useEffect } from "preact/hooks";
import { closeOverlay, openGame, overlay, ROOT, route, session, start } from "./app";
import { askWorker } from "./bot-thread";
import { compile, Engine } from "./engine";
import { Dialog, Over, Voices } from "./frame";
import { loadGame, offered, useGame } from "./games";
import { useCell, useMedia, useWatch } from "./hooks";
import { language, t } from "./i18n";
import { loadOnline, online, onlineFailed } from "./later";
import { Coming, lazy } from "./lazy";
import { startMotion } from "./motion";
import { startNotes } from "./notes";
import { paced } from "./pace";
import { savedGames } from "./saved";
import { Lobby } from "./screens/lobby";
import type { Session } from "./session";
import { settings } from "./store";

declare const ENGINE: string;
declare const BOTS: string;

const loadEnd = () => import("./screens/end").then((module) => module.End);
const End = lazy(loadEnd, Coming);
const loadTable = () => import("./screens/table").then((module) => module.Table);
const Table = lazy(loadTable, Coming);
const loadNew = () => import("./screens/new").then((module) => module.NewGame);
const NewGame = lazy(loadNew, Coming);
const RulesScreen = lazy(
  () => import("./screens/rules").then((module) => module.RulesScreen),
  Coming,
);
const Settings = lazy(() => import("./screens/settings").then((module) => module.Settings), Coming);
const History = lazy(
  () => import("./screens/history").then((module) => module.loadHistory()),
  Coming,
);
const Keys = lazy(() => import("./table/keys").then((module) => module.Keys));
const Puzzles = lazy(() => import("./screens/puzzles").then((module) => module.Puzzles), Coming);
const Replay = lazy(() => import("./screens/replay").then((module) => module.Replay), Coming);

function Play() {
  const game = useCell(session);
  useEffect(() => {
    if (game) return;
    const saved = savedGames()[0];
    try {
      if (saved) openGame(saved);
      else location.hash = "#/";
    } catch {
      location.hash = "#/"; /* where it is told why */
    }
  }, [game]);
  const { ui, failed } = useGame(game?.snapshot().setup.game);
  return !game ? null : ui ? <TableOrEnd session={game} /> : <Coming failed={failed} />;
}

function TableOrEnd({ session: game }: { session: Session }) {
  const shown = paced(game);
  useWatch(shown);
  const shot = shown.snapshot();
  return shot.status.over ? <End shot={shot} /> : <Table session={game} />;
}

/* The screens about servers, once they are here. */
function Later({ where, rest }: { where: string; rest: string[] }) {
  const parts = useCell(online);
  const failed = useCell(onlineFailed);
  if (parts) return <parts.OnlineScreen where={where} rest={rest} />;
  return <Coming failed={failed} />;
}

function Screen({ at }: { at: string }) {
  const [where = "", ...more] = at.split("/");
  const rest = more[0] ?? "";
  if (["t", "friends", "daily", "fair"].includes(where)) return <Later where={where} rest={more} />;
  if (where === "play") return <Play />;
  if (where === "new")
    return <NewGame key={more.join()} name={rest} ownDice={more[1] === "real"} />;
  if (where === "rules") return <RulesScreen name={rest} />;
  if (where === "replay") return <Replay data={rest} where={more.slice(1)} />;
  if (where === "puzzles") return <Puzzles key={more.join()} where={more} />;
  if (where === "settings") return <Settings />;
  if (where === "history") return <History />;
  if (where === "keys") return <Keys game={rest} />;
  return <Lobby />;
}

/* What is looked up at a table, which goes on below. */
const TITLES: Record<string, string> = {
  rules: "lobby.rules",
  settings: "settings.title",
  keys: "keys.title",
  fair: "proof.title",
};
function Overlay() {
  const at = useCell(overlay),
    title = TITLES[at.split("/")[0]!];
  if (!title) return null;
  return (
    <Dialog title={t(title)} cls="over" onClose={closeOverlay}>
      <Over.Provider value={true}>
        <Screen at={at} />
      </Over.Provider>
    </Dialog>
  );
}

function Root() {
  const { theme } = useCell(settings);
  const at = useCell(route),
    where = at.split("/")[0];
  const dark = useMedia("(prefers-color-scheme: dark)");
  useEffect(() => {
    document.documentElement.dataset.theme = theme === "system" ? (dark ? "dark" : "light") : theme;
  }, [theme, dark]);
  useEffect(() => {
    document.documentElement.lang = language();
  }, [language()]);
  useEffect(() => {
    document.body.className = where || "lobby";
    scrollTo(0, 0);
  }, [where]);
  return (
    <>
      <Screen at={at} />
      <Overlay />
      <Voices />
    </>
  );
}

/* Everything is stored for offline use, once the first taps are done and there is a network. */
const LATER_MS = 1500;
function keepForOffline(): void {
  const later = () => addEventListener("online", keepForOffline, { once: true });
  if (navigator.onLine) navigator.serviceWorker.register(`${ROOT}sw.js`).catch(later);
  else later();
}

async function begin(): Promise<void> {
  const place = document.getElementById("app")!;
  startMotion();
  startNotes();
  try {
    const module = await compile(ROOT + ENGINE);
    const scribe = new Engine(module);
    const catalogue = scribe.catalogue();
    start({ module, catalogue, scribe, ask: askWorker(ROOT + BOTS, catalogue.bots) });
    render(<Root />, place);
    loadOnline();
    const boards = offered.map((name) => () => loadGame(name));
    for (const load of [loadTable, loadNew, loadEnd, ...boards])
      void load().catch(() => undefined); /* so that a game can begin and end offline */
  } catch (error) {
    place.textContent = t("broken", { why: String(error) });
  }
  if ("serviceWorker" in navigator) setTimeout(keepForOffline, LATER_MS);
}

void begin();
