// The server over real sockets: whole games, broken messages, what stays hidden, a full store, stopping. Bad connections, crashes and
// bad disks have files of their own.
// PIPWRIGHT names the program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { Player, Server, awayFromMidnight, program, random, verify } from "./table.mjs";
import { WebSocketClient } from "./websocket.mjs";

const server = await Server.start();
after(() => server.end());

const { games: known } = await server.get("/api/games");

async function sitAll(made, seed = 1) {
  const players = made.seats.filter(({ kind }) => kind !== "bot").map(({ seat, key }) => new Player(server, made.table, { seat, key, random: random(seed + seat) }));
  for (const player of players) await player.connect();
  return players;
}

async function checkRecord(player) {
  const record = await player.server.get(`/api/tables/${player.table}/record`);
  assert.equal(player.record(), record, "the public events give the record, byte for byte");
  const { finished, dice } = verify(record);
  assert.deepEqual([finished, dice], [true, "verified"]);
  return record;
}

// ---- Whole games ----

for (const { name: game, seats: [least, most] } of known) {
  for (const seats of [["me"], ["me", "open"], ["open", "open", "open"], ["me", "bot:greedy"], ["bot:random", "open", "bot:greedy"]]) {
    if (seats.length < least || seats.length > most) continue;
    test(`plays ${game} with ${seats.join(", ")}`, async () => {
      const made = await server.table(game, seats, { first: "draw" });
      const watcher = new Player(server, made.table);
      await watcher.connect();
      const players = await sitAll(made);
      await Promise.all(players.map((player) => player.play()));
      while (!watcher.over()) assert.ok(await watcher.take());
      assert.deepEqual(watcher.events, players[0].events);
      await checkRecord(watcher);
    });
  }
}

test("bots of every level play, and two of a level are two", async () => {
  const { bots } = await server.get("/api/games");
  const levels = [bots.slice(0, 3), bots.slice(3), bots.slice(2, 3).concat(bots.slice(2, 3))];
  for (const some of levels) {
    const made = await server.table("lost-cities", ["me", ...some.map((level) => `bot:${level}`)]);
    const [player] = await sitAll(made);
    const acted = () => some.every((_, i) => player.lines().some((line) => line.startsWith(`${i + 1} `)));
    while (!acted()) if (!(await player.step())) assert.ok(await player.take());
    assert.deepEqual(player.welcome.seats.slice(1).map(({ level }) => level), some);
  }
});

test("hot-seat: one key holds several seats", async () => {
  const made = await server.table("lost-cities", ["me", "me"]);
  assert.equal(made.seats[0].key, made.seats[1].key);
  const [one, two] = await sitAll(made);
  assert.deepEqual(one.welcome.you, [0, 1]);
  await Promise.all([one.play(), two.play()]);
  await checkRecord(one);
});

test("a move of several steps is one message, and all of it or nothing happens", async () => {
  const made = await server.table("roller", ["me", "open"]);
  const [player] = await sitAll(made);
  const first = player.moves().find((line) => line !== "0 skip");
  const bad = await player.ask({ t: "move", id: 1, e: [first, "0 rows 3 3"] });
  assert.deepEqual([bad.t, bad.code], ["no", "illegal"]);
  await player.connect();
  assert.deepEqual(player.draft, []);
  const steps = [];
  while (!steps.at(-1)?.includes(" rows ")) {
    player.draft = steps;
    steps.push(player.moves()[0]);
  }
  player.draft = [];
  const good = await player.ask({ t: "move", id: 2, e: steps });
  assert.equal(good.t, "ok");
  await player.connect();
  assert.deepEqual(player.draft, steps);
});

// ---- Coming back ----

test("a client that was away gets exactly the rest", async () => {
  const made = await server.table("pig", ["me", "open"]);
  const [one, two] = await sitAll(made);
  await one.step();
  await one.step(() => "0 hold").catch(() => {});
  two.socket.drop();
  const late = new Player(server, made.table, { key: made.seats[1].key, seat: 1 });
  late.events = one.events.slice(0, 3);
  await late.connect();
  assert.deepEqual(late.events, one.events);
});

test("a seat on two devices: each learns what the other did", async () => {
  const made = await server.table("roller", ["me", "open"]);
  const [one] = await sitAll(made);
  const [two] = await sitAll(made);
  for (const device of [one, two, one, two]) {
    const before = device.draft.length;
    const done = await device.step((moves) => moves[0]);
    assert.equal(done.answer.t, "ok");
    assert.equal(device.draft.length, before + 1);
    const other = device === one ? two : one;
    while (other.draft.length <= before) await other.take();
    assert.deepEqual(other.draft, device.draft);
  }
});

// ---- What stays hidden ----

// All bytes that a seat and a watcher get while seat 0 does something hidden.
async function watched(act) {
  const made = await server.table("roller", ["me", "open", "open"]);
  const seen = [];
  const [zero, one] = await sitAll(made);
  const watcher = new Player(server, made.table);
  await watcher.connect();
  one.socket.all.length = watcher.socket.all.length = 0;
  await act(zero);
  for (const other of [one, watcher]) {
    await other.ask({ t: "ping", id: 1000 });
    seen.push(...other.socket.all);
    other.socket.drop();
    other.events = [];
    await other.connect();
    seen.push(...other.socket.all.filter((text) => !/"t":"(roll|sit|start|welcome)"/.test(text)));
  }
  seen.push((await server.get(`/api/tables/${made.table}`)).choosing);
  seen.push((await server.get(`/api/tables/${made.table}/record`)).split("\n\n")[1].split("\n").length);
  return JSON.stringify(seen);
}

test("hidden choices leave no trace: others get the same bytes whatever was chosen", async () => {
  const idle = await watched(async () => {});
  const pick = (index) => async (player) => {
    const step = await player.step((moves) => moves.filter((line) => line.includes("take")).at(index));
    assert.equal(step.answer.t, "ok");
  };
  assert.equal(await watched(pick(0)), idle);
  assert.equal(await watched(pick(-1)), idle);
  assert.equal(await watched(async (player) => {
    await pick(0)(player);
    assert.equal((await player.ask({ t: "undo", id: ++player.ids })).t, "ok");
    player.draft = [];
    await pick(-1)(player);
  }), idle);
});

test("that a seat has chosen is told, and what only when all have", async () => {
  const made = await server.table("roller", ["me", "open"]);
  const [zero, one] = await sitAll(made);
  while (zero.moves().length > 0) await zero.step((moves) => moves[0]);
  assert.deepEqual(await one.socket.until("chosen"), { t: "chosen", seat: 0, done: true });
  await zero.ask({ t: "undo", id: ++zero.ids });
  assert.deepEqual(await one.socket.until("chosen"), { t: "chosen", seat: 0, done: false });
  assert.ok(!one.socket.all.some((text) => text.includes('"0 ')));
});

test("a visible step is taken back while its seat is still to act, and not later", async () => {
  const made = await server.table("lost-cities", ["me", "open"]);
  const [zero, one] = await sitAll(made);
  assert.equal((await zero.ask({ t: "undo", id: ++zero.ids })).code, "final");
  await zero.step((moves) => moves.find((line) => line === "0 -"));
  assert.equal((await zero.ask({ t: "undo", id: ++zero.ids })).code, "final");
  assert.equal((await one.ask({ t: "undo", id: ++one.ids })).code, "final");
});

test("whoever looks at a table learns who is still to choose", async () => {
  const own = await Server.start();
  const made = await own.make({ game: "roller", seats: ["me", "open"], name: "Ada" });
  const choosing = async () => (await own.get(`/api/tables/${made.table}`)).choosing;
  assert.equal(await choosing(), undefined, "nobody before the start");
  await own.sit(made, 1, "Ben");
  assert.deepEqual(await choosing(), [0, 1]);
  const [ada, ben] = made.seats.map(({ key, seat }) => new Player(own, made.table, { key, seat }));
  await ada.connect();
  while (ada.moves().length > 0) await ada.step((moves) => moves[0]);
  assert.deepEqual(await choosing(), [1]);
  await own.kill();
  await own.run(); // it is read from the store
  assert.deepEqual(await choosing(), [1]);
  await ada.connect();
  assert.deepEqual(ada.welcome.choosing, [1]);
  assert.equal((await ada.ask({ t: "undo", id: ++ada.ids })).t, "ok");
  assert.deepEqual(await choosing(), [0, 1]);
  await ben.connect();
  for (const player of [ada, ben]) await player.ask({ t: "resign", id: 900 });
  while (!ada.over()) assert.ok(await ada.take());
  assert.equal(await choosing(), undefined, "nor after the end");
  await own.end();
});

// ---- Seats ----

test("a code seats somebody before the start, and is worth nothing afterwards", async () => {
  const made = await server.post("/api/tables", { game: "roller", seats: ["me", "open"], name: "Ada" });
  assert.match(made.code, /^[a-z]+-\d+$/);
  assert.equal((await server.get(`/api/codes/${made.code}`)).table, made.table);
  const sat = await server.post(`/api/codes/${made.code}/sit`, { name: "Ben" });
  assert.equal(sat.seat, 1);
  assert.notEqual(sat.key, made.seats[1].key);
  assert.deepEqual((await server.request("GET", `/api/codes/${made.code}`)).json, { code: "no-code" });
  const old = new Player(server, made.table, { key: made.seats[1].key, seat: 1 });
  await assert.rejects(old.connect(), /bad-key/);
  const ben = new Player(server, made.table, { key: sat.key, seat: 1 });
  await ben.connect();
  assert.deepEqual(ben.welcome.seats.map(({ name }) => name), ["Ada", "Ben"]);
});

test("a key of one's own making takes one seat, however often it is asked for", async () => {
  const made = await server.post("/api/tables", { game: "roller", seats: ["me", "open", "open"], name: "Ada" });
  const new_key = randomBytes(16).toString("base64url"), sit = `/api/codes/${made.code}/sit`;
  for (const bad of ["short", 7, null, `${new_key}=`]) assert.deepEqual((await server.request("POST", sit, { name: "Ben", new_key: bad })).json, { code: "bad-key" });
  for (let i = 0; i < 3; i++) assert.deepEqual(await server.post(sit, { name: "Ben", new_key }), { table: made.table, seat: 1 });
  assert.equal((await server.post(sit, { name: "Eve" })).seat, 2);
  assert.deepEqual((await server.request("POST", sit, { name: "Ben", new_key })).json, { code: "no-code" }); // the game has begun
  assert.deepEqual(await server.post(`/api/tables/${made.table}/sit`, { name: "Ben", key: new_key }), { table: made.table, seat: 1 });
  const ben = new Player(server, made.table, { key: new_key, seat: 1 });
  await ben.connect();
  assert.deepEqual(ben.welcome.you, [1]);
});

test("codes cannot be guessed for long", async () => {
  const own = await Server.start();
  const statuses = new Set();
  for (let i = 0; i < 40; i++) statuses.add((await own.request("GET", `/api/codes/fern-${i}`)).status);
  assert.deepEqual([...statuses], [404, 429]);
  await own.end();
});

test("public tables are listed until they start, and anybody may sit down", async () => {
  const made = await server.post("/api/tables", { game: "roller", seats: ["me", "open"], name: "Ada", public: true });
  const listed = async () => (await server.get("/api/tables")).tables.map(({ table }) => table);
  assert.ok((await listed()).includes(made.table));
  const sat = await server.post(`/api/tables/${made.table}/sit`, { name: "Ben" });
  assert.equal(sat.seat, 1);
  assert.ok(!(await listed()).includes(made.table));
  const closed = await server.post("/api/tables", { game: "roller", seats: ["me", "open"], name: "Ada" });
  assert.deepEqual((await server.request("POST", `/api/tables/${closed.table}/sit`, { name: "Eve" })).json, { code: "bad-key" });
  const host = new Player(server, closed.table, { host: closed.host });
  await host.connect();
  assert.equal((await host.ask({ t: "public", id: 1, on: true })).t, "ok");
  assert.ok((await listed()).includes(closed.table));
});

test("the host starts with bots, replaces a seat, and hands it back; others may not", async () => {
  const made = await server.make({ game: "lost-cities", seats: ["me", "open", "open"], name: "Ada", first: "host" });
  await server.sit(made, 1, "Ben");
  const ben = new Player(server, made.table, { key: made.seats[1].key, seat: 1 });
  await ben.connect();
  assert.equal((await ben.ask({ t: "start", id: 1 })).code, "not-host");
  const ada = new Player(server, made.table, { key: made.seats[0].key, host: made.host, seat: 0 });
  await ada.connect();
  assert.equal((await ada.ask({ t: "start", id: 1 })).t, "ok");
  assert.deepEqual(ada.events.filter(({ t }) => t === "bot"), [{ n: 3, t: "bot", seat: 2, level: "expert" }]);
  assert.equal((await ada.ask({ t: "bot", id: 2, seat: 1, level: "random" })).code, "present");
  ben.socket.drop();
  while (!ada.socket.all.some((text) => text.includes('"presence","seat":1,"here":false'))) assert.ok(await ada.take());
  assert.equal((await ada.ask({ t: "bot", id: 3, seat: 1, level: "random" })).t, "ok");
  await ben.connect();
  assert.equal((await ben.ask({ t: "move", id: 2, e: "1 -" })).code, "not-acting");
  assert.equal((await ada.ask({ t: "person", id: 5, seat: 1 })).t, "ok");
  assert.equal((await ada.ask({ t: "person", id: 6, seat: 2 })).code, "no-seat");
  await Promise.all([ada.play(), ben.play()]);
  await checkRecord(ada);
});

test("the host says how well the bots play that fill in", async () => {
  const made = await server.make({ game: "lost-cities", seats: ["me", "open", "open"], name: "Ada" });
  const ada = new Player(server, made.table, { key: made.seats[0].key, host: made.host, seat: 0 });
  await ada.connect();
  assert.equal((await ada.ask({ t: "start", id: 1, level: "champion" })).code, "bad-bot");
  assert.equal((await ada.ask({ t: "bot", id: 2, seat: 1, level: "random" })).t, "ok");
  assert.equal((await ada.ask({ t: "start", id: 3, level: "greedy" })).t, "ok");
  assert.deepEqual(ada.events.filter(({ t }) => t === "bot").map(({ level }) => level), ["random", "greedy"]);
});

test("who resigns is played by a bot to the end", async () => {
  const made = await server.table("pig", ["me", "open"]);
  const [one, two] = await sitAll(made);
  assert.equal((await one.ask({ t: "resign", id: 1 })).t, "ok");
  await two.play();
  await checkRecord(two);
});

test("who resigned is marked in the facts and in the record, and is not given the seat back", async () => {
  const made = await server.table("pig", ["me", "open"]);
  const [one, two] = await sitAll(made);
  assert.equal((await one.ask({ t: "resign", id: 1 })).t, "ok");
  assert.equal((await one.ask({ t: "person", id: 2, seat: one.seat })).code, "final");
  const host = new Player(server, made.table, { host: made.host });
  await host.connect();
  assert.equal((await host.ask({ t: "person", id: ++host.ids, seat: one.seat })).code, "final");
  assert.equal((await host.ask({ t: "bot", id: ++host.ids, seat: one.seat, level: "random" })).t, "ok");
  await two.play();
  const facts = await server.get(`/api/tables/${made.table}`);
  assert.deepEqual(facts.seats.map(({ resigned }) => resigned === true), facts.seats.map(({ seat }) => seat === one.seat));
  const record = await server.get(`/api/tables/${made.table}/record`);
  assert.equal(record.match(/^! \d$/gm)?.join(), `! ${one.seat}`);
});

test("a seat can be left before the start, and taken again", async () => {
  const made = await server.make({ game: "pig", seats: ["me", "open", "open"], name: "Ada" });
  await server.sit(made, 2, "Ben");
  const ben = new Player(server, made.table, { key: made.seats[2].key, seat: 2 });
  await ben.connect();
  assert.equal((await ben.ask({ t: "leave", id: 1 })).t, "ok");
  assert.equal((await server.sit(made, 2, "Bea")).seat, 2);
  assert.equal((await server.get(`/api/tables/${made.table}`)).seats[2].name, "Bea");
});

test("a rematch is a new table that the old keys open", async () => {
  const made = await server.table("roller", ["me", "open"]);
  const players = await sitAll(made);
  assert.equal((await players[0].ask({ t: "rematch", id: 900 })).code, "not-over");
  await Promise.all(players.map((player) => player.play()));
  await players[0].ask({ t: "rematch", id: 1000 });
  while (players[1].events.at(-1).t !== "rematch") assert.ok(await players[1].take());
  const { table } = players[1].events.at(-1);
  for (const { key, seat } of made.seats) assert.equal((await server.post(`/api/tables/${table}/sit`, { key, name: `P${seat}` })).seat, seat);
  const again = await sitAll({ ...made, table });
  assert.notEqual(again[0].welcome.commitment, players[0].welcome.commitment);
  await Promise.all(again.map((player) => player.play()));
  await checkRecord(again[0]);
});

// What a series stands at after a game at this table.
async function seriesAfter(table) {
  const { series = { games: 0, won: [] }, seats } = await server.get(`/api/tables/${table}`);
  const { winners } = verify(await server.get(`/api/tables/${table}/record`));
  return { games: series.games + 1, won: seats.map(({ seat }) => (series.won[seat] ?? 0) + (winners.includes(seat) ? 1 : 0)) };
}

test("a series counts who has won, wherever they sit in the next game", async () => {
  const made = await server.table("pig", ["me", "open", "open"]);
  let table = made.table, players = await sitAll(made), victories = 0; // a shared one is one for each
  assert.equal((await server.get(`/api/tables/${table}`)).series, undefined);
  for (let game = 1; game <= 3; game++) {
    if (game === 2) await players[0].ask({ t: "resign", id: 900 });
    await Promise.all(players.filter((_, i) => game !== 2 || i > 0).map((player) => player.play()));
    const { games, won } = await seriesAfter(table);
    assert.equal(games, game);
    victories += verify(await server.get(`/api/tables/${table}/record`)).winners.length;
    await players[1].ask({ t: "rematch", id: 1000 });
    while (players[2].events.at(-1).t !== "rematch") assert.ok(await players[2].take());
    table = players[2].events.at(-1).table;
    const next = await server.get(`/api/tables/${table}`);
    assert.deepEqual(next.series, { games, won: [...won.slice(1), won[0]] }, "the next one begins");
    players = [];
    for (const { key } of made.seats) {
      const { seat } = await server.post(`/api/tables/${table}/sit`, { key, name: `P${key.slice(0, 3).replace(/\W/g, "x")}` });
      players[seat] = new Player(server, table, { key, seat });
    }
    await Promise.all(players.map((player) => player.connect()));
  }
  assert.equal((await server.get(`/api/tables/${table}`)).series.won.reduce((sum, each) => sum + each, 0), victories);
});

test("own sheets are checked, played on, and handed out", async () => {
  const sheet = readFileSync("sheets/pig/classic.json", "utf8").replace('"classic"', '"mine"');
  const made = await server.table("pig", ["me", "open"], { own: sheet });
  assert.equal((await server.request("GET", `/api/tables/${made.table}/sheet`)).text, sheet);
  const players = await sitAll(made);
  assert.equal(players[0].welcome.sheet, "mine");
  const bad = await server.request("POST", "/api/tables", { game: "pig", seats: ["me"], own: sheet.replace("1", "x") });
  assert.deepEqual([bad.status, bad.json.code, bad.json.faults.length > 0], [400, "bad-sheet", true]);
});

// A client with the rules in WASM has no reader of sheet files: the server reads for it.
const wasm = "build/wasm/pipwright-bots.wasm";
test("own sheets are read for the rules in WASM, which replay games on them", { skip: !existsSync(wasm) && "it is not built" }, async () => {
  const module = new WebAssembly.Module(readFileSync(wasm));
  for (const [game, shipped, seats] of [["lost-cities", "jungle", ["me"]], ["roller", "turtle", ["me"]], ["escape", "temple", ["me", "me"]]]) {
    const own = readFileSync(`sheets/${game}/${shipped}.json`, "utf8").replace(`"${shipped}"`, '"mine"');
    const { status, json } = await server.request("POST", "/api/sheets", { own });
    assert.deepEqual([status, json.game, json.sheet], [200, game, "mine"]);
    const [player] = await sitAll(await server.table(game, seats, { own }));
    for (const seat of seats.keys()) await player.ask({ t: "resign", id: seat + 1, seat });
    while (!player.over()) assert.ok(await player.take());
    const record = (await server.request("GET", `/api/tables/${player.table}/record`)).text;
    const { exports } = new WebAssembly.Instance(module, {});
    const buffer = () => Buffer.from(exports.memory.buffer, exports.pip_buffer(), exports.pip_room());
    const read = () => exports.pip_record_read(buffer().write(record));
    assert.notEqual(read(), 0, "the sheet is not known yet");
    const head = buffer().write(`${game} mine ${json.sheet_hash}\n`), data = Buffer.from(json.data, "base64");
    data.copy(buffer(), head);
    assert.equal(exports.pip_sheet_own(head + data.length), 0);
    assert.equal(read(), 0);
    assert.equal(buffer().toString("utf8", 0, exports.pip_record_write()), record);
  }
  assert.equal((await server.request("POST", "/api/sheets", { own: "{}" })).json.faults[0].what, "is missing");
  assert.equal((await server.request("POST", "/api/sheets", { own: 1 })).json.code, "bad-sheet");
});

test("when time is up a bot plays, until the seat is taken back", async () => {
  assert.equal((await server.request("POST", "/api/tables", { game: "pig", seats: ["me", "open"], clock: 1 })).json.code, "bad-clock");
  const made = await server.table("pig", ["me", "open"], { clock: 5 });
  const [one, two] = await sitAll(made);
  const clock = JSON.parse(two.socket.all.find((text) => text.includes('"clock","left"')));
  assert.ok(clock.left > 0 && clock.left <= 5000);
  while (!one.events.some(({ t }) => t === "bot")) assert.ok(await one.take());
  assert.deepEqual({ ...one.events.find(({ t }) => t === "bot"), n: 0 }, { n: 0, t: "bot", seat: 0, level: "expert", why: "clock" });
  assert.equal((await two.ask({ t: "person", id: ++two.ids, seat: 0 })).code, "not-host");
  assert.equal((await one.ask({ t: "person", id: ++one.ids, seat: 0 })).t, "ok");
  await Promise.all([one.play(), two.play()]);
  await checkRecord(one);
});

test("time runs out at a table that nobody looks at, also while the server is down", async () => {
  const own = await Server.start();
  const made = await own.table("pig", ["me", "open"], { clock: 5 }), other = await own.table("pig", ["me", "open"]);
  await own.kill();
  await own.run();
  const table = () => own.get(`/api/tables/${made.table}`);
  const held = ({ seats }) => seats.map(({ is }) => is);
  while (held(await table()).includes("person")) await sleep(200); // first one, then the other
  assert.deepEqual(held(await own.get(`/api/tables/${other.table}`)), ["person", "person"]);
  // Bots would play it away before anybody comes back: they wait.
  const { n } = await table();
  await sleep(500);
  assert.deepEqual([(await table()).n, (await table()).phase], [n, "playing"]);
  const ben = new Player(own, made.table, { key: made.seats[1].key, seat: 1 });
  await ben.connect();
  assert.equal((await ben.ask({ t: "person", id: ++ben.ids, seat: 1 })).t, "ok");
  await ben.play();
  assert.equal((await table()).phase, "over");
  await own.end();
});

test("reactions are a fixed list and are told to all", async () => {
  const made = await server.table("pig", ["me", "open"]);
  const [one, two] = await sitAll(made);
  assert.equal((await one.ask({ t: "react", id: 1, what: "wow" })).t, "ok");
  assert.deepEqual(await two.socket.until("react"), { t: "react", seat: 0, what: "wow" });
  assert.equal((await one.ask({ t: "react", id: 2, what: "<b>" })).code, "bad-message");
});

test("who is to act may show the pencil: legal steps only, and none that would be hidden", async () => {
  const made = await server.table("pig", ["me", "open"]);
  const [one, two] = await sitAll(made);
  const told = () => two.socket.until("pencil");
  assert.equal((await one.ask({ t: "pencil", id: 1, e: ["0 roll"] })).t, "ok");
  assert.deepEqual(await told(), { t: "pencil", seat: 0, e: ["0 roll"] });
  const watcher = new Player(server, made.table, {});
  await watcher.connect();
  assert.ok(watcher.socket.all.includes('{"t":"pencil","seat":0,"e":["0 roll"]}'), "who comes later sees it, too");
  assert.equal((await one.ask({ t: "pencil", id: 2, e: [] })).t, "ok");
  assert.deepEqual(await told(), { t: "pencil", seat: 0, e: [] });
  for (const [e, code] of [[["0 hello there"], "illegal"], [["1 roll"], "not-yours"], [[7], "bad-message"], ["0 roll", "bad-message"], [undefined, "bad-message"]])
    assert.equal((await one.ask({ t: "pencil", id: 3, e })).code, code);
  assert.equal((await two.ask({ t: "pencil", id: 1, e: ["1 roll"] })).code, "not-acting");
  assert.equal((await one.ask({ t: "move", id: 1, e: "0 roll" })).t, "ok", "its number counts for nothing");
  const hidden = await server.table("roller", ["me", "open"]);
  const [ada, ben] = await sitAll(hidden);
  assert.equal((await ada.ask({ t: "pencil", id: 900, e: ada.moves().slice(0, 1) })).code, "not-acting");
  while (ada.moves().length > 0) await ada.step((moves) => moves[0]);
  assert.equal((await ben.ask({ t: "pencil", id: 900, e: ben.moves().slice(0, 1) })).code, "not-acting", "nor by the last who chooses");
});

test("anybody at the table may point at something, in one plain word", async () => {
  const made = await server.table("pig", ["me", "open"]);
  const [one, two] = await sitAll(made);
  assert.equal((await two.ask({ t: "point", id: 1, what: "b5" })).t, "ok");
  assert.deepEqual(await one.socket.until("point"), { t: "point", seat: 1, what: "b5" });
  for (const what of ["", "two words", "B5", "x".repeat(17)]) assert.equal((await two.ask({ t: "point", id: 2, what })).code, "bad-message");
});

// ---- The daily challenge ----

test("the daily challenge: the same dice for all, one try, and the list of what was played", async () => {
  await awayFromMidnight();
  const key = () => randomBytes(16).toString("base64url");
  const [ada, ben] = [key(), key()];
  const begin = (player, name) => server.post("/api/daily/roller", { key: player, name });
  const tries = [await begin(ada, "Ada"), await begin(ben, "Ben")];
  assert.notEqual(tries[0].table, tries[1].table);
  assert.deepEqual(await begin(ada, "Ada"), tries[0]);
  const players = [ada, ben].map((player, i) => new Player(server, tries[i].table, { key: player, seat: 0, random: random(3 + i) }));
  for (const player of players) await player.connect();
  const rolls = (player) => player.lines().filter((line) => line.startsWith("*"));
  assert.deepEqual(rolls(players[0]), rolls(players[1]));
  const { day, commitment, top } = await server.get("/api/daily/roller");
  assert.deepEqual(top, []);
  assert.equal(players[0].welcome.commitment, commitment);
  await Promise.all(players.map((player) => player.play()));
  const scores = players.map((player) => Number(player.lines().at(-1).slice(2)));
  let list = { top: [] };
  while (list.top.length < 2) list = await server.get(`/api/daily/roller/${day}`); // entered just after the end
  assert.deepEqual(list.top.map(({ score }) => score), scores.sort((a, b) => b - a));
  const record = await server.get(`/api/tables/${tries[0].table}/record`);
  assert.ok(verify(record).finished);
  assert.ok(!record.includes("fair-secret") && !players[0].events.at(-1).secret, "others still have to play");
  assert.equal((await server.request("POST", "/api/daily/chess", { key: key(), name: "x" })).json.code, "bad-game");
  assert.equal((await server.request("GET", `/api/daily/roller/${day + 1}`)).status, 404);
  assert.equal((await server.request("GET", "/api/tables/pipwright-master")).status, 404);
});

// ---- Hostile clients ----

test("broken requests are refused with a code", async () => {
  const post = async (path, body) => {
    const { status, json } = await server.request("POST", path, body);
    return `${status} ${json?.code}`;
  };
  assert.equal(await post("/api/tables", "{"), "400 bad-json");
  assert.equal(await post("/api/tables", '{"game":"pig","game":"pig"}'), "400 bad-json");
  assert.equal(await post("/api/tables", { game: "pig", seats: 3 }), "400 bad-seats");
  assert.equal(await post("/api/tables", { game: "pig", seats: [] }), "400 bad-seats");
  assert.equal(await post("/api/tables", { game: "chess", seats: ["me", "me"] }), "400 bad-game");
  assert.equal(await post("/api/tables", { game: "pig", seats: ["me", "bot:clever"] }), "400 bad-bot");
  assert.equal(await post("/api/tables", { game: "pig", seats: ["bot:random", "bot:random"] }), "400 bad-seats");
  assert.equal(await post("/api/tables", { game: "pig", sheet: "none", seats: ["me", "open"] }), "400 bad-sheet");
  assert.equal(await post("/api/tables", { game: "pig", options: { a: "b" }, seats: ["me", "open"] }), "400 bad-option");
  assert.equal(await post("/api/tables", { game: "pig", seats: ["me", "open"], name: " x" }), "400 bad-name");
  assert.equal(await post("/api/tables", { game: "pig", seats: ["me", "open"], name: "x", nonce: "12" }), "400 bad-nonce");
  assert.equal(await post("/api/tables/none/sit", { name: "x" }), "404 no-table");
  assert.equal(await post("/api/nothing", {}), "404 not-found");
  assert.equal(await post("/healthz", {}), "405 bad-method");
});

test("a connection that sends nonsense is closed with a reason, and nobody else notices", async () => {
  const made = await server.table("pig", ["me", "open"]);
  const [one, two] = await sitAll(made);
  const nonsense = ["", "{", "[]", "null", '"hello"', '{"t":1}', '{"t":"dance"}', '{"t":"move","id":"x"}', '{"t":"move","id":1,"e":{}}',
    '{"t":"undo","t":"undo"}', '{"t":"hello","v":1,"table":"x"}', '{"t":"move","id":1,"e":"0 roll","more":1}'];
  for (const text of nonsense) {
    const bad = new Player(server, made.table, { key: made.seats[1].key });
    await bad.connect();
    for (let i = 0; i < 6; i++) bad.socket.sendText(text);
    assert.equal((await bad.socket.until("no")).t, "no");
    await bad.socket.until("never");
    assert.equal(bad.socket.closed.code, 1008, text);
  }
  const flood = new Player(server, made.table);
  await flood.connect();
  for (let i = 0; i < 500; i++) flood.socket.send({ t: "ping" });
  await flood.socket.until("never");
  assert.ok(flood.socket.closed);
  await Promise.all([one.play(), two.play()]);
  await checkRecord(one);
});

test("messages in a wrong order or of a wrong seat are refused", async () => {
  const made = await server.table("pig", ["me", "open"]);
  const [one, two] = await sitAll(made);
  const code = async (player, message) => (await player.ask(message)).code;
  assert.equal(await code(two, { t: "move", id: 1, e: "0 roll" }), "not-yours");
  assert.equal(await code(two, { t: "move", id: 1, e: "1 roll" }), "not-acting");
  assert.equal(await code(one, { t: "move", id: 1, e: "0 fly" }), "illegal");
  assert.equal(await code(one, { t: "move", id: 1, e: "* 6" }), "not-yours");
  assert.equal(await code(one, { t: "move", id: 1, at: 1, e: "0 hold" }), "stale");
  assert.equal(await code(one, { t: "bot", id: 1, seat: 1 }), "not-host");
});

test("a connection that does not say hello is closed", async () => {
  const silent = WebSocketClient.open(server.port);
  await silent.until("never");
  assert.deepEqual(silent.closed, { code: 1008, reason: "no-hello" });
});

// ---- Files ----

// The same folder, now with a page for links to tables.
function deep(web) {
  mkdirSync(join(web, "t"));
  writeFileSync(join(web, "t", "index.html"), "<p>table");
  return web;
}

test("the web client's files have their types, are compressed and cached", async () => {
  const web = mkdtempSync(join(tmpdir(), "pipwright-web-"));
  const files = { "index.html": "<p>page", "app.3f9a1c2b.js": "code();".repeat(100), "rules.wasm": "\0asm", ".hidden": "x" };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(web, name), text);
  writeFileSync(join(web, "app.3f9a1c2b.js.gz"), gzipSync(files["app.3f9a1c2b.js"]));
  const own = await Server.start("--web", web);
  const get = (path, headers) => own.request("GET", path, undefined, headers);
  const page = await get("/t/fern-42");
  assert.deepEqual([page.text, page.headers["content-type"], page.headers["cache-control"]], ["<p>page", "text/html; charset=utf-8", "no-cache"]);
  assert.equal((await get("/", { "If-None-Match": page.headers.etag })).status, 304);
  const deeper = await Server.start("--web", deep(web));
  assert.equal((await deeper.request("GET", "/t/fern-42")).text, "<p>table", "links to tables have a page of their own if there is one");
  assert.equal((await deeper.request("GET", "/else")).text, "<p>page");
  await deeper.end();
  const code = await get("/app.3f9a1c2b.js");
  assert.deepEqual([code.text, code.headers["content-encoding"]], [files["app.3f9a1c2b.js"], undefined]);
  assert.match(code.headers["cache-control"], /immutable/);
  assert.equal((await get("/app.3f9a1c2b.js", { "Accept-Encoding": "gzip" })).headers["content-encoding"], "gzip");
  assert.equal((await get("/rules.wasm")).headers["content-type"], "application/wasm");
  for (const path of ["/none.js", "/.hidden", "/app.3f9a1c2b.js.gz", "/../secret.txt", "/api/none"]) assert.ok((await get(path)).status >= 400, path);
  await own.end();
  rmSync(web, { recursive: true });
});

// ---- Crashes, full disks, stopping ----

test("a full disk refuses moves with a code, and play goes on when there is room", async () => {
  const own = await Server.start("--store-bytes", "300000");
  const made = await own.table("roller", ["me", "open"]);
  const player = new Player(own, made.table, { seat: 0, key: made.seats[0].key });
  await player.connect();
  const e = player.moves().find((line) => line.includes("take"));
  for (let status = 201; status === 201; ) // fills most of it
    ({ status } = await own.request("POST", "/api/tables", { game: "pig", seats: ["me", "open"], name: "x".repeat(60) }));
  let answer = { t: "ok" };
  let choosing = false;
  for (let i = 0; i < 5000 && answer?.t === "ok"; i++) { // slower than the limit of messages
    if (i % 15 === 14) await sleep(700);
    choosing = i % 2 === 0;
    answer = await player.ask(choosing ? { t: "move", id: ++player.ids, e } : { t: "undo", id: ++player.ids });
  }
  assert.deepEqual([answer.t, answer.code], ["no", "disk-full"]);
  await player.connect();
  assert.deepEqual(player.draft, choosing ? [] : [e], "the refused message changed nothing");
  await own.stop();
  await own.run();
  await player.connect();
  assert.deepEqual(player.draft, choosing ? [] : [e]);
  answer = await player.ask(choosing ? { t: "move", id: ++player.ids, e } : { t: "undo", id: ++player.ids });
  assert.equal(answer.t, "ok");
  await own.end();
});

test("games go out as records and come in again, byte for byte", async () => {
  const [from, to] = [await Server.start(), await Server.start()];
  const archive = (...words) => spawnSync(program, ["archive", ...words], { encoding: "utf8" });
  const sheet = readFileSync("sheets/pig/classic.json", "utf8").replace('"classic"', '"mine"');
  const tables = [];
  for (const [game, more] of [["lost-cities", {}], ["roller", {}], ["pig", { own: sheet }]]) {
    const made = await from.table(game, ["me", "bot:random"], more);
    const player = new Player(from, made.table, { seat: 0, key: made.seats[0].key, sheet: more.own });
    await player.connect();
    await player.ask({ t: "resign", id: 1 });
    while (!player.over()) assert.ok(await player.take());
    tables.push(made.table);
  }
  await from.table("pig", ["me", "open"]);
  const folder = join(from.folder, "records");
  assert.equal(archive("export", from.store, folder).stdout, "4 written, 0 left out, 0 failed\n");
  await to.stop();
  assert.equal(archive("import", to.store, folder).stdout, "3 taken in, 1 left out, 0 failed\n");
  assert.equal(archive("import", to.store, folder).stdout, "0 taken in, 4 left out, 0 failed\n");
  await to.run();
  for (const table of tables) {
    const path = `/api/tables/${table}/record`;
    assert.equal(await to.get(path), await from.get(path));
    assert.equal((await to.get(`/api/tables/${table}`)).choosing, undefined);
    const watcher = new Player(to, table);
    await watcher.connect();
    assert.ok(watcher.over());
    assert.equal(watcher.record(), await from.get(path));
  }
  assert.equal(archive("export", join(from.folder, "none.db"), folder).status, 3);
  await from.end();
  await to.end();
});

test("who asks again for what has not changed is told only that", async () => {
  const made = await server.table("pig", ["me", "open"]);
  const url = `http://127.0.0.1:${server.port}/api/tables`;
  for (const path of [url, `${url}/${made.table}`]) {
    const first = await fetch(path);
    assert.equal(first.headers.get("cache-control"), "no-cache");
    const etag = first.headers.get("etag");
    const again = await fetch(path, { headers: { "If-None-Match": etag } });
    assert.deepEqual([again.status, await again.text()], [304, ""]);
  }
  const etag = (await fetch(`${url}/${made.table}`)).headers.get("etag");
  const [one] = await sitAll(made);
  await one.step();
  assert.equal((await fetch(`${url}/${made.table}`, { headers: { "If-None-Match": etag } })).status, 200);
  const sat = await fetch(`${url}/${made.table}/sit`, { method: "POST", body: JSON.stringify({ key: made.seats[0].key, name: "P0" }) });
  assert.deepEqual([sat.headers.get("cache-control"), sat.headers.get("etag")], ["no-store", null], "keys are not kept");
});

test("stops cleanly on SIGTERM and SIGINT, and tells clients", async () => {
  for (const signal of ["SIGTERM", "SIGINT"]) {
    const own = await Server.start();
    const made = await own.table("pig", ["me", "open"]);
    const player = new Player(own, made.table);
    await player.connect();
    own.child.kill(signal);
    await player.socket.until("never");
    assert.equal(player.socket.closed.code, 1001);
    assert.equal(await own.exit, 0);
    for (const line of own.log.trimEnd().split("\n")) JSON.parse(line);
  }
});

test("health and metrics", async () => {
  assert.deepEqual(await server.get("/healthz"), { ok: true });
  const metrics = await server.get("/metrics");
  for (const line of metrics.trimEnd().split("\n")) assert.match(line, /^(# TYPE \w+ (counter|gauge|histogram)|\w+(\{\w+="[\w.+]+"\})? \d+(\.\d{6})?)$/);
});
