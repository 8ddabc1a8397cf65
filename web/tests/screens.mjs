// Every screen that is no game's walk: how to come to it, in an order in which each finds what the ones before it left.
import { readFileSync } from "node:fs";
import { WebSocketClient } from "../../tests/integration/websocket.mjs";
import { sheets } from "./moves.mjs";
import { patience, stepUntil } from "./steps.mjs";

const titles = { "lost-cities": "Lost Cities", roller: "Roller", escape: "Escape" };

const at =
  (where, sign = "main h1") =>
  async (page, site) => {
    await page.goto(site.url + where);
    await page.locator(sign).first().waitFor();
  };
const then = (first, next) => async (page, site) => {
  await first(page, site);
  await next(page, site);
};
const unfolded = (where) =>
  then(at(where, "summary"), (page) => page.locator("summary").first().click());
const press = (selector) => (page) => page.locator(selector).first().click();

async function makeTable(site, seats) {
  const made = await site.post("tables", {
    game: "escape",
    seats,
    public: true,
    name: "Ada",
    first: "host",
  });
  return { seat: `t/${made.table}#${made.seats[0].key}.${made.host}`, code: `t/${made.code}` };
}
let table;
const waiting = async (page, site) => {
  table = await makeTable(site, ["me", "open", "bot:greedy"]);
  await at(table.seat, ".hostb")(page, site);
};
const started = async (page) => {
  await page.locator(".hostb").waitFor();
  await page.locator("main .go").first().click();
  await page.locator(sheets.Escape).waitFor();
};
const playNow = async (page, site) => {
  await at("", ".gc")(page, site);
  await page.locator(".gc .go").first().click();
  await page.locator(sheets["Lost Cities"]).waitFor();
};
const openMenu = async (page) => {
  await page.locator(".tr .ib").last().click();
  await page.locator("dialog[open]").waitFor();
};

// A table that somebody else has set.
const sitDown = async (page, site) =>
  at((await makeTable(site, ["me", "open", "open"])).code, ".sitdown")(page, site);
// Bots play to the end of a game that one has resigned.
export const resigned = async (page, site) => {
  const made = await site.post("tables", {
    game: "roller",
    seats: ["me", "bot:random"],
    name: "Ada",
  });
  const socket = WebSocketClient.open(site.port);
  socket.send({ t: "hello", v: 1, table: made.table, key: made.seats[0].key });
  socket.send({ t: "resign", id: 1 });
  for (let answer; answer?.t !== "ok"; ) {
    answer = await socket.next();
    if (!answer || answer.t === "no") throw new Error(JSON.stringify(answer));
  }
  socket.socket.destroy();
  await at(`t/${made.table}#${made.seats[0].key}`, ".rev .bd")(page, site);
};
// What its report card leads to.
const reported = (button) => async (page, site) => {
  await resigned(page, site);
  await page.locator("[data-report=done]").waitFor();
  await page.locator(`.left .pbtn .b:nth-child(${button})`).first().click();
  await page.locator(".player, dialog[open]").first().waitFor();
};
const ownDice = async (page, site) => {
  await unfolded("#/new/lost-cities")(page, site);
  await press(".fold .choice button:nth-of-type(2)")(page);
  await press("main .go.big")(page);
  await page.locator(".entry").waitFor();
};
const example = async (page, site) => {
  await at("#/rules/lost-cities")(page, site);
  await press('a[href^="#/replay/"]')(page);
  await page.locator(".player").waitFor();
};

const setTutor = async (page, site, tutor) => {
  await page.addInitScript(patience);
  await at("#/", ".gc .go")(page, site);
  await page.evaluate((level) => {
    const key = "pipwright.settings";
    localStorage[key] = JSON.stringify({ ...JSON.parse(localStorage[key] ?? "{}"), tutor: level });
  }, tutor);
  await page.reload();
  await page.locator(".gc .go").first().waitFor(); // before that it may still go somewhere itself
};
// Whoever takes what comes first is asked soon.
const taught = async (page, site) => {
  await setTutor(page, site, "all");
  await playNow(page, site);
  await stepUntil(page, "Lost Cities", () => page.locator("dialog.tutor").count());
};
// The first events of a game, as a link.
const position = async (page, site) => {
  await setTutor(page, site, "off");
  const file = new URL("../../tests/golden/roller-two.pip", import.meta.url);
  const [head, events] = readFileSync(file, "utf8").split("\n\n");
  const begun = `${head}\n\n${events.split("\n").slice(0, 12).join("\n")}\n`;
  const data = Buffer.from(begun).toString("base64url");
  await at(`#/replay/t${data}/from/1`, "dialog[open]")(page, site);
};
// The puzzle that comes next, as it is asked.
const puzzle = (game) => at(`#/puzzles/${game}`, `.tbl ${sheets[titles[game]]}`);
// What is said of an answer to it, the first that there is.
const judged = (game) => async (page, site) => {
  await puzzle(game)(page, site);
  await stepUntil(page, titles[game], () => page.locator(".verdict").count());
  await page.locator("[data-verdict=right], [data-verdict=wrong]").waitFor();
};

export const screens = [
  ["the lobby", at("", ".gc")],
  ["new game of Lost Cities", unfolded("#/new/lost-cities")],
  ["new game of Roller", unfolded("#/new/roller")],
  ["new game of Escape", unfolded("#/new/escape")],
  ["with friends", unfolded("#/friends/lost-cities")],
  ["rules of Lost Cities", unfolded("#/rules/lost-cities")],
  ["rules of Roller", unfolded("#/rules/roller")],
  ["rules of Escape", unfolded("#/rules/escape")],
  ["settings", at("#/settings")],
  ["your games, none yet", at("#/history", ".hkeep")],
  ["daily dice", at("#/daily/roller", ".top10")],
  ["an unknown code", at("t/fern-42", ".trouble")],
  ["a table", playNow],
  ["the menu", then(playNow, openMenu)],
  ["the keys", then(then(playNow, openMenu), press("dialog[open] .menu button:nth-of-type(2)"))],
  ["the lobby with a game", at("", ".resume")],
  ["the waiting room", waiting],
  ["the seat sheet", sitDown],
  ["a server's table", then((page, site) => at(table.seat, ".hostb")(page, site), started)],
  ["the lobby with tables", at("", ".mine")],
  ["the end of a server's table", resigned],
  ["the proof", press('a[href^="#/fair/"]')],
  ["your games", at("#/history", "[data-played]")],
  ["what would have been better", reported(1)],
  ["what if", reported(2)],
  ["dice of one's own", ownDice],
  ["the filled example", example],
  ["the tutor", taught],
  ["a position", position],
  ["puzzles", at("#/puzzles", ".pz")],
  ["a puzzle of Lost Cities", puzzle("lost-cities")],
  ["a puzzle of Roller", puzzle("roller")],
  ["a puzzle of Escape", puzzle("escape")],
  ["an answer in Lost Cities", judged("lost-cities")],
  ["an answer in Roller", judged("roller")],
  ["an answer in Escape", judged("escape")],
];
