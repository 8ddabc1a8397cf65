// npm run shots: every screen, desktop and phone, light and dark, into docs/screenshots/.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browser, isOver, phone, settled, turn } from "./browser.mjs";
import { open, tapStep } from "./moves.mjs";
import { host, serve } from "./server.mjs";
import { step } from "./steps.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "docs", "screenshots");
mkdirSync(folder, { recursive: true });
const site = await serve(), tables = await host();

// Games of the same dice, so that pictures change only when the client does.
const seeded = () => {
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array.length === 8 ? array.fill(7) : real(array));
};

// What a server adds: tables in the lobby, the waiting room, the seat sheet, daily dice, an error page, the proof.
async function online(page, shot) {
  const { table, code, host: key, seats } = await tables.post("tables", { game: "lost-cities", seats: ["me", "open", "open"], public: true, name: "Ruth" });
  const places = [
    ["lobby-online", "", ".open li"], ["friends", "#/friends/lost-cities", "summary"], ["seat-sheet", `t/${code}`, ".qr path"], ["daily", "#/daily/roller", ".top10"],
    ["unknown-code", "t/fern-42", ".trouble"], ["waiting-room", `t/${table}#${seats[0].key}.${key}`, ".qr path"],
  ];
  for (const [name, where, sign] of places) {
    await page.goto("about:blank");
    await page.goto(tables.url + where);
    await page.locator(sign).first().waitFor();
    await shot(name);
  }
  const solo = await tables.post("tables", { game: "roller", seats: ["me"], name: "Ada" });
  await page.goto(`${tables.url}t/${solo.table}#${solo.seats[0].key}`);
  for (let i = 0; i < 400 && !(await isOver(page)); i++) await step(page, "Roller", i);
  await page.getByRole("link", { name: "Roll by roll" }).click();
  await page.locator(".checks").waitFor();
  await shot("proof");
}

for (const [size, options] of [["desktop", {}], ["phone", phone]]) {
  for (const colorScheme of ["light", "dark"]) {
    const { page, close } = await browser({ ...options, colorScheme });
    const shot = async (name) => {
      await page.evaluate(() => document.fonts.ready.then(() => true));
      await page.screenshot({ path: join(folder, `${name}-${size}-${colorScheme}.png`) });
    };
    await page.addInitScript(seeded);
    await page.goto(site.url);
    await page.locator(".gc").first().waitFor();
    await shot("lobby");
    for (const [name, where] of [["new-game", "new/lost-cities"], ["rules", "rules/lost-cities"], ["rules-roller", "rules/roller"], ["rules-escape", "rules/escape"], ["settings", "settings"]]) {
      await page.goto(`${site.url}#/${where}`);
      await page.locator("h1").waitFor();
      if (name === "new-game") await page.locator("summary").click();
      await shot(name);
    }
    for (const [game, steps, until] of [["Roller", 31, ".ro-writing"], ["Escape", 40, ".es-temple .es-lit"]]) {
      await open(page, site.url, game);
      for (let count = 0; count < steps || !(await page.locator(until).count()); count++) await tapStep(page, game, count);
      await shot(`${game.toLowerCase()}-table`);
    }
    await page.goto(`${site.url}#/`);
    await page.locator(".gc", { hasText: "Lost Cities" }).locator(".go").click();
    await settled(page);
    for (let i = 0; i < 19; i++) { await turn(page); await settled(page); }
    await page.locator("[data-spot]").first().click();
    const chip = page.locator(".chips button").first();
    if (await chip.count()) {
      await shot("lost-cities-chips");
      await chip.click();
    }
    await shot("lost-cities-table");
    while (!(await isOver(page))) { await turn(page); await settled(page); }
    await shot("lost-cities-end");
    await page.getByRole("button", { name: "Step through it" }).click();
    await page.locator(".player input").fill("70");
    await shot("lost-cities-replay");
    await online(page, shot);
    await close();
  }
}
site.close();
await tables.close();
