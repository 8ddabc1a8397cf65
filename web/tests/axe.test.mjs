// No WCAG A or AA violations that axe can find, on every screen, light and dark, large and small.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { browser, phone, settled, turn, isOver } from "./browser.mjs";
import { serve } from "./server.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let site;
before(async () => { site = await serve(); });
after(() => site.close());

async function clean(page, where) {
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
    return violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`));
  });
  assert.deepEqual(found, [], where);
}

for (const colorScheme of ["light", "dark"]) {
  for (const [name, options] of [["desktop", {}], ["phone", phone]]) {
    test(`every screen, ${colorScheme}, ${name}`, async () => {
      const { page, close } = await browser({ ...options, colorScheme });
      try {
        await page.addInitScript({ path: axe });
        await page.goto(site.url);
        await page.locator(".gc").first().waitFor();
        await clean(page, "lobby");
        for (const where of ["new/lost-cities", "rules/lost-cities", "settings"]) {
          await page.goto(`${site.url}#/${where}`);
          await page.locator("h1").waitFor();
          if (where.startsWith("new")) await page.locator("summary").click();
          await clean(page, where);
        }
        await page.goto(`${site.url}#/`);
        await page.locator(".gc", { hasText: "Lost Cities" }).locator(".go").click();
        await settled(page);
        await clean(page, "table, first turn");
        for (let i = 0; i < 12; i++) { await turn(page); await settled(page); }
        const spot = page.locator("[data-spot]").first();
        if (await spot.count()) await spot.click();
        await clean(page, "table, pencil or chips");
        await page.keyboard.press("Escape");
        await page.getByLabel("Menu").click();
        await clean(page, "menu");
        await page.getByRole("button", { name: "Keys" }).click();
        await clean(page, "keys");
        await page.keyboard.press("Escape");
        for (let i = 0; i < 400 && !(await isOver(page)); i++) { await turn(page); await settled(page); }
        await clean(page, "end");
        await page.getByRole("button", { name: "Step through it" }).click();
        await page.locator(".player").waitFor();
        await page.getByRole("button", { name: "To the end" }).click();
        await page.getByRole("button", { name: "One step back" }).click();
        await clean(page, "replay");
      } finally {
        await close();
      }
    });
  }
}
