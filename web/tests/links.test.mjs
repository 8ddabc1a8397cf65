// Links, codes and everything around a table on a server, and every way in which they can fail.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { crowd, goOffline, phone, stored } from "./browser.mjs";
import { host, serve } from "./server.mjs";
import { pencilStep, playOut, step, stepUntil } from "./steps.mjs";

const golden = join(dirname(fileURLToPath(import.meta.url)), "..", "..", "tests", "golden", "lost-cities-fair.pip");
let site, people;
before(async () => { [site, people] = [await host(), await crowd()]; });
after(async () => {
  await people.close();
  await site.close();
});

// Runs `body` with as many fresh browsers as it takes pages; none may complain.
async function withPages(body, options = {}) {
  const all = await Promise.all(Array.from({ length: Math.max(1, body.length) }, () => people.person(options)));
  try {
    await body(...all.map(({ page }) => page));
    assert.deepEqual(all.flatMap(({ errors }) => errors), []);
  } finally {
    await Promise.all(all.map(({ close }) => close()));
  }
}

const seatLink = (made, seat) => `${site.url}t/${made.table}#${made.seats[seat].key}`;
const make = (body) => site.post("tables", { game: "lost-cities", ...body });
const trouble = (page, code) => page.locator(`.trouble[data-code="${code}"]`).waitFor();
const yourTurn = (page) => page.locator(".act .refuse:not(:disabled)").waitFor();

// A table for one and a bot, with its page open at their turn.
async function alone(page) {
  const made = await make({ seats: ["me", "bot:greedy"], name: "Ada" });
  await page.goto(seatLink(made, 0));
  await yourTurn(page);
  return made;
}

// Waits until it is so: pages learn of things a moment later.
async function eventually(is, what) {
  for (const end = Date.now() + 20000; Date.now() < end;) {
    if (await is()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.fail(what);
}

test("the key leaves the address, and the seat is found again from the lobby", async () => {
  await withPages(async (page) => {
    const made = await alone(page);
    await page.waitForURL(`${site.url}#/t/${made.table}`);
    await page.locator(".brand").click();
    await page.locator(".mine").getByRole("button", { name: "Continue" }).click();
    await yourTurn(page);
    await page.getByLabel("Menu").click();
    assert.equal(await page.getByLabel("Link to my seat", { exact: true }).inputValue(), seatLink(made, 0));
  });
});

// Calls the page hidden, or shown again.
const hide = (page, hidden) => page.evaluate((value) => {
  for (const [name, is] of [["hidden", value], ["visibilityState", value ? "hidden" : "visible"]]) Object.defineProperty(document, name, { value: is, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}, hidden);

test("the lobby asks whose turn it is at one's tables, and which are over or no more", async () => {
  await withPages(async (ada, ben) => {
    const made = await make({ seats: ["me", "open"], name: "Ada" });
    const mine = ada.locator(".mine li"), kept = () => ada.evaluate(() => JSON.parse(localStorage["pipwright.tables"])[0]);
    const back = async () => { await hide(ada, true); await hide(ada, false); };
    await ada.goto(seatLink(made, 0));
    await ada.getByText("Waiting for 1 more").waitFor();
    await ada.locator(".brand").click();
    await mine.filter({ hasText: "Waiting for people" }).waitFor();
    await ben.goto(seatLink(made, 1));
    await ben.getByRole("button", { name: /^Sit down as/ }).click();
    await ben.locator(".tbl").waitFor();
    await back();
    await ada.locator(".mine li.turn", { hasText: "It is your turn · Ada and Mira" }).waitFor();
    await mine.getByRole("button", { name: "Continue" }).click();
    await yourTurn(ada);
    await ada.locator(".refuse").click();
    await ada.locator(".btns .go:not(.idle)").click();
    await yourTurn(ben);
    await ada.locator(".brand").click();
    await mine.filter({ hasText: "Others are choosing" }).waitFor();
    await ben.getByLabel("Menu").click();
    await ben.getByRole("button", { name: "Resign" }).click();
    await ben.locator(".sure .go").click();
    await eventually(async () => (await site.get(`tables/${made.table}`)).choosing?.includes(0), "the bot has played");
    await back();
    await ada.locator(".mine li.turn").waitFor();
    const known = (await kept()).key;
    for (const code of ["busy", "no-table"]) {
      await ada.route(`**/api/tables/${made.table}`, (route) => route.fulfill({ status: 404, json: { code } }));
      const answered = ada.waitForResponse(`**/api/tables/${made.table}`);
      await back();
      await answered;
      if (code === "busy") assert.equal((await kept()).gone, false, "that says nothing about the table");
      else await mine.filter({ hasText: "No longer on the server" }).waitFor();
    }
    assert.equal(await mine.getByRole("button", { name: "Continue" }).count(), 0);
    assert.equal((await kept()).key, known, "it may come back");
    await ada.unroute(`**/api/tables/${made.table}`);
    await back();
    await ada.locator(".mine li.turn").waitFor();
    const { choosing, ...facts } = await site.get(`tables/${made.table}`);
    await ada.route(`**/api/tables/${made.table}`, (route) => route.fulfill({ json: { ...facts, phase: "over" } }));
    await back();
    await mine.filter({ hasText: "Finished" }).getByRole("button", { name: "Look" }).waitFor();
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
    await called("Pipwright");
  });
});

test("a spectator sees the game and may not act; a full table offers a game like it", async () => {
  await withPages(async (player, watcher) => {
    const made = await make({ seats: ["me", "bot:greedy"], name: "Ada" });
    await player.goto(seatLink(made, 0));
    await watcher.goto(`${site.url}t/${made.table}`);
    await watcher.getByText("You are watching.").waitFor();
    await watcher.locator(".onl a", { hasText: "Play a game like this" }).waitFor();
    assert.equal(await watcher.locator("[data-spot]").count(), 0);
    await yourTurn(player);
    for (let i = 0; i < 4; i++) await step(player, "Lost Cities", i);
    const hash = (page) => page.evaluate(() => document.documentElement.dataset.hash);
    await eventually(async () => (await hash(watcher)) === (await hash(player)), "both see the same");
    await watcher.getByRole("button", { name: "Just watch" }).click();
    assert.equal(await watcher.locator(".onl a").count(), 0);
  });
});

test("an open table in the lobby; a hidden choice can be changed until all have chosen", async () => {
  await withPages(async (a, b) => {
    await a.goto(`${site.url}#/friends/lost-cities`);
    await a.getByRole("button", { name: "Add a seat" }).click();
    await a.locator("summary").click();
    await a.getByLabel("Anybody may join").check();
    await a.getByRole("button", { name: "Set the table" }).click();
    await a.locator(".bigcode").waitFor();
    await b.goto(site.url);
    await b.getByRole("link", { name: "Join Lost Cities with Mira" }).click();
    await b.getByText("Dice sealed").waitFor();
    await b.getByRole("button", { name: "Sit down as Ben" }).click();
    const table = /#\/t\/(\w+)/.exec(a.url())[1];
    await site.post(`tables/${table}/sit`, { name: "Ruth" });
    await yourTurn(a); // the active one; the other two then choose at the same time
    await a.locator(".refuse").click();
    await a.locator(".btns .go:not(.idle)").click();
    await yourTurn(b);
    await b.locator(".refuse").click();
    await b.locator(".btns .go:not(.idle)").click();
    await b.getByRole("button", { name: "Change my choice" }).click();
    await yourTurn(b);
    await b.locator(".btns .go:not(.idle)").click();
    await b.locator("h1", { hasText: "Still choosing: Ruth" }).waitFor();
    await b.evaluate(() => { const real = Date.now; Date.now = () => real() + 61000; });
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
    const made = await make({ game: "escape", seats: ["me", "open"], name: "Ada" });
    await site.post(`tables/${made.table}/sit`, { key: made.seats[1].key, name: "Ben" });
    for (const [seat, page] of [a, b].entries()) {
      await page.goto(seatLink(made, seat));
      await page.locator("[data-wire=live]").waitFor();
    }
    const place = await pencilStep(a, b);
    await b.locator(".theirs", { hasText: "Ada, in pencil: " }).filter({ hasText: place }).waitFor();
    await b.locator(".rail .opp", { hasText: "Ada" }).click();
    await b.getByRole("button", { name: new RegExp(`^${place},.*Ada is here`) }).waitFor();
    assert.doesNotMatch(await site.get(`tables/${made.table}/record`), /^0 enter/m, "nothing of it has happened");
    await b.reload();
    await b.locator(".theirs", { hasText: place }).waitFor();
    await Promise.all([ // it is not there for long
      a.locator(".bubble", { hasText: "What about c3?" }).waitFor(),
      a.locator(".es-point").waitFor(),
      a.locator("#voice", { hasText: "Ben: What about c3?" }).waitFor({ state: "attached" }),
      b.getByRole("button", { name: /^c3,.*Choose it to point at it\.$/ }).click(),
    ]);
    await b.getByLabel("Say something").click();
    await b.getByRole("button", { name: "A golden mask for the pool, please!" }).click();
    await a.locator(".bubble", { hasText: "A golden mask" }).waitFor();
    await goOffline(a); // what is rubbed out meanwhile is gone for the others afterwards, too
    await a.keyboard.press("Escape");
    await a.context().setOffline(false);
    await b.locator(".theirs").waitFor({ state: "detached" });
    assert.equal(await b.getByRole("button", { name: /Ada is here/ }).count(), 0);
  });
});

test("two people at one device, seats on one key; then resigning, asked once", async () => {
  await withPages(async (page) => {
    await page.goto(`${site.url}#/friends/lost-cities`);
    await page.getByRole("button", { name: "This device" }).click();
    await page.getByLabel("Name at seat 2").fill("Ruth");
    await page.getByRole("button", { name: "Set the table" }).click();
    await page.locator("h1", { hasText: "Mira’s turn" }).waitFor();
    await page.locator(".refuse").click();
    await page.locator(".btns .go:not(.idle)").click();
    await page.locator("h1", { hasText: "Ruth’s turn" }).waitFor();
    await page.getByLabel("Menu").click();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByText("A bot plays your seat to the end. Resign?").waitFor();
    await page.locator(".sure .go").click();
    await page.keyboard.press("Escape");
    await page.locator("h1", { hasText: "Mira’s turn" }).waitFor();
    await page.locator(".onl .tag", { hasText: "Ruth has resigned; a bot plays on." }).waitFor();
  });
});

test("somebody whose seat a bot has taken, and who has no name there, may still say something", async () => {
  await withPages(async (a, b) => {
    const made = await make({ seats: ["me", "open", "open"], name: "Ada" });
    await a.goto(`${site.url}t/${made.table}#${made.seats[0].key}.${made.host}`);
    await b.goto(seatLink(made, 1));
    await b.getByRole("button", { name: /^Sit down as/ }).waitFor();
    await a.getByRole("button", { name: "Start now, bots fill in" }).click();
    await b.getByLabel("Say something").click();
    await Promise.all([
      a.locator(".bubble", { hasText: "Hello!" }).waitFor(),
      a.locator("#voice", { hasText: /Bot \w+: Hello!/ }).waitFor({ state: "attached" }),
      b.getByRole("button", { name: "Hello!" }).click(),
    ]);
    await yourTurn(a);
  });
});

test("the host starts with bots, puts a bot in an empty chair and hands it back", async () => {
  await withPages(async (a, b) => {
    const made = await make({ seats: ["me", "open", "open"], name: "Ada" });
    await site.post(`tables/${made.table}/sit`, { key: made.seats[1].key, name: "Ben" });
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

test("a restart of the server is a short pause; what was chosen meanwhile is sent afterwards", async () => {
  await withPages(async (page) => {
    const made = await make({ seats: ["me", "bot:greedy"], name: "Ada", clock: 300 });
    await page.goto(seatLink(made, 0));
    await yourTurn(page);
    await page.locator(".clock").waitFor();
    await stored(page);
    await site.stop();
    await page.locator("[data-wire=lost]", { hasText: "Reconnecting" }).waitFor();
    await page.locator(".refuse").click();
    await page.locator(".btns .go:not(.idle)").click();
    await site.start();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await page.locator("[data-wire=live]", { hasText: "Back, nothing missed" }).waitFor();
    await page.locator("#voice", { hasText: "Back, nothing missed" }).waitFor({ state: "attached" });
    await eventually(async () => /^0 -$/m.test(await site.get(`tables/${made.table}/record`)), "the choice is stored");
  });
});

test("pencil and an unsent choice survive a reload without a network", async () => {
  await withPages(async (page) => {
    const made = await alone(page);
    await goOffline(page);
    await page.locator(".refuse").click();
    await page.locator(".btns .go:not(.idle)").click();
    await page.reload();
    await trouble(page, "offline");
    await page.goto(`${site.url}t/${made.table}`); // the page itself comes from the browser
    await trouble(page, "offline");
    await page.context().setOffline(false);
    await page.locator(".tbl").waitFor();
    const stored = async () => (await site.get(`tables/${made.table}/record`)).match(/^0 /gm)?.length ?? 0;
    await eventually(async () => (await stored()) === 1, "the choice is stored");
    await yourTurn(page);
    for (let i = 0; i < 60 && (await stored()) === 1; i++) await step(page, "Lost Cities", i);
    await eventually(async () => (await stored()) > 1, "so is the next one");
  });
});

test("a message or its answer gets lost: the same message is sent again and done once", async () => {
  await withPages(async (page) => {
    const moves = [];
    let dropMove = true, dropAnswer = true;
    await page.routeWebSocket(/\/ws$/, (ws) => {
      const server = ws.connectToServer();
      ws.onMessage((text) => {
        const move = text.includes('"t":"move"');
        if (move) moves.push(text);
        if (!move || !dropMove) return server.send(text);
        dropMove = false;
        cut();
      });
      server.onMessage((text) => {
        if (!dropAnswer || !text.includes('"t":"ok"')) return ws.send(text);
        dropAnswer = false;
        cut();
      });
      const cut = () => {
        void server.close();
        void ws.close();
      };
    });
    const made = await alone(page);
    await page.locator(".refuse").click();
    await page.locator(".btns .go:not(.idle)").click();
    await eventually(() => !dropAnswer && moves.length === 2, "both were lost once");
    await page.locator("[data-wire=live]", { hasText: "Back, nothing missed" }).waitFor();
    const record = await site.get(`tables/${made.table}/record`);
    assert.equal(record.match(/^0 -$/gm).length, 1);
    assert.equal(moves.length, 2);
    assert.equal(moves[1], moves[0]);
  });
});

test("a choice made offline for a turn that another device has played is pencil again, with the reason", async () => {
  await withPages(async (a, b) => {
    const made = await make({ seats: ["me", "bot:greedy"], name: "Ada" });
    for (const page of [a, b]) await page.goto(seatLink(made, 0));
    for (const page of [a, b]) await yourTurn(page);
    await goOffline(a);
    await a.locator(".refuse").click();
    await a.locator(".btns .go:not(.idle)").click();
    await b.locator(".paper [data-spot]").first().click();
    if (await b.locator(".chips button").count()) await b.locator(".chips button").first().click();
    await b.locator(".btns .go:not(.idle)").click();
    await b.locator(".hand.ink").first().waitFor();
    await a.context().setOffline(false);
    await a.locator(".act .err", { hasText: "The table had moved on before your choice arrived" }).waitFor();
    assert.doesNotMatch(await site.get(`tables/${made.table}/record`), /^0 -$/m);
  });
});

test("after 30 seconds the table says that it is saved", async () => {
  await withPages(async (page) => {
    const made = await alone(page);
    await goOffline(page);
    await page.evaluate(() => { const real = Date.now; Date.now = () => real() + 31000; });
    await page.getByText("Saved. Come back with this link.").waitFor();
    await page.context().setOffline(false);
  });
});

test("what was asked offline is sent in the order it was asked in", async () => {
  await withPages(async (page) => {
    const made = await alone(page);
    await goOffline(page);
    await page.getByLabel("Menu").click();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator(".sure .go").click();
    await page.keyboard.press("Escape");
    await page.locator(".refuse").click();
    await page.locator(".btns .go:not(.idle)").click();
    await page.context().setOffline(false);
    await page.locator("[data-wire=live]").waitFor();
    await eventually(async () => (await site.get(`tables/${made.table}`)).seats[0].resigned, "the resignation is done");
  });
});

// A page whose messages of some kinds are kept; `answer` refuses the oldest of them, or lets it through without a code.
async function holding(page, kinds) {
  const held = [], all = [];
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    ws.onMessage((text) => {
      const message = JSON.parse(text);
      all.push(message);
      if (kinds.includes(message.t)) held.push({ ws, server, text, id: message.id });
      else server.send(text);
    });
  });
  const answer = async (code) => {
    await eventually(() => held.length, "nothing was sent");
    const { ws, server, text, id } = held.shift();
    if (code) ws.send(JSON.stringify({ t: "no", id, code }));
    else server.send(text);
  };
  return { held, all, answer };
}

test("taking back a choice is asked once, however often it is tapped", async () => {
  await withPages(async (a, b) => {
    const { held, all, answer } = await holding(b, ["undo"]);
    const made = await make({ seats: ["me", "open", "open"], name: "Ada" });
    for (const [seat, name] of [[1, "Ben"], [2, "Ruth"]]) await site.post(`tables/${made.table}/sit`, { key: made.seats[seat].key, name });
    await a.goto(seatLink(made, 0));
    await b.goto(seatLink(made, 1));
    for (const page of [a, b]) {
      await yourTurn(page);
      await page.locator(".refuse").click();
      await page.locator(".btns .go:not(.idle)").click();
    }
    const change = b.getByRole("button", { name: "Change my choice" });
    await change.waitFor();
    for (let i = 0; i < 3; i++) await b.keyboard.press("Backspace");
    await change.waitFor({ state: "detached" });
    await eventually(() => held.length, "it is asked for");
    await answer();
    await yourTurn(b);
    await b.locator(".btns .go:not(.idle)").click(); // it is pencil again
    await change.waitFor();
    assert.equal(all.filter((message) => message.t === "undo").length, 1);
  });
});

test("a refused choice leaves alone what somebody else at the device has pencilled", async () => {
  await withPages(async (page) => {
    const { held, answer } = await holding(page, ["move"]);
    const made = await make({ seats: ["me", "me", "me"] });
    for (const [seat, name] of ["Ada", "Ben", "Ruth"].entries()) await site.post(`tables/${made.table}/sit`, { key: made.seats[0].key, seat, name });
    await page.goto(seatLink(made, 0));
    const turnOf = (name) => page.locator("h1", { hasText: `${name}’s turn` }).waitFor();
    const choose = async (name) => {
      await turnOf(name);
      await page.locator(".refuse").click();
      await page.locator(".btns .go:not(.idle)").click();
    };
    await choose("Ada");
    await answer();
    await choose("Ben");
    await turnOf("Ruth");
    await page.locator(".refuse").click();
    await page.locator(".btns .go:not(.idle)").waitFor();
    await answer("busy");
    await page.locator(".act .err", { hasText: "Ben’s choice was not accepted" }).waitFor();
    await turnOf("Ruth");
    await page.locator(".btns .go:not(.idle)").click();
    await answer();
    await choose("Ben");
    await answer();
    assert.equal(held.length, 0);
    await eventually(async () => /^0 -\n1 -\n2 -$|^0 -\n2 -\n1 -$/m.test(await site.get(`tables/${made.table}/record`)), "all choices are stored");
  });
});

test("a hidden tab whose timers come late stays connected; a ping without an answer is a loss", async () => {
  await withPages(async (page) => {
    const kept = [], { all } = await holding(page, kept);
    const made = await alone(page);
    const late = () => page.evaluate(() => {
      const real = Date.now;
      Date.now = () => real() + 61000;
      document.dispatchEvent(new Event("visibilitychange"));
    });
    const count = (kind) => all.filter(({ t }) => t === kind).length;
    await late();
    await eventually(() => count("ping") === 1, "it asks");
    kept.push("ping");
    await eventually(async () => (await late(), count("ping") === 2), "it was answered, and asks again");
    assert.equal(count("hello"), 1, "all the time it was connected");
    await page.locator("[data-wire=live]", { hasText: "Back, nothing missed" }).waitFor();
    assert.equal(count("hello"), 2);
  });
});

test("a refusal of anything else is told, too", async () => {
  await withPages(async (page) => {
    const { answer } = await holding(page, ["resign", "rematch"]);
    const made = await alone(page);
    await page.getByLabel("Menu").click();
    const resign = async (code) => {
      await page.getByRole("button", { name: "Resign" }).click();
      await page.locator(".sure .go").click();
      await answer(code);
    };
    await resign("busy");
    await page.locator(".menu .err", { hasText: "The server is busy" }).waitFor();
    await page.locator(".act .err", { hasText: "The server is busy" }).waitFor();
    await resign();
    await page.locator(".rev .bd").waitFor(); // bots play it to the end
    const rematch = page.getByRole("button", { name: "Rematch" });
    await rematch.click();
    await answer("failed");
    await page.locator(".hero .err", { hasText: "The server could not do it" }).waitFor();
    await rematch.click();
    await answer();
    await page.waitForURL((url) => url.hash.startsWith("#/t/") && !url.hash.includes(made.table));
  });
});

// ---- The end: proof, rematch, daily dice ----

test("the dice are proven roll by roll; a rematch takes everybody along", async () => {
  await withPages(async (a, b) => {
    const made = await make({ game: "roller", seats: ["open", "bot:random"] });
    await a.goto(seatLink(made, 0));
    await a.getByRole("button", { name: "Sit down as Mira" }).click();
    await a.locator(".tbl").waitFor();
    await b.goto(`${site.url}t/${made.table}`);
    await playOut(a, "Roller");
    await a.locator(".proofc[data-verdict=proven]", { hasText: "All 7 rolls" }).waitFor();
    await a.getByRole("link", { name: "Roll by roll" }).click();
    await a.locator(".checks").waitFor();
    assert.equal(await a.locator(".checks .good").count(), 4, "secret, rolls, commitment and nonce are all as this browser knows them");
    assert.equal(await a.locator(".rolls tbody tr").count(), 7);
    await a.getByRole("link", { name: "Back to the table" }).click();
    await a.getByRole("button", { name: "Rematch" }).click();
    await b.waitForURL((url) => url.hash.startsWith("#/t/") && !url.hash.includes(made.table));
    for (const page of [a, b]) await page.locator(".tbl").waitFor(); // who asked for it has sat down
    await a.goto(`${site.url}#/t/${made.table}`); // the old game can still be looked at
    await a.getByRole("button", { name: "To the rematch" }).click();
    await a.locator(".tbl").waitFor();
  });
});

// A game that is over, with the pages of those who played it.
async function overAt(seats, names, ...pages) {
  const made = await make({ game: "roller", seats });
  for (const [seat, name] of names.entries()) await site.post(`tables/${made.table}/sit`, { key: made.seats[seat].key, seat, name });
  for (const [seat, page] of pages.entries()) {
    await page.goto(seatLink(made, seat));
    await page.locator(".tbl").waitFor();
  }
  for (const [seat, name] of names.entries()) {
    const page = pages[seat] ?? pages[0];
    if (names.length > pages.length && seat) await page.locator("h1", { hasText: name }).waitFor();
    await page.getByLabel("Menu").click();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator(".sure .go").click();
    await page.keyboard.press("Escape");
  }
  for (const page of pages) await page.locator(".rev .bd").waitFor();
  return made;
}
const taken = async (table) => (await site.get(`tables/${table}`)).seats.map(({ is, name }) => (is === "person" ? name : ""));
const tableAt = (page, before) => page.waitForURL((url) => url.hash.startsWith("#/t/") && !url.hash.includes(before)).then(() => /#\/t\/(\w+)/.exec(page.url())[1]);

test("who wants a rematch sits down with it; who is taken along is asked", async () => {
  await withPages(async (ada, ben, ruth) => {
    const made = await overAt(["me", "open", "open"], ["Ada", "Ben", "Ruth"], ada, ben, ruth);
    let lost = 0;
    await ada.route("**/sit", async (route) => {
      if (lost++) return route.continue();
      await route.fetch();
      await route.abort(); // it is done, and the answer gets lost
    });
    await ada.getByRole("button", { name: "Rematch" }).click();
    const table = await tableAt(ada, made.table);
    await ada.getByText("Waiting for 2 more").waitFor();
    await eventually(() => lost === 2, "it asked again");
    await ben.getByRole("button", { name: "Sit down as Ben" }).waitFor();
    await ruth.getByRole("button", { name: "Sit down as Ruth" }).waitFor();
    assert.deepEqual(await taken(table), ["Ada", "", ""]);
    await ben.goto(`${site.url}#/t/${made.table}`);
    await ben.getByRole("button", { name: "To the rematch" }).click();
    await ben.getByText("Waiting for 1 more").waitFor();
    assert.deepEqual(await taken(table), ["Ada", "Ben", ""]);
    await ben.getByRole("button", { name: "Leave the seat" }).click();
    await ben.getByRole("button", { name: /^Sit down as/ }).waitFor();
    await ben.reload();
    await ben.getByRole("button", { name: /^Sit down as/ }).waitFor();
    assert.deepEqual(await taken(table), ["Ada", "", ""], "who has left does not sit down by itself");
  });
});

test("two people at one device sit down at the rematch, also after a reload in between", async () => {
  await withPages(async (page) => {
    const made = await overAt(["me", "me"], ["Ada", "Ben"], page);
    let stopped = true;
    await page.route("**/sit", (route) => (stopped ? undefined : route.continue())); // no answer yet
    await page.getByRole("button", { name: "Rematch" }).click();
    const table = await tableAt(page, made.table);
    await page.locator(".sitdown button[disabled]", { hasText: "Sit down as Ada" }).waitFor();
    stopped = false;
    await page.reload();
    await page.locator(".tbl").waitFor();
    assert.deepEqual(await taken(table), ["Ada", "Ben"]);
    let kept;
    await eventually(async () => {
      kept = await page.evaluate(() => JSON.parse(localStorage["pipwright.tables"])[0]);
      return Object.keys(kept.comeAs).length === 0;
    }, "both have come");
    assert.deepEqual([kept.table, Object.keys(kept.nonces)], [table, ["0", "1"]]);
    assert.deepEqual([...(await site.get(`tables/${table}/record`)).matchAll(/^fair-nonce \d (\w+)$/gm)].map(([, nonce]) => nonce), [kept.nonces[0], kept.nonces[1]]);
  });
});

test("a rematch that was asked for without a connection, or whose answer gets lost, is gone to later", async () => {
  await withPages(async (offline, page) => {
    const before = await overAt(["me", "bot:greedy"], ["Ada"], offline);
    await goOffline(offline);
    await offline.getByRole("button", { name: "Rematch" }).click();
    await offline.context().setOffline(false);
    await tableAt(offline, before.table);
    await offline.locator(".tbl").waitFor();
    let lost = false;
    await page.routeWebSocket(/\/ws$/, (ws) => {
      const server = ws.connectToServer();
      let deaf = false;
      ws.onMessage((text) => {
        deaf ||= !lost && text.includes('"t":"rematch"');
        lost ||= deaf;
        server.send(text);
      });
      server.onMessage((text) => {
        if (!deaf) ws.send(text);
        else if (text.includes('"t":"rematch"')) void ws.close();
      });
    });
    const made = await overAt(["me", "bot:greedy"], ["Ada"], page);
    await page.getByRole("button", { name: "Rematch" }).click();
    await tableAt(page, made.table);
    assert.ok(lost);
    await page.locator(".tbl").waitFor();
  });
});

test("a record that was tampered with is shown as such", async () => {
  await withPages(async (page) => {
    const record = readFileSync(golden, "utf8");
    const upload = (text) => page.locator("input[type=file]").setInputFiles({ name: "game.pip", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.goto(site.url);
    await upload(record);
    await page.locator(".proofc[data-verdict=proven]").waitFor();
    await page.goto(`${site.url}#/`);
    await upload(record.replace(/^(fair-nonce 0 )(.)/m, (_, key, digit) => key + (digit === "0" ? "1" : "0")));
    await page.locator(".proofc[data-verdict=forged]").waitFor();
    await page.getByRole("button", { name: "Roll by roll" }).click();
    await page.locator(".rolls .bad", { hasText: "must be" }).first().waitFor();
  });
});

test("daily dice: one try, entered at the end", async () => {
  await withPages(async (page) => {
    await page.goto(site.url);
    await page.getByRole("link", { name: "Today’s dice" }).click();
    await page.getByRole("link", { name: "Roller", exact: true }).click();
    await page.getByText("Nobody has finished yet").waitFor();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Play today’s dice" }).click();
    await page.locator(".tbl").waitFor();
    assert.ok(await page.getByRole("button", { name: "Hint" }).isDisabled(), "no help where scores are compared");
    await playOut(page, "Roller");
    await page.locator(".proofc[data-verdict=open]", { hasText: "when the day is over" }).waitFor();
    const points = await page.locator(".hero .big").textContent();
    await page.getByRole("link", { name: "Best of the day" }).click();
    await page.locator(".top10 li", { hasText: "Ada" }).waitFor();
    assert.equal(await page.locator(".top10 li span").textContent(), points);
    await page.getByText("You have played today’s dice.").waitFor();
    await page.locator(".form a.go").click();
    await page.locator(".rev .bd").waitFor(); // the same try
    await page.goto(`${site.url}#/daily/escape`);
    await trouble(page, "bad-game");
  });
});

// ---- What goes wrong ----

test("daily dice over midnight: what was sealed for the new day is kept", async () => {
  await withPages(async (page) => {
    const today = await site.get("daily/roller");
    let old = true;
    await page.route("**/api/daily/roller", (route) => {
      if (!old || route.request().method() !== "GET") return route.continue();
      old = false;
      return route.fulfill({ json: { ...today, day: today.day - 1, commitment: "0".repeat(64) } });
    });
    await page.goto(`${site.url}#/daily/roller`);
    await page.getByRole("button", { name: "Play today’s dice" }).click();
    await page.locator(".ro-map").waitFor();
    assert.equal(await page.evaluate(() => JSON.parse(localStorage["pipwright.tables"])[0].commitment), today.commitment);
  });
});

test("wrong codes and links say what happened and what to do", async () => {
  await withPages(async (page) => {
    await page.goto(`${site.url}t/fern-42`);
    await trouble(page, "no-code");
    assert.equal(await page.locator("#code").inputValue(), "fern-42");
    const made = await make({ seats: ["me", "open"], name: "Ada" });
    await page.locator("#code").fill(` ${made.code.toUpperCase().replace("-", " ")} `);
    await page.getByRole("button", { name: "Join" }).click();
    await page.getByRole("button", { name: /^Sit down as/ }).waitFor();
    await page.goto(`${site.url}#/`);
    await page.locator("#code").fill("what?");
    await page.getByRole("button", { name: "Join", exact: true }).first().click();
    await page.getByText("A code is a word and a number").waitFor();
    await page.goto(`${site.url}t/aaaabbbbccccddddeeee`);
    await trouble(page, "no-table");
    await page.goto(`${site.url}#/replay/dAAAA`);
    await trouble(page, "bad-record");
    await page.getByText("This record cannot be read").waitFor();
  });
});

test("the answer to sitting down gets lost: asking again is given the same seat", async () => {
  for (const seats of [["me", "open", "open"], ["me", "open"]]) { // the second game begins with it
    await withPages(async (page) => {
      const made = await make({ seats, name: "Ada" });
      await page.goto(`${site.url}t/${made.code}`);
      let lost = false;
      await page.route("**/sit", async (route) => {
        if (lost) return route.continue();
        lost = true;
        await route.fetch();
        await route.abort();
      });
      await page.getByRole("button", { name: /^Sit down as/ }).click();
      await (seats.length > 2 ? page.getByText("Waiting for 1 more") : page.getByRole("button", { name: "Say something" })).first().waitFor();
      const { seats: now } = await site.get(`tables/${made.table}`);
      assert.deepEqual(now.map(({ is }) => is), ["person", "person", "open"].slice(0, seats.length));
    });
  }
});

test("a seat that was taken with the code: the old link says so and lets one watch", async () => {
  await withPages(async (page) => {
    const made = await make({ seats: ["open", "open"] });
    await site.post(`codes/${made.code}/sit`, { name: "Eve" });
    await page.goto(seatLink(made, 0));
    await trouble(page, "bad-key");
    await page.getByRole("button", { name: "Just watch" }).click();
    await page.locator(".room").waitFor();
  });
});

test("a link to another seat, or a broken one, does not push out the key that is kept", async () => {
  await withPages(async (page) => {
    const made = await make({ seats: ["me", "open"], name: "Ada" });
    const seat = () => page.evaluate(() => JSON.parse(localStorage["pipwright.tables"])[0].key);
    await page.goto(seatLink(made, 0));
    await page.getByText("Waiting for 1 more").waitFor();
    for (const key of [made.seats[1].key, "x", "AAECAwQFBgcICQoLDA0ODw"]) {
      await page.goto("about:blank");
      await page.goto(`${site.url}t/${made.table}#${key}`);
      if (key === made.seats[1].key) await page.getByRole("button", { name: /^Sit down as/ }).waitFor();
      else await page.getByText("Waiting for 1 more").waitFor();
      await page.waitForURL(`${site.url}#/t/${made.table}${key === made.seats[1].key ? `/${key}` : ""}`);
      assert.equal(await seat(), made.seats[0].key);
    }
  });
});

test("a seat that was left is no part of the proof", async () => {
  await withPages(async (page) => {
    const made = await make({ seats: ["open", "open", "open"] });
    const nonces = () => page.evaluate(() => JSON.parse(localStorage["pipwright.tables"])[0].nonces);
    await page.goto(`${site.url}t/${made.code}`);
    await page.getByRole("button", { name: /^Sit down as/ }).click();
    await page.getByText("Waiting for 2 more").waitFor();
    assert.equal(Object.keys(await nonces()).length, 1);
    await page.getByRole("button", { name: "Leave the seat" }).click();
    await page.getByRole("button", { name: /^Sit down as/ }).waitFor();
    await eventually(async () => (await nonces()) === undefined, "it is dropped");
  });
});

test("a page over plain http says that it cannot check the dice", async () => {
  await withPages(async (page) => {
    await page.addInitScript(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
    const made = await make({ game: "roller", seats: ["me"], name: "Ada" });
    await page.goto(seatLink(made, 0));
    await playOut(page, "Roller");
    await page.locator(".proofc[data-verdict=unchecked]").waitFor();
    await page.getByRole("link", { name: "Roll by roll" }).click();
    await page.locator("main [data-verdict=unchecked]").waitFor();
  });
});

test("a full table in the waiting room: watch", async () => {
  await withPages(async (page) => {
    const made = await make({ seats: ["me", "me"] });
    await page.goto(`${site.url}t/${made.table}`);
    await page.getByRole("heading", { name: "You are watching" }).waitFor();
    await page.getByRole("link", { name: "A table of my own" }).waitFor();
  });
});

// A shipped sheet under another name and title: no sheet that the page has.
const sheets = join(dirname(golden), "..", "..", "sheets");
const ownSheet = (game, name) => readFileSync(join(sheets, game, `${name}.json`), "utf8").replace(`"name": "${name}"`, '"name": "mine"').replace(/"en": "[^"]*"/, '"en": "My own"');
const file = (text) => ({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from(text) });

test("a table with a sheet of somebody's own is drawn and played on by all", async () => {
  await withPages(async (page, watcher) => {
    for (const [game, name, title, seats] of [["lost-cities", "ruins", "Lost Cities", ["me", "bot:greedy"]], ["roller", "turtle", "Roller", ["me", "bot:greedy"]], ["escape", "temple", "Escape", ["me", "bot:greedy"]]]) {
      const made = await make({ game, seats, name: "Ada", own: ownSheet(game, name) });
      assert.ok(made.table, JSON.stringify(made));
      await page.goto(seatLink(made, 0));
      await watcher.goto(`${site.url}t/${made.table}`);
      for (const each of [page, watcher]) await each.getByText("My own").first().waitFor();
      const happened = async () => (await site.get(`tables/${made.table}`)).n, before = await happened();
      await stepUntil(page, title, async () => (await happened()) > before);
      assert.ok((await happened()) > before, "a move came to the server");
    }
  });
});

test("a sheet that does not come at first is asked for again", async () => {
  await withPages(async (page) => {
    let lost = false;
    await page.route("**/sheet", (route) => {
      if (lost) return route.continue();
      lost = true;
      return route.abort();
    });
    const made = await make({ seats: ["me", "bot:greedy"], name: "Ada", own: ownSheet("lost-cities", "ruins") });
    await page.goto(seatLink(made, 0));
    await page.getByText("My own").first().waitFor();
    await yourTurn(page);
    assert.ok(lost);
  });
});

test("a sheet file is checked, played on at this device, and kept", async () => {
  await withPages(async (page) => {
    const bring = (text) => page.locator('.sheets input[type="file"]').setInputFiles(file(text));
    await page.goto(`${site.url}#/new/lost-cities`);
    await page.locator("summary").click();
    await bring(ownSheet("lost-cities", "jungle").replace(">", "?"));
    await page.getByText("This sheet cannot be played on yet:").waitFor();
    assert.match(await page.locator(".faults").textContent(), /^\d+:\d+ columns/);
    await bring(ownSheet("roller", "turtle"));
    await page.getByText("This is a sheet for Roller.").waitFor();
    await bring(ownSheet("lost-cities", "ruins"));
    await page.getByRole("button", { name: "My own", pressed: true }).waitFor();
    await page.getByRole("button", { name: "Start the game" }).click();
    for (let i = 0; i < 6; i++) await step(page, "Lost Cities", i);
    await page.reload();
    await page.getByText("My own").first().waitFor();
    await yourTurn(page);
  });
});

test("a server of another version", async () => {
  await withPages(async (page) => {
    await page.addInitScript(() => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (text) { send.call(this, text.replace('"v":1', '"v":9')); };
    });
    const made = await make({ seats: ["me", "bot:greedy"], name: "Ada" });
    await page.goto(seatLink(made, 0));
    await trouble(page, "bad-version");
    await page.getByRole("button", { name: "Reload" }).waitFor();
  });
});

test("without storage a seat is kept in the address", async () => {
  await withPages(async (page) => {
    await page.addInitScript(() => Object.defineProperty(globalThis, "localStorage", { get() { throw new Error("forbidden"); } }));
    const made = await alone(page);
    assert.equal(page.url(), `${site.url}#/t/${made.table}/${made.seats[0].key}`);
    await page.reload();
    await yourTurn(page);
    await page.locator(".brand").click();
    await page.getByText("Your browser does not let this page remember anything").waitFor();
  });
});

test("a page without a server says so kindly and plays", async () => {
  const files = await serve();
  try {
    await withPages(async (page) => {
      await page.goto(files.url);
      await page.getByText("Bots and this device only").waitFor();
      await page.goto(`${files.url}#/friends/lost-cities`);
      await trouble(page, "offline");
      await page.goto(`${files.url}#/t/fern-42`);
      await trouble(page, "offline");
      await page.getByRole("link", { name: "Play here, without a server" }).click();
      await page.getByRole("button", { name: "Start the game" }).waitFor();
    });
  } finally {
    files.close();
  }
});

test("in German", async () => {
  await withPages(async (page) => {
    const made = await make({ seats: ["me", "open"], name: "Ada" });
    await page.goto(`${site.url}t/${made.code}`);
    await page.getByRole("button", { name: "Als Mira setzen" }).click();
    await page.getByText("Verbunden").waitFor();
    await page.goto(`${site.url}t/fern-42`);
    await page.getByText("Diesen Code hat gerade kein Tisch").waitFor();
  }, { locale: "de-DE" });
});

test("no sideways scroll at 320 pixels", async () => {
  await withPages(async (page) => {
    const made = await make({ seats: ["open", "open", "open"], public: true });
    for (const where of ["", `t/${made.code}`, "#/friends/lost-cities", "#/daily/lost-cities", "t/fern-42", `t/${made.table}#${made.seats[0].key}.${made.host}`]) {
      await page.goto("about:blank");
      await page.goto(site.url + where);
      await page.locator("main h1").waitFor();
      await page.waitForLoadState("networkidle");
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${where || "lobby"}: ${wide} px too wide`);
    }
  }, { ...phone, viewport: { width: 320, height: 640 } });
});
