// In a browser: whole games by clicks, touch and keys; languages, real dice, offline, replay.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { inBrowser, isOver, phone, settled, turn } from "./browser.mjs";
import { fitsWidth, keyStep, open, ready, sheets, uncovered } from "./moves.mjs";
import { serve } from "./server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const native = join(root, "build", "release", "pipwright");
let site;
before(async () => { site = await serve(); });
after(() => site.close());

const inLobby = (options, body) => inBrowser(options, async (page, context) => {
  await page.goto(site.url);
  await page.locator(".gc").first().waitFor();
  await body(page, context);
});

const playLostCities = (page) => page.locator(".gc", { hasText: "Lost Cities" }).locator(".go").click();

async function playOn(page) {
  for (let i = 0; i < 400 && !(await isOver(page)); i++) {
    await turn(page);
    await settled(page);
  }
  assert.ok(await isOver(page), "the game ends");
}

async function savedRecord(page) {
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByText("Save the record").click()]);
  return await file.path();
}

for (const [name, options] of [["1280 x 800", {}], ["390 x 844", phone]]) {
  test(`a whole game against bots by taps at ${name}; the program agrees about the position`, async () => {
    await inLobby(options, async (page) => {
      await playLostCities(page);
      await settled(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `no sideways scroll (${wide})`);
      await playOn(page);
      const hash = await page.locator("[data-hash]").first().textContent();
      const file = await savedRecord(page);
      assert.match(readFileSync(file, "utf8"), /^= /m);
      if (existsSync(native)) assert.equal(JSON.parse(execFileSync(native, ["replay", file, "--json"], { encoding: "utf8" })).hash, hash);
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
    assert.equal(await page.locator(".hand.pencil").count() > 0, true);
    await page.getByRole("button", { name: "Undo" }).click();
    assert.equal(await page.locator(".hand.pencil").count(), 0);
  });
});

test("a reload continues the game, pencil aside", async () => {
  await inLobby({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    for (let i = 0; i < 3; i++) { await turn(page); await settled(page); }
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
    await page.getByLabel("Name at seat 2").fill("Ruth");
    await page.getByRole("button", { name: "Start the game" }).click();
    await settled(page);
    assert.match(await page.locator("h1").textContent(), /^Mira/);
    await turn(page);
    await page.locator("h1", { hasText: "Ruth" }).waitFor();
    await turn(page);
    await page.locator("h1", { hasText: "Ruth" }).waitFor(); /* she is active now */
    await playOn(page);
    assert.match(await page.locator("h1").textContent(), /(Mira|Ruth)/);
  });
});

test("keys alone play a whole game", async () => {
  await inLobby({}, async (page) => {
    await page.keyboard.press("Tab"); /* the brand, then name, rules, settings, the first game */
    for (let i = 0; i < 8 && !(await page.evaluate(() => document.activeElement.closest(".gb"))); i++) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await settled(page);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keys" }).getByText("R O Y G B P").waitFor();
    await page.keyboard.press("Escape");
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
      await page.locator(".cons .hint", { hasText: "Tap the hint again" }).waitFor();
      assert.ok(await page.locator(".hinted, .ro-hint").count());
      await page.getByRole("button", { name: "Show the move" }).click();
      await page.locator(".cons .hint", { hasText: /^ ?Careful play: \S/ }).waitFor();
    });
  }
});

test("help for the first turns can be sent away, for good", async () => {
  await inLobby({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    await page.locator(".guide").waitFor();
    await page.getByRole("button", { name: "No more help lines" }).click();
    assert.equal(await page.locator(".guide").count(), 0);
    await page.reload();
    await settled(page);
    assert.equal(await page.locator(".guide").count(), 0);
  });
});

test("help ends by itself after three turns", async () => {
  await inLobby({}, async (page) => {
    await playLostCities(page);
    for (const helped of [1, 1, 1, 0]) {
      await settled(page);
      assert.equal(await page.locator(".guide").count(), helped);
      await turn(page);
    }
  });
});

test("a choice says what it sets off and what is final, and Escape rubs it out", async () => {
  await inLobby({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    await page.locator(".refuse").click();
    assert.match(await page.locator(".cons").textContent(), /shades a refusal.*Then final: the others see the dice that are left\./);
    assert.equal(await page.locator(".cons [title='rule LC6.1']").count(), 1);
    await page.keyboard.press("Escape");
    await page.locator(".btns .go.idle").waitFor();
  });
});

test("dice and numbers move for at most 350 ms, any tap ends it, and it can be switched off", async () => {
  await inLobby({ reducedMotion: "no-preference" }, async (page) => {
    const running = () => page.evaluate(() => document.getAnimations().filter((each) => each.playState === "running").map((each) => each.effect.getComputedTiming().endTime));
    await playLostCities(page);
    await page.locator(".tray .die").first().waitFor();
    for (const time of await running()) assert.ok(time <= 350, `${time} ms`);
    const left = await page.evaluate(async () => {
      const die = document.querySelector(".tray .die"), begun = new Promise((done) => die.addEventListener("animationstart", done));
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
    await page.getByLabel("Dice roll and numbers are drawn").uncheck();
    await page.goto(`${site.url}#/play`);
    await page.locator(".tray .die").first().waitFor();
    assert.deepEqual(await running(), []);
  });
});

test("up to 1100 px the rail is a drawer", async () => {
  await inLobby({ viewport: { width: 1000, height: 760 } }, async (page) => {
    await playLostCities(page);
    await settled(page);
    assert.equal(await page.locator("aside.rail").count(), 0);
    await page.getByRole("button", { name: "Players and log" }).click();
    const drawer = page.getByRole("dialog", { name: "Players and log" });
    await drawer.locator(".log li").first().waitFor();
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
    assert.equal(await page.evaluate(() => document.activeElement.dataset.spot), await spots.nth(1).getAttribute("data-spot"));
  });
});

test("the screen reader hears whose turn it is, the dice, and the pencil", async () => {
  await inLobby({}, async (page) => {
    await playLostCities(page);
    await settled(page);
    assert.match(await page.locator("#voice-now").textContent(), /Your turn: .*Dice: (Red|Orange|Yellow|Green|Blue|Purple), /);
    await page.locator("[data-spot]").first().click();
    if (await page.locator(".chips button").count()) await page.locator(".chips button").first().click();
    await page.locator("#voice", { hasText: "Pencilled" }).waitFor({ state: "attached" });
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
    await page.getByRole("button", { name: "Verzichten", exact: true }).waitFor();
  });
});

test("German speakers are greeted in German", async () => {
  await inLobby({ locale: "de-DE" }, async (page) => {
    await page.getByRole("heading", { name: "Was spielen wir?" }).waitFor();
  });
});

test("real dice are tapped in", async () => {
  await inLobby({}, async (page) => {
    await page.locator(".gc", { hasText: "Lost Cities" }).locator("a.line").click();
    await page.locator("summary").click();
    await page.getByRole("button", { name: "We roll our own" }).click();
    await page.getByRole("button", { name: "Start the game" }).click();
    await page.locator(".entry").waitFor();
    for (const face of ["red", "blue", "blue", "0", "3", "7"]) await page.getByRole("button", { name: `Add ${face}`, exact: true }).click();
    await page.getByRole("button", { name: "These dice" }).click();
    await settled(page);
    assert.deepEqual(await page.locator(".tray .cdie .dname").allTextContents(), ["Red", "Blue", "Blue"]);
    await page.getByLabel("Menu").click();
    assert.match(readFileSync(await savedRecord(page), "utf8"), /^dice real\n(.*\n)*\* red blue blue 0 3 7$/m);
  });
});

test("opens and plays offline after one visit", async () => {
  await inLobby({}, async (page, context) => {
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
    const hash = await page.locator("[data-hash]").textContent();
    if (existsSync(native)) assert.equal(JSON.parse(execFileSync(native, ["replay", golden, "--json"], { encoding: "utf8" })).hash, hash);
    await page.goto("about:blank");
    await page.goto(url);
    await page.getByRole("button", { name: "One step on" }).click();
    assert.match(await page.locator("h1").textContent(), /^The dice:/);
  });
});

test("the controls of a replay are free at every size, and its drawer has the rest", async () => {
  await inLobby({}, async (page) => {
    for (const [name, at] of [["lost-cities-sequence", 30], ["lost-cities-five-under-way", 30], ["escape-three-under-way", 30], ["roller-two", 96]]) {
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto("about:blank");
      await page.goto(site.url);
      await page.locator("input[type=file]").setInputFiles(join(root, "tests", "golden", `${name}.pip`));
      await page.locator(".player input").fill(String(at));
      for (const [width, height] of [[1280, 800], [1024, 768], [820, 1180], [768, 1024], [844, 390], [390, 844], [320, 640]]) {
        await page.setViewportSize({ width, height });
        const where = `${name} at ${width} x ${height}`;
        await fitsWidth(page, where);
        for (let i = 1; i <= 5; i++) await uncovered(page, `.player > :nth-child(${i})`, `${where}: control ${i}`);
        if (width <= 1100) await page.getByRole("button", { name: "Players and log" }).click();
        for (const rest of [".rail .log ol", ".rail .pbtn .b:nth-child(1)", ".rail .pbtn .b:nth-child(2)", ".rail .opp:last-child"]) await uncovered(page, rest, `${where}: ${rest}`);
        await page.keyboard.press("Escape");
      }
    }
    await page.getByRole("button", { name: "Players and log" }).click();
    await page.getByText("Play on from here").click();
    await page.locator(".tbl:not(.replay) .ro-map").waitFor();
  });
});

function readGolden() {
  const listing = execFileSync("ls", [join(root, "tests", "golden")], { encoding: "utf8" });
  return listing.split("\n").find((name) => name.startsWith("lost-cities") && name.endsWith(".pip"));
}

test("a record that cannot be read is told in one sentence", async () => {
  await inLobby({}, async (page) => {
    await page.locator("input[type=file]").setInputFiles({ name: "x.pip", mimeType: "text/plain", buffer: Buffer.from("pipwright record 1\ngame chess\nsheet board\nseats 2\n\n") });
    await page.locator(".jc .err", { hasText: "2:6" }).waitFor();
  });
});

test("forbidden storage changes nothing but what is remembered", async () => {
  await inBrowser({}, async (page) => {
    await page.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("forbidden"); } }));
    await page.goto(site.url);
    await playLostCities(page);
    await settled(page);
    await turn(page);
    await settled(page);
  });
});

// 640 x 400 is 1280 x 800 at a zoom of 200 %.
const sizes = [[320, 640], [390, 844], [640, 400], [768, 1024], [1024, 768], [1280, 800], [1920, 1080], [3840, 2160]];

test("no sideways scroll from 320 to 3840 px, and the own sheet is the biggest part", async () => {
  await inLobby({}, async (page) => {
    const everywhere = async (where) => {
      for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await page.locator("main").waitFor();
        await fitsWidth(page, `${where} at ${width}`);
        if (!sheets[where] || height < 600) continue;
        if (width >= 1280) assert.ok(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `${where} at ${width} x ${height}: no page to scroll`);
        const [paper, act] = await Promise.all([".paper", ".act"].map((part) => page.locator(part).boundingBox()));
        assert.ok(paper.width * paper.height > act.width * act.height, `${where} at ${width} x ${height}`);
      }
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    for (const where of ["", "new/lost-cities", "rules/lost-cities", "rules/roller", "rules/escape", "settings"]) {
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
