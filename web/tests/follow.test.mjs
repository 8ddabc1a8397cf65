// Following others: the pace of their turns, what happened since one's choice, being called, looking things up meanwhile.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { eventually, settled, turn } from "./browser.mjs";
import { begin, make, seatLink, site, withPages, yourTurn } from "./hosted.mjs";
import { open, openFirst } from "./moves.mjs";
import { playOut, step, stepUntil } from "./steps.mjs";

const skip = (page) => page.locator(".btns .onward");
const headline = (page) => page.locator(".act h1").textContent();

// A bot follows the person, who has just chosen.
async function chosen(page) {
  await openFirst(page, site.url, "lost-cities");
  await settled(page);
  await turn(page);
  await skip(page).waitFor();
}

test("each bot's move is shown on its sheet and in words; any tap is at one's own turn at once", async () => {
  await withPages(
    async (page) => {
      await chosen(page);
      const bot = /^(.+?): /.exec(await headline(page))[1];
      assert.match(bot, /^Bot /);
      assert.equal(
        await page.locator(".paper").getAttribute("aria-label"),
        `Sheet of ${bot}`,
        "its sheet",
      );
      assert.equal(await page.locator(".paper [data-spot]").count(), 0, "and nothing to tap there");
      await page.locator(".paper").click({ position: { x: 60, y: 120 } });
      await yourTurn(page);
      assert.equal(await page.locator(".paper .hand.pencil").count(), 0, "that tap chose nothing");
      assert.equal(await page.locator(".paper").getAttribute("aria-label"), "Sheet of Mira");
      await page.locator(".since .news").getByRole("img", { name: bot }).first().waitFor();
      const before = await page.locator(".lc-sheet").boundingBox();
      await page.getByRole("button", { name: "Since your last choice" }).click();
      await page.locator(".since li").getByRole("img", { name: bot }).first().waitFor();
      assert.deepEqual(await page.locator(".lc-sheet").boundingBox(), before, "nothing has moved");
      await page.keyboard.press("Escape");
      await page.locator(".since li").first().waitFor({ state: "detached" });
    },
    { pace: "slow" },
  );
});

test("the pace is in the table's menu, and kept; at once shows no move by itself", async () => {
  await withPages(
    async (page) => {
      await chosen(page);
      await page.keyboard.press("x");
      await yourTurn(page);
      await page.getByRole("button", { name: "Menu" }).click();
      await page
        .getByRole("group", { name: "Show the others’ turns" })
        .getByRole("button", { name: "at once" })
        .click();
      for (const name of ["Small dice and pencil sounds", "Animate dice and handwriting"])
        await page.getByLabel(name).waitFor();
      await page.keyboard.press("Escape");
      await page.evaluate(() => {
        new MutationObserver(() => {
          globalThis.paced ||= !!document.querySelector(".onward");
        }).observe(document.body, { subtree: true, childList: true });
      });
      await turn(page);
      await settled(page);
      assert.equal(await page.evaluate(() => !!globalThis.paced), false);
      await page.reload();
      await yourTurn(page);
      assert.equal(
        await page.evaluate(() => JSON.parse(localStorage["pipwright.settings"]).pace),
        "instant",
      );
    },
    { pace: "slow" },
  );
});

test("at a server's table others are shown at the pace, too; it comes to one's own turn by itself", async () => {
  await withPages(
    async (page) => {
      const made = await make({
        seats: ["me", "bot:greedy", "bot:greedy"],
        name: "Ada",
        first: "host",
      });
      await begin(made);
      await page.goto(seatLink(made, 0));
      await yourTurn(page);
      await turn(page);
      await skip(page).waitFor();
      assert.match(await headline(page), /^Bot .+: /);
      await yourTurn(page);
      assert.equal(await skip(page).count(), 0);
    },
    { pace: "normal" },
  );
});

test("who reads the rules, the settings or the keys has not left the table", async () => {
  await withPages(async (ada, ben) => {
    const made = await make({ seats: ["me", "open"], name: "Ada", first: "host" });
    await ada.goto(seatLink(made, 0));
    await ben.goto(seatLink(made, 1));
    await ben.locator(".sitdown .go").click();
    await ada.locator(".chairs2", { hasText: "2 of 2" }).waitFor();
    await begin(made);
    await yourTurn(ada);
    await ben.locator(".act h1", { hasText: "Ada is choosing" }).waitFor();
    await ben.evaluate(() => {
      new MutationObserver(() => {
        globalThis.away ||= /away/.test(document.body.textContent);
      }).observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    for (const where of [
      "rules/lost-cities",
      "settings",
      "keys/lost-cities",
      `fair/${made.table}`,
    ]) {
      await ada.evaluate((where) => {
        location.hash = `#/${where}`;
      }, where);
      await ada.locator("dialog.over").waitFor();
      await ada.goBack();
      await ada.locator("dialog.over").waitFor({ state: "detached" });
    }
    await turn(ada);
    await yourTurn(ben);
    assert.equal(await ben.evaluate(() => !!globalThis.away), false);
  });
});

// What a seat's account adds up to: its points, and the difference to whom it is compared with.
const sums = (page) =>
  page
    .locator(".why tbody tr")
    .evaluateAll((rows) =>
      [".diff", "td:not(.diff)"].map((column) =>
        rows
          .map((row) => Number(row.querySelector(column).textContent.replace("−", "-")))
          .reduce((sum, value) => sum + value, 0),
      ),
    );

test("the end is about you: where you stand and what made the difference; every sheet; a picture", async () => {
  await withPages(async (page) => {
    await open(page, site.url, "Roller");
    await playOut(page, "Roller");
    assert.equal(
      await page.locator(".hero .ended").textContent(),
      "All 7 rounds have been played.",
    );
    const points = (await page.locator(".bd tfoot td").allTextContents()).map(Number),
      others = (seat) => points.filter((_, each) => each !== seat);
    const place = await page.locator(".hero .place").textContent(),
      ahead = points[0] - Math.max(...others(0));
    const words = ahead > 0 ? `${ahead} points? ahead of` : `${-ahead} points? behind`;
    assert.match(place, ahead ? new RegExp(`of 3, ${words} Bot `) : /You share|, 0 points/);
    for (const [seat, tab] of (await page.locator(".endtabs .chip").all()).entries()) {
      await tab.click();
      assert.equal((await sums(page))[0], points[seat] - Math.max(...others(seat)));
      assert.ok(await page.locator(".endsheet .ro-map .hand").count(), "a filled sheet");
    }
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: /a picture$/ }).click(),
    ]);
    const picture = readFileSync(await file.path());
    assert.equal(picture.subarray(1, 4).toString(), "PNG");
    assert.deepEqual([picture.readUInt32BE(16), picture.readUInt32BE(20)], [1200, 630]);
    assert.ok(picture.length > 20000, "with drawings");
  });
});

test("who resigned is never told to have won, and is marked as resigned", async () => {
  await withPages(async (page) => {
    const made = await make({
      game: "roller",
      seats: ["me", "bot:random"],
      name: "Ada",
    });
    await page.goto(seatLink(made, 0));
    await page.locator(".ro-map").waitFor();
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator(".sure").getByRole("button", { name: "Resign" }).click();
    await page.locator(".rev .bd").waitFor();
    assert.match(await page.locator(".hero h1").textContent(), /^Bot .* won /);
    await page.locator(".hero .place", { hasText: "You resigned" }).waitFor();
    assert.equal(await page.locator(".rk2", { hasText: "resigned" }).count(), 1);
    assert.equal(await page.locator(".endtabs .chip", { hasText: "resigned" }).count(), 1);
  });
});

test("the screen reader is told nothing twice", async () => {
  await withPages(async (page) => {
    await open(page, site.url, "Roller");
    await page.evaluate(() => {
      globalThis.heard = { "voice-now": [], voice: [] };
      for (const [id, all] of Object.entries(globalThis.heard))
        new MutationObserver(() => all.push(document.getElementById(id).textContent)).observe(
          document.getElementById(id),
          { childList: true, characterData: true, subtree: true },
        );
    });
    const heard = () => page.evaluate(() => globalThis.heard);
    const drafts = (all) => all.voice.filter((words) => words.includes("In pencil")).length;
    for (let i = 0; i < 6; i++) await step(page, "Roller", 0); // quicker than it can be said
    await eventually(async () => drafts(await heard()) > 0, "the pencil is told");
    const marks = () => page.locator(".paper .pencil").count();
    for (const _ of ["next", "next", "next"]) {
      await stepUntil(page, "Roller", async () => !(await marks()));
      const before = drafts(await heard());
      await stepUntil(page, "Roller", marks);
      await eventually(async () => drafts(await heard()) > before, "and each pencil after it");
    }
    const all = await heard();
    for (const words of all.voice) {
      assert.ok(words.split("In pencil").length <= 2, words);
      assert.ok(words.split("Enter confirms").length <= 2, words);
    }
    const turns = all["voice-now"].filter((words) => /your turn/i.test(words)).length;
    const keys = all.voice.filter((words) => words.includes("Enter confirms")).length;
    assert.ok(keys <= 1 + turns, `told ${keys} times in ${turns} turns how to confirm`);
    all["voice-now"].forEach((words, i, before) => assert.notEqual(words, before[i - 1]));
  });
});

const hide = (page, hidden) =>
  page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

test("a turn that comes while the page is hidden calls: title, icon, notification; nothing unless asked for", async () => {
  await withPages(async (page) => {
    await page.addInitScript(() => {
      globalThis.notes = [];
      globalThis.Notification = class {
        static permission = "default";
        static async requestPermission() {
          globalThis.asked = (globalThis.asked ?? 0) + 1;
          globalThis.Notification.permission = "granted";
          return "granted";
        }
        constructor(title, { body }) {
          globalThis.notes.push([title, body]);
        }
      };
    });
    await openFirst(page, site.url, "lost-cities");
    await settled(page);
    const icon = () => page.locator("link[rel=icon]").getAttribute("href");
    const choose = async () => {
      await turn(page);
      await hide(page, true);
      await eventually(async () => (await page.title()).startsWith("● It is your turn"), "called");
    };
    await choose();
    assert.match(await icon(), /icon-called\.svg$/);
    await hide(page, false);
    assert.equal(await page.title(), "Lost Cities · Pipwright");
    assert.match(await icon(), /icon\.svg$/);
    assert.deepEqual(await page.evaluate(() => [globalThis.notes, globalThis.asked ?? 0]), [[], 0]);
    await page.getByRole("button", { name: "Menu" }).click();
    await page.getByLabel("A notification as well").check();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
    assert.equal(await page.evaluate(() => globalThis.asked), 1);
    await hide(page, true);
    for (const _ of ["mine after mine", "mine after a bot's"]) {
      await turn(page);
      await settled(page);
    }
    assert.deepEqual(await page.evaluate(() => globalThis.notes[0]), [
      "It is your turn",
      "Lost Cities",
    ]);
  });
});
