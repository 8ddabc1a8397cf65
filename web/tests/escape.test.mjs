// Escape by clicks and by keys: whole games, large and small, without a complaint of the browser or of axe.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isOver, phone, resize } from "./browser.mjs";
import { inBrowser } from "./inbrowser.mjs";
import { axe, clean, fitsWidth, go, keyStep, open, tapStep } from "./moves.mjs";
import { serve } from "./server.mjs";

let site;
before(async () => {
  site = await serve();
});
after(() => site.close());
const inGame = (options, body) =>
  inBrowser(options, async (page) => {
    await page.addInitScript({ path: axe });
    await open(page, site.url, "Escape");
    await body(page);
  });

for (const [name, options] of [
  ["1280 x 800", {}],
  ["390 x 844", phone],
]) {
  test(`a whole game by clicks, ${name}`, async () => {
    await inGame(options, async (page) => {
      await clean(page, "choosing a side");
      const seen = new Set();
      for (let count = 0; count < 1500 && (await tapStep(page, "Escape", count, seen)); count++) {
        if (seen.has("enter") && !seen.has("clean")) {
          seen.add("clean");
          await clean(page, "exploring");
        }
        await fitsWidth(page);
      }
      assert.ok(await isOver(page));
      assert.match(
        (await page.locator(".goals li").allTextContents()).join(", "),
        /^\d+ of 20 gems(, [^,]+(is in the exit|is still in [a-e][1-5]|never entered the temple)){3}$/,
      ); // ES7.1: gems, and everybody in the exit
      assert.ok(seen.has("enter") && seen.has("map") && seen.has("take"));
    });
  });
}

test("sides by arrows, dice by 1 and 2", async () => {
  await inGame({}, async (page) => {
    await page.locator(".es-gate").first().waitFor();
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown"]) await page.keyboard.press(key); // some side is taken
    await page.locator(".es-gate.es-chosen").waitFor();
    await page.locator(go).click();
    const rolled = page.locator(".es-roll button");
    for (let count = 0; count < 200 && !(await rolled.count()); count++)
      await tapStep(page, "Escape", count); // others may begin
    const pressed = () => rolled.first().getAttribute("aria-pressed");
    await page.locator(`${go}, .btns [data-costly]`).first().waitFor(); // both are kept, in pencil
    assert.equal(await pressed(), "true");
    await page.keyboard.press("1");
    await page.locator(".es-roll button[aria-pressed=false]").waitFor();
    assert.equal(await pressed(), "false");
  });
});

test("a whole game by keys alone", async () => {
  await inGame({}, async (page) => {
    for (let count = 0; count < 1500 && (await keyStep(page, "Escape", count)); count++);
    assert.ok(await isOver(page));
  });
});

test("no sideways scroll at 320 pixels", async () => {
  await inGame({ ...phone, viewport: { width: 320, height: 640 } }, async (page) => {
    await fitsWidth(page);
  });
});

test("nothing in the rail is cut off with three and four seats", async () => {
  await inBrowser({}, async (page) => {
    for (const seats of [3, 4]) {
      await page.goto("about:blank");
      await page.goto(`${site.url}#/new/escape`);
      const chairs = page.locator(".chairs li");
      await chairs.first().waitFor();
      while ((await chairs.count()) < seats)
        await page.getByRole("button", { name: "Add a seat" }).click();
      await page.getByRole("button", { name: "Start the game" }).click();
      await page.locator(".rail .seats").waitFor();
      for (const [width, height] of [
        [1280, 800],
        [1920, 1080],
      ]) {
        await resize(page, width, height);
        const cut = await page.locator(".rail").evaluate((rail) => {
          const { right } = rail.getBoundingClientRect();
          return [...rail.querySelectorAll("*")]
            .filter((each) => each.getBoundingClientRect().right > right + 0.5)
            .map((each) => each.textContent);
        });
        assert.deepEqual(cut, [], `${seats} seats at ${width}`);
      }
    }
  });
});

test("the prompt stays in sight on a phone held sideways", async () => {
  await inGame({ ...phone, viewport: { width: 844, height: 390 } }, async (page) => {
    await page.evaluate(() => scrollTo(0, 300));
    const { y, height } = await page.locator(".btns .go").boundingBox();
    assert.ok(y >= 0 && y + height <= 390, `the button from ${y} to ${y + height}`);
  });
});

// A recorded game up to an event, at this device, with bots at the other seats.
async function upTo(page, event, golden = "escape-dash-under-way") {
  const record = readFileSync(
    join(dirname(fileURLToPath(import.meta.url)), "..", "..", "tests", "golden", `${golden}.pip`),
    "utf8",
  );
  const seat = Number(event[0]),
    kept = {
      record: record.slice(0, record.indexOf(`\n${event}\n`) + 1),
      bots: [0, 1, 2].map((each) => (each === seat ? null : "greedy")),
      me: seat,
    };
  await page.addInitScript({ path: axe });
  await page.goto(site.url);
  await page.evaluate((game) => localStorage.setItem("pipwright.game", JSON.stringify(game)), kept);
  await page.goto(`${site.url}#/play`);
  await page.reload();
  await page.locator(`${go}, .btns [data-costly]`).first().waitFor();
}

const kept = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("pipwright.game")).record);

test("ES6: a dash before the first roll, by taps and by keys; the roll stays at hand, also after a joker", async () => {
  for (const options of [{}, phone]) {
    await inBrowser(options, async (page) => {
      await upTo(page, "0 dash a3");
      await page.locator(".cons", { hasText: "You may dash before you roll" }).waitFor();
      const a3 = page.locator(".es-maybe [data-chamber=a3]"),
        roll = page.locator(go, { hasText: "Roll two dice" });
      await roll.waitFor();
      await clean(page, "before the first roll");
      assert.match(await a3.getAttribute("aria-label"), /You can dash in\./);
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.locator(".es-walk").count(), 0, "no stray key spends a dash");
      await a3.click();
      await page.locator(".es-choice").first().click(); // a joker
      await roll.waitFor();
      await page.locator(".cons", { hasText: "Dash used" }).waitFor();
      await page.keyboard.press("Escape");
      await a3.waitFor();
      await page.keyboard.press("j");
      await page.locator(".es-lit [data-chamber=a3]").waitFor();
      await a3.or(page.locator(".es-lit [data-chamber=a3]")).first().focus();
      await page.keyboard.press("Enter");
      await page.keyboard.press("1");
      await roll.click();
      await page.locator(".es-toggle, .es-die").first().waitFor();
      await page.waitForFunction(() =>
        /\n0 dash a3\n0 joker \w+\n0 roll\n/.test(
          JSON.parse(localStorage.getItem("pipwright.game")).record,
        ),
      );
    });
  }
});

test("a tap that chooses a treasure map is no question about it", async () => {
  await inGame(phone, async (page) => {
    for (let count = 0; !(await page.locator(".es-map.es-lit").count()); count++)
      await tapStep(page, "Escape", count);
    await page.evaluate(() => {
      globalThis.notes = 0;
      new MutationObserver((all) => {
        for (const { addedNodes } of all)
          for (const each of addedNodes) if (each.className === "asked") globalThis.notes++;
      }).observe(document.body, { childList: true });
    });
    await page.locator(".es-map.es-lit").first().click();
    await page.locator(".es-gemcard").click(); // this one is, and its note comes after any other
    await page.locator(".asked", { hasText: "gems to win" }).waitFor();
    assert.equal(await page.evaluate(() => globalThis.notes), 1);
  });
});

test("ES5.2: a map that is ready is completed without dice", async () => {
  await inBrowser(phone, async (page) => {
    await upTo(page, "1 complete 2");
    await page.locator(".btns .line", { hasText: "Wait" }).waitFor();
    assert.equal(await page.locator(go).count(), 0, "leaving a map is not the primary button");
    await clean(page, "a map step without dice");
    const map = page.locator(".es-map").nth(1);
    await map.scrollIntoViewIfNeeded();
    await map.click();
    await page.locator(go).click();
    await page.waitForFunction(() =>
      /\n1 complete 2\n/.test(JSON.parse(localStorage.getItem("pipwright.game")).record),
    );
  });
});

test("taps on one place roll all dice and never end the turn; ending it with dice to spend asks once", async () => {
  for (const options of [{}, phone]) {
    await inBrowser(options, async (page) => {
      await upTo(page, "0 roll", "escape-three-under-way");
      await page.locator(".es-roll").waitFor(); // the first roll is no decision
      const { x, y, width, height } = await page.locator(".btns .go").boundingBox();
      const end = page.locator(".btns [data-costly]", { hasText: "End the turn" });
      for (let taps = 0; taps < 8; taps++) {
        if (!(await end.count())) await page.locator(go).waitFor();
        await page.mouse.click(x + width / 2, y + height / 2);
      }
      await end.waitFor();
      assert.equal((await kept(page)).match(/^0 roll$/gm).length, 4);
      const place = await end.boundingBox();
      assert.ok(place.x + place.width <= x || place.y >= y + height, "not where the rolls were");
      await clean(page, "the turn can be ended");
      await end.click();
      await page.locator("dialog", { hasText: "Your dice still open" }).waitFor();
      await page.getByRole("button", { name: "Keep playing" }).click();
      await page.keyboard.press("-");
      assert.doesNotMatch(await kept(page), /^0 end$/m);
      await page.locator("dialog [data-sure]").click();
      await page.waitForFunction(() =>
        /^0 end$/m.test(JSON.parse(localStorage.getItem("pipwright.game")).record),
      );
    });
  }
});

test("the temple keeps its size while the last adventurer comes in in pencil", async () => {
  await inBrowser(phone, async (page) => {
    await upTo(page, "2 enter e1", "escape-three-under-way");
    const wall = async () => Object.values(await page.locator(".es-wall").boundingBox());
    const before = await wall();
    await page.locator(".es-lit [data-chamber=e1]").click();
    await page.locator(".es-spent").first().waitFor();
    assert.deepEqual(await wall(), before);
  });
});

test("chambers have the names that texts use", async () => {
  await inGame({}, async (page) => {
    const names = await page.locator(".es-temple .es-name").allTextContents();
    assert.equal(names.length, 25);
    assert.equal(names[0] + names[24], "a1e5");
  });
});
