// The report card: its words from given numbers, its thread, games that branch off, and the screen itself.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { crowd, eventually, phone } from "./browser.mjs";
import { bundle, engineModule as module } from "./bundle.mjs";
import { axe, clean, fitsWidth, open } from "./moves.mjs";
import { serve } from "./server.mjs";
import { playOut } from "./steps.mjs";

// ---- Without a browser ----

const { Engine, splitRecord } = await bundle("engine");
const { LocalSession, branch, newGame } = await bundle("local", "report/branch");
const { addTexts, change, report, ...words } = await bundle(
  "report/words",
  "i18n/index",
  "i18n/report",
  "store",
);
addTexts(report);
const seatCard = (seat, more) => ({
  seat,
  start: { value: 100, win: 0.25 },
  end: { value: 120, win: 1 },
  choices: 11,
  best: 6,
  near: 9,
  loss: 12.3,
  lossWin: 0.042,
  luck: 31.9,
  luckWin: 0.2,
  luckError: 0,
  costly: [2, 0],
  find: 1,
  ...more,
});
const roll = (turn, value, win = 0) => ({
  turn,
  event: turn * 3,
  dice: "",
  before: [
    { value, win },
    { value: 2 * value, win },
  ],
});
const cardOf = (more) => ({
  seats: 2,
  turns: 3,
  team: false,
  counts: "win",
  stage: "done",
  progress: 1000,
  cards: [seatCard(0), seatCard(1, { luck: -4.4, end: { value: 90, win: 0 } })],
  rolls: [roll(0, 101), roll(1, 105), roll(1, 106), roll(2, 110)],
  splits: [],
  allChoices: 3,
  ...more,
});

test("numbers are written as the language does, with real minus signs and no minus before nothing", () => {
  const { decimal, plus, plusShare } = words;
  assert.deepEqual(
    [decimal(-9.31), decimal(-0.04), plus(38.2, 0), plus(0.3, 0), plusShare(-0.042)],
    ["−9.3", "0.0", "+38", "0", "−4.2"],
  );
  change({ language: "de" });
  assert.equal(decimal(-9.31), "−9,3");
  change({ language: "" });
});

test("a cost is told by what counts: the chance to win, the chance to escape, or points", () => {
  const cost = { loss: 3.14, lossWin: 0.042 };
  const told = (more) => words.costWords(cardOf(more), cost);
  assert.equal(told({}), "−4.2 percentage points of the chance to win");
  assert.equal(told({ team: true }), "−4.2 percentage points of the chance to escape");
  assert.equal(told({ counts: "points" }), "−3.1 points");
  assert.equal(words.besidesWords(cardOf({}), cost), "−3.1 points");
  assert.equal(words.besidesWords(cardOf({}), { loss: -1 }), "", "points that say the opposite");
  assert.equal(words.besidesWords(cardOf({ counts: "points" }), cost), "", "nothing twice");
});

test("the line over time has every turn once, from the start to what came out", () => {
  const course = words.courseOf(cardOf({}));
  assert.deepEqual(
    course.map(({ turn, values }) => [turn, ...values]),
    [
      [0, 100, 100],
      [1, 105, 210],
      [2, 110, 220],
      [3, 120, 90],
    ],
  );
  const team = words.courseOf(cardOf({ team: true, rolls: [roll(0, 0, 0.3), roll(1, 0, 0.5)] }));
  assert.deepEqual(
    team.map(({ values }) => values),
    [[25], [50], [100]],
  );
});

test("luck and choices of each seat; of a team the dice, and what each seat moved", () => {
  assert.deepEqual(words.sharesOf(cardOf({})), [
    { seat: 0, luck: 31.9, choices: 120 - 100 - 31.9 },
    { seat: 1, luck: -4.4, choices: 90 - 100 + 4.4 },
  ]);
  const chances = (turn, from, to) => ({ turn, before: [{ win: from }], after: [{ win: to }] });
  const team = cardOf({
    team: true,
    turns: 2,
    rolls: [chances(0, 0.25, 0.35), chances(0, 0.3, 0.35), chances(1, 0.5, 0.7)],
    cards: [seatCard(0, { luckWin: 0.35 }), seatCard(1, {})],
  });
  const shares = words.sharesOf(team, [
    { turn: 0, seat: 1 },
    { turn: 1, seat: 0 },
  ]);
  const rounded = shares.map(({ seat, luck = 0, choices = 0 }) => [
    seat,
    luck.toFixed(2),
    choices.toFixed(2),
  ]);
  assert.deepEqual(rounded, [
    [-1, "0.35", "0.00"],
    [0, "0.00", "0.30"], // from 0.50 to 1, 0.20 of it dice
    [1, "0.00", "0.10"], // from 0.25 to 0.50, 0.15 of it dice
  ]);
});

test("the share of good choices, the costly ones, and items beyond the error", () => {
  assert.equal(words.goodShare(seatCard(0)), 82);
  assert.equal(words.goodShare(seatCard(0, { choices: 0, near: 0 })), undefined);
  const choices = [0, 1, 2].map((choice) => ({ choice, obvious: 2, obviousWin: 0.03 }));
  assert.deepEqual(
    words.costlyOf(cardOf({}), choices, 0).map(({ choice }) => choice),
    [2, 0],
  );
  assert.deepEqual(words.costlyOf(cardOf({}), [], 0), [], "not known yet");
  assert.equal(words.findOf(cardOf({}), choices, 0).choice, 1);
  assert.equal(
    words.obviousWords(cardOf({}), choices[1]),
    "3.0 percentage points of the chance to win",
  );
  const nothing = choices.map((choice) => ({ ...choice, obviousWin: 0.0003 }));
  assert.equal(words.findOf(cardOf({}), nothing, 0), undefined, "nothing to speak of");
  const item = (name, points) => ({ name, points });
  const items = [item("red", 4), item("blue", -6), item("green", 0.2), item("a", 2), item("b", 3)];
  const found = words.itemsOf({ choice: 0, items, error: 1, total: 3, samples: 32 });
  assert.deepEqual(
    found.map(({ name, more }) => `${name} ${more}`),
    ["blue −6.0", "red +4.0", "b +3.0"],
  );
  const besides = [
    { name: "way", more: -1 },
    { name: "dice", more: 0 },
  ];
  assert.deepEqual(
    words.itemsOf({ choice: 0, items, error: 2, total: 3, samples: 32, besides }),
    [{ name: "way", more: "−1" }],
    "what chance may have made is left out, what a line leads to is not",
  );
  assert.deepEqual(words.itemsOf(undefined), []);
});

test("a hint says what the ranking says of the best move and of the next, and nothing else", async () => {
  const { reasonOf } = await bundle("hint-words");
  const best = { value: 274300, win: 4312, line: ["a"] };
  assert.equal(
    reasonOf("points", best, { value: 271200, win: 0, line: ["b"] }, "Red 5"),
    "Expected: 274 points. Next best: Red 5 (3.1 points less).",
  );
  assert.equal(
    reasonOf("win", best, { value: 270000, win: 4200, line: ["b"] }, "Red 5"),
    "Expected: 274 points, 43\u00a0% chance to win. Next best: Red 5 (1.1 percentage points less chance to win).",
  );
  assert.match(
    reasonOf("win", best, { value: 275100, win: 4200, line: ["b"] }, "Red 5"),
    /\(1\.1 percentage points less chance to win, but 0\.8 points more\)\.$/,
  );
  assert.equal(
    reasonOf("team", best, { value: 0, win: 4310, line: ["b"] }, "b3"),
    "Expected: 43\u00a0% chance to escape. Just as good: b3.",
  );
  assert.equal(reasonOf("points", best, undefined, ""), "Expected: 274 points.");
});

test("a review asks slice by slice, stops when it is left, and is kept once it is done", async () => {
  const { review, keptReview } = await bundle("report/thread");
  const asked = [];
  let ended = 0;
  const slices = (...all) => ({
    call: async (question) => {
      asked.push(question);
      return all.shift();
    },
    end: () => ended++,
  });
  const slice = (progress, more, choices) => ({ card: { progress }, more, choices });
  const head = "pipwright record 1\ngame roller\n\n";
  const told = [];
  await new Promise((done) =>
    review(
      slices(slice(100, true), slice(500, true, ["a"]), slice(1000, false, ["a", "b"])),
      head,
      0,
      (news) => {
        told.push([news.card.progress, news.choices.length]);
        if (!news.more) done();
      },
      assert.fail,
    ),
  );
  assert.deepEqual(told, [
    [100, 0],
    [500, 1],
    [1000, 2],
  ]);
  assert.equal(asked.length, 3);
  assert.equal(keptReview(head).choices.length, 2);
  const leave = review(
    slices(slice(1, true), slice(2, true)),
    "x\n\n",
    0,
    assert.fail,
    assert.fail,
  );
  leave();
  await eventually(() => ended === 2, "both threads have ended");
  assert.equal(asked.length, 4, "nothing is asked any more");
  let why = "";
  review(
    { call: () => Promise.reject(new Error("no-net")), end: () => ended++ },
    "y\n\n",
    0,
    assert.fail,
    (said) => {
      why = said;
    },
  );
  await eventually(() => ended === 3, "a thread that failed has ended");
  assert.equal(why, "no-net");
});

const bot = new Engine(module);
const ask = async (record, _, seat, stream) => {
  bot.read(record);
  return bot.choose(1, seat, stream);
};
async function toEnd(saved) {
  const session = new LocalSession(new Engine(module), saved, ask, false);
  await eventually(() => session.snapshot().status.over, "bots play to the end");
  return session.snapshot().record;
}
const rolls = (record) => splitRecord(record).events.filter((event) => event.startsWith("*"));
const shipped = new Engine(module).catalogue().games;

test("a game branches off anywhere: the same dice come, seeded or not, or others", async () => {
  const sheet = shipped.find(({ name }) => name === "roller").sheets[0].name;
  const names = ["Mira", "Ben"];
  const record = await toEnd({
    record: newGame({ game: "roller", sheet, seats: 2, options: {}, names }, "00000000000000aa"),
    bots: ["greedy", "greedy"],
    me: 0,
  });
  const { events } = splitRecord(record),
    at = events.findIndex((event, i) => i > 20 && event.startsWith("1 "));
  const how = { at, seat: 1, level: "greedy", name: "Ada" };
  const bots = ["greedy", "greedy"];
  const same = branch(record, { ...how, same: true });
  assert.deepEqual([same.me, same.bots, same.dice], [1, ["greedy", null], undefined]);
  assert.deepEqual(rolls(await toEnd({ ...same, bots })), rolls(record));
  const unsaid = record.replace(/^dice seed .*$/m, "dice real");
  const again = branch(unsaid, { ...how, same: true });
  assert.doesNotMatch(again.record, /^dice/m, "nobody says where these dice come from");
  assert.deepEqual(rolls(await toEnd({ ...again, bots })), rolls(record));
  const other = await toEnd({ ...branch(record, { ...how, same: false }), bots });
  const past = rolls(events.slice(0, at).join("\n").replace(/^/, "\n\n")).length;
  assert.deepEqual(rolls(other).slice(0, past), rolls(record).slice(0, past));
  assert.equal(rolls(other).length, rolls(record).length);
  assert.notDeepEqual(rolls(other), rolls(record));
});

// ---- In the browser ----

let site, people;
before(async () => {
  [site, people] = [await serve(), await crowd()];
});
after(async () => {
  await people.close();
  site.close();
});

async function visit(options, look) {
  const { page, errors, close } = await people.person(options);
  try {
    await page.addInitScript({ path: axe });
    await look(page);
    assert.deepEqual(errors, []);
  } finally {
    await close();
  }
}
const link = (record) => `t${Buffer.from(record).toString("base64url")}`;
const complete = (page) => page.locator("[data-report=done]").waitFor({ timeout: 300000 });

test("a game is played to its end, its card read, a choice shown, and played again from there", async () => {
  await visit({}, async (page) => {
    await open(page, site.url, "Roller");
    await playOut(page, "Roller");
    await complete(page);
    await clean(page, "the report card");
    assert.match(await page.locator(".goodshare b").textContent(), /^\d+\u00a0%$/);
    const shares = page.locator(".split tbody tr");
    const seats = await shares.count();
    assert.ok(seats >= 2);
    for (let i = 0; i < seats; i++)
      for (const figure of await shares.nth(i).locator("td").allTextContents())
        assert.match(figure, /^[+−]?\d+$/, "luck, and choices");
    await page.locator(".numbers summary").click();
    assert.equal(await page.locator(".nums tbody tr").count(), 8, "seven rounds and the end");
    const first = page.locator(".left li").first();
    const better = (await first.locator("p b").nth(1).textContent()).trim();
    const hash = await page.evaluate(() => location.hash);
    await first.getByRole("button", { name: /^Show/ }).click();
    await page.locator(".player").waitFor();
    assert.equal(await page.locator("h1").textContent(), `Better: ${better}`);
    await clean(page, "what would have been better");
    await page.getByRole("button", { name: "One step forward" }).click();
    assert.doesNotMatch(await page.locator("h1").textContent(), /^Better/);
    await page.goBack();
    await complete(page); // it is not looked at again
    assert.equal(await page.evaluate(() => location.hash), hash);
    await first.getByRole("button", { name: /^Play on from/ }).click();
    await clean(page, "what if");
    await page.getByRole("button", { name: "new ones" }).click();
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.locator(".tbl:not(.replay) .ro-map").waitFor();
  });
});

test("no report card without anything learned: it says so, and how the points came in", async () => {
  await visit({}, async (page) => {
    await page.route(/\.net$/, (route) => route.abort());
    const sheet = shipped.find(({ name }) => name === "roller").sheets[0].name;
    const record = await toEnd({
      record: newGame(
        { game: "roller", sheet, seats: 1, options: {}, names: ["Mira"] },
        "00000000000000ab",
      ),
      bots: ["greedy"],
      me: 0,
    });
    await page.goto(`${site.url}#/replay/${link(record)}/report`);
    await page.locator(".noreport", { hasText: "could not be loaded" }).waitFor();
    await page.getByRole("region", { name: "How the points came in" }).waitFor();
    await page.unroute(/\.net$/);
    await page.getByRole("button", { name: "Try again" }).click();
    await complete(page);
  }).catch((error) => {
    if (!/ERR_FAILED/.test(String(error))) throw error;
  });
});

for (const [name, options] of [
  ["desktop", {}],
  ["dark phone in German", { ...phone, colorScheme: "dark", locale: "de-DE" }],
])
  test(`a replay has a report card, too: ${name}`, async () => {
    await visit(options, async (page) => {
      for (const { name: game, sheets } of shipped.filter((each) => each.name !== "pig")) {
        const seats = 2;
        const names = ["Mira", "Ben"];
        const record = await toEnd({
          record: newGame(
            { game, sheet: sheets[0].name, seats, options: {}, names },
            "00000000000000ac",
            shipped.find((each) => each.name === game).edition,
          ),
          bots: ["greedy", "greedy"],
          me: 0,
        });
        await page.goto("about:blank"); // the card of the last game is complete already
        await page.goto(`${site.url}#/replay/${link(record)}/report`);
        await complete(page);
        await fitsWidth(page, game);
        await clean(page, game);
      }
    });
  });
