// Links and codes to tables on a server, what comes after a game, and every way in which they can fail.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { goOffline, phone, stores } from "./browser.mjs";
import {
  alone,
  awayFromMidnight,
  eventually,
  make,
  myLink,
  seatLink,
  sitDown,
  site,
  trouble,
  withPages,
  yourTurn,
} from "./hosted.mjs";
import { serve } from "./server.mjs";
import { playOut, step, stepUntil } from "./steps.mjs";

const golden = join(
  dirname(fileURLToPath(import.meta.url)),
  "..",
  "..",
  "tests",
  "golden",
  "lost-cities-fair.pip",
);

test("the key leaves the address, and the seat is found again from the lobby", async () => {
  await withPages(async (page) => {
    const made = await alone(page);
    await page.waitForURL(`${site.url}#/t/${made.table}`);
    await page.locator(".brand").click();
    await page.locator(".mine").getByRole("button", { name: "Continue" }).click();
    await yourTurn(page);
    await page.getByLabel("Menu").click();
    assert.equal(
      await page.getByLabel("Link to my seat", { exact: true }).inputValue(),
      seatLink(made, 0),
    );
  });
});

test("pictures for home screens are served", async () => {
  for (const name of ["icon-touch-180.png", "icon-192.png", "icon-512.png", "icon-mask-512.png"]) {
    const answer = await fetch(site.url + name);
    assert.deepEqual([answer.status, answer.headers.get("content-type")], [200, "image/png"]);
  }
});

// ---- The end: proof, rematch, daily dice ----

test("the dice are proven roll by roll; who watches stays when a rematch is offered", async () => {
  await withPages(async (a, b) => {
    const made = await make({ game: "roller", seats: ["open", "bot:random"] });
    await a.goto(seatLink(made, 0));
    await a.getByRole("button", { name: "Sit down as Mira" }).click();
    await a.locator(".tbl").waitFor();
    await b.goto(`${site.url}t/${made.table}`);
    await playOut(a, "Roller");
    await b.locator(".proofc[data-verdict=unproven]", { hasText: "kept nothing" }).waitFor();
    await a.locator(".proofc[data-verdict=proven]", { hasText: "All 7 rolls" }).waitFor();
    await a.getByRole("link", { name: "Roll by roll" }).click();
    await a.locator(".rolls tbody tr").nth(6).waitFor();
    assert.equal(
      await a.locator(".checks .good").count(),
      5,
      "secret, rolls, table, commitment and nonce are all as this browser knows them",
    );
    const [line, list] = await a
      .locator(".checks")
      .evaluate((ul) => [ul.firstElementChild.clientWidth, ul.clientWidth]);
    assert.equal(line, list, "no other screen’s style is on them");
    assert.equal(await a.locator(".rolls tbody tr").count(), 7);
    await a.getByRole("button", { name: "Back to the table" }).click();
    await a.getByRole("button", { name: "Rematch" }).click();
    await a.locator(".tbl").waitFor(); // who asked for it has sat down
    await b.getByText("The rematch has begun.").waitFor();
    assert.ok(b.url().includes(made.table), "the score stays");
    await b.getByRole("button", { name: "Watch the rematch" }).click();
    await b.locator(".tbl").waitFor();
    await a.goto(`${site.url}#/t/${made.table}`); // the old game can still be looked at
    await a.getByRole("button", { name: "To the rematch" }).click();
    await a.locator(".tbl").waitFor();
  });
});

// A game that is over, with the pages of those who played it.
async function overAt(seats, names, ...pages) {
  const made = await make({ game: "roller", seats });
  for (const [seat, name] of names.entries()) await sitDown(made, seat, name);
  for (const [seat, page] of pages.entries()) {
    await page.goto(seatLink(made, seat));
    await page.locator(".tbl").waitFor();
  }
  for (const [seat, name] of names.entries()) {
    const page = pages[seat] ?? pages[0];
    if (names.length > pages.length && seat) await page.locator("h1", { hasText: name }).waitFor();
    await page.getByLabel("Menu").click();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator(".sure .loses").click();
    await page.keyboard.press("Escape");
    await page.locator("dialog").waitFor({ state: "detached" });
  }
  for (const page of pages) await page.locator(".rev .bd").waitFor();
  return made;
}
const taken = async (table) =>
  (await site.get(`tables/${table}`)).seats.map(({ is, name }) => (is === "person" ? name : ""));
const tableAt = (page, before) =>
  page
    .waitForURL((url) => url.hash.startsWith("#/t/") && !url.hash.includes(before))
    .then(() => /#\/t\/(\w+)/.exec(page.url())[1]);

test("three people play again by one tap each; nobody is taken off the score", async () => {
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
    for (const page of [ben, ruth]) {
      await page.locator(".offer", { hasText: "At the table: Ada." }).waitFor();
      await page.locator(".rev .bd").waitFor();
      assert.ok(page.url().includes(made.table), "they stay with the score");
    }
    await ben.getByRole("button", { name: "Take my seat" }).click();
    await ada.getByText("Waiting for 1 more").waitFor();
    await ben.getByRole("button", { name: "Leave the seat" }).click();
    await ben.getByRole("button", { name: /^Sit down as/ }).waitFor();
    await ben.reload();
    await ben.getByRole("button", { name: /^Sit down as/ }).waitFor();
    assert.deepEqual(
      await taken(table),
      ["Ada", "", ""],
      "who has left does not sit down by itself",
    );
    await ben.getByLabel("Your name").fill("Ben");
    await ben.getByRole("button", { name: "Sit down as Ben" }).click();
    await ruth.locator(".offer", { hasText: "At the table: Ada and Ben." }).waitFor();
    await ruth.getByRole("button", { name: "Take my seat" }).click();
    for (const page of [ada, ben, ruth]) await page.locator(".tbl").waitFor();
    assert.deepEqual(await taken(table), ["Ada", "Ben", "Ruth"]);
  });
});

test("who resigned has not won, on either screen; the series counts the others' victories", async () => {
  await withPages(async (ada, ben) => {
    const made = await make({ game: "roller", seats: ["me", "open"], name: "Ada" });
    await sitDown(made, 1, "Ben");
    for (const [seat, page] of [ada, ben].entries()) {
      await page.goto(seatLink(made, seat));
      await page.locator(".tbl").waitFor();
    }
    await ben.getByLabel("Menu").click();
    await ben.getByRole("button", { name: "Resign" }).click();
    await ben.locator(".sure .loses").click();
    await ben.keyboard.press("Escape");
    await ada.locator(".onl .tag", { hasText: "Ben has resigned and can no longer win" }).waitFor();
    await playOut(ada, "Roller");
    await ada.getByRole("heading", { name: /^You won/ }).waitFor();
    await ben.getByRole("heading", { name: /Ada/ }).waitFor();
    await ada.locator(".rev .tag", { hasText: "Ben resigned." }).waitFor();
    await ben.locator(".rev .tag", { hasText: "You resigned." }).waitFor();
    await ben.getByRole("button", { name: "Rematch" }).click();
    await ben.setViewportSize({ width: 390, height: 844 });
    await ben.locator(".roomside").waitFor();
    const boxes = await Promise.all(
      [".roommain", ".roomside"].map((part) => ben.locator(part).boundingBox()),
    );
    assert.ok(boxes[0].y + boxes[0].height <= boxes[1].y, "one part below the other on a phone");
    await ben.locator(".series", { hasText: /played: 1.*Seat 1\s*1.*Ben\s*0/ }).waitFor();
    await ada.getByRole("button", { name: "Take my seat" }).click();
    for (const page of [ada, ben]) await page.locator(".tbl").waitFor();
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
    assert.deepEqual(
      [...(await site.get(`tables/${table}/record`)).matchAll(/^fair-nonce \d (\w+)$/gm)].map(
        ([, nonce]) => nonce,
      ),
      [kept.nonces[0], kept.nonces[1]],
    );
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
  }, stores);
});

// A server that lets people sit down, looks at what they gave for the dice, and leads them to another table, whose
// secret it has chosen since.
async function lead(page, game) {
  const lie = { given: [], refuse: true, other: null };
  await page.route("**/sit", async (route) => {
    const { nonce, name } = JSON.parse(route.request().postData());
    lie.given.push(nonce);
    if (lie.refuse) return route.fulfill({ status: 503, json: { code: "busy" } });
    if (!lie.other) {
      lie.other = await make(game);
      lie.seat = lie.other.seats.find(({ kind }) => kind === "open");
      const { key } = await site.post(`tables/${lie.other.table}/sit`, {
        name,
        nonce,
        key: lie.seat.key,
      });
      lie.seat.key = key ?? lie.seat.key;
      await lie.socket.close();
    }
    const { seat } = lie.seat;
    return route.fulfill({ json: { table: lie.other.table, seat } });
  });
  await page.routeWebSocket(/\/ws$/, (ws) => {
    const server = ws.connectToServer();
    lie.socket = ws;
    ws.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.t === "hello" && lie.other)
        Object.assign(message, { table: lie.other.table, key: lie.seat.key });
      server.send(JSON.stringify(message));
    });
  });
  return lie;
}

test("a server that shows one table and plays at another does not prove its dice", async () => {
  await withPages(async (page) => {
    const game = { game: "roller", seats: ["open", "bot:random"] },
      made = await make(game),
      lie = await lead(page, game);
    await page.goto(seatLink(made, 0));
    await page.getByRole("button", { name: "Sit down as Mira" }).click();
    await page.locator(".sitdown .err", { hasText: /\w/ }).waitFor();
    lie.refuse = false;
    await page.getByRole("button", { name: "Sit down as Mira" }).click();
    await page.locator(".tbl").waitFor();
    assert.ok(lie.given.length >= 2);
    assert.equal(new Set(lie.given).size, 1, "who is refused gives no second one to choose from");
    await playOut(page, "Roller");
    await page.locator(".proofc[data-verdict=forged]").waitFor();
    await page.route("**/record", async (route) =>
      route.fulfill({
        response: await route.fetch({
          url: route.request().url().replace(made.table, lie.other.table),
        }),
      }),
    );
    await page.getByRole("link", { name: "Roll by roll" }).click();
    await page.locator(".checks .bad").first().waitFor();
    assert.deepEqual(await page.locator(".checks .bad").allTextContents(), [
      "It is the table that your link leads to: no",
      "The fingerprint is the one this browser saw before you sat down: no",
    ]);
  });
});

test("a record that was tampered with is shown as such", async () => {
  await withPages(async (page) => {
    const record = readFileSync(golden, "utf8");
    const upload = (text) =>
      page
        .locator("input[type=file]")
        .setInputFiles({ name: "game.pip", mimeType: "text/plain", buffer: Buffer.from(text) });
    await page.goto(site.url);
    await upload(record);
    await page.locator(".proofc[data-verdict=unproven]").waitFor();
    await page.goto(`${site.url}#/`);
    await upload(
      record.replace(/^(fair-nonce 0 )(.)/m, (_, key, digit) => key + (digit === "0" ? "1" : "0")),
    );
    await page.locator(".proofc[data-verdict=forged]").waitFor();
    await page.getByRole("button", { name: "Roll by roll" }).click();
    await page.locator(".rolls .bad", { hasText: "should be" }).first().waitFor();
  });
});

test("daily dice: one try, entered at the end", async () => {
  await awayFromMidnight();
  await withPages(async (page) => {
    await page.goto(site.url);
    await page.getByRole("link", { name: "Today’s dice" }).click();
    await page.getByRole("link", { name: "Roller", exact: true }).click();
    await page.getByText("Nobody has finished yet").waitFor();
    await page.getByLabel("Your name").fill("Ada");
    await page.getByRole("button", { name: "Play today’s dice" }).click();
    await page.locator(".tbl").waitFor();
    assert.ok(
      await page.getByRole("button", { name: "Hint" }).isDisabled(),
      "no help where scores are compared",
    );
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
  await awayFromMidnight();
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
    assert.equal(
      await page.evaluate(() => JSON.parse(localStorage["pipwright.tables"])[0].commitment),
      today.commitment,
    );
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
    await page.getByRole("heading", { name: "This record cannot be read" }).waitFor();
  });
});

test("the answer to sitting down gets lost: asking again is given the same seat", async () => {
  for (const seats of [
    ["me", "open", "open"],
    ["me", "open"],
  ]) {
    // the second game begins with it
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
      await (seats.length > 2
        ? page.getByText("Waiting for 1 more")
        : page.getByRole("button", { name: "Say something" })
      )
        .first()
        .waitFor();
      const { seats: now } = await site.get(`tables/${made.table}`);
      assert.deepEqual(
        now.map(({ is }) => is),
        ["person", "person", "open"].slice(0, seats.length),
      );
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
      if (key === made.seats[1].key)
        await page.getByRole("button", { name: /^Sit down as/ }).waitFor();
      else await page.getByText("Waiting for 1 more").waitFor();
      await page.waitForURL(
        `${site.url}#/t/${made.table}${key === made.seats[1].key ? `/${key}` : ""}`,
      );
      assert.equal(await seat(), made.seats[0].key);
    }
  });
});

test("a seat that was left is no part of the proof", async () => {
  await withPages(async (page) => {
    const made = await make({ seats: ["open", "open", "open"] });
    const nonces = () =>
      page.evaluate(() => JSON.parse(localStorage["pipwright.tables"])[0].nonces);
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
const ownSheet = (game, name) =>
  readFileSync(join(sheets, game, `${name}.json`), "utf8")
    .replace(`"name": "${name}"`, '"name": "mine"')
    .replace(/"en": "[^"]*"/, '"en": "My own"');
const file = (text) => ({
  name: "mine.json",
  mimeType: "application/json",
  buffer: Buffer.from(text),
});

test("a table with a sheet of somebody's own is drawn and played on by all", async () => {
  await withPages(async (page, watcher) => {
    for (const [game, name, title, seats] of [
      ["lost-cities", "ruins", "Lost Cities", ["me", "bot:greedy"]],
      ["roller", "turtle", "Roller", ["me", "bot:greedy"]],
      ["escape", "temple", "Escape", ["me", "bot:greedy"]],
    ]) {
      const made = await make({ game, seats, name: "Ada", own: ownSheet(game, name) });
      assert.ok(made.table, JSON.stringify(made));
      await page.goto(myLink(made));
      await watcher.goto(`${site.url}t/${made.table}`);
      for (const each of [page, watcher]) await each.getByText("My own").first().waitFor();
      const happened = async () => (await site.get(`tables/${made.table}`)).n,
        before = await happened();
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
    const made = await make({
      seats: ["me", "bot:greedy"],
      name: "Ada",
      own: ownSheet("lost-cities", "ruins"),
    });
    await page.goto(myLink(made));
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
    await yourTurn(page);
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
      WebSocket.prototype.send = function (text) {
        send.call(this, text.replace('"v":1', '"v":9'));
      };
    });
    const made = await make({ seats: ["me", "bot:greedy"], name: "Ada" });
    await page.goto(myLink(made));
    await trouble(page, "bad-version");
    await page.getByRole("button", { name: "Reload" }).waitFor();
  });
});

test("without storage a seat is kept in the address", async () => {
  await withPages(async (page) => {
    await page.addInitScript(() =>
      Object.defineProperty(globalThis, "localStorage", {
        get() {
          throw new Error("forbidden");
        },
      }),
    );
    const made = await alone(page);
    await page.waitForURL(`${site.url}#/t/${made.table}/${made.seats[0].key}`);
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
  await withPages(
    async (page) => {
      const made = await make({ seats: ["me", "open"], name: "Ada" });
      await page.goto(`${site.url}t/${made.code}`);
      await page.getByRole("button", { name: "Als Mira Platz nehmen" }).click();
      await page.getByText("Verbunden").waitFor();
      await page.goto(`${site.url}t/fern-42`);
      await page.getByText("Zu diesem Code gibt es gerade keinen Tisch").waitFor();
      await page.goto(`${site.url}#/new/lost-cities`);
      await page.locator("summary").click();
      await page
        .locator('.sheets input[type="file"]')
        .setInputFiles(file(ownSheet("lost-cities", "jungle").replace('".>.', '"?.')));
      await page
        .locator(".faults", { hasText: "columns.red muss 9 Felder haben, nicht 8" })
        .waitFor();
      await page.goto(`${site.url}#/replay/dAAAA`);
      await page.getByText("So sieht keine Aufzeichnung aus.").waitFor();
    },
    { locale: "de-DE" },
  );
});

test("no sideways scroll at 320 pixels", async () => {
  await withPages(
    async (page) => {
      const made = await make({ seats: ["open", "open", "open"], public: true });
      for (const where of [
        "",
        `t/${made.code}`,
        "#/friends/lost-cities",
        "#/daily/lost-cities",
        "t/fern-42",
        `t/${made.table}#${made.seats[0].key}.${made.host}`,
      ]) {
        await page.goto("about:blank");
        await page.goto(site.url + where);
        await page.locator("main h1").waitFor();
        await page.waitForLoadState("networkidle");
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${where || "lobby"}: ${wide} px too wide`);
      }
    },
    { ...phone, viewport: { width: 320, height: 640 } },
  );
});
