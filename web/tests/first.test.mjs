// The first minutes of somebody who has never been here: how many taps, and what the page explains of itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pencil, phone } from "./browser.mjs";
import { inBrowser } from "./inbrowser.mjs";
import { ready, sheets } from "./moves.mjs";
import { serve } from "./server.mjs";
import { step } from "./steps.mjs";

let site;
before(async () => {
  site = await serve();
});
after(() => site.close());

// The same dice, seats and draw each time.
const chance = () => {
  crypto.getRandomValues = (bytes) => bytes.fill(3);
  Math.random = () => 0.3;
};

// Of one's own sheet: a number, a circle or a refusal; a round of Roller; a chamber or a treasure map of Escape.
const INK = { "Lost Cities": /./, Roller: /^rows/, Escape: /^(enter|dash|map)/ };
const MOST = { "Lost Cities": 4, Roller: 8, Escape: 7 };

test("from Play now to the first ink there are only taps that decide something", async (context) => {
  for (const game of Object.keys(sheets))
    await inBrowser(phone, async (page) => {
      await page.addInitScript(chance);
      await page.goto(site.url);
      await page.locator(".gc", { hasText: game }).locator(".go").click();
      await page.locator(sheets[game]).waitFor();
      const inked = () =>
        page.evaluate(() => {
          const { record, bots } = JSON.parse(localStorage.getItem("pipwright.game")),
            me = bots.indexOf(null);
          return record
            .split("\n")
            .filter((line) => line.startsWith(`${me} `))
            .map((line) => line.slice(2));
        });
      let taps = 1;
      while (!(await inked()).some((move) => INK[game].test(move))) {
        assert.ok(taps < 40, `${game}: ${await inked()}`);
        await ready(page, game);
        await page.locator(".btns .onward").waitFor({ state: "detached" }); // others are shown
        if (await step(page, game, 1)) taps++;
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
        );
      }
      context.diagnostic(`${game}: ${taps} taps from Play now to the first ink`);
      assert.ok(taps <= MOST[game], `${game}: ${taps} taps`);
    });
});

const words = (page) => page.locator(".guide").textContent();
const opened = async (page, game) => {
  await page.addInitScript(chance);
  await page.goto(site.url);
  await page.locator(".gc", { hasText: game }).locator(".go").click();
  await page.locator(sheets[game]).waitFor();
  await ready(page, game);
  await page.locator(".guide:not(.away)").waitFor();
};

// Whether a callout lies over something that can be tapped, and where it and the sheet are.
const looked = (page, sheet) =>
  page.evaluate((sheet) => {
    const guide = document.querySelector(".guide")?.getBoundingClientRect();
    const box = (element) => element.getBoundingClientRect();
    const over = [
      ...document.querySelectorAll(
        ".btns button, .tools button, .paper [data-spot], .es-lit, .ro-lit, .strip button",
      ),
    ].filter((each) => {
      const other = box(each);
      return (
        guide &&
        Math.min(guide.right, other.right) - Math.max(guide.left, other.left) > 2 &&
        Math.min(guide.bottom, other.bottom) - Math.max(guide.top, other.top) > 2
      );
    });
    const { x, y, width, height } = box(document.querySelector(sheet));
    return { over: over.map((each) => each.outerHTML.slice(0, 80)), sheet: [x, y, width, height] };
  }, sheet);

test("the first game explains itself on the sheet, covers nothing that is tapped, and moves nothing", async () => {
  for (const options of [phone, { viewport: { width: 1366, height: 768 } }])
    for (const [game, says] of [
      ["Lost Cities", /numbers may not fall/],
      ["Roller", /once for every die/],
      ["Escape", /comes in from a different side/],
    ])
      await inBrowser(options, async (page) => {
        await opened(page, game);
        assert.match(await words(page), says);
        await page.locator("#voice", { hasText: says }).waitFor({ state: "attached" });
        const before = await looked(page, sheets[game]);
        assert.deepEqual(before.over, [], game);
        await page.getByRole("button", { name: "No more help" }).focus();
        await page.keyboard.press("Enter");
        await page.locator(".guide").waitFor({ state: "detached" });
        assert.deepEqual((await looked(page, sheets[game])).sheet, before.sheet, game);
        await page.reload();
        await ready(page, game);
        assert.equal(await page.locator(".guide").count(), 0, "gone for good");
      });
});

test("a lesson is gone once it was followed, also in the next game; after two games there are none", async () => {
  await inBrowser(phone, async (page) => {
    await opened(page, "Lost Cities");
    const first = await words(page);
    await pencil(page);
    await page.locator(".guide", { hasText: "This is pencil" }).waitFor();
    await page.keyboard.press("Escape"); // all of it
    await page.locator(".guide", { hasText: "costs points" }).waitFor();
    const again = async () => {
      await page.goto("about:blank");
      await page.goto(site.url);
      await page.locator(".gc", { hasText: "Lost Cities" }).locator(".go").click();
      await ready(page, "Lost Cities");
    };
    await page.addInitScript(() => {
      crypto.getRandomValues = (bytes) => bytes.fill(4);
    });
    await again();
    await page.locator(".guide").waitFor();
    assert.notEqual(await words(page), first);
    await page.addInitScript(() => {
      crypto.getRandomValues = (bytes) => bytes.fill(5);
    });
    await again();
    assert.equal(await page.locator(".guide").count(), 0, "the third game");
  });
});

test("why Roller begins with 6 points, and which area is which letter, on a phone, too", async () => {
  await inBrowser(phone, async (page) => {
    await opened(page, "Roller");
    assert.deepEqual(
      await page.locator(".ro-badge .ro-letter").allTextContents(),
      await page
        .locator(".ro-areas b")
        .evaluateAll((all) =>
          all.map((each) => each.firstChild.data).filter((each) => each !== "M"),
        ),
    );
    assert.ok(await page.locator(".ro-badge").first().isVisible());
    const seen = new Set();
    for (
      let taps = 0;
      taps < 80 && ![...seen].some((each) => /M is the middle/.test(each));
      taps++
    ) {
      await ready(page, "Roller");
      await page.locator(".btns .onward").waitFor({ state: "detached" });
      for (const each of await page.locator(".guide span").allTextContents()) seen.add(each);
      await step(page, "Roller", 1);
      await page.evaluate(
        () => new Promise((done) => requestAnimationFrame(() => setTimeout(done))),
      );
    }
    const all = [...seen].join(" ");
    assert.match(all, /You begin with 6 points: each of your three bonuses brings 2/);
    assert.match(all, /The letters name areas of the map; M is the middle one/);
  });
});

test("no dash stands for a side that is not chosen yet", async () => {
  await inBrowser(phone, async (page) => {
    await opened(page, "Escape");
    assert.doesNotMatch((await page.locator(".strip b").allTextContents()).join(), /^[–-]$|,[–-]/);
  });
});
