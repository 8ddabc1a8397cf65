// The layout walker finds what it is for, and the same seed gives the same states; see walk.mjs.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { crowd, eventually } from "./browser.mjs";
import { host, serve } from "./server.mjs";
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

let site, people;
before(async () => {
  [site, people] = [await serve(), await crowd()];
});
after(async () => {
  await people.close();
  site.close();
});

async function walk({ locale, seed, most }) {
  const { page, close } = await newcomer(people, sizes["390x844"], locale, seed);
  const title = await startFromRules(page, site.url, "escape");
  const walked = await walkGame(page, title, { seed, most, finger: true });
  await close();
  return walked;
}

test("the same seed gives the same states", async () => {
  const way = { locale: "en-GB", seed: 5, most: 15 };
  const runs = [await walk(way), await walk(way)];
  assert.deepEqual(runs[0].states, runs[1].states);
  assert.notDeepEqual(
    (await walk({ ...way, seed: 6 })).states,
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
    /^3[01] x 3[01] px to tap: button\.b\.ghost/,
  ],
  "text that is cut": [".act h1 { height: 9px; overflow: hidden }", /^text cut in h1/],
  "text over text": [".act .cons { position: relative; top: -12px }", /^text over text/],
  "text that scrolls unseen": [
    ".paper { height: 90px; overflow: auto; scrollbar-width: none }",
    /^scrolls without a bar: section\.paper/,
  ],
  "a prompt that does not fit": [
    ".act .words { height: 9px }",
    /^does not fit into the action area/,
  ],
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
  for (const css of [
    ".ro-mapwrap { margin-top: 20px }",
    ".ro-mapwrap .ro-map.ro-map { max-height: 200px }",
  ]) {
    const style = await page.addStyleTag({ content: css });
    assert.ok(moved(home, await sheetAt(page, title)), css);
    await style.evaluate((element) => element.remove());
  }
  assert.ok(!moved(home, await sheetAt(page, title)));
  await close();
});

// Screens as they once were, each with what was wrong there.
const once = [
  [
    "settings",
    "320x568",
    "#/settings",
    ".form { grid-template-columns: none } .form .b { white-space: nowrap }",
    /px too wide/,
  ],
  [
    "daily dice",
    "390x844",
    "#/daily/roller",
    ".dailyp { grid-template-columns: none } .dailyp .b, .dailyp p, .sealed small { white-space: nowrap }",
    /px too wide/,
  ],
  [
    "the lobby",
    "390x844",
    "",
    ".gb .line { white-space: nowrap; letter-spacing: .1em }",
    /^text cut in article\.gc/,
  ],
  [
    "a new game",
    "320x568",
    "#/new/escape",
    ".form .b.go { white-space: nowrap; min-width: 330px }",
    /px too wide/,
  ],
  [
    "the number of a rule",
    "390x844",
    "#/rules/roller",
    "[data-rules] { pointer-events: none } .rid { pointer-events: auto }",
    /px to tap: button\.rid/,
  ],
];
const onceAtTable = [
  [
    "a button that makes the page too wide",
    "roller",
    "390x844",
    ".btns .b { flex: none !important; min-width: 420px !important }",
    /px too wide|^out of reach: button\.b/,
  ],
  [
    "a confirm button that is cut, in another game",
    "escape",
    "390x844",
    ".btns .go { width: 40px !important; min-width: 0 !important; overflow: hidden; white-space: nowrap !important }",
    /^text cut in button\.b\.go/,
  ],
  [
    "dice below the fold of a small phone",
    "roller",
    "320x568",
    ".act { position: static !important; margin-top: 240px }",
    /^below the fold: span\.die/,
  ],
  [
    "a name that is cut",
    "lost-cities",
    "390x844",
    ".strip b, .strip span { max-width: 3ch; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }",
    /^text cut in/,
  ],
  [
    "a confirm button that is cut",
    "roller",
    "390x844",
    ".btns .go { width: 40px !important; min-width: 0 !important; overflow: hidden; white-space: nowrap !important }",
    /^text cut in button\.b\.go/,
  ],
  [
    "cursed dice over the words beside them",
    "escape",
    "390x844",
    ".es-space::before { content: ''; flex: 0 0 70px } .es-space { min-width: 110px !important }",
    /^text (cut|over)|^a die over text|out of reach/,
  ],
  [
    "treasure maps below the edge",
    "escape",
    "1366x768",
    ".es-sheet.es-sheet { gap: 24px }",
    /^the sheet is cut/,
  ],
  [
    "dice over the temple",
    "escape",
    "1366x768",
    ".es-tray { transform: translateY(90px) } .es-choices { transform: none } .act .b { transform: translateY(120px) }",
    /^out of the action area/,
  ],
  [
    "two buttons over each other",
    "escape",
    "1280x600",
    ".btns .go { position: relative; left: -190px; width: 130px !important }",
    /^out of reach: button/,
  ],
];

test("what was wrong once, in German, is found when it is broken again", async () => {
  const hosted = await host();
  const look = async (page, css, finger, found, name) => {
    assert.deepEqual(await glance(page, finger, name), [], name);
    await page.addStyleTag({ content: css });
    /* parts of a screen, such as the rules' text, may come a moment later */
    const isFound = async () => (await glance(page, finger, name)).some((each) => found.test(each));
    await eventually(isFound, `${name}: ${found}`);
  };
  try {
    const {
      table,
      seats,
      host: key,
    } = await hosted.post("tables", {
      game: "escape",
      seats: ["me", "open", "bot:greedy"],
    });
    {
      const { page, close } = await newcomer(people, sizes["390x844"], "de-DE", 3);
      await page.goto(`${hosted.url}t/${table}#${seats[0].key}.${key}`);
      await page.locator(".hostb").waitFor();
      await page.goto(hosted.url);
      await page.locator(".mine li").first().waitFor();
      const css = ".mine li > * { flex: none; min-width: 200px; white-space: nowrap }";
      await look(page, css, true, /px too wide/, "the lobby with tables of one's own");
      await close();
    }
    for (const [name, size, where, css, found] of once) {
      const { page, close } = await newcomer(people, sizes[size], "de-DE", 3);
      await page.goto(hosted.url + where);
      await page.locator("main h1").first().waitFor();
      await look(page, css, true, found, name);
      await close();
    }
    for (const [name, game, size, css, found] of onceAtTable) {
      const { page, close } = await newcomer(people, sizes[size], "de-DE", 3);
      await startFromRules(page, hosted.url, game);
      await look(page, css, !!sizes[size].hasTouch, found, name);
      await close();
    }
  } finally {
    await hosted.close();
  }
});

test("words longer than their place are set smaller until they fit", async () => {
  const { page, close } = await newcomer(people, sizes["320x568"], "de-DE", 3);
  await startFromRules(page, site.url, "escape");
  await glance(page, true, "the start");
  const size = () =>
    page
      .locator(".words h1")
      .evaluate((each) => Number.parseFloat(getComputedStyle(each).fontSize));
  const large = await size();
  await page.locator(".words .cons").evaluate((each) => {
    each.textContent =
      "Nimm von diesen Würfeln, was du brauchst, und lass den Rest liegen. ".repeat(4);
  });
  assert.deepEqual(await glance(page, true, "with long words"), []);
  const small = await size();
  assert.ok(small < large && small >= large * 0.7, `${large} px, then ${small} px`);
  await page.locator(".words .cons").evaluate((each) => {
    each.textContent = "Kurz.";
  });
  await glance(page, true, "with short words");
  assert.equal(await size(), large);
  await close();
});

// States that longer walks have come upon, in German and with wide letters: the last one did not fit.
for (const [name, size, game, seed, most] of [
  ["six numbers on the dice, and words below each", "1280x600", "roller", 50, 27],
])
  test(`${name} fit at ${size}`, async () => {
    const { page, close } = await newcomer(people, sizes[size], "de-DE", seed);
    const title = await startFromRules(page, site.url, game);
    await widen(page);
    const finger = !!sizes[size].hasTouch;
    const { found, states } = await walkGame(page, title, { seed, most, finger });
    assert.deepEqual(found, []);
    assert.equal(states.length, most);
    await close();
  });
