// Puzzles: when they come again, which is that of the day, what becomes one, and the screens.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { crowd, phone, stores } from "./browser.mjs";
import { bundle, engineModule as module, web } from "./bundle.mjs";
import { axe, clean, fitsWidth } from "./moves.mjs";
import { dist, serve } from "./server.mjs";
import { playOut, step } from "./steps.mjs";

// ---- Without a browser ----

const schedule = await bundle("puzzles/schedule");
const { PuzzleSession, mistakesOf, readPuzzles, verdictByLines, verdictOf, Engine, splitRecord } =
  await bundle("puzzles/read", "puzzles/session", "puzzles/answer", "puzzles/mistakes", "engine");
const folder = join(web, "..", "puzzles");
const games = { "lost-cities": "Lost Cities", roller: "Roller", escape: "Escape" };
const textOf = (game) => readFileSync(join(folder, `${game}.txt`), "utf8");
const sets = Object.fromEntries(
  Object.keys(games).map((game) => [game, readPuzzles(textOf(game))]),
);

test("what is solved moves on from box to box, and not before its day; what is missed goes back", () => {
  const { answered } = schedule;
  let box,
    day = 100;
  const days = [];
  for (let i = 0; i < 6; i++) {
    box = answered(box, true, day);
    days.push(box.due - day);
    assert.deepEqual(answered(box, true, box.due - 1), box, "too early to move on");
    day = box.due;
  }
  assert.deepEqual(days, [1, 3, 7, 21, 60, 60]);
  assert.deepEqual(answered(box, false, day), { box: 0, due: day + 1 });
  assert.deepEqual(answered(undefined, false, day), { box: 0, due: day + 1 });
});

test("a day is that of the place, and changes once a day, also when clocks do", () => {
  const { dayOf } = schedule;
  const day = dayOf(new Date(2026, 9, 24, 0, 0));
  assert.equal(dayOf(new Date(2026, 9, 24, 23, 59)), day);
  for (let i = 0; i < 4; i++) assert.equal(dayOf(new Date(2026, 9, 24 + i, 12)), day + i);
});

test("own mistakes come first, then what is due, then what is new, then what is next", () => {
  const { dueCount, nextOf, queue } = schedule;
  const all = ["a", "b", "c", "d"].map((id) => ({ id })),
    own = [{ id: "m" }];
  const boxes = { a: { box: 2, due: 12 }, c: { box: 0, due: 9 }, d: { box: 1, due: 10 } };
  const ids = (list) => list.map(({ id }) => id).join("");
  assert.equal(ids(queue(all, boxes, 10)), "cdba");
  assert.equal(dueCount(all, boxes, 10), 2);
  assert.equal(nextOf(own, all, boxes, 10).id, "m", "a new one of one's own");
  assert.equal(nextOf(own, all, { ...boxes, m: { box: 0, due: 11 } }, 10).id, "c");
  assert.equal(nextOf(own, all, { ...boxes, m: { box: 0, due: 11 } }, 10, "c").id, "d");
  const later = Object.fromEntries(
    [...all, ...own].map(({ id }, i) => [id, { box: 0, due: 20 + i }]),
  );
  assert.equal(nextOf(own, all, later, 10).id, "a", "nothing waits: the next one");
  assert.equal(nextOf([], [], {}, 10), undefined);
});

test("every puzzle of a set has its day before one comes again, and days in a row are counted", () => {
  const { ofTheDay, solvedOn, streakAt } = schedule;
  const all = sets.roller,
    seen = new Set(all.map((_, i) => ofTheDay(all, 20500 + i).id));
  assert.equal(seen.size, all.length);
  let streak = solvedOn(undefined, 50);
  assert.deepEqual(streak, { last: 50, days: 1 });
  streak = solvedOn(solvedOn(streak, 50), 51);
  assert.deepEqual([streakAt(streak, 51), streakAt(streak, 52), streakAt(streak, 53)], [2, 2, 0]);
  assert.equal(solvedOn(streak, 53).days, 1);
});

test("every shipped puzzle can be read and answered, and its answer is the best", () => {
  assert.deepEqual(
    readdirSync(folder).sort(),
    Object.keys(games)
      .map((game) => `${game}.txt`)
      .sort(),
  );
  const engine = new Engine(module);
  for (const [game, all] of Object.entries(sets)) {
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
    for (const puzzle of all) {
      let line = null;
      const session = new PuzzleSession(new Engine(module), puzzle, (found) => (line = found));
      assert.equal(puzzle.game, game);
      assert.ok(session.snapshot().mine);
      for (const move of puzzle.best) {
        assert.ok(session.snapshot().legal.includes(move), `${game} ${puzzle.id}: ${move}`);
        session.move(move);
      }
      session.confirm();
      assert.deepEqual(
        line,
        puzzle.best,
        "it ends where the next roll or another choice would come",
      );
      const { mine, draft } = session.snapshot();
      assert.deepEqual([mine, draft], [false, puzzle.best], "it stays in pencil to be looked at");
      session.again();
      assert.deepEqual([session.snapshot().mine, session.snapshot().draft], [true, []]);
      assert.deepEqual(verdictByLines(engine, puzzle, puzzle.best), {
        right: true,
        best: true,
        cost: undefined,
      });
      assert.deepEqual(verdictByLines(engine, puzzle, puzzle.next), {
        right: false,
        best: false,
        cost: puzzle.lacks,
      });
    }
  }
});

test("an answer in several choices is right if all of them are nearly as good as the best", () => {
  const choice = (isBest, isNear, loss) => ({ isBest, isNear, loss, lossWin: loss / 100 });
  assert.deepEqual(verdictOf([choice(true, true, 0), choice(false, true, 0.25)]), {
    right: true,
    best: false,
    cost: { loss: 0.25, lossWin: 0.0025 },
  });
  assert.equal(verdictOf([choice(true, true, 0), choice(false, false, 3)]).right, false);
});

test("costly choices become puzzles if playing on confirms them", () => {
  const { record, seat, best } = sets["lost-cities"][0];
  const { events } = splitRecord(record);
  const played = `${record}${seat} -\n`;
  const choice = { choice: 0, event: events.length, steps: 1, seat, bestLine: best };
  const split = { choice: 0, total: 9, error: 4, agrees: true };
  const review = (more) => ({
    card: { cards: Array(4).fill({ costly: [0] }), splits: [{ ...split, ...more }] },
    choices: [choice],
  });
  const [found] = mistakesOf(played, review({}), seat);
  assert.deepEqual([found.seat, found.best, found.own], [seat, best, true]);
  assert.deepEqual(splitRecord(found.record).events, events);
  assert.doesNotMatch(found.record, /^dice/m);
  assert.ok(new PuzzleSession(new Engine(module), found, () => {}).snapshot().mine);
  assert.deepEqual(mistakesOf(played, review({ error: 5 }), seat), [], "it may be chance");
  assert.deepEqual(mistakesOf(played, review({ agrees: false }), seat), []);
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
  const { page, context, errors, close } = await people.person(options);
  try {
    await page.addInitScript({ path: axe });
    await look(page, context);
    assert.deepEqual(errors, []);
  } finally {
    await close();
  }
}

// Only puzzles like this one, so that it is that of the day.
const blocks = (game) => textOf(game).split(/(?=^pipwright record 1$)/m);
async function serveOnly(page, game, fits) {
  const i = sets[game].findIndex(fits);
  await page.route(new RegExp(`puzzles-${game}-.*\\.txt$`), (route) =>
    route.fulfill({ body: blocks(game)[i], contentType: "text/plain" }),
  );
  return sets[game][i];
}
const openDay = async (page, game) => {
  await page.goto(`${site.url}#/puzzles/day/${game}`);
  await page.locator(".tbl .act").waitFor();
};
// Any answer by taps.
async function answer(page, game, from = 0) {
  const judged = page.locator("[data-verdict=right], [data-verdict=wrong]");
  for (let i = from; !(await page.locator(".verdict").count()); i++) {
    if (i > from + 400) throw new Error(`${game}: no answer`);
    if (!(await step(page, games[game], i))) await page.waitForTimeout(20);
  }
  await judged.waitFor();
  return judged.getAttribute("data-verdict");
}
const kept = (page, key) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`pipwright.puzzles.${name}`)), key);

test("the puzzle of the day is missed, then solved; a reload keeps both", async () => {
  await visit({}, async (page) => {
    // one move, in a column that has to be tapped and is not the first that is lit
    const puzzle = await serveOnly(
      page,
      "lost-cities",
      ({ best, next }) => best.join() === "-" && /^\w+ \d+$/.test(next[0]),
    );
    await page.goto(`${site.url}#/`);
    await page.locator('a[href="#/puzzles"]').click();
    await page.locator(".pz").first().waitFor();
    await clean(page, "the list of puzzles");
    await page.getByRole("link", { name: "Puzzle of the day: Lost Cities" }).click();
    await page.locator(".lc-sheet").waitFor();
    await clean(page, "a puzzle");
    assert.ok(await page.locator(".tools .ghost").first().isDisabled(), "no hints here");
    assert.equal(await answer(page, "lost-cities"), "wrong");
    await clean(page, "the verdict");
    assert.match(await page.locator(".verdict h1").textContent(), /Not the best: it costs \d/);
    const best = page.locator(".verdict p", { hasText: /^Best:/ });
    assert.equal(await best.count(), 0, "nothing is given away");
    assert.equal((await kept(page, "boxes"))[puzzle.id].box, 0);
    await page.getByRole("button", { name: "Show the best" }).click();
    await best.filter({ hasText: "dice refused" }).waitFor();
    await page.getByText("Expected: ").waitFor();
    await page.getByText(/Played on \d+ times/).waitFor();
    await clean(page, "the best");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".act .refuse").click();
    const sure = page.locator("[data-sure]");
    if (await sure.count()) await sure.click();
    const go = page.locator(".btns .go:not(.idle)");
    if (!(await page.locator(".verdict").count())) await go.click();
    await page.locator("[data-verdict=right]").waitFor();
    assert.match(await page.locator(".verdict h1").textContent(), /Right: that is the best/);
    assert.equal((await kept(page, "days"))["lost-cities"].days, 1);
    const boxes = await kept(page, "boxes");
    assert.equal(boxes[puzzle.id].box, 0, "the first answer counts");
    await page.reload();
    await page.locator(".tbl .act").waitFor();
    assert.deepEqual(await kept(page, "boxes"), boxes);
    await page.goto(`${site.url}#/puzzles`);
    await page.locator('[data-game="lost-cities"] [data-streak="1"]').waitFor();
  });
});

for (const game of ["roller", "escape"])
  test(`a puzzle of ${games[game]} on a small phone, in German`, async () => {
    const small = { ...phone, viewport: { width: 320, height: 640 }, locale: "de-DE" };
    await visit(small, async (page) => {
      // long enough that nobody finds it by chance
      await serveOnly(page, game, ({ best }) => best.length > 3);
      await openDay(page, game);
      await fitsWidth(page, "a puzzle");
      await clean(page, "a puzzle");
      assert.equal(await answer(page, game), "wrong");
      assert.match(await page.locator(".verdict h1").textContent(), /Nicht die beste/);
      await page.getByRole("button", { name: "Beste zeigen" }).click();
      await page.getByText("Beste Wahl:").waitFor();
      await fitsWidth(page, "the verdict");
      await clean(page, "the verdict");
      await page.getByRole("button", { name: "Noch einmal" }).click();
      await page.locator(".verdict").waitFor({ state: "detached" });
      await page.locator(".btns").waitFor();
    });
  });

test("a side is chosen by hand: the right one", async () => {
  await visit({}, async (page) => {
    const puzzle = await serveOnly(page, "escape", ({ best }) => /^side \w+$/.test(best.join()));
    if (!puzzle) return; // none of the set begins there
    const sides = ["north", "east", "south", "west"];
    await openDay(page, "escape");
    for (const side of [puzzle.next[0], puzzle.best[0]]) {
      const name = new RegExp(side.split(" ")[1], "i");
      assert.ok(sides.includes(side.split(" ")[1]));
      await page.locator(".es-gate").and(page.getByRole("button", { name })).first().click();
      await page.locator(".btns .go:not(.idle)").click();
      const right = side === puzzle.best[0];
      await page.locator(`[data-verdict=${right ? "right" : "wrong"}]`).waitFor();
      if (!right) await page.getByRole("button", { name: "Try again" }).click();
    }
  });
});

test("offline, after it was opened once", async () => {
  await visit(stores, async (page, context) => {
    await openDay(page, "roller");
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await answer(page, "roller"); // which brings what bots have learned
    await context.setOffline(true);
    await page.reload();
    await page.locator(".tbl .act").waitFor();
    await answer(page, "roller");
    await page.getByRole("link", { name: "All puzzles" }).click();
    await page.locator(".pz").first().waitFor();
  });
});

test("a costly choice of one's own game is practised", async () => {
  await visit({}, async (page) => {
    await page.goto(`${site.url}#/new/roller`);
    await page.locator(".gc, main .go.big").first().waitFor();
    await page.goto(`${site.url}#/`);
    await page.locator(".gc", { hasText: "Roller" }).locator(".go").click();
    await page.locator(".ro-map").waitFor();
    await playOut(page, "Roller");
    await page.locator("[data-report=done]").waitFor({ timeout: 300000 });
    const practise = page.locator("[data-practise]");
    await practise.first().waitFor(); // who takes the first that is lit leaves a lot
    const own = await kept(page, "own");
    assert.equal(own.length, await practise.count());
    await practise.first().click();
    await page.locator(".tbl .act").waitFor();
    assert.match(await page.locator(".net").textContent(), /From your own game/);
    await page.goto(`${site.url}#/puzzles`);
    await page.locator('[data-game="roller"]', { hasText: "from your own games" }).waitFor();
    await page.getByRole("link", { name: "Practise: Roller" }).click();
    await page.locator(".net", { hasText: "From your own game" }).waitFor();
    await answer(page, "roller");
    const boxes = await kept(page, "boxes");
    assert.ok(own.some(({ id }) => boxes[id]));
  });
});

test("a set that cannot be had says so, and the sets are no part of the first load", async () => {
  await visit({}, async (page) => {
    let asked = 0;
    await page.route(/puzzles-.*\.txt$/, (route) => {
      asked++;
      return route.fulfill({ status: 404 });
    });
    await page.goto(`${site.url}#/`);
    await page.locator(".gc").first().waitFor();
    assert.equal(asked, 0);
    await page.goto(`${site.url}#/puzzles/day/escape`);
    await page.locator(".trouble", { hasText: "could not be loaded" }).waitFor();
    await clean(page, "a set that is missing");
    assert.ok(asked > 0);
  }).catch((error) => {
    if (!/404/.test(String(error))) throw error;
  });
  assert.doesNotMatch(readFileSync(join(dist, "sw.js"), "utf8"), /puzzles-[\w-]+\.txt/);
});
