// In a browser: whole games by clicks, touch and keys; languages, real dice, offline, replay.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, isOver, phone, settled, turn } from "./browser.mjs";
import { serve } from "./server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const native = join(root, "build", "release", "pipwright");
let site;
before(async () => { site = await serve(); });
after(() => site.close());

// Runs `body` in a fresh browser and expects no complaint from any page.
async function inBrowser(options, body) {
  const { page, context, errors, close } = await browser(options);
  try {
    await page.goto(site.url);
    await page.locator(".gc").first().waitFor();
    await body(page, context);
    assert.deepEqual(errors, []);
  } finally {
    await close();
  }
}

const playLostCities = (page) => page.locator(".gc", { hasText: "Lost Cities" }).locator(".go").click();

async function playOn(page) {
  for (let i = 0; i < 400 && !(await isOver(page)); i++) {
    await turn(page);
    await settled(page);
  }
  assert.ok(await isOver(page), "the game ends");
}

async function savedRecord(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByText("Save the record").click()]);
  return await file.path();
}

for (const [name, options] of [["1280 x 800", {}], ["390 x 844", phone]]) {
  test(`a whole game against bots by taps at ${name}; the program agrees about the position`, async () => {
    await inBrowser(options, async (page) => {
      await playLostCities(page);
      await settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `no sideways scroll (${wide})`);
      await playOn(page);
      const hash = await page.locator("[data-hash]").first().textContent();
      const file = await savedRecord(page);
      assert.match(readFileSync(file, "utf8"), /^= /m);
      if (existsSync(native)) assert.equal(JSON.parse(execFileSync(native, ["replay", file, "--json"], { encoding: "utf8" })).hash, hash);
    });
  });
}

test("dice and sheet lead to the same pencil, and undo takes it back", async () => {
  await inBrowser({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    const colour = page.locator(".cdie:not(:disabled)").first();
    await colour.click();
    await page.locator(".ndie:not(:disabled)").first().click();
    const chip = page.locator(".chips button").first();
    if (await chip.count()) await chip.click();
    await page.locator(".go:not(.idle)").waitFor();
    assert.equal(await page.locator(".hand.pencil").count() > 0, true);
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await page.locator(".hand.pencil").count(), 0);
  });
});

test("a reload continues the game, pencil aside", async () => {
  await inBrowser({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    for (let i = 0; i < 3; i++) { await turn(page); await settled(page); }
    const points = await page.locator(".ph .pts").textContent();
    await page.reload();
    await settled(page);
    assert.equal(await page.locator(".ph .pts").textContent(), points);
    await page.locator(".brand").click();
    await page.getByText("Your game is waiting").waitFor();
  });
});

test("two people at one device take turns", async () => {
  await inBrowser({}, async (page) => {
    await page.locator(".gc", { hasText: "Lost Cities" }).locator("a.line").click();
    await page.getByLabel("Name at seat 2").fill("Ruth");
    await page.getByRole("button", { name: "Start the game" }).click();
    await settled(page);
    assert.match(await page.locator("h1").textContent(), /^Mira/);
    await turn(page);
    await page.locator("h1", { hasText: "Ruth" }).waitFor();
    await turn(page);
    await page.locator("h1", { hasText: "Ruth" }).waitFor(); /* she is active now */
    await playOn(page);
    assert.match(await page.locator("h1").textContent(), /(Mira|Ruth)/);
  });
});

test("keys alone play", async () => {
  await inBrowser({}, async (page) => {
    await page.keyboard.press("Tab"); /* the brand, then name, rules, settings, the first game */
    for (let i = 0; i < 8 && !(await page.evaluate(() => document.activeElement.closest(".gb"))); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await settled(page);
    const keys = { red: "r", orange: "o", yellow: "y", green: "g", blue: "b", purple: "p" };
    for (let i = 0; i < 8 && !(await isOver(page)); i++) {
      const spot = page.locator("[data-spot]").first();
      if (await spot.count()) {
        await page.keyboard.press(keys[await spot.getAttribute("data-spot")]);
        const number = page.locator(".ndie:not(:disabled)");
        for (const die of await number.allTextContents()) {
          if (await page.locator(".go:not(.idle)").count()) break;
          await page.keyboard.press(die[0]);
          if (await page.locator(".chips button").count()) await page.keyboard.press("Enter");
        }
      }
      if (!(await page.locator(".go:not(.idle)").count())) { await page.keyboard.press("Escape"); await page.keyboard.press("-"); }
      await page.locator(".go:not(.idle)").waitFor();
      await page.evaluate(() => document.activeElement.blur());
      await page.keyboard.press("Enter");
      await settled(page);
    }
    assert.match(await page.locator(".crumb .sub").textContent(), /turn ([4-9]|1\d)/);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
  });
});

test("arrow keys move between lit boxes", async () => {
  await inBrowser({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    const spots = page.locator("[data-spot]");
    if ((await spots.count()) < 2) return;
    assert.equal(await page.locator("[data-spot][tabindex='0']").count(), 1);
    await spots.first().focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.dataset.spot), await spots.nth(1).getAttribute("data-spot"));
  });
});

test("the screen reader hears whose turn it is, the dice, and the pencil", async () => {
  await inBrowser({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    assert.match(await page.locator("#voice-now").textContent(), /Your turn: .*Dice: (Red|Orange|Yellow|Green|Blue|Purple), /);
    await page.locator("[data-spot]").first().click();
    if (await page.locator(".chips button").count()) await page.locator(".chips button").first().click();
    await page.locator("#voice", { hasText: "Pencilled" }).waitFor({ state: "attached" });
    assert.ok(await page.getByLabel("Red peak, box 9, empty.").count());
  });
});

test("German at once, and kept", async () => {
  await inBrowser({}, async (page) => {
    await page.getByRole("button", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Was spielen wir?" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
    await page.reload();
    await page.getByRole("heading", { name: "Was spielen wir?" }).waitFor();
    await playLostCities(page);
    await settled(page);
    await page.getByRole("button", { name: "Verzichten", exact: true }).waitFor();
  });
});

test("German speakers are greeted in German", async () => {
  await inBrowser({ locale: "de-DE" }, async (page) => {
    await page.getByRole("heading", { name: "Was spielen wir?" }).waitFor();
  });
});

test("real dice are tapped in", async () => {
  await inBrowser({}, async (page) => {
    await page.locator(".gc", { hasText: "Lost Cities" }).locator("a.line").click();
    await page.locator("summary").click();
    await page.getByRole("button", { name: "We roll our own" }).click();
    await page.getByRole("button", { name: "Start the game" }).click();
    await page.locator(".entry").waitFor();
    for (const face of ["red", "blue", "blue", "0", "3", "7"]) await page.getByRole("button", { name: `Add ${face}`, exact: true }).click();
    await page.getByRole("button", { name: "These dice" }).click();
    await settled(page);
    assert.deepEqual(await page.locator(".tray .cdie .dname").allTextContents(), ["Red", "Blue", "Blue"]);
    await page.getByLabel("Menu").click();
    assert.match(readFileSync(await savedRecord(page), "utf8"), /^dice real\n(.*\n)*\* red blue blue 0 3 7$/m);
  });
});

test("opens and plays offline after one visit", async () => {
  await inBrowser({}, async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await page.locator(".gc").first().waitFor();
    await context.setOffline(true);
    await page.reload();
    await page.locator(".gc").first().waitFor();
    await playLostCities(page);
    await settled(page);
    await turn(page);
    await settled(page);
    await context.setOffline(false);
  });
});

test("a replay link steps through the game, and a file can be opened", async () => {
  const record = join(root, "tests", "golden", "lost-cities-3.pip");
  const golden = existsSync(record) ? record : join(root, "tests", "golden", readGolden());
  await inBrowser({}, async (page) => {
    await page.locator("input[type=file]").setInputFiles(golden);
    await page.locator(".player").waitFor();
    const url = page.url();
    assert.match(url, /#\/replay\/d/);
    await page.getByRole("button", { name: "To the end" }).click();
    const hash = await page.locator("[data-hash]").textContent();
    if (existsSync(native)) assert.equal(JSON.parse(execFileSync(native, ["replay", golden, "--json"], { encoding: "utf8" })).hash, hash);
    await page.goto("about:blank");
    await page.goto(url);
    await page.getByRole("button", { name: "One step on" }).click();
    assert.match(await page.locator("h1").textContent(), /^The dice:/);
  });
});

function readGolden() {
  const listing = execFileSync("ls", [join(root, "tests", "golden")], { encoding: "utf8" });
  return listing.split("\n").find((name) => name.startsWith("lost-cities") && name.endsWith(".pip"));
}

test("a record that cannot be read is told in one sentence", async () => {
  await inBrowser({}, async (page) => {
    await page.locator("input[type=file]").setInputFiles({ name: "x.pip", mimeType: "text/plain", buffer: Buffer.from("pipwright record 1\ngame chess\nsheet board\nseats 2\n\n") });
    await page.locator(".jc .err", { hasText: "2:6" }).waitFor();
  });
});

test("forbidden storage changes nothing but what is remembered", async () => {
  const { page, errors, close } = await browser({});
  try {
    await page.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("forbidden"); } }));
    await page.goto(site.url);
    await playLostCities(page);
    await settled(page);
    await turn(page);
    await settled(page);
    assert.deepEqual(errors, []);
  } finally {
    await close();
  }
});

for (const width of [320, 768, 3840]) {
  test(`no sideways scroll at ${width} px`, async () => {
    await inBrowser({ viewport: { width, height: width > 2000 ? 2160 : 800 } }, async (page) => {
      for (const where of ["", "new/lost-cities", "rules/lost-cities", "settings", "play"]) {
        await page.goto(`${site.url}#/${where}`);
        if (where === "play") {
          await page.goto(`${site.url}#/`);
          await playLostCities(page);
          await settled(page);
        }
        await page.locator("main").waitFor();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${where || "lobby"}: ${wide} px too wide`);
      }
    });
  });
}
