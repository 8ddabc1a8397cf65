// The examples of docs/protocol.md against the running server: requests are made, messages sent, and what the server says has the
// fields that its examples show, and no others.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Player, Server } from "./table.mjs";

const text = readFileSync("docs/protocol.md", "utf8");
const blocks = (kind) => [...text.matchAll(new RegExp(`^\`\`\`${kind}\n([^]*?)\n\`\`\`$`, "gm"))].map((match) => match[1]);
const messages = (kind) => blocks(`json ${kind}`).flatMap((block) => block.split("\n").map((line) => JSON.parse(line)));
const optional = { welcome: ["code", "clock", "first", "turns", "own_sheet", "rematch", "day"] }; // named in the text

let server;
before(async () => (server = await Server.start()));
after(() => server.end());

// The same fields of the same types; lists have things of one kind.
function sameShape(actual, example, where) {
  assert.equal(Array.isArray(actual), Array.isArray(example), where);
  assert.equal(typeof actual, typeof example, where);
  if (Array.isArray(actual)) {
    if (actual.length > 0 && example.length > 0) sameShape(actual[0], example[0], `${where}[]`);
  } else if (typeof actual === "object") {
    assert.deepEqual(Object.keys(actual).sort(), Object.keys(example).sort(), where);
    for (const key of Object.keys(actual)) sameShape(actual[key], example[key], `${where}.${key}`);
  }
}

test("the requests are answered as the examples say", async () => {
  const known = {};
  const fill = (part) => part.replace(/\b(TABLE|CODE|HOST|KEY\d)\b/g, (name) => known[name] ?? name);
  for (const block of blocks("http")) {
    const [, method, path, body, status, expected] = /^(\w+) (\S+)\n(?:([^]*)\n)?(\d{3})\n([^]*)$/.exec(block);
    const answer = await server.request(method, fill(path), body && fill(body));
    assert.equal(answer.status, Number(status), `${path}: ${answer.text}`);
    sameShape(answer.json, JSON.parse(expected), path);
    if (path === "/api/tables" && status === "201") {
      Object.assign(known, { TABLE: answer.json.table, CODE: answer.json.code, HOST: answer.json.host });
      for (const { seat, key } of answer.json.seats) known[`KEY${seat}`] = key;
    }
    if (answer.json.key) known[JSON.parse(expected).key] = answer.json.key;
  }
});

test("the messages of clients are understood", async () => {
  const made = await server.table("pig", ["me", "open"]);
  for (const message of messages("client").filter(({ t }) => t !== "hello")) {
    const player = new Player(server, made.table, { key: made.seats[0].key, host: made.host, seat: 0 });
    await player.connect();
    const answer = await player.ask(message);
    assert.notEqual(answer.code, "bad-message", JSON.stringify(message));
    player.socket.drop();
  }
});

// Plays in ways that bring out every message, and gives all that was said.
async function hearAll() {
  const heard = [];
  const listen = async (made, seat, host) => {
    const player = new Player(server, made.table, { key: made.seats[seat].key, host, seat });
    await player.connect();
    heard.push(player.socket.all);
    return player;
  };
  const waiting = await server.make({ game: "roller", seats: ["me", "open", "open"], name: "Ada", clock: 60 });
  await server.sit(waiting, 1, "Ben");
  const ada = await listen(waiting, 0, waiting.host);
  const ben = await listen(waiting, 1);
  await ben.ask({ t: "leave", id: 1 });
  await server.sit(waiting, 1, "Ben");
  await ada.ask({ t: "invite", id: ++ada.ids, seat: 2 });
  await ada.ask({ t: "start", id: ++ada.ids });
  await ada.ask({ t: "turns", id: ++ada.ids });
  await ada.ask({ t: "react", id: ++ada.ids, what: "wow" });
  await ada.ask({ t: "point", id: ++ada.ids, what: "b5" });
  ben.socket.drop();
  let answer;
  do answer = await ada.ask({ t: "bot", id: ++ada.ids, seat: 1, level: "random" });
  while (answer.code === "present"); // until the server has noticed
  await ada.ask({ t: "person", id: ++ada.ids, seat: 1 });
  while (ada.moves().length > 0) await ada.step((moves) => moves[0]);
  const again = await listen(waiting, 1);
  await again.ask({ t: "resign", id: 20 });
  ada.ids = 50;
  await ada.play();
  await ada.ask({ t: "rematch", id: 900 });
  while (ada.events.at(-1).t !== "rematch") assert.ok(await ada.take());
  const drawn = await server.make({ game: "pig", seats: ["me", "open"], name: "Ada" });
  const arranging = await listen(drawn, 0, drawn.host);
  await arranging.ask({ t: "arrange", id: 1, seats: [1, 0] });
  await server.sit(drawn, 1, "Ben");
  while (!arranging.started()) assert.ok(await arranging.take());
  const pig = await server.table("pig", ["me", "open"]);
  const one = await listen(pig, 0);
  const two = await listen(pig, 1);
  await one.ask({ t: "pencil", id: 1, e: ["0 roll"] });
  await two.socket.until("pencil");
  await one.ask({ t: "move", id: 1, e: "0 fly" });
  await one.ask({ t: "move", id: 2, e: "0 roll" });
  return heard.flat().map((line) => JSON.parse(line));
}

test("what the server says has the fields of the examples", async () => {
  const examples = new Map(messages("server").map((message) => [message.t, message]));
  const heard = await hearAll();
  for (const message of heard) {
    const example = examples.get(message.t);
    assert.ok(example, `docs/protocol.md has no example of ${JSON.stringify(message)}`);
    for (const [key, value] of Object.entries(message)) {
      if (optional[message.t]?.includes(key)) continue;
      assert.equal(typeof example[key], typeof value, `${message.t}.${key} in ${JSON.stringify(message)}`);
    }
  }
  const missing = [...examples.keys()].filter((type) => !heard.some(({ t }) => t === type));
  assert.deepEqual(missing, ["undo"], "every example is of something that the server says");
});
