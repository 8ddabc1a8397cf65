// The layout walker over all games and screens; see walk.mjs. WALK_STATES says how far: 2,000 here, more by `make walk`.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { crowd } from "./browser.mjs";
import { screens } from "./screens.mjs";
import { host } from "./server.mjs";
import {
  glance,
  moved,
  newcomer,
  sheetAt,
  sizes,
  startFromRules,
  walkGame,
  widen,
} from "./walk.mjs";

const WANTED = Number(process.env.WALK_STATES ?? 2000);
const LONGEST = 260; /* states of a game */
const games = ["lost-cities", "roller", "escape"];
const locales = ["en-GB", "de-DE"];

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

// Each round plays each game once to its end, in the other language and with the other letters than the last one.
const sizeNames = Object.keys(sizes);
for (const [s, size] of sizeNames.entries()) {
  test(`every state of every game fits at ${size}`, async () => {
    for (let round = 0, walked = 0; walked < (WANTED * 0.85) / sizeNames.length; round++)
      for (const [g, game] of games.entries()) {
        const locale = locales[(round + g + s) % 2],
          wide = (round + (round >> 1) + g + (s >> 1)) % 2 === 0,
          seed = 1 + g + 3 * (s + sizeNames.length * round);
        const { states, found, over, errors } = await walk(size, game, { locale, wide, seed });
        const what = `${game}, ${locale}, seed ${seed}${wide ? ", wide letters" : ""}`;
        assert.deepEqual([...new Set(found)].slice(0, 20), [], what);
        assert.deepEqual(errors, [], what);
        assert.ok(over, `${what}: over after ${states.length} states`);
        walked += states.length;
        seen += states.length;
      }
  });
}

for (const locale of locales) {
  test(`every screen fits at every size, ${locale}`, async () => {
    const found = [];
    for (const finger of [true, false]) {
      const devices = Object.entries(sizes).filter(([, device]) => !!device.hasTouch === finger);
      const { page, errors, close } = await newcomer(people, devices[0][1], locale, 7);
      for (const [name, open] of screens) {
        await open(page, site);
        for (const [size, { viewport }] of devices) {
          await page.setViewportSize(viewport);
          for (const wide of [false, true]) {
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

test("the same seed gives the same states", async () => {
  const way = { locale: "en-GB", wide: false, seed: 5, most: 40 };
  const runs = [await walk("390x844", "escape", way), await walk("390x844", "escape", way)];
  assert.deepEqual(runs[0].states, runs[1].states);
  assert.notDeepEqual(
    (await walk("390x844", "escape", { ...way, seed: 6 })).states,
    runs[0].states,
    "another seed, another game",
  );
});

// What the walker is for: each fault, made on purpose, is found.
const broken = {
  "sideways scroll": ["main { width: 120vw }", /px too wide/],
  "a covered button": [
    ".act::after { content: ''; position: fixed; inset: 0; z-index: 99 }",
    /^out of reach: button\.b\.ghost/,
  ],
  "a small button": [
    ".tools .b.ghost { width: 30px; height: 30px; min-height: 0 }",
    /^30 x 30 px to tap/,
  ],
  "text that is cut": [".act h1 { height: 9px; overflow: hidden }", /^text cut in h1/],
  "text over text": [".act .cons { margin-top: -16px }", /^text over text/],
  "text that scrolls unseen": [
    ".paper { height: 90px; overflow: auto; scrollbar-width: none }",
    /^scrolls without a bar: section\.paper/,
  ],
  "a prompt that does not fit": [".tbl { --say: 20px }", /^does not fit into the action area/],
  "dice below the fold": [".act { transform: translateY(200px) }", /^below the fold: span\.die/],
};

test("what is broken on purpose is found", async () => {
  const { page, close } = await newcomer(people, sizes["390x844"], "en-GB", 3);
  const title = await startFromRules(page, site.url, "roller");
  const home = await sheetAt(page, title);
  for (const [name, [css, found]] of Object.entries(broken)) {
    const style = await page.addStyleTag({ content: css });
    const faults = await glance(page, true, name);
    assert.ok(
      faults.some((fault) => found.test(fault)),
      `${name}: ${JSON.stringify(faults)}`,
    );
    await style.evaluate((element) => element.remove());
  }
  for (const css of [".ro-mapwrap { margin-top: 20px }", ".ro-map { max-height: 200px }"]) {
    const style = await page.addStyleTag({ content: css });
    assert.ok(moved(home, await sheetAt(page, title)), css);
    await style.evaluate((element) => element.remove());
  }
  assert.ok(!moved(home, await sheetAt(page, title)));
  await close();
});

test("that was far enough", () => {
  assert.ok(seen >= WANTED, `${seen} states`);
});
