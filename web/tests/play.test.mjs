// In a browser: whole games by clicks, touch and keys; languages, real dice, offline, replay.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import {
  browser,
  eventually,
  isOver,
  pencil,
  phone,
  resize,
  settled,
  stores,
  turn,
} from "./browser.mjs";
import { bundle, engineModule } from "./bundle.mjs";
import { inBrowser } from "./inbrowser.mjs";
import {
  fitsWidth,
  go,
  keyStep,
  open,
  openFirst,
  ready,
  sheets,
  tapStep,
  uncovered,
} from "./moves.mjs";
import { dist, host, program, serve } from "./server.mjs";
import { playOut } from "./steps.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const native = join(root, "build", "release", "pipwright");
let site;
before(async () => {
  site = await serve();
});
after(() => site.close());

const inLobby = (options, body) =>
  inBrowser(options, async (page, context) => {
    await page.goto(site.url);
    await page.locator(".gc").first().waitFor();
    await body(page, context);
  });

const playLostCities = (page) =>
  page.locator(".gc", { hasText: "Lost Cities" }).locator(".go").click();

async function playOn(page) {
  for (let i = 0; i < 400 && !(await isOver(page)); i++) {
    await turn(page);
    await settled(page);
  }
  assert.ok(await isOver(page), "the game ends");
}

async function savedRecord(page) {
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByText("Save the record").click(),
  ]);
  return await file.path();
}

for (const [name, options] of [
  ["1280 x 800", {}],
  ["390 x 844", phone],
]) {
  test(`a whole game against bots by taps at ${name}; the program agrees about the position`, async () => {
    await inLobby(options, async (page) => {
      await playLostCities(page);
      await settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `no sideways scroll (${wide})`);
      await playOn(page);
      const hash = await page.locator("[data-hash]").first().getAttribute("data-hash");
      const file = await savedRecord(page);
      assert.match(readFileSync(file, "utf8"), /^= /m);
      if (existsSync(native))
        assert.equal(
          JSON.parse(execFileSync(native, ["replay", file, "--json"], { encoding: "utf8" })).hash,
          hash,
        );
    });
  });
}

test("dice and sheet lead to the same pencil, and undo takes it back", async () => {
  await inLobby({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    const colour = page.locator(".cdie:not(:disabled)").first();
    await colour.click();
    await page.locator(".ndie:not(:disabled)").first().click();
    const chip = page.locator(".chips button").first();
    if (await chip.count()) await chip.click();
    await page.locator(".go:not(.idle)").waitFor();
    assert.equal((await page.locator(".hand.pencil").count()) > 0, true);
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await page.locator(".hand.pencil").count(), 0);
  });
});

test("the numbers that a column may take are offered beside it, so that it stays in sight", async () => {
  for (const options of [{}, phone, { viewport: { width: 320, height: 568 } }])
    await inBrowser(options, async (page) => {
      await openFirst(page, site.url, "lost-cities");
      await settled(page);
      let seen = 0;
      for (const spot of await page.locator(".paper [data-spot]").all()) {
        await spot.dispatchEvent("click");
        if (await page.locator(".chips").count()) {
          seen++;
          const { over, out } = await page.locator(".chips").evaluate((chips) => {
            const box = chips.getBoundingClientRect(),
              column = chips.parentElement.getBoundingClientRect();
            return {
              over: box.left < column.right && box.right > column.left,
              out: box.left < 0 || box.right > innerWidth,
            };
          });
          assert.deepEqual({ over, out }, { over: false, out: false });
          await page.keyboard.press("ArrowDown");
          await page.keyboard.press("ArrowUp"); // back to the first
          assert.ok(
            await page
              .locator(".chips button")
              .first()
              .evaluate((chip) => chip === document.activeElement),
          );
          await page.keyboard.press("ArrowDown");
          assert.ok(
            await page
              .locator(".chips button")
              .nth(1)
              .evaluate((chip) => chip === document.activeElement),
          );
        }
        await page.keyboard.press("Escape");
      }
      assert.ok(seen > 1, `${seen} columns take several numbers`);
    });
});

test("a reload continues the game, pencil aside", async () => {
  await inLobby({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    for (let i = 0; i < 3; i++) {
      await turn(page);
      await settled(page);
    }
    const points = await page.locator(".ph .pts").textContent();
    await page.reload();
    await settled(page);
    assert.equal(await page.locator(".ph .pts").textContent(), points);
    await page.locator(".brand").click();
    await page.getByText("Your game is waiting").waitFor();
  });
});

test("two people at one device take turns", async () => {
  await inLobby({}, async (page) => {
    await page.locator(".gc", { hasText: "Lost Cities" }).locator("a.line").click();
    await page.getByLabel("Name for seat 2").fill("Ruth");
    await page
      .getByRole("group", { name: "Who begins?" })
      .getByRole("button", { name: "Mira" })
      .click();
    await page.getByRole("button", { name: "Start the game" }).click();
    await settled(page);
    assert.match(await page.locator("h1").textContent(), /^Mira/);
    await turn(page);
    await page.locator("h1", { hasText: "Ruth" }).waitFor();
    await turn(page);
    await page.locator("h1", { hasText: "Ruth" }).waitFor(); /* she is active now */
    await playOut(page, "Lost Cities");
    assert.match(await page.locator("h1").textContent(), /(Mira|Ruth)/);
  });
});

// A game of Lost Cities for Mira, Ben and a bot, in this order, at Ben's choice in the first turn.
async function threeAtOneDevice(page) {
  await page.goto(`${site.url}#/new/lost-cities`);
  await page.getByRole("button", { name: "Add a seat" }).click();
  await page.locator(".chairs li").nth(2).getByRole("button", { name: "Bot" }).click();
  await page
    .getByRole("group", { name: "Who begins?" })
    .getByRole("button", { name: "Mira" })
    .click();
  await page.getByRole("button", { name: "Start the game" }).click();
  await page.locator(".news", { hasText: "Mira begins." }).waitFor();
  await page.locator(".refuse").click();
  await page.locator(go).click();
  await page.locator("h1", { hasText: "Ben’s turn" }).waitFor();
}

test("LC2.9: somebody asks for turns; everybody sees that and what was written before", async () => {
  for (const options of [{}, phone]) {
    await inBrowser(options, async (page) => {
      await threeAtOneDevice(page);
      const ask = page.getByRole("button", { name: "Choose in turn?" });
      await page.locator(".refuse").click();
      await ask.focus();
      await page.keyboard.press("Enter");
      await page.getByText("nobody sees what the others write").waitFor(); // what it means
      await page.getByRole("button", { name: "No, at the same time" }).click();
      await ask.click();
      await page.getByRole("button", { name: "Yes, in turn" }).click();
      await page.locator(".turns", { hasText: "All choose in turn, as Ben asked" }).waitFor();
      await page
        .locator("#voice", { hasText: /All choose in turn, as Ben asked\. .*clockwise/ })
        .waitFor({ state: "attached" });
      await page.locator(".turns").click();
      await page.locator(".asked", { hasText: "in turn, clockwise" }).waitFor();
      await page.keyboard.press("Escape");
      assert.match((await saved(page)).record, /^0 -\n\? 1\n$/m, "the bot waits for its turn");
      await page.reload();
      await page.locator(".turns", { hasText: "All choose in turn" }).waitFor();
      await page.locator(".refuse").click();
      await page.locator(go).click();
      await page.locator("h1", { hasText: "Ben’s turn" }).waitFor(); // the next turn is his
      assert.match((await saved(page)).record, /^0 -\n1 -\n2 .*\n/m);
      await page.locator(".turns").waitFor({ state: "detached" });
    });
  }
});

test("LC2.8: seats are arranged by keys, who begins is drawn, the same dice draw the same, and in a rematch the next one begins", async () => {
  await inBrowser({}, async (page) => {
    await page.goto(`${site.url}#/new/lost-cities`);
    await page.getByRole("button", { name: "Add a seat" }).click();
    await page.getByRole("button", { name: "Move Mira one seat down" }).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter"); // the focus has gone along
    const chairs = () =>
      page.locator(".chairs input").evaluateAll((all) => all.map((each) => each.value));
    await eventually(async () => (await chairs())[2] === "Mira", "she sits last");
    await page
      .locator("#voice", { hasText: "Mira now has seat 3." })
      .waitFor({ state: "attached" });
    const [second, first, last] = await chairs().then(([a, b, c]) => [b, a, c]);
    for (const seat of [0, 1])
      await page.locator(".chairs li").nth(seat).getByRole("button", { name: "Bot" }).click();
    await page.getByRole("button", { name: "Start the game" }).click();
    await settled(page);
    const game = await saved(page),
      names = game.record.match(/^seat .*$/gm).map((line) => line.slice(7)),
      circle = [`Bot ${first}`, `Bot ${second}`, last];
    const drawn = Number(/^first draw (\d)$/m.exec(game.record)[1]);
    assert.deepEqual(names, [...circle.slice(drawn), ...circle.slice(0, drawn)]);
    assert.equal(names[game.bots.indexOf(null)], "Mira");
    await page.locator(".log", { hasText: `${names[0]} begins (drawn).` }).waitFor();
    await playOut(page, "Lost Cities");
    const over = await saved(page),
      rolled = (record) => record.match(/^(seat|first|\*) .*$/gm).slice(0, 5);
    await page.getByRole("button", { name: "Same dice again" }).click();
    await settled(page);
    assert.deepEqual(rolled((await saved(page)).record), rolled(game.record));
    assert.deepEqual((await saved(page)).bots, game.bots);
    await page.evaluate(
      (kept) => localStorage.setItem("pipwright.game", JSON.stringify(kept)),
      over,
    );
    await page.reload();
    await page.getByRole("button", { name: "Play again" }).click();
    await settled(page);
    const again = await saved(page);
    assert.deepEqual(
      again.record.match(/^seat .*$/gm).map((line) => line.slice(7)),
      [...names.slice(1), names[0]],
    );
    assert.equal(again.bots.indexOf(null), (game.bots.indexOf(null) + 2) % 3);
    assert.doesNotMatch(again.record, /^first /m);
  });
});

test("keys alone play a whole game", async () => {
  await inLobby({}, async (page) => {
    await page.keyboard.press("Tab"); /* the brand, then name, rules, settings, the first game */
    for (
      let i = 0;
      i < 8 && !(await page.evaluate(() => document.activeElement.closest(".gb")));
      i++
    )
      await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await settled(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("R O Y G B P").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    for (let i = 0; i < 400 && (await keyStep(page, "Lost Cities", i)); i++);
    assert.ok(await isOver(page));
  });
});

test("a hint lights an area first, then tells the move and why", async () => {
  for (const game of ["Lost Cities", "Roller", "Escape"]) {
    await inLobby({}, async (page) => {
      await open(page, site.url, game);
      await ready(page, game);
      await page.keyboard.press("h");
      await page.locator(".cons .hint", { hasText: "“Show the move” tells you more" }).waitFor();
      assert.ok(await page.locator(".hinted, .ro-hint").count());
      const crossing = await page.locator(".hinted").evaluateAll((all) => {
        const boxes = all.map((each) => {
          const { left, right } = each.getBoundingClientRect(),
            { outlineOffset, outlineWidth } = getComputedStyle(each),
            out = parseFloat(outlineOffset) + parseFloat(outlineWidth);
          return { left: left - out, right: right + out };
        });
        return boxes.filter((box, i) => i > 0 && box.left < boxes[i - 1].right).length;
      });
      assert.equal(crossing, 0, `${game}: outlines of hints lie over each other`);
      await page.getByRole("button", { name: "Show the move" }).click();
      await page.locator(".cons .hint", { hasText: /^ ?A bot would \S/ }).waitFor();
    });
  }
});

test("a choice says what it sets off and what is final, and Escape rubs it out", async () => {
  await inLobby({}, async (page) => {
    await openFirst(page, site.url, "lost-cities");
    await settled(page);
    await page.locator(".refuse").click();
    assert.match(
      await page.locator(".cons").textContent(),
      /shades a dice symbol.*Once confirmed it is final: the others see the dice that are left\./,
    );
    assert.equal(await page.locator(".cons [data-rule='LC6.1']").count(), 1);
    await page.keyboard.press("Escape");
    await page.locator(".btns .go.idle").waitFor();
  });
});

test("dice and numbers move for at most 350 ms, any tap ends it, and it can be switched off", async () => {
  await inLobby({ reducedMotion: "no-preference" }, async (page) => {
    const running = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter((each) => each.playState === "running")
          .map((each) => each.effect.getComputedTiming().endTime),
      );
    await playLostCities(page);
    await page.locator(".tray .die").first().waitFor();
    for (const time of await running()) assert.ok(time <= 350, `${time} ms`);
    const left = await page.evaluate(async () => {
      const die = document.querySelector(".tray .die"),
        begun = new Promise((done) => die.addEventListener("animationstart", done));
      die.style.animationDuration = "60s";
      die.style.animationName = "none";
      void die.offsetWidth;
      die.style.animationName = "tumble";
      await begun;
      document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      return document.getAnimations().filter((each) => each.playState === "running").length;
    });
    assert.equal(left, 0);
    await page.goto(`${site.url}#/settings`);
    await page.getByLabel("Animate dice and handwriting").uncheck();
    await page.goto(`${site.url}#/play`);
    await page.locator(".tray .die").first().waitFor();
    assert.deepEqual(await running(), []);
  });
});

test("up to 1100 px the rail is a drawer", async () => {
  await inLobby({ viewport: { width: 1000, height: 760 } }, async (page) => {
    await playLostCities(page);
    for (let turns = 0; turns < 8; turns++) {
      await settled(page);
      await turn(page);
    }
    await settled(page);
    assert.equal(await page.locator("aside.rail").count(), 0);
    await page.getByRole("button", { name: "Players and log" }).click();
    const drawer = page.getByRole("dialog", { name: "Players and log" });
    await drawer.locator(".log li").first().waitFor();
    const below = () =>
      drawer
        .locator(".log ol")
        .evaluate((log) => log.scrollHeight - log.clientHeight - log.scrollTop);
    assert.ok(
      await drawer.locator(".log ol").evaluate((log) => log.scrollHeight > log.clientHeight),
    );
    await eventually(async () => (await below()) < 2, "the newest turn is in sight");
    await drawer.locator(".opp").first().click();
    await drawer.waitFor({ state: "detached" });
    await page.locator(".looking").waitFor();
  });
});

test("arrow keys move between lit boxes", async () => {
  await inLobby({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    const spots = page.locator("[data-spot]");
    if ((await spots.count()) < 2) return;
    assert.equal(await page.locator("[data-spot][tabindex='0']").count(), 1);
    await spots.first().focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(
      await page.evaluate(() => document.activeElement.dataset.spot),
      await spots.nth(1).getAttribute("data-spot"),
    );
  });
});

test("the screen reader hears whose turn it is, the dice, and the pencil", async () => {
  await inLobby({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    await page
      .locator("#voice-now", {
        hasText: /Your turn: .*Dice: (Red|Orange|Yellow|Green|Blue|Purple), /,
      })
      .waitFor({ state: "attached" });
    await pencil(page);
    await page.locator("#voice", { hasText: "In pencil" }).waitFor({ state: "attached" });
    assert.ok(await page.getByLabel("Red peak, box 9, empty.").count());
  });
});

test("German at once, and kept", async () => {
  await inLobby({}, async (page) => {
    await page.getByRole("button", { name: "Deutsch" }).click();
    await page.getByRole("heading", { name: "Was spielen wir?" }).waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
    await page.reload();
    await page.getByRole("heading", { name: "Was spielen wir?" }).waitFor();
    await playLostCities(page);
    await settled(page);
    await page.getByRole("button", { name: "Ablehnen", exact: true }).waitFor();
  });
});

test("German speakers are greeted in German", async () => {
  await inLobby({ locale: "de-DE" }, async (page) => {
    await page.getByRole("heading", { name: "Was spielen wir?" }).waitFor();
  });
});

test("real dice are tapped in", async () => {
  await inLobby({}, async (page) => {
    await page.getByRole("link", { name: /^Your own dice/ }).click();
    await page.getByRole("button", { name: "We roll our own", pressed: true }).waitFor();
    await page.getByRole("button", { name: "Start the game" }).click();
    await page.locator(".entry").waitFor();
    await page.getByRole("button", { name: "Add Green", exact: true }).click();
    await page.keyboard.press("Backspace");
    for (const face of ["Red", "Red", "Blue", "0", "3", "7"])
      await page.getByRole("button", { name: `Add ${face}`, exact: true }).click();
    await uncovered(page, ".paper .scr", "the sheet's title, while all dice are tapped in");
    await page.getByRole("button", { name: "Use these" }).click();
    await settled(page);
    await page.keyboard.press("Backspace"); // one was read wrongly
    for (const face of ["Red", "Blue", "Blue", "0", "3", "7"])
      await page.getByRole("button", { name: `Add ${face}`, exact: true }).click();
    await page.getByRole("button", { name: "Use these" }).click();
    await settled(page);
    assert.deepEqual(await page.locator(".tray .cdie .dname").allTextContents(), [
      "Red",
      "Blue",
      "Blue",
    ]);
    await page.getByLabel("Menu").click();
    assert.match(
      readFileSync(await savedRecord(page), "utf8"),
      /^dice real\n(.*\n)*\* red blue blue 0 3 7$/m,
    );
  });
});

test("a variant brings its sheet along, and back", async () => {
  await inLobby({}, async (page) => {
    await page.goto(`${site.url}#/new/escape`);
    await page.locator("summary").click();
    const sheets = () => page.locator(".sheets .choice button").allTextContents();
    const before = await sheets();
    assert.equal(before.length, 1);
    for (const variant of ["Closed pathways", "Joker chamber lottery", "Dice chambers"]) {
      await page.getByRole("button", { name: variant }).click();
      assert.equal((await sheets()).length, 1);
      assert.notDeepEqual(await sheets(), before);
    }
    await page.getByRole("button", { name: "Start the game" }).click();
    await page.locator(".es-temple").waitFor();
  });
});

test("what dice show is called by its name in the language of the page", async () => {
  await inLobby({ locale: "de-DE" }, async (page) => {
    for (const [game, faces] of [
      ["lost-cities", ["Rot", "7"]],
      ["escape", ["Fackel"]],
    ]) {
      await page.goto(`${site.url}#/new/${game}`);
      await page.locator("summary").click();
      await page.getByRole("button", { name: "Wir würfeln selbst" }).click();
      await page.getByRole("button", { name: "Partie beginnen" }).click();
      for (let i = 0; game === "escape" && i < 20 && !(await page.locator(".entry").count()); i++) {
        await ready(page, "Escape");
        await page
          .locator((await page.locator(go).count()) ? go : ".es-gate")
          .first()
          .click();
      }
      await page.locator(".entry").waitFor();
      for (const face of faces) {
        await page.getByRole("button", { name: `${face} hinzufügen`, exact: true }).click();
        await page.getByRole("button", { name: `${face} entfernen`, exact: true }).waitFor();
      }
    }
  });
});

test("the level of bots is chosen beside Play now, and kept; the net that it plays with is, too", async () => {
  await inLobby({ level: "" }, async (page) => {
    const level = page.getByLabel("Bot level");
    assert.equal(await level.inputValue(), "club");
    await page.getByText("slips now and then").waitFor();
    await level.selectOption("Expert");
    await page.getByText("hardly ever slips").waitFor();
    await playLostCities(page);
    await settled(page);
    await turn(page);
    await settled(page);
    const { bots } = JSON.parse(await page.evaluate(() => localStorage.getItem("pipwright.game")));
    assert.deepEqual([...bots].sort(), ["expert", "expert", null]);
    await page.goto(site.url);
    await page.locator(".gc").first().waitFor();
    assert.equal(await level.inputValue(), "expert");
    const shipped = readdirSync(dist).filter((name) => /^lost-cities.*\.net$/.test(name));
    const kept = await page.evaluate(async () =>
      (await (await caches.open("pipwright.nets")).keys()).map(({ url }) => url),
    );
    assert.equal(kept.length, shipped.length ? 1 : 0);
    for (const url of kept) assert.ok(shipped.includes(url.replace(/^.*\//, "")), url);
  });
});

test("opens and plays offline after one visit", async () => {
  await inLobby({ ...stores, level: "" }, async (page, context) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await page.locator(".gc").first().waitFor();
    await context.setOffline(true);
    await page.reload();
    await page.locator(".gc").first().waitFor();
    await playLostCities(page);
    await settled(page);
    await turn(page);
    await settled(page);
    await context.setOffline(false);
  });
});

test("a replay link steps through the game, and a file can be opened", async () => {
  const record = join(root, "tests", "golden", "lost-cities-3.pip");
  const golden = existsSync(record) ? record : join(root, "tests", "golden", readGolden());
  await inLobby({}, async (page) => {
    await page.locator("input[type=file]").setInputFiles(golden);
    await page.locator(".player").waitFor();
    const url = page.url();
    assert.match(url, /#\/replay\/d/);
    await page.getByRole("button", { name: "To the end" }).click();
    const hash = await page.locator("[data-hash]").getAttribute("data-hash");
    if (existsSync(native))
      assert.equal(
        JSON.parse(execFileSync(native, ["replay", golden, "--json"], { encoding: "utf8" })).hash,
        hash,
      );
    await page.goto("about:blank");
    await page.goto(url);
    await page.getByRole("button", { name: "One step forward" }).click();
    assert.match(await page.locator("h1").textContent(), /^The dice:/);
  });
});

test("a replay shows each event as it is stepped, also of those who chose at the same time", async () => {
  const { Engine, newGame, splitRecord } = await bundle("engine", "local");
  const names = ["Ada", "Ben", "Cleo"],
    engine = new Engine(engineModule);
  const setup = { game: "lost-cities", sheet: "jungle", seats: 3, options: {}, names };
  engine.read(newGame(setup, "00000000000000ff"));
  for (let i = 0; i < 24; i++) {
    const { roll, acting } = engine.status();
    if (roll) engine.roll();
    else for (const event of engine.choose(1, acting[0], i)) engine.play(event);
  }
  const { events } = splitRecord(engine.record());
  await inBrowser({}, async (page) => {
    await page.goto(`${site.url}#/replay/t${Buffer.from(engine.record()).toString("base64url")}`);
    const step = page.locator(".cons");
    for (const [i, event] of events.entries()) {
      await page.getByRole("button", { name: "One step forward" }).click();
      await step.filter({ hasText: `Step ${i + 1} of ` }).waitFor();
      const [, seat, colour] = /^(\d) (\w+) \d/.exec(event) ?? [];
      if (!colour) continue;
      const sheet = page.getByRole("region", { name: `Sheet of ${names[seat]}` });
      await sheet.locator(".hand.pencil").first().waitFor();
    }
    assert.ok(events.some((event) => /^\d \w+ \d/.test(event)));
  });
});

test("the controls of a replay are free at every size, and its drawer has the rest", async () => {
  await inLobby({}, async (page) => {
    for (const [name, at] of [
      ["lost-cities-sequence", 30],
      ["lost-cities-five-under-way", 30],
      ["escape-three-under-way", 30],
      ["roller-two", 96],
    ]) {
      await resize(page, 1280, 800);
      await page.goto("about:blank");
      await page.goto(site.url);
      await page
        .locator("input[type=file]")
        .setInputFiles(join(root, "tests", "golden", `${name}.pip`));
      await page.locator(".player input").fill(String(at));
      for (const [width, height] of [
        [1280, 800],
        [1024, 768],
        [820, 1180],
        [768, 1024],
        [844, 390],
        [390, 844],
        [320, 640],
      ]) {
        await resize(page, width, height);
        const where = `${name} at ${width} x ${height}`;
        await fitsWidth(page, where);
        for (let i = 1; i <= 5; i++)
          await uncovered(page, `.player > :nth-child(${i})`, `${where}: control ${i}`);
        if (width <= 1100) await page.getByRole("button", { name: "Players and log" }).click();
        for (const rest of [
          ".rail .log ol",
          ".rail .pbtn .b:nth-child(1)",
          ".rail .pbtn .b:nth-child(2)",
          ".rail .opp:last-child",
        ])
          await uncovered(page, rest, `${where}: ${rest}`);
        await page.keyboard.press("Escape");
      }
    }
    await page.getByRole("button", { name: "Players and log" }).click();
    await page.getByText("Play on from here").click();
    await page.getByRole("button", { name: "Play from here" }).click();
    await page.locator(".tbl:not(.replay) .ro-map").waitFor();
  });
});

function readGolden() {
  const listing = execFileSync("ls", [join(root, "tests", "golden")], { encoding: "utf8" });
  return listing
    .split("\n")
    .find((name) => name.startsWith("lost-cities") && name.endsWith(".pip"));
}

test("a record that cannot be read is told in one sentence", async () => {
  await inLobby({}, async (page) => {
    await page.locator("input[type=file]").setInputFiles({
      name: "x.pip",
      mimeType: "text/plain",
      buffer: Buffer.from("pipwright record 1\ngame chess\nsheet board\nseats 2\n\n"),
    });
    await page.locator(".jc .err", { hasText: "(line 2, column 6)" }).waitFor();
  });
});

test("forbidden storage changes nothing but what is remembered", async () => {
  await inBrowser({}, async (page) => {
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new Error("forbidden");
        },
      }),
    );
    await page.goto(site.url);
    await playLostCities(page);
    await settled(page);
    await turn(page);
    await settled(page);
  });
});

// ---- What goes wrong, and what is lost ----

// Parts of the page do not come while `away` is set; the page may complain about that.
async function withGaps(files, body) {
  const { page, context, close } = await browser({ serviceWorkers: "block" });
  const gaps = { away: true };
  try {
    await context.route(files, (request) => (gaps.away ? request.abort() : request.continue()));
    await page.goto(site.url);
    await page.locator(".gc").first().waitFor();
    await body(page, gaps);
  } finally {
    await close();
  }
}

const saved = (page, key = "game") =>
  page.evaluate((name) => JSON.parse(localStorage.getItem(`pipwright.${name}`)), key);

for (const [what, files] of [
  ["bots", "**/bots-*.js"],
  ["engines of theirs", "**/pipwright-bots-*.wasm"],
])
  test(`${what} that do not come are asked for again`, async () => {
    await withGaps(files, async (page, gaps) => {
      await openFirst(page, site.url, "lost-cities");
      await settled(page);
      await page.keyboard.press("h");
      await page.locator(".cons .hint", { hasText: "No hint just now." }).waitFor();
      await turn(page);
      await page.getByRole("heading", { name: "The bots are not answering." }).waitFor();
      assert.match((await saved(page)).record, /^0 /m, "what was confirmed is kept");
      const again = page.getByRole("button", { name: "Try again" });
      await again.click();
      await again.waitFor();
      gaps.away = false;
      await again.click();
      await settled(page);
      await turn(page);
      await settled(page);
    });
  });

test("where numbers cannot be added by vectors, bots think with the plain engine", async () => {
  await inBrowser({}, async (page, context) => {
    const asked = [];
    await context.route(/pipwright-bots-/, (route) => {
      asked.push(/pipwright-bots-(plain)?/.exec(route.request().url())[0]);
      if (asked.at(-1).endsWith("plain")) return route.continue();
      return route.fulfill({ contentType: "application/wasm", body: "what is this?" });
    });
    await openFirst(page, site.url, "lost-cities");
    await settled(page);
    await turn(page);
    await settled(page);
    assert.deepEqual(asked, ["pipwright-bots-", "pipwright-bots-plain"]);
  });
});

test("a hint is told though the table was drawn anew meanwhile", async () => {
  await inBrowser({ serviceWorkers: "block" }, async (page, context) => {
    let come;
    const coming = new Promise((done) => {
      come = done;
    });
    await context.route("**/bots-*.js", (request) => coming.then(() => request.continue()));
    await openFirst(page, site.url, "lost-cities");
    await settled(page);
    await page.keyboard.press("h");
    await page.keyboard.press("Backspace"); /* nothing to take back */
    come();
    await page.locator(".cons .hint", { hasText: "“Show the move” tells you more" }).waitFor();
  });
});

test("a part that does not come leaves the bar and a way to load it anew", async () => {
  await withGaps(/\/(replay|online)-[^/]*\.js$/, async (page, gaps) => {
    for (const where of ["replay/t", "daily/lost-cities"]) {
      await page.goto(`${site.url}#/${where}`);
      await page.getByText("This part of Pipwright could not be loaded.").waitFor();
      await page.locator(".top .brand").waitFor();
    }
    gaps.away = false;
    await page.getByRole("button", { name: "Reload" }).click();
    await page
      .getByRole("heading", { name: /daily dice|not work|not answering/i })
      .first()
      .waitFor();
  });
});

test("the build before the newest stays for pages that are open", async () => {
  await inBrowser(stores, async (page) => {
    await page.route("**/before", (request) =>
      request.fulfill({ contentType: "text/html", body: '<link rel="icon" href="data:,">' }),
    );
    await page.goto(`${site.url}before`);
    await page.evaluate(async () => {
      for (const name of ["pipwright-1", "pipwright-2"]) {
        const cache = await caches.open(name);
        await cache.put(`${name}.js`, new Response(name));
        await cache.put("./", new Response("an old page"));
      }
    });
    await page.goto(site.url);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
    await page.reload();
    await page.locator(".gc").first().waitFor();
    const [names, part, old] = await page.evaluate(async () => [
      await caches.keys(),
      await (await fetch("pipwright-2.js")).text(),
      await (await fetch("./")).text(),
    ]);
    assert.deepEqual([names.length, names[0], part], [2, "pipwright-2", "pipwright-2"]);
    assert.doesNotMatch(old, /an old page/);
  });
});

test("a saved game that cannot be read is told, and can be saved as a file", async () => {
  await inLobby({}, async (page) => {
    const record =
      "pipwright record 1\ngame lost-cities\nsheet nowhere\nseats 2\nseat 0 Mira\nseat 1 Ben\ndice seed 00000000000000ff\n\n";
    await page.evaluate(
      (text) =>
        localStorage.setItem(
          "pipwright.game",
          JSON.stringify({ record: text, bots: [null, "greedy"], me: 0 }),
        ),
      record,
    );
    await page.goto(`${site.url}#/play`);
    await page.reload();
    await page
      .locator(".resume .err", {
        hasText: "This record cannot be read. There is no such sheet. (line 3, column 7)",
      })
      .waitFor();
    assert.equal(await page.getByRole("button", { name: "Continue" }).count(), 0);
    assert.equal(readFileSync(await savedRecord(page), "utf8"), record);
    const drop = page.getByRole("button", { name: "Remove this game of Lost Cities" });
    await drop.click();
    await page.locator(".resume.removed").waitFor();
    assert.equal(await saved(page), null);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.locator(".resume .err").waitFor();
    assert.equal((await saved(page)).record, record);
    await drop.click();
    await page.reload();
    await page.locator(".gc").first().waitFor();
    assert.equal(await page.locator(".resume").count(), 0);
  });
});

test("a game of an older edition of the rules is told of, saved and forgotten", async () => {
  const old =
    "pipwright record 1\ngame roller\nsheet snowflake\nseats 2\nseat 0 Mira\nseat 1 Ben\ndice seed 00000000000000ff\n\n* 3 3 4 5 6 7 7 8\n0 bonus third\n"; // RO3.4
  await inLobby({ locale: "de-DE" }, async (page) => {
    const told = "Diese Partie wurde nach einer älteren Ausgabe der Regeln gespielt";
    await page.evaluate(
      (record) =>
        localStorage.setItem(
          "pipwright.game",
          JSON.stringify({ record, bots: [null, "greedy"], me: 0 }),
        ),
      old,
    );
    await page.goto(`${site.url}#/play`);
    await page.reload();
    await page.locator(".resume .err", { hasText: told }).waitFor();
    await page
      .locator('input[type="file"]')
      .setInputFiles({ name: "old.pip", mimeType: "text/plain", buffer: Buffer.from(old) });
    await page.locator(".lr .err", { hasText: told }).waitFor();
    await page.goto(`${site.url}#/replay/t${Buffer.from(old).toString("base64url")}`);
    await page.locator(".err", { hasText: told }).waitFor();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.locator(".tb button").click(),
    ]);
    assert.equal(readFileSync(await file.path(), "utf8"), old);
    await page.locator(".tb a").click();
    await page.locator(".resume .ib").click();
    await page.locator(".resume.removed").waitFor();
  });
});

test(
  "a game brings the sheet that it is played on, and sheets of tables are not kept",
  {
    skip: !program && "no server",
  },
  async () => {
    const server = await host();
    try {
      const own = readFileSync(join(root, "sheets", "lost-cities", "ruins.json"), "utf8")
        .replace('"name": "ruins"', '"name": "mine"')
        .replace(/"en": "[^"]*"/, '"en": "My own"');
      await inBrowser({}, async (page) => {
        const made = await server.post("tables", {
          game: "lost-cities",
          seats: ["me", "bot:greedy"],
          name: "Ada",
          own,
        });
        await page.goto(`${server.url}t/${made.table}`);
        await page.getByText("My own").first().waitFor();
        assert.equal(await saved(page, "sheets"), null);
        await page.goto(`${server.url}#/new/lost-cities`);
        await page.locator("summary").click();
        await page.locator('.sheets input[type="file"]').setInputFiles({
          name: "mine.json",
          mimeType: "application/json",
          buffer: Buffer.from(own),
        });
        await page.getByRole("button", { name: "My own", pressed: true }).waitFor();
        await page.getByRole("button", { name: "Start the game" }).click();
        await settled(page);
        await page.evaluate(() =>
          localStorage.removeItem("pipwright.sheets"),
        ); /* as if eight others had come */
        await page.reload();
        await settled(page);
        await page.getByText("My own").first().waitFor();
      });
    } finally {
      await server.close();
    }
  },
);

test("a new game leaves the running one to be continued, and either can be dropped", async () => {
  await inLobby({ viewport: { width: 320, height: 640 } }, async (page) => {
    await playLostCities(page);
    await settled(page);
    for (let i = 0; i < 2; i++) {
      await turn(page);
      await page
        .getByText(`turn ${i + 2}`)
        .first()
        .waitFor();
      await settled(page);
    }
    const { record } = await saved(page);
    await page.locator(".brand").click();
    await page.locator(".gc", { hasText: "Roller" }).locator(".go").click();
    await page.locator(".ro-map").waitFor();
    await page.locator(".brand").click();
    await page.locator(".resume").nth(1).waitFor();
    await fitsWidth(page, "two games");
    await playLostCities(page); /* nobody has played in Roller: nothing is lost with it */
    await settled(page);
    await page.locator(".brand").click();
    await page.locator(".resume").nth(1).waitFor();
    const waiting = await page.locator(".resume small").allTextContents();
    for (const words of waiting)
      assert.match(words, /^Lost Cities with Bot (Ida and Bot Ben|Ben and Bot Ida) · /); // clockwise from who begins
    assert.deepEqual(
      waiting.map((words) => words.split(" · ")[1]),
      ["turn\u00a01", "turn\u00a03"],
    );
    await page.locator(".resume .go").nth(1).click();
    await settled(page);
    assert.equal((await saved(page)).record, record);
    await page.locator(".brand").click();
    await page.locator(".resume").waitFor();
    await page.locator(".resume .ib").click();
    await page.locator(".resume.removed").waitFor(); // it can be undone
    await page.locator(".resume:not(.removed)").waitFor({ state: "detached" });
    await page.goto(`${site.url}#/play`);
    await page.locator(".gc").first().waitFor();
  });
});

test("a key that is held confirms once", async () => {
  await inLobby({}, async (page) => {
    const rolls = async () => {
      const { record, bots } = await saved(page);
      return record.match(new RegExp(`^${bots.indexOf(null)} roll$`, "gm"))?.length ?? 0;
    };
    for (const focus of [
      () => page.evaluate(() => document.activeElement?.blur?.()),
      () => page.locator(go).focus(),
    ]) {
      await page.evaluate(() => localStorage.clear());
      await openFirst(page, site.url, "escape");
      await ready(page, "Escape");
      await page.locator(".es-gate").first().click();
      await page.locator(go).click();
      await eventually(async () => (await rolls()) === 1, "the first roll needs no tap");
      await page.locator(go).waitFor();
      await focus();
      for (let i = 0; i < 8; i++) {
        await page.keyboard.down("Enter");
        await page.waitForTimeout(60);
      }
      await page.keyboard.up("Enter");
      await eventually(async () => (await rolls()) > 1, "it is confirmed");
      assert.equal(await rolls(), 2);
    }
  });
});

test("forgetting everything leaves nothing, not even the running game", async () => {
  await inLobby({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    await turn(page);
    await page.goto(`${site.url}#/settings`);
    await page.getByLabel("Your name").fill("Zita");
    const forget = page.getByRole("button", { name: "Forget everything kept here" });
    await forget.click();
    await page.getByText("So is a saved game.").waitFor(); // what would be lost
    await page.keyboard.press("Enter"); // the button that has the focus keeps it all
    await forget.waitFor();
    assert.notEqual(await page.evaluate(() => localStorage.length), 0);
    await forget.click();
    await Promise.all([
      page.waitForEvent("load"),
      page.getByRole("button", { name: "Forget it all" }).click(),
    ]);
    await page.locator(".gc").first().waitFor();
    assert.equal(await page.locator(".resume").count(), 0);
    assert.equal(await page.getByText("Zita").count(), 0);
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage)), []);
    await page.goto(`${site.url}#/play`);
    await page.getByRole("heading", { name: "What shall we play?" }).waitFor();
  });
});

// ---- From screen to screen ----

test("what is looked up at a table lies over it; back, Escape and a reload lead to the table", async () => {
  await inLobby({}, async (page) => {
    const over = page.locator("dialog.over");
    const closed = async () => {
      await over.waitFor({ state: "detached" });
      await eventually(async () => (await page.url()).endsWith("#/play"), "at the table");
      assert.equal(await page.locator(".lc-sheet").evaluate((sheet) => sheet.same), true);
    };
    await playLostCities(page);
    await settled(page);
    await page.locator(".lc-sheet").evaluate((sheet) => {
      sheet.same = true;
    });
    await page.getByRole("button", { name: "Rules of Lost Cities" }).click();
    await over.getByRole("link", { name: "Roller" }).click();
    await over.getByRole("heading", { name: "How to play Roller" }).waitFor();
    await page.keyboard.press("Escape");
    await closed();
    await page.keyboard.press("?");
    await over.locator(".keys").first().waitFor();
    await page.goBack();
    await closed();
    await page.goForward();
    await over.locator(".keys").first().waitFor();
    await page.reload();
    await over.locator(".keys").first().waitFor();
    await page.locator(".lc-sheet").evaluate((sheet) => {
      sheet.same = true;
    });
    await over.getByRole("button", { name: "Close" }).click();
    await closed();
    await page.goto(`${site.url}#/`);
    await page.locator(".gc").first().waitFor();
    await page.goto(`${site.url}#/rules/roller`);
    await page.getByRole("button", { name: "Try it now" }).waitFor();
    assert.equal(await over.count(), 0, "not over the lobby");
  });
});

test("a page that opens leaves the focus alone", async () => {
  await inBrowser({}, async (page) => {
    // The page tells it by itself: whatever a test evaluates counts as a gesture.
    await page.addInitScript(() => {
      const watcher = new MutationObserver(() => {
        if (!document.querySelector(".gc")) return;
        watcher.disconnect();
        setTimeout(() => console.log(`focus: ${document.activeElement.id}`), 500);
      });
      watcher.observe(document, { childList: true, subtree: true });
    });
    const told = page.waitForEvent("console", (message) => message.text().startsWith("focus"));
    await page.goto(site.url);
    assert.equal((await told).text(), "focus: ");
  });
});

test("a screen has a title and the focus, and a dialog gives the focus back", async () => {
  await inLobby({}, async (page) => {
    const focused = () =>
      page.evaluate(
        () => document.activeElement.getAttribute("aria-label") ?? document.activeElement.id,
      );
    const is = (what) =>
      eventually(async () => (await focused()) === what, `the focus is on ${what}`);
    const called = (title) => eventually(async () => (await page.title()) === title, title);
    await called("Pipwright");
    await page.getByRole("button", { name: "Settings" }).click();
    await is("main");
    await called("Settings · Pipwright");
    assert.equal(
      await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle),
      "none",
    );
    await page.locator(".brand").press("Enter");
    await is("main");
    await called("Pipwright");
    await playLostCities(page);
    await settled(page);
    await is("main");
    await called("Lost Cities · Pipwright");
    await page.getByRole("button", { name: "Menu" }).press("Enter");
    await page
      .getByRole("dialog", { name: "Menu" })
      .getByRole("button", { name: "Keys" })
      .press("Enter");
    await page.getByRole("dialog", { name: "Keys" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await is("Menu");
  });
});

// 640 x 400 is 1280 x 800 at a zoom of 200 %.
const sizes = [
  [320, 640],
  [390, 844],
  [640, 400],
  [768, 1024],
  [1024, 768],
  [1280, 800],
  [1920, 1080],
  [3840, 2160],
];

test("no sideways scroll from 320 to 3840 px, and the own sheet is the biggest part", async () => {
  await inLobby({}, async (page) => {
    const everywhere = async (where) => {
      for (const [width, height] of sizes) {
        await resize(page, width, height);
        await page.locator("main").waitFor();
        await fitsWidth(page, `${where} at ${width}`);
        if (!sheets[where] || height < 600) continue;
        if (width >= 1280)
          assert.ok(
            await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
            `${where} at ${width} x ${height}: no page to scroll`,
          );
        const [paper, act] = await Promise.all(
          [".paper", ".act"].map((part) => page.locator(part).boundingBox()),
        );
        assert.ok(
          paper.width * paper.height > act.width * act.height,
          `${where} at ${width} x ${height}`,
        );
      }
      await resize(page, 1280, 800);
    };
    for (const where of [
      "",
      "new/lost-cities",
      "rules/lost-cities",
      "rules/roller",
      "rules/escape",
      "settings",
    ]) {
      await page.goto(`${site.url}#/${where}`);
      await everywhere(where || "lobby");
    }
    for (const game of Object.keys(sheets)) {
      await open(page, site.url, game);
      await ready(page, game);
      await everywhere(game);
    }
  });
});

// What a turn needs and is out of the window, or below something else.
const outside = () =>
  [
    ".act h1",
    ".act .die",
    ".act .b",
    ".paper [data-spot]",
    ".chips button",
    ".ro-group.ro-can",
    ".ro-lit",
    ".ro-offer",
    ".es-gate",
    ".es-choice",
    ".es-temple .es-lit",
    ".es-map.es-lit",
    ".es-space.es-lit",
  ].filter((selector) =>
    [...document.querySelectorAll(selector)].some((element) => {
      const { x, y, width, height, bottom, right } = element.getBoundingClientRect(),
        part = (of) => of?.closest(".btns") ?? of?.closest(".act,.paper");
      return (
        element.checkVisibility() &&
        (x < 0 ||
          y < 0 ||
          right > innerWidth ||
          bottom > innerHeight ||
          part(document.elementFromPoint(x + width / 2, y + height / 2)) !== part(element))
      );
    }),
  );

for (const game of Object.keys(sheets)) {
  test(`${game}: whole turns need no scrolling on low screens`, async () => {
    await inBrowser({ locale: "de-DE" }, async (page) => {
      // the longer words
      await open(page, site.url, game);
      for (let count = 0; count < 16; count++) {
        await ready(page, game);
        if (await isOver(page)) break;
        for (const [width, height] of [
          [1366, 625],
          [1024, 600],
        ]) {
          await resize(page, width, height);
          const where = `step ${count} at ${width} x ${height}`;
          assert.deepEqual(await page.evaluate(outside), [], where);
          assert.ok(
            await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight),
            `${where}: no page to scroll`,
          );
          await fitsWidth(page, where);
        }
        await tapStep(page, game, count);
      }
    });
  });
}
