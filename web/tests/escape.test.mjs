// Escape by clicks and by keys: whole games, large and small, without a complaint of the browser or of axe.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { browser, isOver, phone } from "./browser.mjs";
import { serve } from "./server.mjs";

const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let site;
before(async () => { site = await serve(); });
after(() => site.close());

const open = async (page) => {
  await page.goto(site.url);
  await page.locator(".gc", { hasText: "Escape" }).locator(".go").click();
  await page.locator(".es-temple").waitFor();
};
const go = ".btns .go:not(.idle)";
const ready = (page) => page.locator(`.rev .bd, ${go}, .es-gate, .es-choice, .es-closing, .es-offered, .es-map.es-lit`).first().waitFor({ timeout: 30000 });
const clean = async (page, where) => {
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
    return violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`));
  });
  assert.deepEqual(found, [], where);
};

// One step, whatever is asked for.
async function step(page, count, seen) {
  await ready(page);
  if (await isOver(page)) return false;
  const first = (selector) => page.locator(selector).first();
  const has = async (selector) => (await page.locator(selector).count()) > 0;
  if ((await has(".es-gate")) && !(await has(".es-gate.es-chosen"))) await first(".es-gate").click();
  else if (await has(".es-closing")) await first(".es-closing").click();
  else if ((await has(".es-choice")) && !(await has(".es-gate"))) await first(".es-choice").click();
  else if (await has(".es-map.es-lit")) { seen.add("map"); await first(".es-map.es-lit").click(); }
  else if ((await has(".es-offered")) && !(await has(".es-toggle .es-kept"))) { seen.add("take"); await first(".es-offered").click(); }
  else if ((await has(".es-space.es-lit")) && count % 2) { seen.add("heal"); await first(".es-space.es-lit").click(); }
  else if ((await has(".es-temple .es-lit, .es-temple .es-maybe")) && count % 5) {
    seen.add("enter");
    await first(".es-temple .es-lit [role=button], .es-temple .es-maybe [role=button]").click();
    if (await has(".es-chooser")) await first(".es-chooser [role=button]").click();
  } else await first(go).click();
  return true;
}

for (const [name, options] of [["1280 x 800", {}], ["390 x 844", phone]]) {
  test(`a whole game by clicks, ${name}`, async () => {
    const { page, errors, close } = await browser(options);
    try {
      await page.addInitScript({ path: axe });
      await open(page);
      await clean(page, "choosing a side");
      const seen = new Set();
      for (let count = 0; count < 1500 && (await step(page, count, seen)); count++) {
        if (seen.has("enter") && !seen.has("clean")) { seen.add("clean"); await clean(page, "exploring"); }
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no sideways scroll");
      }
      assert.ok(await isOver(page));
      assert.ok(seen.has("enter") && seen.has("map") && seen.has("take"));
      assert.deepEqual(errors, []);
    } finally {
      await close();
    }
  });
}

test("sides by arrows, dice by 1 and 2", async () => {
  const { page, close } = await browser();
  try {
    await open(page);
    await page.keyboard.press("ArrowUp");
    await page.locator(".es-gate.es-chosen").waitFor();
    await page.locator(go).click();
    for (let i = 0; i < 6 && !(await page.locator(".es-toggle button").count()); i++) { await ready(page); await page.locator(go).click(); await page.waitForTimeout(200); }
    const pressed = () => page.locator(".es-toggle button").first().getAttribute("aria-pressed");
    const was = await pressed();
    await page.keyboard.press("1");
    assert.notEqual(await pressed(), was);
  } finally {
    await close();
  }
});

test("no sideways scroll at 320 pixels", async () => {
  const { page, close } = await browser({ ...phone, viewport: { width: 320, height: 640 } });
  try {
    await open(page);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  } finally {
    await close();
  }
});
