// The tutor, what help is counted, and links to positions.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { eventually, phone } from "./browser.mjs";
import { bundle, engineModule as module } from "./bundle.mjs";
import { awayFromMidnight, site, withPages } from "./hosted.mjs";
import { axe, clean, fitsWidth, open, sheets } from "./moves.mjs";
import { dist } from "./server.mjs";
import { patience, playOut, step, stepUntil } from "./steps.mjs";

// ---- Without a browser ----

const kept = new Map(); // what the browser would remember
globalThis.localStorage = {
  getItem: (key) => kept.get(key) ?? null,
  setItem: (key, text) => kept.set(key, text),
  removeItem: (key) => kept.delete(key),
};
const { Reviewer, Engine, change, newGame, ...words } = await bundle(
  "hint-words",
  "help",
  "reviewer",
  "engine",
  "local",
  "store",
  "report/branch",
);

const header = (game, seats, sheet) =>
  newGame(
    {
      game,
      sheet,
      seats,
      options: {},
      names: ["Mira", "Ben"].slice(0, seats),
    },
    "00000000000000ad",
    new Engine(module).catalogue().games.find(({ name }) => name === game).edition,
  );
const nets = readdirSync(dist).filter((name) => name.endsWith(".net"));
const judge = (record, seat, line) => {
  const engine = new Reviewer(module);
  for (const net of nets) engine.takeNet(readFileSync(join(dist, net)));
  engine.read(record);
  while (engine.status().roll) engine.roll();
  return engine.judge(seat ?? engine.status().acting[0], line ?? [engine.legal(0)[0]])[0];
};

test("what the settings say of each level is what the engine asks about", () => {
  const least = (counts, by) =>
    Object.fromEntries(
      Object.entries(words.LEVELS).map(([level, numbers]) => [level, numbers[counts] * by]),
    );
  assert.deepEqual(judge(header("lost-cities", 2, "jungle")).least, least("win", 100));
  assert.deepEqual(judge(header("lost-cities", 1, "jungle")).least, least("lost", 1000));
  assert.deepEqual(judge(header("roller", 1, "honeycomb")).least, least("roller", 1000));
  assert.match(
    words.levelWords("clear"),
    /at least 3 percentage points .* 4 points; in Roller 0\.8 points\./,
  );
  assert.match(words.levelWords("all"), /Lost Cities 1 point;/);
  change({ language: "de" });
  assert.match(
    words.levelWords("clear"),
    /mindestens 3 Prozentpunkte .* 4 Punkte, in Roller 0,8 Punkte\./,
  );
  change({ language: "" });
});

test("the tutor asks from its level on, and never where there is nothing to choose", () => {
  const judged = { count: 3, cost: 300, least: { big: 800, clear: 300, all: 100 } };
  const asks = (more) =>
    ["off", "big", "clear", "all"].filter((level) =>
      words.asksAbout(level, { ...judged, ...more }),
    );
  assert.deepEqual(asks({}), ["clear", "all"]);
  assert.deepEqual(asks({ cost: 299 }), ["all"]);
  assert.deepEqual(asks({ count: 1 }), []);
  assert.equal(
    words.costWords("points", {
      cost: 12340,
      best: { value: 274300, win: 0 },
      played: { value: 261960, win: 0 },
    }),
    "This costs about 12.3 points: a bot expects 262.0 points after it, and 274.3 points after the better choice.",
  );
  assert.match(
    words.costWords("team", { cost: 420, best: { win: 5000 }, played: { win: 4580 } }),
    /^This costs about 4\.2 percentage points of the chance to escape: a bot expects 45\.8\u00a0%/,
  );
});

test("a reason names only what differs by two standard errors", () => {
  const ui = { itemWords: (name) => name.toUpperCase() };
  const item = (name, points, error) => ({ name, points, error });
  const items = [
    item("red", 4.04, 1),
    item("blue", -6, 4),
    item("green", 0.2, 0),
    item("a", -2, 1),
  ];
  const said = (more) => words.bringsWords("hint.brings", { samples: 64, items, ...more }, ui);
  assert.equal(said({}), "Played on 64 times, it brings RED +4.0 and A −2.0 compared with that.");
  assert.match(said({ others: -3, othersError: 1 }), /RED \+4\.0, A −2\.0, and the others −3\.0/);
  assert.doesNotMatch(said({ others: -3, othersError: 2 }), /others/);
  assert.equal(said({ items: [item("blue", -6, 4)] }), "", "nothing is sure");
  assert.equal(words.bringsWords("hint.brings", undefined, ui), "");
  const besides = [
    { name: "way", more: -1 },
    { name: "map", more: 0 },
    { name: "dice", more: 2 },
  ];
  assert.equal(
    said({ besides }),
    "Played on 64 times, it brings RED +4.0 and A −2.0 compared with that. Right after it, compared with that: WAY −1 and DICE +2.",
  );
  assert.equal(
    said({ items: [], besides }),
    "Right after it, compared with that: WAY −1 and DICE +2.",
  );
});

test("help is counted by seat; a game that branches off has what came before", () => {
  const head = "pipwright record 1\ngame roller\nseats 2\n\n";
  const first = `${head}* 1 2\n`,
    second = `${first}0 take 3\n1 skip\n* 3 4\n`;
  words.countHelp(first, 0, "hints");
  words.countHelp(`${first}0 take 3\n`, 0, "hints"); // before the next roll: one place
  words.countHelp(second, 0, "asked");
  words.countHelp(second, 0, "followed");
  words.countHelp(second, 1, "hints");
  const end = `${second}0 skip\n1 skip\n= 3 4\n`;
  assert.deepEqual(words.helpIn(end, 0), { hints: 2, asked: 1, followed: 1 });
  assert.deepEqual(words.helpIn(end, 1), { hints: 1, asked: 0, followed: 0 });
  const branch = `${first}0 skip\n1 skip\n* 3 4\n`;
  assert.deepEqual(words.helpIn(branch, 0), { hints: 2, asked: 0, followed: 0 });
  assert.deepEqual(words.helpIn(`${head}* 5 6\n`, 0), { hints: 0, asked: 0, followed: 0 });
  for (let i = 0; i < 400; i++) words.countHelp(`${head}* ${i} 9\n`, 0, "hints");
  assert.equal(JSON.parse(kept.get("pipwright.help")).length, 300, "it does not grow for ever");
});

test("a position is the record up to there, and says whether it knows dice to come", () => {
  const head = "pipwright record 1\ngame roller\nseats 1\ndice real\n\n";
  const record = `${head}* 1 2\n0 skip\n* 3 4\n0 skip\n= 3\n`;
  const cut = words.recordUpTo(record, 2);
  assert.equal(cut, `${head}* 1 2\n0 skip\n`);
  assert.equal(words.knowsDice(record, 2), true);
  assert.equal(words.knowsDice(cut, 2), false);
  assert.equal(words.knowsDice(cut.replace("dice real", "dice seed 00aa"), 2), true);
});

// ---- In the browser ----

const inBrowser = (options, body) => withPages((page) => body(page, page.context()), options);
const asks = (page) => page.getByRole("dialog", { name: "Is that what you want?" });
const record = (page) =>
  page.evaluate(() => JSON.parse(localStorage.getItem("pipwright.game")).record);
async function teach(page, level) {
  await page.addInitScript(patience);
  await page.goto(`${site.url}#/settings`);
  await page.getByRole("button", { name: level, exact: true }).click();
}
// Steps until the tutor asks, and answers what the record was then.
async function untilAsked(page, game) {
  await stepUntil(page, game, () => asks(page).count());
  await asks(page).waitFor();
  return record(page);
}

test("the tutor is off at first, and its setting says what it will ask about", async () => {
  await inBrowser({}, async (page) => {
    await page.addInitScript({ path: axe });
    await page.goto(`${site.url}#/settings`);
    const group = page.getByRole("group", { name: "Tutor: ask before a mistake" });
    assert.equal(await group.locator("[aria-pressed=true]").textContent(), "off");
    await group.getByRole("button", { name: "big mistakes" }).click();
    await page
      .getByText("at least 8 percentage points of the chance to win or to escape")
      .waitFor();
    await clean(page, "settings");
    await page.reload();
    assert.equal(await group.locator("[aria-pressed=true]").textContent(), "big mistakes");
    await open(page, site.url, "Lost Cities");
    await page.getByLabel("Menu").click();
    await page
      .getByRole("dialog")
      .getByText("at least 8 percentage points of the chance to win")
      .waitFor();
  });
});

for (const [name, options] of [
  ["desktop", {}],
  ["dark phone", { ...phone, colorScheme: "dark" }],
])
  test(`before a mistake it asks: back, or a better choice; the card counts it: ${name}`, async () => {
    await inBrowser(options, async (page) => {
      await page.addInitScript({ path: axe });
      await teach(page, "every clear difference");
      await open(page, site.url, "Roller");
      const before = await untilAsked(page, "Roller");
      assert.match(
        await asks(page).textContent(),
        /This costs about \d+\.\d points?: a bot expects/,
      );
      await clean(page, "the tutor");
      await fitsWidth(page, "the tutor");
      assert.equal(
        await page.evaluate(() => document.activeElement.textContent),
        "Show a better choice",
        "what throws nothing away has the focus",
      );
      assert.equal(await asks(page).locator(".b.go").count(), 1);
      await page.keyboard.press("Escape");
      await asks(page).waitFor({ state: "detached" });
      assert.equal(await record(page), before, "nothing is played");
      await page.locator(".btns .go:not(.idle)").click(); // the same pencil: it was told
      await eventually(async () => (await record(page)) !== before, "it is played");

      const again = await untilAsked(page, "Roller");
      await page.keyboard.press("Enter");
      await page.locator(".cons .hint", { hasText: "A bot would" }).waitFor();
      assert.equal(await record(page), again);
      assert.equal(await page.locator(".reset").count(), 0, "the pencil is rubbed out");

      await teach(page, "off");
      await page.goto(`${site.url}#/play`);
      await playOut(page, "Roller");
      await page.locator("[data-report=done]").waitFor({ timeout: 300000 });
      const counted = await page
        .locator(".left .note", { hasText: "The tutor asked" })
        .textContent();
      assert.match(counted, /^The tutor asked \d+ times; choices changed after that: \d+\.$/);
      assert.equal(await page.locator(".left .note", { hasText: "hints used" }).count(), 0);
    });
  });

test("hints asked for are counted for the seat that asked", async () => {
  await inBrowser({}, async (page) => {
    await open(page, site.url, "Lost Cities");
    await stepUntil(page, "Lost Cities", () => page.locator(".tools .b:not(:disabled)").count());
    await page.evaluate(() => {
      for (const _ of [1, 2, 3])
        document.dispatchEvent(new KeyboardEvent("keydown", { key: "h", bubbles: true }));
    }); // impatience is one question
    await page.locator(".cons .hint", { hasText: "“Show the move” tells you more" }).waitFor();
    await page.keyboard.press("h");
    await page.locator(".cons .hint", { hasText: "A bot would" }).waitFor();
    await playOut(page, "Lost Cities");
    await page.locator(".left .note", { hasText: "1 hint used." }).waitFor();
    await page.locator(".seatend .chip:not(.me)").first().click();
    await page.locator(".left .note", { hasText: "1 hint used." }).waitFor({ state: "detached" });
  });
});

test("no net, no tutor: nothing waits for it", async () => {
  await inBrowser({ serviceWorkers: "block" }, async (page, context) => {
    await context.route(/\.net$/, (route) => route.fulfill({ status: 404, body: "" }));
    await teach(page, "every clear difference");
    await open(page, site.url, "Roller");
    for (let count = 0; count < 60; count++) await step(page, "Roller", count);
    assert.equal(await asks(page).count(), 0);
  }).catch((error) => {
    if (!/404/.test(String(error))) throw error;
  });
});

test("neither hints nor tutor in a daily try; both at a table of one's own with bots", async () => {
  await awayFromMidnight();
  await inBrowser({}, async (page) => {
    await teach(page, "every clear difference");
    await page.goto(`${site.url}#/daily/roller`);
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Play today’s dice" }).click();
    await page.locator(sheets.Roller).waitFor();
    assert.ok(await page.getByRole("button", { name: "Hint" }).isDisabled());
    await page.keyboard.press("h");
    await stepUntil(page, "Roller", async () => {
      assert.equal(await asks(page).count(), 0);
      return page.locator(".rev .bd").count();
    });
    assert.equal(await page.evaluate(() => localStorage.getItem("pipwright.help")), null);
    const made = await site.post("tables", {
      game: "roller",
      seats: ["me", "bot:random"],
      name: "Ada",
    });
    await page.goto(`${site.url}t/${made.table}#${made.seats[0].key}`);
    await page.locator(sheets.Roller).waitFor();
    await stepUntil(page, "Roller", () => asks(page).count());
    await asks(page).getByRole("button", { name: "Play it anyway" }).click();
    await asks(page).waitFor({ state: "detached" });
    await eventually(async () => !(await page.locator(".btns .go:not(.idle)").count()), "played");
  });
});

test("a link to a position: look, or play on in any seat, with the same dice or new ones", async () => {
  await inBrowser({ permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
    await page.addInitScript({ path: axe });
    await page.goto(site.url);
    const whole = readFileSync(
      new URL("../../tests/golden/lost-cities-resigned.pip", import.meta.url),
      "utf8",
    ).replace(/^[!?].*\n/gm, "");
    await page.goto(`${site.url}#/replay/t${Buffer.from(whole).toString("base64url")}`);
    await page.locator(".player").waitFor();
    for (let i = 0; i < 5; i++)
      await page.getByRole("button", { name: "One step forward" }).click();
    const hash = await page.locator("main").getAttribute("data-hash");
    await page.getByRole("button", { name: "Copy link to this position" }).click();
    await page.getByRole("button", { name: "Link copied." }).waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.ok(link.length < 700, `${link.length} characters`);
    await page.goto("about:blank");
    await page.goto(link);
    const offer = page.getByRole("dialog", { name: "A position" });
    await offer.waitFor();
    await clean(page, "a position");
    await offer.getByRole("button", { name: "Look at it" }).click();
    assert.equal(await page.locator("main").getAttribute("data-hash"), hash);
    await page.getByRole("button", { name: "Play on from here" }).click();
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.locator(".tbl:not(.replay) .lc-sheet").waitFor();
    assert.ok((await record(page)).includes(whole.split("\n\n")[1].split("\n")[4]));
  });
});
