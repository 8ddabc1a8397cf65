// Every screen that is no game's walk: how to come to it, in an order in which each finds what the ones before it left.
import { sheets } from "./moves.mjs";

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
  ["daily dice", at("#/daily/roller", ".top10")],
  ["an unknown code", at("t/fern-42", ".trouble")],
  ["a table", playNow],
  ["the menu", then(playNow, openMenu)],
  ["the keys", then(then(playNow, openMenu), press("dialog[open] .menu button:nth-of-type(2)"))],
  ["the lobby with a game", at("", ".resume")],
  ["the waiting room", waiting],
  ["the seat sheet", (page, site) => at(table.code, ".sitdown, .hostb")(page, site)],
  ["a server's table", then((page, site) => at(table.seat, ".hostb")(page, site), started)],
  ["the lobby with tables", at("", ".mine")],
];
