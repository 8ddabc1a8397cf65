// At a table on a server: who sits there, who watches, whose turn it is, and what people tell each other.
import assert from "node:assert/strict";
import { test } from "node:test";
import { goOffline, pencil, phone, resize, stores } from "./browser.mjs";
import {
  alone,
  begin,
  eventually,
  make,
  myLink,
  seatLink,
  sitDown,
  site,
  withPages,
  yourTurn,
} from "./hosted.mjs";
import { uncovered } from "./moves.mjs";
import { pencilStep, step } from "./steps.mjs";

// Calls the page hidden, or shown again.
const hide = (page, hidden) =>
  page.evaluate((value) => {
    for (const [name, is] of [
      ["hidden", value],
      ["visibilityState", value ? "hidden" : "visible"],
    ])
      Object.defineProperty(document, name, { value: is, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);

test("the lobby asks whose turn it is at one's tables, and which are over or no more", async () => {
  await withPages(async (ada, ben) => {
    const made = await make({ seats: ["me", "open"], name: "Ada", first: "host" });
    const mine = ada.locator(".mine li"),
      kept = () => ada.evaluate(() => JSON.parse(localStorage["pipwright.tables"])[0]);
    const back = async () => {
      await hide(ada, true);
      await hide(ada, false);
    };
    await ada.goto(seatLink(made, 0));
    await ada.getByText("Waiting for 1 more").waitFor();
    await ada.locator(".brand").click();
    await mine.filter({ hasText: "Waiting for players" }).waitFor();
    await ben.goto(seatLink(made, 1));
    await ben.getByRole("button", { name: /^Sit down as/ }).click();
    await ben.getByRole("heading", { name: "Everybody is here" }).waitFor();
    await begin(made, 1); // Ada has another seat from now on, and is not there
    await yourTurn(ben);
    await ben.locator(".refuse").click();
    await ben.locator(".btns .go:not(.idle)").click();
    await eventually(
      async () => (await site.get(`tables/${made.table}`)).choosing?.includes(1),
      "Ben has played",
    );
    await ada
      .locator(".mine li.turn", { hasText: "It is your turn · Mira and Ada" })
      .waitFor({ timeout: 30000 }); // nobody reloads or comes back: the list is live
    await mine.getByRole("button", { name: "Continue" }).click();
    for (let i = 0; i < 2; i++) {
      // the second time she rolls
      await yourTurn(ada);
      await ada.locator(".refuse").click();
      await ada.locator(".btns .go:not(.idle)").click();
      await ada
        .locator(".rail .log .tt")
        .nth(i + 1)
        .or(ada.locator("h1", { hasText: "Mira is choosing" }))
        .first()
        .waitFor();
    }
    await yourTurn(ben);
    await ada.locator(".brand").click();
    await mine.filter({ hasText: "Others are choosing" }).waitFor();
    await ben.getByLabel("Menu").click();
    await ben.getByRole("button", { name: "Resign" }).click();
    await ben.locator(".sure .loses").click();
    await eventually(
      async () => (await site.get(`tables/${made.table}`)).choosing?.includes(1),
      "the bot has played",
    );
    await back();
    await ada.locator(".mine li.turn").waitFor();
    const known = (await kept()).key;
    for (const code of ["busy", "no-table"]) {
      await ada.route(`**/api/tables/${made.table}`, (route) =>
        route.fulfill({ status: 404, json: { code } }),
      );
      const answered = ada.waitForResponse(`**/api/tables/${made.table}`);
      await back();
      await answered;
      if (code === "busy")
        assert.equal((await kept()).gone, false, "that says nothing about the table");
      else await mine.filter({ hasText: "No longer on the server" }).waitFor();
    }
    assert.equal(await mine.getByRole("button", { name: "Continue" }).count(), 0);
    assert.equal((await kept()).key, known, "it may come back");
    await ada.unroute(`**/api/tables/${made.table}`);
    await back();
    await ada.locator(".mine li.turn").waitFor();
    const { choosing: _, ...facts } = await site.get(`tables/${made.table}`);
    await ada.route(`**/api/tables/${made.table}`, (route) =>
      route.fulfill({ json: { ...facts, phase: "over" } }),
    );
    await back();
    await mine.filter({ hasText: "Finished" }).getByRole("button", { name: "View" }).waitFor();
    for (const width of [320, 390]) {
      await ada.setViewportSize({ width, height: 700 });
      assert.equal(
        await ada.evaluate(() => document.documentElement.scrollWidth),
        width,
        "the lobby is as wide as the phone",
      );
    }
    await ada.getByRole("button", { name: "Take Lost Cities off this list" }).click();
    await ada.getByText("taken off the list").waitFor();
    assert.deepEqual(await ada.evaluate(() => JSON.parse(localStorage["pipwright.tables"])), []);
    await ada.getByRole("button", { name: "Undo" }).click();
    await mine.getByRole("button", { name: "View" }).waitFor();
    assert.equal((await kept()).key, known, "with its key");
    await ada.getByRole("button", { name: "Take Lost Cities off this list" }).click();
    await ada.reload();
    await ada.locator(".gc").first().waitFor();
    assert.equal(await mine.count(), 0);
  });
});

test("a table in the background is called after one's turn", async () => {
  await withPages(async (page) => {
    await alone(page);
    const called = (title) => eventually(async () => (await page.title()) === title, title);
    await called("Lost Cities · Pipwright");
    await hide(page, true);
    await called("● It is your turn · Lost Cities · Pipwright");
    await hide(page, false);
    await called("Lost Cities · Pipwright");
    await hide(page, true);
    await page.locator(".brand").click();
    await called("● It is your turn · Pipwright"); // the lobby calls, too
    await hide(page, false);
    await called("Pipwright");
  });
});

test("a spectator sees the game and may not act; a full table offers a game like it", async () => {
  await withPages(async (player, watcher) => {
    const made = await make({ seats: ["me", "bot:greedy"], name: "Ada" });
    await player.goto(myLink(made));
    await watcher.goto(`${site.url}t/${made.table}`);
    await watcher.getByText("You are watching.").waitFor();
    await watcher.locator(".onl a", { hasText: "Play a game like this" }).waitFor();
    await uncovered(watcher, ".paper .scr", "the sheet's title, with what a spectator is offered");
    await resize(watcher, phone.viewport.width, phone.viewport.height);
    assert.ok(
      await watcher
        .locator(".onl")
        .evaluate((all) => all.getBoundingClientRect().bottom < innerHeight),
      "a phone shows all of it",
    );
    assert.equal(await watcher.locator("[data-spot]").count(), 0);
    await yourTurn(player);
    for (let i = 0; i < 4; i++) await step(player, "Lost Cities", i);
    const hash = (page) => page.evaluate(() => document.documentElement.dataset.hash);
    await eventually(
      async () => (await hash(watcher)) === (await hash(player)),
      "both see the same",
    );
    const seats = watcher.getByRole("button", { name: "Just watch" });
    assert.equal(await seats.count(), 0, "who can take no seat is not asked");
  });
});

test("an open table in the lobby; a hidden choice can be changed until all have chosen", async () => {
  await withPages(async (a, b) => {
    await a.goto(`${site.url}#/friends/lost-cities`);
    await a.getByRole("button", { name: "Add a seat" }).click();
    await a.locator("summary").click();
    await a.getByLabel("Anybody may join").check();
    await a.getByRole("button", { name: "I decide" }).click();
    await b.goto(site.url);
    await b.getByText("Nobody is waiting.").waitFor();
    await a.getByRole("button", { name: "Set the table" }).click();
    await a.locator(".bigcode").waitFor();
    await b.getByRole("link", { name: "Join Lost Cities with Mira" }).click();
    await b.getByText("Dice sealed").waitFor();
    await b.getByRole("button", { name: "Sit down as Ben" }).click();
    const table = /#\/t\/(\w+)/.exec(a.url())[1];
    await site.post(`tables/${table}/sit`, { name: "Ruth" });
    await a.getByRole("heading", { name: "Everybody is here" }).waitFor();
    await a.getByRole("button", { name: "Start the game" }).click();
    await yourTurn(a); // the active one; the other two then choose at the same time
    await a.locator(".refuse").click();
    await a.locator(".btns .go:not(.idle)").click();
    await yourTurn(b);
    await b.locator(".refuse").click();
    await b.locator(".btns .go:not(.idle)").click();
    await b.getByRole("button", { name: "Change my choice" }).click();
    await yourTurn(b);
    await b.locator(".btns .go:not(.idle)").click();
    await b.locator("h1", { hasText: "Not done yet: Ruth" }).waitFor();
    await b.evaluate(() => {
      const real = Date.now;
      Date.now = () => real() + 61000;
    });
    await b.getByRole("button", { name: "Ask Ruth: shall we?" }).click();
    await a.locator(".bubble", { hasText: "Shall we?" }).waitFor();
    await b.keyboard.press("c");
    await b.getByRole("button", { name: "Hello!" }).click();
    await a.locator(".bubble", { hasText: "Hello!" }).waitFor();
    await a.locator("#voice", { hasText: "Ben: Hello!" }).waitFor({ state: "attached" });
  });
});

test("who plays together sees the pencil live, and can point and ask", async () => {
  await withPages(async (a, b) => {
    const made = await make({ game: "escape", seats: ["me", "open"], name: "Ada", first: "host" });
    await sitDown(made, 1, "Ben");
    await begin(made);
    for (const [seat, page] of [a, b].entries()) {
      await page.goto(seatLink(made, seat));
      await page.locator("[data-wire=live]").waitFor();
    }
    const place = await pencilStep(a, b);
    await b
      .locator(".theirs", { hasText: "Ada, in pencil: " })
      .filter({ hasText: place })
      .waitFor();
    await b.locator(".rail .opp", { hasText: "Ada" }).click();
    await b.getByRole("button", { name: new RegExp(`^${place},.*Ada is here`) }).waitFor();
    assert.doesNotMatch(
      await site.get(`tables/${made.table}/record`),
      /^0 enter/m,
      "nothing of it has happened",
    );
    await b.reload();
    await b.locator(".theirs", { hasText: place }).waitFor();
    await Promise.all([
      // it is not there for long
      a
        .locator(".bubble", { hasText: "What about c3?" })
        .waitFor(),
      a.locator(".es-point").waitFor(),
      a.locator("#voice", { hasText: "Ben: What about c3?" }).waitFor({ state: "attached" }),
      b.getByRole("button", { name: /^c3,.*Choose it to point at it\.$/ }).click(),
    ]);
    await b.getByLabel("Say something").click();
    await b.getByRole("button", { name: "A golden mask for the pool, please!" }).click();
    await a.locator(".bubble", { hasText: "A golden mask" }).waitFor();
    await goOffline(a); // what is rubbed out meanwhile is gone for the others afterwards, too
    const undo = a.getByRole("button", { name: "Undo", exact: true });
    while (await undo.isEnabled()) await a.keyboard.press("Escape"); // the chamber, and the dice kept for it
    await a.context().setOffline(false);
    // a step that is no decision may be in pencil again
    await b.locator(".theirs", { hasText: place }).waitFor({ state: "detached" });
    await b.getByRole("button", { name: /Ada is here/ }).waitFor({ state: "detached" });
  }, stores);
});

test("two people at one device, seats on one key; then resigning, asked once", async () => {
  await withPages(async (page) => {
    await page.goto(`${site.url}#/friends/lost-cities`);
    await page.getByRole("button", { name: "This device" }).click();
    await page.getByLabel("Name for seat 2").fill("Ruth");
    await page.getByRole("button", { name: "I decide" }).click();
    await page.getByRole("button", { name: "Set the table" }).click();
    await page.getByRole("button", { name: "Start the game" }).click();
    await page.locator("h1", { hasText: "Mira’s turn" }).waitFor();
    await page.locator(".refuse").click();
    await page.locator(".btns .go:not(.idle)").click();
    await page.locator("h1", { hasText: "Ruth’s turn" }).waitFor();
    await page.getByLabel("Menu").click();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByText("You will no longer be able to win or come back.").waitFor();
    await page.locator(".sure .loses").click();
    await page.keyboard.press("Escape");
    await page.locator("h1", { hasText: "Mira’s turn" }).waitFor();
    await page
      .locator(".onl .tag", { hasText: "Ruth has resigned and can no longer win" })
      .waitFor();
  });
});

test("an invitation that nobody used ends with the start", async () => {
  await withPages(async (a, b) => {
    const made = await make({ seats: ["me", "open", "open"], name: "Ada" });
    await a.goto(`${site.url}t/${made.table}#${made.seats[0].key}.${made.host}`);
    await b.goto(seatLink(made, 1));
    await b.getByRole("button", { name: /^Sit down as/ }).waitFor();
    await a.getByRole("button", { name: "Start now, bots fill in" }).click();
    await b.getByText("You are watching.").waitFor();
    await yourTurn(a);
  });
});

test("the host says how well bots play, one by one and for all that fill in", async () => {
  await withPages(async (a) => {
    const made = await make({ seats: ["me", "open", "open"], name: "Ada", first: "host" });
    await a.goto(`${site.url}t/${made.table}#${made.seats[0].key}.${made.host}`);
    await a.getByLabel("Bot level").selectOption("Random");
    await a.getByRole("button", { name: "Put a bot in seat 2" }).click();
    await a
      .locator(".chairs2 li", { hasText: "Bot" })
      .getByText("Random", { exact: true })
      .waitFor();
    await a.getByLabel("Bot level").selectOption("Greedy");
    await a.getByRole("button", { name: "Start now, bots fill in" }).click();
    await yourTurn(a);
    const facts = await (await fetch(`${site.url}api/tables/${made.table}`)).json();
    assert.deepEqual(
      facts.seats.map(({ level }) => level),
      [undefined, "random", "greedy"],
    );
  });
});

test("the host starts with bots, puts a bot in an empty chair and hands it back", async () => {
  await withPages(async (a, b) => {
    const made = await make({ seats: ["me", "open", "open"], name: "Ada" });
    await sitDown(made, 1, "Ben");
    await a.goto(`${site.url}t/${made.table}#${made.seats[0].key}.${made.host}`);
    await a.getByRole("button", { name: "Start now, bots fill in" }).click();
    await a.getByText("Ben is away, seat kept.").waitFor();
    await a.getByRole("button", { name: "Let a bot play" }).click();
    await a.getByText("Ben is away").waitFor({ state: "detached" });
    await b.goto(seatLink(made, 1));
    await b.getByRole("button", { name: "Take over again" }).click();
    await b.getByText("A bot plays for you").waitFor({ state: "detached" });
    await a.locator("[data-wire=live]").waitFor();
  });
});

const refuse = async (page) => {
  await yourTurn(page);
  await page.locator(".refuse").click();
  await page.locator(".btns .go:not(.idle)").click();
};
const inTurn = (page, name) =>
  page.locator(".turns", { hasText: `All choose in turn, as ${name} asked` }).waitFor();

test("LC2.9: one asks for turns, and everybody takes them, sees them and hears of them", async () => {
  await withPages(async (ada, ben, kai, watcher) => {
    const made = await make({ seats: ["me", "open", "open", "open"], name: "Ada", first: "host" }),
      who = ["Ada", "Ben", "Ruth", "Kai"];
    for (const seat of [1, 2, 3]) await sitDown(made, seat, who[seat]);
    await begin(made);
    for (const [page, seat] of [
      [ada, 0],
      [ben, 1],
      [kai, 3],
    ])
      await page.goto(seatLink(made, seat));
    await watcher.goto(`${site.url}t/${made.table}`);
    await refuse(ada);
    await refuse(kai); // hidden from all others
    await yourTurn(ben);
    await pencil(ben);
    await ben.getByRole("button", { name: "Choose in turn?" }).click();
    await ben.getByRole("button", { name: "Yes, in turn" }).click();
    for (const page of [ada, ben, kai, watcher]) await inTurn(page, "Ben");
    await watcher
      .locator("#voice", { hasText: "All choose in turn, as Ben asked" })
      .waitFor({ state: "attached" });
    assert.equal(
      await kai.getByRole("button", { name: "Change my choice" }).count(),
      0,
      "what was chosen before stays",
    );
    await ben.locator(".hand.pencil").first().waitFor();
    await ben.locator(".btns .go:not(.idle)").click();
    for (const page of [ada, kai, watcher])
      await page.locator("h1", { hasText: "Waiting for Ruth" }).waitFor();
    const record = () => site.get(`tables/${made.table}/record`);
    assert.match(await record(), /^1 /m);
    assert.doesNotMatch(await record(), /^3 /m, "Kai's place in the order has not come");
    await watcher.locator("#voice", { hasText: "Ben: " }).waitFor({ state: "attached" });
    await ben.reload();
    await inTurn(ben, "Ben");
    const ruth = ada; // at another seat now
    await ruth.goto(seatLink(made, 2));
    await refuse(ruth);
    for (const page of [ben, kai, watcher])
      await page.locator(".turns").waitFor({ state: "detached" });
    assert.match(await record(), /^2 -\n3 -\n/m);
    await refuse(ben); // the next turn, which is simultaneous again
    for (const page of [kai, ruth])
      await page.getByRole("button", { name: "Choose in turn?" }).waitFor();
  });
});

const takeSeat = async (page, name) => {
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: `Sit down as ${name}` }).click();
};

test("LC2.8: the host arranges the seats and says who begins; in a rematch the next one does, at the same keys", async () => {
  await withPages(async (ada, ben) => {
    const made = await make({ seats: ["me", "open", "open"], first: "host" });
    await ada.goto(`${site.url}t/${made.table}#${made.seats[0].key}.${made.host}`);
    await takeSeat(ada, "Ada");
    await ben.goto(seatLink(made, 1));
    await ben.getByRole("button", { name: /^Sit down as/ }).click();
    await sitDown(made, 2, "Ruth");
    await ada.getByRole("heading", { name: "Everybody is here" }).waitFor();
    await ben.getByText("Whoever set the table says who begins").waitFor();
    await ada.getByRole("button", { name: "Move Ada one seat down" }).focus();
    for (const key of ["Enter", "Enter", "Shift+Tab", "Enter"]) await ada.keyboard.press(key); // down twice, and one up again
    const chairs = (page) => page.locator(".chairs2 .who b").allTextContents();
    for (const page of [ada, ben])
      await eventually(
        async () => (await chairs(page)).join() === "Mira,Ada,Ruth",
        "they have moved",
      );
    assert.equal(
      await ben.getByRole("button", { name: /one seat/ }).count(),
      0,
      "only the host moves people",
    );
    await ada
      .getByRole("group", { name: "Who begins?" })
      .getByRole("button", { name: "Ruth" })
      .click();
    await ada.getByRole("button", { name: "Move Ruth one seat up" }).click(); // she still begins
    for (const page of [ada, ben])
      await eventually(
        async () => (await chairs(page)).join() === "Mira,Ruth,Ada",
        "they have moved again",
      );
    await ada.getByRole("button", { name: "Start the game" }).click();
    for (const page of [ada, ben])
      await page.locator(".news", { hasText: "Ruth begins." }).waitFor();
    const names = async (table) =>
      (await site.get(`tables/${table}`)).seats.map(({ name }) => name ?? "");
    assert.deepEqual(await names(made.table), ["Ruth", "Ada", "Mira"]);
    for (const page of [ada, ben]) {
      await page.getByLabel("Menu").click();
      await page.getByRole("button", { name: "Resign" }).click();
      await page.locator(".sure .loses").click();
      await page.keyboard.press("Escape");
    }
    await ada.getByText("Ruth is away").waitFor();
    await ada.getByRole("button", { name: "Let a bot play" }).click();
    await ada.locator(".rev .bd").waitFor();
    await ada.locator("[data-verdict=proven]").waitFor();
    await ada.getByRole("button", { name: "Rematch" }).click();
    await ada.waitForURL((url) => url.hash.startsWith("#/t/") && !url.hash.includes(made.table));
    const next = /#\/t\/(\w+)/.exec(ada.url())[1];
    await eventually(
      async () => (await names(next)).join() === "Ada,,",
      "Ada sits where the next one begins",
    );
    await ben.getByRole("button", { name: "Take my seat" }).click();
    await eventually(
      async () => (await names(next)).join() === "Ada,Mira,",
      "everybody has the seat of their key",
    );
  });
});

test("ES1.8: who begins is drawn by dice that everybody can check, and the proof says so", async () => {
  await withPages(async (page) => {
    const made = await make({
      game: "lost-cities",
      seats: ["me", "bot:greedy", "bot:greedy"],
    });
    await page.goto(myLink(made));
    await takeSeat(page, "Ada"); // with a nonce of the page's own, without which it proves nothing
    await page
      .locator(".news", { hasText: "begins (drawn)." })
      .or(page.locator(".rail .log", { hasText: "begins (drawn)." }))
      .first()
      .waitFor();
    await page.getByLabel("Menu").click();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator(".sure .loses").click();
    await page.keyboard.press("Escape");
    await page.locator("[data-verdict=proven]").waitFor();
    await page.getByRole("link", { name: "Roll by roll" }).click();
    await page.locator(".checks .good", { hasText: "Who begins was drawn fairly" }).waitFor();
    assert.match(await site.get(`tables/${made.table}/record`), /^first draw \d$/m);
  });
});
