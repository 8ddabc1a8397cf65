// Roller by clicks and by keys: whole games, large and small, without a complaint of the browser or of axe.
import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { isOver, phone, resize } from "./browser.mjs";
import { inBrowser } from "./inbrowser.mjs";
import { axe, clean, fitsWidth, keyStep, open, tapStep, uncovered } from "./moves.mjs";
import { serve } from "./server.mjs";

const golden = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "tests", "golden");
let site;
before(async () => {
  site = await serve();
});
after(() => site.close());
const inGame = (options, body) =>
  inBrowser(options, async (page) => {
    await page.addInitScript({ path: axe });
    await open(page, site.url, "Roller");
    await body(page);
  });

for (const [name, options] of [
  ["1280 x 800", {}],
  ["390 x 844", phone],
]) {
  test(`a whole game by clicks, ${name}`, async () => {
    await inGame(options, async (page) => {
      await clean(page, "choosing");
      for (let count = 0; count < 400 && (await tapStep(page, "Roller", count)); count++) {
        if (count === 3) await clean(page, "path");
        await fitsWidth(page);
      }
      assert.ok(await isOver(page));
    });
  });
}

test("a path by dragging, undone step by step", async () => {
  await inGame({}, async (page) => {
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
    const [x, y] = await centre(page.locator(".ro-lit").first()),
      { height } = await page.locator(".ro-lit").first().boundingBox();
    const pencil = () => page.locator(".ro-map .hand.pencil").count();
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.locator(".ro-map .ro-held").waitFor();
    assert.equal(await pencil(), 0); // the finger may still have been put there to scroll
    await page.mouse.move(x, y - 0.6 * height); // towards a corner, so into no other hex
    await page.locator(".ro-map .hand.pencil").waitFor();
    for (let i = 1; i < dice; i++)
      await page.mouse.move(...(await centre(page.locator(".ro-lit").first())), { steps: 6 });
    await page.mouse.up();
    assert.equal(await pencil(), dice);
    for (let i = 0; i <= dice; i++) await page.keyboard.press("Backspace");
    assert.equal(await pencil(), 0);
  });
});

test("a whole game by keys alone", async () => {
  await inGame({}, async (page) => {
    await page.keyboard.press(await page.locator(".ro-group.ro-can b").first().textContent());
    await page.locator(".ro-group.ro-writing").waitFor();
    await page.locator(".ro-map [role=button]:focus").waitFor();
    assert.match(
      await page.evaluate(() => document.activeElement.getAttribute("aria-label")),
      /^Hexagon \w+, empty, [\w-]+\. Next to .* You can write/,
    );
    for (let count = 0; count < 400 && (await keyStep(page, "Roller", count)); count++);
    assert.ok(await isOver(page));
  });
});

test("a hint names as many of a number as the dice show", async () => {
  await inGame({}, async (page) => {
    const choice = page.locator(".ro-group.ro-can");
    for (let tries = 0; tries < 6; tries++) {
      for (let count = 1; !(await choice.count()) && !(await isOver(page)); count++)
        await tapStep(page, "Roller", count); // a number may be the only one, or none fits
      if (await isOver(page)) break;
      await page.keyboard.press("h");
      await page.locator(".cons .hint").waitFor();
      await page.getByRole("button", { name: "Show the move" }).click();
      const hint = page.locator(".cons .hint", { hasText: "A bot would" });
      await hint.waitFor();
      const words = (await hint.textContent()).replaceAll("\u00a0", " ");
      const each = words.match(/write \d in/g) ?? []; // after another number, hex by hex
      const told = /write (\d) × (\d)/.exec(words) ?? [words, each.length, each[0]?.[6]];
      const shown = await page
        .locator(".ro-group .ro-dice b")
        .evaluateAll(
          (all, number) => all.filter((each) => each.textContent === number).length,
          told[2],
        );
      assert.ok(Number(told[1]) >= shown, `${words} with ${shown} on the dice`);
      const round = await page.locator(".sub").textContent();
      for (let count = 1; (await page.locator(".sub").textContent()) === round; count++)
        await tapStep(page, "Roller", count);
    }
  });
});

test("a hint within a path says which number goes where", async () => {
  await inGame({}, async (page) => {
    const number = await page.locator(".ro-group.ro-can b").first().textContent();
    await page.keyboard.press(number);
    await page.locator(".ro-group.ro-writing").waitFor();
    await page.keyboard.press("h");
    await page.locator(".cons .hint", { hasText: "“Show the move” tells you more" }).waitFor();
    await page.keyboard.press("h");
    await page
      .locator(".hint", {
        hasText: new RegExp(
          `^ ?A bot would write ${number} in \\w+(,? (and )?write ${number} in \\w+)*\\.`,
        ),
      })
      .waitFor();
  });
});

test("RO3.4: a third number is offered after two, and only then", async () => {
  await inGame({}, async (page) => {
    const third = page.getByRole("button", {
        name: /^Third number: after two numbers, select a third/,
      }),
      rows = page.locator(".ro-offer");
    const look = () =>
      page.evaluate(() => ({
        done: !!document.querySelector(".ro-offer"),
        third: !document.querySelectorAll(".ro-bonus")[2].classList.contains("ro-not"),
      }));
    for (let count = 1, now = await look(); count < 60 && !now.done; count++, now = await look()) {
      assert.equal(now.third, false);
      await tapStep(page, "Roller", count);
    }
    await rows.first().waitFor();
    const spare = await page.locator(".ro-group small", { hasText: /^bonus$/ }).count();
    assert.equal((await look()).third, spare > 0);
    await third.waitFor();
    if (!spare) return;
    await page.keyboard.press("t"); // where only one number is left, it is selected at once
    await page
      .locator("h1", { hasText: /select a third number|write the \d|go on with/ })
      .waitFor();
  });
});

test("the keys of the game are listed", async () => {
  await inGame({}, async (page) => {
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("W E A D Z X").waitFor();
  });
});

test("no sideways scroll at 320 pixels", async () => {
  await inGame({ ...phone, viewport: { width: 320, height: 640 } }, async (page) => {
    await fitsWidth(page);
  });
});

test("the whole map fits on a phone held sideways, with the prompt beside it", async () => {
  await inGame({ ...phone, viewport: { width: 844, height: 390 } }, async (page) => {
    for (const [width, height] of [
      [844, 390],
      [667, 375],
      [915, 412],
      [932, 430],
      [853, 533],
    ]) {
      await resize(page, width, height);
      await page.evaluate(() => scrollTo(0, 0));
      const map = await page.locator(".ro-map").boundingBox();
      assert.ok(
        map.height >= 240 && map.height <= height,
        `a map of ${map.height} px at ${width} x ${height}`,
      );
      await fitsWidth(page, `${width} x ${height}`);
      await uncovered(page, ".ro-group.ro-can");
      await page.evaluate(() => scrollTo(0, 150));
      const act = await page.locator(".act").boundingBox();
      assert.ok(
        act.y >= 0 && act.y + act.height <= height,
        `the prompt from ${act.y} to ${act.y + act.height} at ${width} x ${height}`,
      );
    }
  });
});

test("the lit boxes of the rows can be tapped on low screens", async () => {
  await inGame({ locale: "de-DE" }, async (page) => {
    // the longer words
    for (let count = 1; count < 60 && !(await page.locator(".ro-offer").count()); count++)
      await tapStep(page, "Roller", count);
    for (const [width, height] of [
      [1366, 625],
      [1366, 600],
      [1280, 720],
      [1024, 768],
      [1024, 640],
    ]) {
      await resize(page, width, height);
      const where = `${width} x ${height}`;
      await uncovered(page, ".ro-offer button", where);
      const { y, height: tall } = await page.locator(".ro-offer button").first().boundingBox();
      assert.ok(tall >= 32, `${tall} px at ${where}`);
      assert.ok(
        await page
          .locator(".ro-rows")
          .evaluate((rows) =>
            [rows, ...rows.querySelectorAll(".ro-rowhead")].every(
              (part) => part.scrollWidth <= part.clientWidth,
            ),
          ),
        `the rows leave their place at ${where}`,
      );
      const head = await page.locator(".paper .pts").boundingBox();
      assert.ok(y >= head.y + head.height, `the points lie over the rows at ${where}`);
    }
    await resize(page, 1366, 625);
    await page.locator(".ro-offer button").first().click();
    await page.locator(".ro-swap").first().waitFor();
  });
});

test("a replay says which number is written where", async () => {
  const steps = [
    [5, 8, "e2"],
    [29, 2, "g5"],
    [31, 8, "e8"],
  ];
  for (const [locale, next, words, some] of [
    ["en-GB", "One step forward", "writes {n} in ", steps],
    ["de-DE", "Einen Schritt weiter", "trägt {n} in ", steps.slice(1, 2)],
  ]) {
    await inBrowser({ locale }, async (page) => {
      await page.goto(site.url);
      await page.locator("input[type=file]").setInputFiles(join(golden, "roller-two.pip"));
      for (const [before, number, hex] of some) {
        await page.locator(".player input").fill(String(before));
        await page.getByRole("button", { name: next }).click();
        const told = words.replace("{n}", number) + hex;
        await page.locator("h1", { hasText: told }).waitFor();
        await page.locator("[aria-live]", { hasText: told }).first().waitFor({ state: "attached" });
      }
    });
  }
});

test("eight names and eight real dice fit on a phone", async () => {
  await inBrowser({ ...phone, viewport: { width: 320, height: 640 } }, async (page) => {
    await page.goto(`${site.url}#/new/roller`);
    while ((await page.locator(".chairs li").count()) < 8)
      await page.getByRole("button", { name: "Add a seat" }).click();
    await page.locator("summary").click();
    await page.getByRole("button", { name: "We roll our own" }).click();
    await page.getByRole("button", { name: "Start the game" }).click();
    for (let i = 0; i < 8; i++)
      await page
        .locator(".faces .die")
        .nth(i % 6)
        .click();
    await fitsWidth(page);
    const out = await page
      .locator(".chip > *, .entry button")
      .evaluateAll((all) =>
        all
          .filter(
            (each) =>
              each.getBoundingClientRect().right >
              Math.min(innerWidth, each.closest(".chip, .entry").getBoundingClientRect().right) +
                0.5,
          )
          .map((each) => each.textContent),
      );
    assert.deepEqual(out, []);
  });
});
