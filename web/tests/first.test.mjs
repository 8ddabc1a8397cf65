// The first minutes of somebody who has never been here: how many taps, and what the page explains of itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { phone } from "./browser.mjs";
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
