// `make walk`: the layout walker over all games, sizes and both languages; see walk.mjs. WALK_STATES says how far.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { crowd } from "./browser.mjs";
import { open } from "./moves.mjs";
import { serve } from "./server.mjs";
import { sizes, WIDE, walkGame } from "./walk.mjs";

const games = ["Lost Cities", "Roller", "Escape"];
const WALKS = games.length * Object.keys(sizes).length * 2;
const most = Math.ceil(Number(process.env.WALK_STATES ?? 2000) / WALKS);

let site, people;
before(async () => {
  [site, people] = [await serve(), await crowd()];
});
after(async () => {
  await people.close();
  site.close();
});

// Not yet so: on phones Escape's temple makes room for the treasure maps, and the smallest phones scroll.
const known = (size, game, fault) =>
  size === "320x568" ||
  (size === "390x844" && game === "Escape" && fault.startsWith("the sheet has moved"));

let seed = 0;
for (const [size, device] of Object.entries(sizes)) {
  for (const game of games) {
    test(`${game} at ${size}: every state fits, in English and German`, async () => {
      for (const locale of ["en-GB", "de-DE"]) {
        const { page, errors, close } = await people.person({ ...device, locale, bypassCSP: true });
        await open(page, site.url, game);
        if (locale === "en-GB") await page.addStyleTag({ content: WIDE });
        const finger = !!device.hasTouch;
        const { found } = await walkGame(page, game, { seed: ++seed, most, finger });
        assert.deepEqual(
          found.filter((fault) => !known(size, game, fault)),
          [],
          locale,
        );
        assert.deepEqual(errors, []);
        await close();
      }
    });
  }
}
