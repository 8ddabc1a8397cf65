// npm run shots: every screen, desktop and phone, light and dark, into docs/screenshots/.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { browser, isOver, phone, settled, turn } from "./browser.mjs";
import { serve } from "./server.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "docs", "screenshots");
mkdirSync(folder, { recursive: true });
const site = await serve();

// Games of the same dice, so that pictures change only when the client does.
const seeded = () => {
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array.length === 8 ? array.fill(7) : real(array));
};

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
    for (const [name, where] of [["new-game", "new/lost-cities"], ["rules", "rules/lost-cities"], ["settings", "settings"]]) {
      await page.goto(`${site.url}#/${where}`);
      await page.locator("h1").waitFor();
      if (name === "new-game") await page.locator("summary").click();
      await shot(name);
    }
    for (const game of ["Roller", "Escape"]) {
      await page.goto(`${site.url}#/`);
      await page.locator(".gc", { hasText: game }).locator(".go").click();
      await page.locator(".act h1").waitFor();
      await page.waitForTimeout(500);
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
    await close();
  }
}
site.close();
