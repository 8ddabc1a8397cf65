/* The client begins here: load the engine, then show the screen that the fragment names. */
import "./style/main.css";
import { render } from "preact";
import { useEffect, useState } from "preact/hooks";
import { openGame, route, session, start } from "./app";
import { Engine, compile } from "./engine";
import { Voices } from "./frame";
import { useCell, useMedia } from "./hooks";
import { language, t } from "./i18n";
import { startMotion } from "./motion";
import { End } from "./screens/end";
import { Lobby } from "./screens/lobby";
import { NewGame } from "./screens/new";
import { Replay } from "./screens/replay";
import { RulesScreen } from "./screens/rules";
import { Settings } from "./screens/settings";
import { Table } from "./screens/table";
import { askWorker, savedGame } from "./session";
import type { Session } from "./session";
import { settings } from "./store";

declare const ENGINE: string;
declare const BOTS: string;

function Play() {
  const game = useCell(session);
  useEffect(() => {
    if (game) return;
    const saved = savedGame();
    try {
      if (saved) openGame(saved);
      else location.hash = "#/";
    } catch {
      location.hash = "#/";
    }
  }, [game]);
  return game ? <TableOrEnd session={game} /> : null;
}

function TableOrEnd({ session: game }: { session: Session }) {
  const [, tick] = useState(0);
  useEffect(() => game.watch(() => tick((n) => n + 1)), [game]);
  const shot = game.snapshot();
  return shot.status.over ? <End shot={shot} /> : <Table session={game} />;
}

function Screen() {
  const [where = "", rest = ""] = useCell(route).split("/");
  if (where === "play") return <Play />;
  if (where === "new") return <NewGame key={rest} name={rest} />;
  if (where === "rules") return <RulesScreen name={rest} />;
  if (where === "replay") return <Replay data={rest} />;
  if (where === "settings") return <Settings />;
  return <Lobby />;
}

function Root() {
  const { theme } = useCell(settings);
  const where = useCell(route).split("/")[0];
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
  return <><Screen /><Voices /></>;
}

async function begin(): Promise<void> {
  const place = document.getElementById("app")!;
  startMotion();
  try {
    const module = await compile(ENGINE);
    const scribe = new Engine(module);
    const catalogue = scribe.catalogue();
    start({ module, catalogue, scribe, ask: askWorker(BOTS, catalogue.bots) });
    render(<Root />, place);
  } catch (error) {
    place.textContent = t("broken", { why: String(error) });
  }
  if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => undefined);
}

void begin();
