// npm run shots: every screen, desktop and phone, light and dark, into docs/screenshots/.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crowd, isOver, phone, settled, turn } from "./browser.mjs";
import { open, tapStep } from "./moves.mjs";
import { host, serve } from "./server.mjs";
import { pencilStep, playOut } from "./steps.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "docs", "screenshots");
mkdirSync(folder, { recursive: true });
const site = await serve(),
  tables = await host(),
  people = await crowd();

// Games of the same dice, so that pictures change only when the client does.
const seeded = () => {
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array.length === 8 ? array.fill(7) : real(array));
};

async function pages(page, shot) {
  await page.goto(site.url);
  await page.locator(".gc").first().waitFor();
  await shot("lobby");
  for (const [name, where] of [
    ["new-game", "new/lost-cities"],
    ["rules", "rules/lost-cities"],
    ["rules-roller", "rules/roller"],
    ["rules-escape", "rules/escape"],
    ["settings", "settings"],
  ]) {
    await page.goto(`${site.url}#/${where}`);
    await page.locator("h1").waitFor();
    if (name === "new-game") await page.locator("summary").click();
    await shot(name);
  }
}

async function realDice(page, shot) {
  await page.goto(`${site.url}#/new/lost-cities`);
  await page.locator("summary").click();
  await page.getByRole("button", { name: "We roll our own" }).click();
  await page.getByRole("button", { name: "Start the game" }).click();
  for (const face of ["Red", "Blue", "Blue", "0"])
    await page.getByRole("button", { name: `Add ${face}`, exact: true }).click();
  await shot("real-dice");
}

async function lostCities(page, shot) {
  await open(page, site.url, "Lost Cities");
  await settled(page);
  await shot("lost-cities-start");
  for (let i = 0; i < 19; i++) {
    await turn(page);
    await settled(page);
  }
  await page.locator("[data-spot]").first().click();
  const chip = page.locator(".chips button").first();
  if (await chip.count()) {
    await shot("lost-cities-chips");
    await chip.click();
  }
  await shot("lost-cities-table");
  for (const [name, button] of [
    ["players", "Players and log"],
    ["menu", "Menu"],
    ["keys", "Keys"],
  ]) {
    const opens = page.getByRole("button", { name: button, exact: true });
    if (!(await opens.count())) continue; // wide screens have the players beside the sheet
    await opens.click();
    await shot(name);
    if (name !== "menu") await page.keyboard.press("Escape");
  }
  while (!(await isOver(page))) {
    await turn(page);
    await settled(page);
  }
  await shot("lost-cities-end");
  await page.getByRole("button", { name: "Step through it" }).click();
  await page.locator(".player input").fill("70");
  await shot("lost-cities-replay");
}

async function rollerAndEscape(page, shot) {
  for (const [game, steps, until] of [
    ["Roller", 31, ".ro-writing"],
    ["Escape", 40, ".es-temple .es-lit"],
  ]) {
    const name = game.toLowerCase();
    await open(page, site.url, game);
    let count = 0;
    for (; count < steps || !(await page.locator(until).count()); count++)
      await tapStep(page, game, count);
    await shot(`${name}-table`);
    while (await tapStep(page, game, count)) count++;
    await shot(`${name}-end`);
  }
}

// What a server adds: tables in the lobby, the waiting room, the seat sheet, daily dice, an error page, a game and its proof.
async function online(page, shot, options) {
  const {
    table,
    code,
    host: key,
    seats,
  } = await tables.post("tables", {
    game: "lost-cities",
    seats: ["me", "open", "open"],
    public: true,
    name: "Ruth",
  });
  const places = [
    ["lobby-online", "", ".open li"],
    ["friends", "#/friends/lost-cities", "summary"],
    ["seat-sheet", `t/${code}`, ".qr path"],
    ["daily", "#/daily/roller", ".top10"],
    ["unknown-code", "t/fern-42", ".trouble"],
    ["waiting-room", `t/${table}#${seats[0].key}.${key}`, ".qr path"],
  ];
  for (const [name, where, sign] of places) {
    await page.goto("about:blank");
    await page.goto(tables.url + where);
    await page.locator(sign).first().waitFor();
    await shot(name);
  }
  await page.goto(`${tables.url}#/friends/roller`);
  await page.getByRole("button", { name: "Bot", exact: true }).click();
  await page.getByRole("button", { name: "Set the table" }).click();
  await page.locator(".ro-map").waitFor();
  for (let i = 0; i < 12; i++) await tapStep(page, "Roller", i);
  await shot("online-table");
  const watcher = await people.person(options);
  await watcher.page.goto(`${tables.url}t/${/#\/t\/([\w-]+)/.exec(page.url())[1]}`);
  await watcher.page.getByText("You are watching.").waitFor();
  await shot("watching", watcher.page);
  await watcher.close();
  await playOut(page, "Roller");
  await shot("online-end");
  await page.getByRole("link", { name: "Roll by roll" }).click();
  await page.locator(".checks").waitFor();
  await shot("proof");
}

// Escape with a teammate: what is in pencil there, and a chamber that somebody points at.
async function together(page, shot, options) {
  const { table, seats } = await tables.post("tables", {
    game: "escape",
    seats: ["me", "open"],
    name: "Ruth",
  });
  Object.assign(
    seats[1],
    await tables.post(`tables/${table}/sit`, { key: seats[1].key, name: "Mira" }),
  );
  const mate = await people.person(options);
  for (const [seat, each] of [mate.page, page].entries()) {
    await each.goto(`${tables.url}t/${table}#${seats[seat].key}`);
    await each.locator("[data-wire=live]").waitFor();
  }
  await pencilStep(mate.page, page);
  await page.locator(".theirs").waitFor();
  await page.locator("[data-chamber=b3]").click();
  await page.locator(".es-point").waitFor();
  await shot("together");
  await mate.close();
}

for (const [size, options] of [
  ["desktop", {}],
  ["phone", phone],
]) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await people.person({ ...options, colorScheme });
    const shot = async (name, from = page) => {
      await from.evaluate(() => document.fonts.ready.then(() => true));
      await from.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    };
    await page.addInitScript(seeded);
    await pages(page, shot);
    await realDice(page, shot);
    await rollerAndEscape(page, shot);
    await lostCities(page, shot);
    await online(page, shot, { ...options, colorScheme });
    await together(page, shot, { ...options, colorScheme });
    await close();
  }
}
await people.close();
site.close();
await tables.close();
