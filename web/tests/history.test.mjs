// The list of one's games: games come into it once, lead to replay and report card, leave as files and come back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { crowd, eventually, phone } from "./browser.mjs";
import { bundle, engineModule as module } from "./bundle.mjs";
import { axe, clean, fitsWidth } from "./moves.mjs";
import { resigned } from "./screens.mjs";
import { host } from "./server.mjs";
import { playOut } from "./steps.mjs";

const { Engine, splitRecord } = await bundle("engine");
const { LocalSession, newGame } = await bundle("local");
const { entryOf, writeFile } = await bundle("history/entry", "history/file");

let site, people;
before(async () => {
  [site, people] = [await host(), await crowd()];
});
after(async () => {
  await people.close();
  await site.close();
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

// ---- Games ----

const bot = new Engine(module);
const ask = async (record, _, seat, stream) => {
  bot.read(record);
  return bot.choose(1, seat, stream);
};
const shipped = new Engine(module).catalogue().games;
// A whole game of greedy bots under people's names.
async function whole(game, names, seed) {
  const { sheets, edition } = shipped.find(({ name }) => name === game);
  const setup = { game, sheet: sheets[0].name, seats: names.length, options: {}, names };
  const bots = names.map(() => "greedy"),
    record = newGame(setup, seed, edition);
  const session = new LocalSession(new Engine(module), { record, bots, me: 0 }, ask, false);
  await eventually(() => session.snapshot().status.over, "bots play to the end");
  return session.snapshot().record;
}
// The same without its last choice.
function nearEnd(record) {
  const { head, events } = splitRecord(record);
  const at = events.map((event) => event[0]).lastIndexOf("*");
  return `${head}${events.slice(0, at).join("\n")}\n`;
}
const solo = await whole("roller", ["Mira"], "00000000000000aa");

const path = () => site.url;
const history = async (page) => {
  await page.goto(`${path()}#/history`);
  await page.locator(".hkeep").waitFor();
};
const rows = (page) => page.locator("[data-played]");
const listed = (page, count) =>
  eventually(async () => (await rows(page).count()) === count, `${count} games are listed`);

// A game at this device that lacks its last choice is played to its end.
async function finish(page, saved) {
  await page.goto(path());
  await page.locator(".gc").first().waitFor();
  await page.evaluate((game) => localStorage.setItem("pipwright.game", JSON.stringify(game)), {
    bots: [null],
    me: 0,
    ...saved,
  });
  await page.goto("about:blank"); // the page has a game of its own in memory
  await page.goto(`${path()}#/play`);
  await playOut(page, "Roller");
}

// As a file would have them: games of all kinds, a day apart.
async function many() {
  const records = {
    roller: await whole("roller", ["Mira", "Ben"], "00000000000000ab"),
    escape: await whole("escape", ["Mira", "Ben"], "00000000000000ac"),
    "lost-cities": await whole("lost-cities", ["Mira"], "00000000000000ad"),
  };
  return Object.values(records).flatMap((record, i) =>
    [0, 1, 2].map((n) => {
      const finished = { record, id: `g${i}${n}`, here: [0], where: "device" };
      const taken = n === 2 ? "whatif" : undefined,
        at = Date.UTC(2026, 10, 1 + 3 * i + n),
        bots = [null, ["club", "master"][n % 2]];
      const entry = entryOf(new Engine(module), { ...finished, taken, at, bots }, "Mira", () => n);
      const counts = entry.won === undefined ? "points" : "team";
      const report = {
        counts,
        adjusted: 40 + n,
        luck: -3,
        loss: 0.2,
        choices: 9,
        best: 5,
        near: 7,
      };
      return {
        ...entry,
        report: { ...report, ...(counts === "team" && { adjusted: 0.4, luck: 0.1 }) },
      };
    }),
  );
}
const file = (games, name = "games.json") => ({
  name,
  mimeType: "application/json",
  buffer: Buffer.from(typeof games === "string" ? games : writeFile(games, 0)),
});
const give = (page, what) => page.locator(".hkeep input[type=file]").setInputFiles(what);
const says = (page, words) => page.locator(".hkeep [role=status]", { hasText: words }).waitFor();
async function downloaded(page, name) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name, exact: true }).click(),
  ]);
  return readFileSync(await download.path(), "utf8");
}

// ---- In the browser ----

test("a game is listed once when it ends, and leads to its replay and its report card, whose figures come back", async () => {
  await visit({}, async (page) => {
    await finish(page, { record: nearEnd(solo), id: "first" });
    await page.getByRole("link", { name: "Your games" }).click();
    await listed(page, 1);
    assert.match(await page.locator(".hwhat b").textContent(), /^\d+ points$/);
    await page.goto(`${path()}#/play`);
    await page.reload();
    await page.locator("[data-report=done]").waitFor({ timeout: 300000 });
    await history(page);
    await listed(page, 1);
    await page.locator(".hmarks", { hasText: "without luck" }).waitFor();
    await page.getByRole("img", { name: /^Score without luck: / }).waitFor();
    await page.getByRole("button", { name: /^Replay: Roller/ }).click();
    await page.locator(".player").waitFor();
    await history(page);
    await page.getByRole("button", { name: /^Report card: Roller/ }).click();
    await page.locator("[data-report]").first().waitFor();
    await history(page);
    await listed(page, 1); // who looks at a game has not played it

    // the same dice, and even the same choices: another game, which does not count
    await finish(page, { record: nearEnd(solo), id: "second", taken: "same" });
    await history(page);
    await listed(page, 2);
    const first = page.locator(".hnum .figs > div").first();
    assert.match(await first.textContent(), /^Games21 of them counts$/);
    assert.equal(await page.locator(".hmarks", { hasText: "another game’s dice" }).count(), 1);
  });
});

test("a game that was over before the list was there is found, once", async () => {
  await visit({}, async (page) => {
    await page.goto(path());
    await page.locator(".gc").first().waitFor();
    await page.evaluate(
      (record) =>
        localStorage.setItem("pipwright.game", JSON.stringify({ record, bots: [null], me: 0 })),
      solo,
    );
    await history(page);
    await listed(page, 1);
    await page.goto(`${path()}#/play`);
    await page.locator(".rev .bd").waitFor();
    await history(page);
    await listed(page, 1);
  });
});

test("games leave as a file, are forgotten, and come back from it as they were", async () => {
  const games = await many();
  await visit({}, async (page) => {
    await history(page);
    await page.locator(".hnone").waitFor();
    await give(page, file(games));
    await says(page, "9 games added.");
    await listed(page, 9);
    const shown = await page.locator(".hist").innerText();
    const saved = await downloaded(page, "Save all games to a file");
    assert.deepEqual(
      JSON.parse(saved).games.sort((a, b) => (a.id < b.id ? -1 : 1)),
      JSON.parse(JSON.stringify(games)),
    );
    const csv = await downloaded(page, "This table as CSV");
    assert.equal(csv.split("\r\n").length, 11);
    await page.getByRole("button", { name: "Roller", exact: true }).click();
    await listed(page, 3);
    assert.equal(JSON.parse(await downloaded(page, "This table as JSON")).length, 3);
    await page.getByRole("button", { name: "All", exact: true }).click();
    await listed(page, 9);

    await page.getByRole("button", { name: "Forget all games" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await listed(page, 9);
    await page.getByRole("button", { name: "Forget all games" }).click();
    await page.locator(".sure .loses").click();
    await page.locator(".hnone").waitFor();
    await page.reload();
    await page.locator(".hnone").waitFor();
    await give(page, file(saved));
    await says(page, "9 games added.");
    await listed(page, 9);
    const told = (text) => text.split("Back up or move")[0];
    assert.equal(told(await page.locator(".hist").innerText()), told(shown));
    await give(page, file(saved));
    await says(page, "nothing new");
    await listed(page, 9);

    for (const [broken, words] of [
      [saved.replace('"seats"', '"seats'), /line \d+, column \d+/],
      [saved.replace('"seats"', '"seets"'), "games[0].seats"],
      [saved.replace('"version": 1', '"version": 9'), "newer"],
      [saved.replace(/\\n0 /, "\\n0 nonsense "), "games[0].record"],
      ["{}", "not a file of Pipwright games"],
    ]) {
      await give(page, file(broken));
      await says(page, words);
      assert.match(await page.locator(".hkeep .err").textContent(), /nothing has changed/);
      await listed(page, 9);
    }
  });
});

for (const [name, options, words] of [
  ["desktop", {}, { forget: /^Forget Roller/, undo: "Undo", title: "Your games" }],
  [
    "dark phone in German",
    { ...phone, colorScheme: "dark", locale: "de-DE" },
    { forget: /^Roller.* löschen$/, undo: "Zurücknehmen", title: "Deine Partien" },
  ],
])
  test(`the list by keys alone, and for everybody: ${name}`, async () => {
    const games = await many();
    await visit(options, async (page) => {
      await history(page);
      await clean(page, "an empty list");
      await give(page, file(games));
      await listed(page, 9);
      assert.equal(await page.locator("h1").textContent(), words.title);
      await clean(page, "a list");
      await fitsWidth(page, "a list");
      const summary = page.locator(".numbers summary").first();
      await summary.focus();
      await page.keyboard.press("Enter");
      await page.locator(".nums").first().waitFor();
      await clean(page, "its figures");
      await fitsWidth(page, "its figures");
      const forget = page.getByRole("button", { name: words.forget }).first();
      await forget.focus();
      await page.keyboard.press("Enter");
      await listed(page, 8);
      await clean(page, "a game is forgotten");
      const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
      await eventually(async () => (await focused()) === words.undo, "undo has the focus");
      await page.keyboard.press("Enter");
      await listed(page, 9);
      const inRow = () => page.evaluate(() => !!document.activeElement?.closest("[data-played]"));
      await eventually(inRow, "the game that came back has the focus");
      await page.keyboard.press("Enter"); // its replay
      await page.locator(".player").waitFor();
    });
  });

test("where nothing may be kept it is said, and the games of this visit are there to be saved", async () => {
  await visit({}, async (page) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException("forbidden", "SecurityError");
      };
    });
    await finish(page, { record: nearEnd(solo), id: "first" });
    await page.locator(".proof .err", { hasText: "does not let Pipwright keep games" }).waitFor();
    await page.getByRole("link", { name: "Your games" }).click();
    await listed(page, 1);
    await page.locator(".hbad", { hasText: "1 game has not been saved yet" }).waitFor();
    await clean(page, "nothing may be kept");
    const saved = JSON.parse(await downloaded(page, "Save all games to a file"));
    assert.ok(saved.games[0].record.startsWith(nearEnd(solo)));
  });
});

test("where there is no room left nothing is lost, and it is kept once there is some", async () => {
  await visit({}, async (page) => {
    await page.addInitScript(() => {
      const put = IDBObjectStore.prototype.put;
      globalThis.full = true;
      IDBObjectStore.prototype.put = function (...all) {
        if (globalThis.full) throw new DOMException("full", "QuotaExceededError");
        return put.apply(this, all);
      };
    });
    await history(page);
    await give(page, file([(await many())[0]]));
    await listed(page, 1);
    await page.locator(".hbad", { hasText: "no room left" }).waitFor();
    await page.evaluate(() => {
      globalThis.full = false;
    });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".hbad").waitFor({ state: "detached" });
    await page.reload();
    await listed(page, 1);
  });
});

test("only the newest games keep their moves, and all their results", async () => {
  const [game] = await many();
  const all = Array.from({ length: 503 }, (_, i) => ({
    ...game,
    id: `n${i}`,
    at: i,
    record: undefined,
    report: undefined,
  }));
  await visit({}, async (page) => {
    await history(page);
    await page.evaluate(
      ([games, record]) =>
        new Promise((done) => {
          const open = indexedDB.open("pipwright.games");
          open.onsuccess = () => {
            const work = open.result.transaction(["games", "records"], "readwrite");
            for (const each of games) {
              work.objectStore("games").put(each);
              work.objectStore("records").put({ id: each.id, at: each.at, record });
            }
            work.oncomplete = () => done(open.result.close());
          };
        }),
      [all, game.record],
    );
    await give(page, file([game]));
    await says(page, "1 game added.");
    await listed(page, 50);
    const { games } = JSON.parse(await downloaded(page, "Save all games to a file"));
    assert.deepEqual([games.length, games.filter(({ record }) => record).length], [504, 500]);
    assert.equal(games.find(({ id }) => id === "n3").record, undefined, "the oldest go first");
    assert.ok(games.find(({ id }) => id === "n4").record);
    for (let i = 0; i < 10; i++) await page.getByRole("button", { name: /older one/ }).click();
    await listed(page, 504);
    assert.equal(await page.locator(".hmarks", { hasText: "moves no longer kept" }).count(), 4);
  });
});

test("a server's table is listed when it is over, also if nobody was there; who resigned has won nothing", async () => {
  await visit({}, async (page) => {
    await resigned(page, site);
    await history(page);
    await listed(page, 1);
    assert.equal(await page.locator(".hwhat b").textContent(), "Resigned");
    assert.equal(await page.locator(".hmarks", { hasText: "table on a server" }).count(), 1);
    assert.match(
      await page.locator(".figs > div").first().textContent(),
      /^Games10 of them count$/,
    );
    assert.equal(await page.locator(".figs > div").count(), 1, "no best, no average, no wins");
    const erase = () =>
      page.evaluate(
        () =>
          new Promise((done) => {
            const open = indexedDB.open("pipwright.games");
            open.onsuccess = () => {
              const work = open.result.transaction(["games", "records"], "readwrite");
              work.objectStore("games").clear();
              work.objectStore("records").clear();
              work.oncomplete = () => done(open.result.close());
            };
          }),
      );
    await erase();
    await page.reload();
    await listed(page, 1); // the server still has it
    await page.getByRole("button", { name: /^Forget Roller/ }).click();
    await page.locator(".hrow.removed").waitFor();
    await page.reload();
    await page.locator(".hnone").waitFor(); // it does not come back by itself
  });
});
