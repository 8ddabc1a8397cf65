// Roller by clicks and by keys: whole games, large and small, without a complaint of the browser or of axe.
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
  await page.locator(".gc", { hasText: "Roller" }).locator(".go").click();
  await page.locator(".ro-map").waitFor();
};
const ready = (page) => page.locator(".rev .bd, .ro-group.ro-can, .ro-lit, .ro-offer, .btns .go:not(.idle), .btns .line").first().waitFor();
const clean = async (page, where) => {
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
    return violations.flatMap((each) => each.nodes.map((node) => `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`));
  });
  assert.deepEqual(found, [], where);
};
const tap = async (page, locator) => {
  const box = await locator.boundingBox();
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

// One step, whatever is asked for.
async function step(page, count) {
  await ready(page);
  if (await isOver(page)) return false;
  const done = page.locator(".btns .go:not(.idle)"), offer = page.locator(".ro-offer button").first();
  const groups = page.locator(".ro-group.ro-can"), lit = page.locator(".ro-lit"), skip = page.locator(".btns .line");
  if (await done.count()) await done.click();
  else if (await offer.count()) await offer.click();
  else if (count % 2 && (await groups.count())) await groups.first().click();
  else if (await lit.count()) {
    await tap(page, lit.nth(count % (await lit.count())));
    const choice = page.locator(".ro-chooser [role=button]").first();
    if (await choice.count()) await choice.click();
  } else await skip.first().click();
  return true;
}

for (const [name, options] of [["1280 x 800", {}], ["390 x 844", phone]]) {
  test(`a whole game by clicks, ${name}`, async () => {
    const { page, errors, close } = await browser(options);
    try {
      await page.addInitScript({ path: axe });
      await open(page);
      await clean(page, "choosing");
      for (let count = 0; count < 400 && (await step(page, count)); count++) {
        if (count === 3) await clean(page, "path");
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no sideways scroll");
      }
      assert.ok(await isOver(page));
      assert.deepEqual(errors, []);
    } finally {
      await close();
    }
  });
}

test("a path by dragging, undone step by step", async () => {
  const { page, close } = await browser();
  try {
    await open(page);
    const groups = page.locator(".ro-group.ro-can");
    let most = 0;
    for (let i = 1; i < (await groups.count()); i++) {
      const dice = (index) => groups.nth(index).locator(".die").count();
      if ((await dice(i)) > (await dice(most))) most = i;
    }
    const dice = await groups.nth(most).locator(".die").count();
    await groups.nth(most).click();
    const centre = async (locator) => {
      const box = await locator.boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    await page.mouse.move(...(await centre(page.locator(".ro-lit").first())));
    await page.mouse.down();
    for (let i = 1; i < dice; i++) await page.mouse.move(...(await centre(page.locator(".ro-lit").first())), { steps: 6 });
    await page.mouse.up();
    assert.equal(await page.locator(".ro-map .hand.pencil").count(), dice);
    for (let i = 0; i <= dice; i++) await page.keyboard.press("Backspace");
    assert.equal(await page.locator(".ro-map .hand.pencil").count(), 0);
  } finally {
    await close();
  }
});

test("numbers and hexes by keys", async () => {
  const { page, close } = await browser();
  try {
    await open(page);
    const number = await page.locator(".ro-group.ro-can b").first().textContent();
    await page.keyboard.press(number);
    await page.locator(".ro-group.ro-writing").waitFor();
    await page.locator(".ro-map [role=button][tabindex='0']").focus();
    assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label")), /^Hex .* You can write/);
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".ro-map .hand.pencil").count(), 1);
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
