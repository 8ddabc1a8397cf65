// The layout walker over all games and screens; see walk.mjs. WALK_STATES says how far; `make walk` goes on for longer.
import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import { crowd } from "./browser.mjs";
import { screens } from "./screens.mjs";
import { host } from "./server.mjs";
import { glance, newcomer, sizes, startFromRules, walkGame, widen } from "./walk.mjs";

const WANTED = Number(process.env.WALK_STATES ?? 2000);
const LONGEST = 260; /* states of a game */
const games = ["lost-cities", "roller", "escape"];
const locales = ["en-GB", "de-DE"];
/* A server's dice are nobody's choice, so it shows another sheet each time: looked at where the walk is long. The ends of
 * games in the suite are those of fixed seeds. */
const chance = process.env.WALK_STATES ? [] : ["the end of a server's table"];

let site, people;
let seen = 0;
before(async () => {
  [site, people] = [await host(), await crowd()];
});
after(async () => {
  await people.close();
  await site.close();
});

async function walk(size, game, { locale, wide, seed, most = LONGEST }) {
  const device = sizes[size],
    { page, errors, close } = await newcomer(people, device, locale, seed);
  const title = await startFromRules(page, site.url, game);
  if (wide) await widen(page);
  const walked = await walkGame(page, title, { seed, most, finger: !!device.hasTouch });
  await close();
  return { ...walked, errors };
}

// Each round plays each game once to its end, in the other language and with the other letters than the last one. A walk
// mostly waits for the next frame, so two of them take little longer than one.
const sizeNames = Object.keys(sizes);
describe("every state of every game fits", { concurrency: 2 }, () => {
  for (const [s, size] of sizeNames.entries())
    test(`at ${size}`, async () => {
      const wrong = [];
      for (let round = 0, walked = 0; walked < (WANTED * 0.85) / sizeNames.length; round++)
        for (const [g, game] of games.entries()) {
          const locale = locales[(round + g + s) % 2],
            wide = (round + (round >> 1) + g + (s >> 1)) % 2 === 0,
            seed = 1 + g + 3 * (s + sizeNames.length * round);
          const { states, found, over, errors } = await walk(size, game, { locale, wide, seed });
          const what = `${game}, ${locale}, seed ${seed}${wide ? ", wide letters" : ""}`;
          const faults = [...new Set([...found, ...errors])].slice(0, 5);
          if (!over) faults.push(`not over after ${states.length} states`);
          wrong.push(...faults.map((fault) => `${what}: ${fault}`));
          walked += states.length;
          seen += states.length;
        }
      assert.deepEqual(wrong, []);
    });
});

// In the suite a size has one kind of letters for a screen, and the other one in the other language.
const letters = (turn) => (process.env.WALK_STATES ? [false, true] : [turn % 2 === 0]);

for (const [l, locale] of locales.entries()) {
  test(`every screen fits at every size, ${locale}`, async () => {
    const found = [];
    for (const finger of [true, false]) {
      const devices = Object.entries(sizes).filter(([, device]) => !!device.hasTouch === finger);
      const { page, errors, close } = await newcomer(people, devices[0][1], locale, 7);
      for (const [n, [name, open]] of screens.entries()) {
        await open(page, site);
        if (chance.includes(name)) continue;
        for (const [d, [size, { viewport }]] of devices.entries()) {
          await page.setViewportSize(viewport);
          for (const wide of letters(l + n + d)) {
            await widen(page, wide);
            found.push(
              ...(await glance(page, finger, `${name} at ${size}${wide ? ", wide" : ""}`)),
            );
            seen++;
          }
        }
      }
      assert.deepEqual(errors, []);
      await close();
    }
    assert.deepEqual(found, []);
  });
}

test("that was far enough", (context) => {
  context.diagnostic(`${seen} states`);
  assert.ok(seen >= WANTED, `${seen} states`);
});
