// Connections and messages that get lost, late or refused: nothing that was chosen is.
import assert from "node:assert/strict";
import { test } from "node:test";
import { goOffline, stored, stores, turn } from "./browser.mjs";
import {
  alone,
  begin,
  eventually,
  make,
  seatLink,
  sitDown,
  site,
  trouble,
  withPages,
  yourTurn,
} from "./hosted.mjs";
import { step } from "./steps.mjs";

test("a restart of the server is a short pause; what was chosen meanwhile is sent afterwards", async () => {
  await withPages(async (page) => {
    const made = await make({
      seats: ["me", "bot:greedy"],
      name: "Ada",
      clock: 300,
      first: "host",
    });
    await begin(made);
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
    await page.locator("[data-wire=live]", { hasText: "Back, and up to date" }).waitFor();
    await page
      .locator("#voice", { hasText: "Back, and up to date" })
      .waitFor({ state: "attached" });
    await eventually(
      async () => /^0 -$/m.test(await site.get(`tables/${made.table}/record`)),
      "the choice is stored",
    );
  }, stores);
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
    const stored = async () =>
      (await site.get(`tables/${made.table}/record`)).match(/^0 /gm)?.length ?? 0;
    await eventually(async () => (await stored()) === 1, "the choice is stored");
    await yourTurn(page);
    for (let i = 0; i < 60 && (await stored()) === 1; i++) await step(page, "Lost Cities", i);
    await eventually(async () => (await stored()) > 1, "so is the next one");
  }, stores);
});

test("a message or its answer gets lost: the same message is sent again and done once", async () => {
  await withPages(async (page) => {
    const moves = [];
    let dropMove = true,
      dropAnswer = true;
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
    await page.locator("[data-wire=live]", { hasText: "Back, and up to date" }).waitFor();
    const record = await site.get(`tables/${made.table}/record`);
    assert.equal(record.match(/^0 -$/gm).length, 1);
    assert.equal(moves.length, 2);
    assert.equal(moves[1], moves[0]);
  });
});

test("a choice made offline for a turn that another device has played is pencil again, with the reason", async () => {
  await withPages(async (a, b) => {
    const made = await make({ seats: ["me", "bot:greedy"], name: "Ada", first: "host" });
    await begin(made);
    for (const page of [a, b]) await page.goto(seatLink(made, 0));
    for (const page of [a, b]) await yourTurn(page);
    await goOffline(a);
    await a.locator(".refuse").click();
    await a.locator(".btns .go:not(.idle)").click();
    await turn(b);
    await b.locator(".hand.ink").first().waitFor();
    await a.context().setOffline(false);
    await a
      .locator(".act .err", { hasText: "The table had moved on before your choice arrived" })
      .waitFor();
    assert.doesNotMatch(await site.get(`tables/${made.table}/record`), /^0 -$/m);
  }, stores);
});

test("after 30 seconds the table says that it is saved", async () => {
  await withPages(async (page) => {
    const _made = await alone(page);
    await goOffline(page);
    await page.evaluate(() => {
      const real = Date.now;
      Date.now = () => real() + 31000;
    });
    await page.getByText("Saved. Come back with this link.").waitFor();
    await page.context().setOffline(false);
  }, stores);
});

test("what was asked offline is sent in the order it was asked in", async () => {
  await withPages(async (page) => {
    const made = await alone(page);
    await goOffline(page);
    await page.getByLabel("Menu").click();
    await page.getByRole("button", { name: "Resign" }).click();
    await page.locator(".sure .loses").click();
    await page.keyboard.press("Escape");
    await page.locator(".refuse").click();
    await page.locator(".btns .go:not(.idle)").click();
    await page.context().setOffline(false);
    await page.locator("[data-wire=live]").waitFor();
    await eventually(
      async () => (await site.get(`tables/${made.table}`)).seats[0].resigned,
      "the resignation is done",
    );
  }, stores);
});

// A page whose messages of some kinds are kept; `answer` refuses the oldest of them, or lets it through without a code.
async function holding(page, kinds) {
  const held = [],
    all = [];
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
    const made = await make({ seats: ["me", "open", "open"], name: "Ada", first: "host" });
    for (const [seat, name] of [
      [1, "Ben"],
      [2, "Ruth"],
    ])
      await sitDown(made, seat, name);
    await begin(made);
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
    const made = await make({ seats: ["me", "me", "me"], first: "host" });
    for (const [seat, name] of ["Ada", "Ben", "Ruth"].entries())
      await site.post(`tables/${made.table}/sit`, { key: made.seats[0].key, seat, name });
    await begin(made);
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
    await eventually(
      async () =>
        /^0 -\n1 -\n2 -$|^0 -\n2 -\n1 -$/m.test(await site.get(`tables/${made.table}/record`)),
      "all choices are stored",
    );
  });
});

test("a hidden tab whose timers come late stays connected; a ping without an answer is a loss", async () => {
  await withPages(async (page) => {
    const kept = [],
      { all } = await holding(page, kept);
    const _made = await alone(page);
    const late = () =>
      page.evaluate(() => {
        const real = Date.now;
        Date.now = () => real() + 61000;
        document.dispatchEvent(new Event("visibilitychange"));
      });
    const count = (kind) => all.filter(({ t }) => t === kind).length;
    await late();
    await eventually(() => count("ping") === 1, "it asks");
    kept.push("ping");
    await eventually(async () => {
      await late();
      return count("ping") === 2;
    }, "it was answered, and asks again");
    assert.equal(count("hello"), 1, "all the time it was connected");
    await page.locator("[data-wire=live]", { hasText: "Back, and up to date" }).waitFor();
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
      await page.locator(".sure .loses").click();
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
