// For tests: a server of their own, one browser, and what many of them do at its tables.
import assert from "node:assert/strict";
import { after, before } from "node:test";
import { crowd } from "./browser.mjs";

export { eventually } from "./browser.mjs";

import { WebSocketClient } from "../../tests/integration/websocket.mjs";
import { host } from "./server.mjs";

export let site;
let people;
before(async () => {
  [site, people] = [await host(), await crowd()];
});
after(async () => {
  await people.close();
  await site.close();
});

// Runs `body` with as many fresh browsers as it takes pages; none may complain.
export async function withPages(body, options = {}) {
  const all = await Promise.all(
    Array.from({ length: Math.max(1, body.length) }, () => people.person(options)),
  );
  try {
    await body(...all.map(({ page }) => page));
    assert.deepEqual(
      all.flatMap(({ errors }) => errors),
      [],
    );
  } finally {
    await Promise.all(all.map(({ close }) => close()));
  }
}

export const seatLink = (made, seat) => `${site.url}t/${made.table}#${made.seats[seat].key}`;
export const myLink = (made) =>
  `${site.url}t/${made.table}#${made.seats.find(({ kind }) => kind === "me").key}`; // wherever that is: seats move when a game starts
export const make = (body) => site.post("tables", { game: "lost-cities", ...body });
// Somebody sits down by link, without a page; `made` has the key of their own from then on, where the server gives one.
export async function sitDown(made, seat, name) {
  const of = made.seats[seat];
  const { key = of.key } = await site.post(`tables/${made.table}/sit`, { key: of.key, seat, name });
  of.key = key;
}
export const trouble = (page, code) => page.locator(`.trouble[data-code="${code}"]`).waitFor();
export const yourTurn = (page) => page.locator(".act .refuse:not(:disabled)").waitFor();

// Starts a table whose host says who begins.
export async function begin(made, first = 0) {
  const socket = WebSocketClient.open(site.port);
  socket.send({ t: "hello", v: 1, table: made.table, key: made.host });
  socket.send({ t: "start", id: 1, first });
  for (let answer; answer?.t !== "ok"; ) {
    answer = await socket.next();
    assert.ok(answer && answer.t !== "no", JSON.stringify(answer));
  }
  socket.socket.destroy();
}

// A table for one and a bot, with its page open at their turn.
export async function alone(page) {
  const made = await make({ seats: ["me", "bot:greedy"], name: "Ada", first: "host" });
  await begin(made);
  await page.goto(seatLink(made, 0));
  await yourTurn(page);
  return made;
}

// Waits for tomorrow if today (UTC) is nearly over: the daily dice must not change within a test.
export async function awayFromMidnight() {
  const left = 86400000 - (Date.now() % 86400000);
  if (left < 300000) await new Promise((done) => setTimeout(done, left));
}
