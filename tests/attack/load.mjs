// Attacks that are work for the server: an innocent player must not notice them.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import net from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { Tally, attacker, long, loops, newKey, size } from "./scene.mjs";

const AT_ONCE = 60; // requests in flight
const BODY_MAX = 65536;
const CATCH_UP_MAX = size(32768, 65536); // bytes that who joins a table that just began has to take
const JOIN_MS = 1000;

// ---- Sheets ----

// The text of a request with a sheet, as long as a request may be. `part(i)` is repeated between `head` and `tail`.
function sheetOf(head, part, tail, more = {}) {
  const room = BODY_MAX - JSON.stringify({ ...more, own: head + tail }).length;
  let middle = "";
  for (let i = 0, left = room; ; i++) {
    const next = part(i);
    left -= JSON.stringify(next).length - 2;
    if (left < 0) return JSON.stringify({ ...more, own: head + middle + tail });
    middle += next;
  }
}

const pig = '{"pipwright-sheet":1,"game":"pig","name":"mine","title":{"en":"Mine","de":"Meins"},"target":50,"turns":9';
const table = { game: "pig", seats: ["me"] };

// What is wrong with each in thousands of places.
const sheets = {
  "unknown keys": (more) => sheetOf(pig, (i) => `,"k${i}":0`, "}", more),
  "one key again and again": (more) => sheetOf(pig, () => ',"x":0', "}", more),
  "lists in lists": (more) => sheetOf(`${pig},"x":`, () => "[", "", more),
  "rooms that are none": (more) => sheetOf('{"pipwright-sheet":1,"game":"escape","name":"mine","rooms":[', () => "{},", "{}]}", more),
  "rows that are none": (more) => sheetOf('{"pipwright-sheet":1,"game":"roller","name":"mine","rows":[', () => '"?",', '""]}', more),
  "lines that are empty": (more) => sheetOf(pig, () => "\n", ',"x":0}', more),
  "sound, but long": (more) => sheetOf(pig, () => " ", "}", more),
};

async function sheetLoad(scene) {
  const server = await scene.serve();
  const tally = new Tally();
  const bodies = Object.values(sheets).flatMap((make) => [["/api/sheets", make()], ["/api/tables", make(table)]]);
  for (const part of ["0,", "[],", '{"a":0},']) bodies.push(["/api/tables", `{"game":"pig","seats":[${part.repeat(Math.floor((BODY_MAX - 30) / part.length))}0]}`]);
  let next = 0;
  await scene.under((more) => loops(AT_ONCE, more, async (loop) => {
    const [path, body] = bodies[next++ % bodies.length];
    const answer = await server.as(attacker(1 + (loop % 4))).ask("POST", path, body);
    tally.answer(answer);
    if (answer.status === 429) await sleep(100);
  }));
  scene.got = tally.text;
  await scene.check("faults are told, and the sound ones are read", async () => {
    const calm = server.as("198.51.100.99");
    const faulty = await calm.request("POST", "/api/sheets", sheets["unknown keys"]());
    assert.equal(faulty.json.code, "bad-sheet");
    assert.ok(faulty.json.faults.length > 0 && faulty.text.length < 2 * BODY_MAX);
    assert.equal((await calm.request("POST", "/api/sheets", sheets["sound, but long"]())).json.game, "pig");
  });
}

// ---- Histories ----

// Whoever joins the table takes little, and soon; also after a restart. What was taken, as text.
async function checkJoining(scene, table) {
  const taken = [];
  const join = async () => {
    const begin = Date.now();
    const player = await scene.target.as("198.51.100.20").seat(table);
    const bytes = player.socket.all.reduce((sum, text) => sum + text.length, 0);
    player.socket.drop();
    taken.push(`${bytes} bytes in ${Date.now() - begin} ms`);
    assert.ok(bytes <= CATCH_UP_MAX, `${bytes} bytes`);
    if (long) assert.ok(Date.now() - begin <= JOIN_MS, taken.at(-1));
  };
  await scene.check("joining is small", join);
  await scene.check("joining after a restart is small", async () => {
    await scene.restart();
    await join();
  });
  return taken.join(", ");
}

// The database, when all that is in the log is in it; without the innocent player's moves, for which there is room.
async function checkSize(scene, most) {
  await scene.target.stop();
  const file = scene.target.bytes().file - MOVE_BYTES * scene.measured.moves;
  await scene.target.run(...scene.options);
  await scene.check("the store has not grown without bound", () => assert.ok(file <= most, `${file} bytes`));
  return `${Math.round(file / 1024)} KiB stored`;
}

const STORE_MAX = size(128, 512) * 1024; // of an empty database, and what one attacker wrote to one table
const MOVE_BYTES = 400; // of a move with the roll that follows
const TIMES = size(600, 4200);

// Repeats `twice`, which does something and takes it back, until it was done so often, is refused for good, or takes too long.
async function repeat(tally, times, twice) {
  const end = Date.now() + size(15000, 60000);
  for (let done = 0, refused = 0; done < times && refused < 20 && Date.now() < end; ) {
    const answers = await twice();
    for (const answer of answers) tally.add(answer);
    const fine = answers.every((answer) => answer === "ok");
    refused = fine ? 0 : refused + 1;
    done += fine;
    if (!fine) await sleep(20);
  }
}

async function sitAndLeave(scene) {
  const server = await scene.serve();
  const made = await server.post("/api/tables", { game: "pig", seats: ["me", "open"], public: true });
  const tally = new Tally();
  await scene.under(() => repeat(tally, TIMES, async () => {
    const key = newKey();
    const sat = await server.ask("POST", `/api/tables/${made.table}/sit`, { name: "Mallory the Restless", new_key: key });
    if (sat.status !== 200) return [`sit: ${sat.json?.code}`];
    const socket = server.open();
    socket.send({ t: "hello", v: 1, table: made.table, key });
    const draft = await socket.until("draft");
    socket.send({ t: "leave", id: (draft?.id ?? 0) + 1 });
    const answer = await socket.until("ok", "no");
    socket.drop();
    return ["ok", answer?.t === "ok" ? "ok" : `leave: ${answer?.code}`];
  }));
  const size_ = await checkSize(scene, STORE_MAX);
  scene.got = `${tally.text}; ${size_}; ${await checkJoining(scene, made.table)}`;
}

// A seat whose holder does something and takes it back, over several connections that share the work.
async function takeBack(scene, player, step) {
  const tally = new Tally();
  const devices = [player];
  while (devices.length < 8) devices.push(await scene.target.seat(player.table, player));
  let turn = 0;
  await scene.under(() => repeat(tally, TIMES, async () => {
    const device = devices[turn++ % devices.length];
    const answers = [];
    for (const message of [{ t: "move", e: step }, { t: "undo" }]) {
      const answer = await device.ask({ ...message, id: ++player.ids });
      answers.push(answer?.t === "ok" ? "ok" : `${message.t}: ${answer?.code ?? "closed"}`);
    }
    return answers;
  }));
  for (const { socket } of devices) socket.drop();
  const size_ = await checkSize(scene, STORE_MAX);
  scene.got = `${tally.text}; ${size_}; ${await checkJoining(scene, player.table)}`;
}

async function undoSeen(scene) {
  const server = await scene.serve();
  const made = await server.table("roller", ["me"]);
  const player = await server.seat(made.table, made.seats[0]);
  await takeBack(scene, player, player.moves()[0]);
}

async function undoHidden(scene) {
  const server = await scene.serve();
  const made = await server.table("roller", ["me", "open"]);
  const player = await server.seat(made.table, made.seats[0]);
  assert.equal(player.welcome.choosing.length, 2);
  await takeBack(scene, player, player.moves()[0]);
}

async function botAndPerson(scene) {
  const server = await scene.serve();
  const made = await server.post("/api/tables", { game: "pig", seats: ["me", "open", "open"], public: true });
  const host = await server.seat(made.table, { host: made.host });
  const tally = new Tally();
  await scene.under(() => repeat(tally, TIMES, async () => {
    const answers = [];
    for (const t of ["bot", "person"]) {
      if (host.socket.closed) await host.connect();
      const answer = await host.ask({ t, id: ++host.ids, seat: 1 });
      answers.push(answer?.t === "ok" ? "ok" : `${t}: ${answer?.code ?? "closed"}`);
    }
    return answers;
  }));
  host.socket.drop();
  const size_ = await checkSize(scene, STORE_MAX);
  scene.got = `${tally.text}; ${size_}; ${await checkJoining(scene, made.table)}`;
}

// ---- Rematches ----

// Plays a table alone to its end, which is short, and asks for the next. Its id, or the code of the refusal.
async function again(server, { table, key }) {
  const sat = await server.ask("POST", `/api/tables/${table}/sit`, { key, name: "Mallory" });
  if (sat.status !== 200) return { code: sat.json.code };
  const player = await server.seat(table, { key });
  await player.ask({ t: "resign", id: 1 });
  while (!player.over()) assert.ok(await player.take());
  player.socket.send({ t: "rematch", id: 2 });
  for (let message; (message = await player.take()); ) {
    if (message.t === "no") return { code: message.code };
    if (message.t === "rematch") return player.socket.drop(), { table: message.table };
  }
  return { code: "closed" };
}

const REMATCHES = size(25, 320);
const SHEETS_MAX = 768 * 1024; // of 64 KiB for the sheet, and the tables

async function rematches(scene) {
  const server = await scene.serve();
  const tally = new Tally();
  const own = JSON.parse(sheets["sound, but long"](table)).own;
  const made = await server.post("/api/tables", { ...table, own });
  const { key } = made.seats[0];
  await scene.under(async () => {
    const end = Date.now() + size(15000, 60000);
    for (let at = made.table, i = 0; at && i < REMATCHES && Date.now() < end; i++) {
      const next = await again(server, { table: at, key });
      tally.add(next.code ?? "tables");
      at = next.table;
    }
  });
  const { file, log } = server.bytes();
  await server.stop();
  const stored = server.bytes().file - MOVE_BYTES * scene.measured.moves;
  await server.run(...scene.options);
  await scene.check("a sheet is stored once", () => assert.ok(stored <= SHEETS_MAX, `${stored} bytes`));
  await scene.check("they are counted as tables are", async () => {
    const last = await server.post("/api/tables", table);
    const budget = new Tally();
    for (let status = 201; status === 201 && budget.counts[201] !== 2000; ) {
      const answer = await server.ask("POST", "/api/tables", table);
      budget.answer(answer);
      status = answer.status;
    }
    assert.equal(budget.counts["too-many"], 1, budget.text);
    assert.equal((await again(server, { table: last.table, key: last.seats[0].key })).code, "too-many");
  });
  scene.got = `${tally.text}; ${Math.round(stored / 1024)} KiB stored (with log ${Math.round((file + log) / 1024)})`;
}

// ---- Requests ----

const FILL = `
import sqlite3, sys
path, count = sys.argv[1], int(sys.argv[2])
db = sqlite3.connect(path)
for name in ("tables", "heads"):
    columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
    new = {"number": "number + 1000000 + n.i", "id": "'filled' || n.i", "code": "NULL"}
    db.execute(f"""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {count})
        INSERT INTO {name} ({", ".join(columns)}) SELECT {", ".join(new.get(c, c) for c in columns)}
        FROM {name}, n WHERE number = (SELECT min(number) FROM tables)""")
db.commit()
`;

// Tables as they are after years: copies of one.
async function fill(scene, count) {
  await scene.target.stop();
  const run = spawnSync("python3", ["-c", FILL, scene.target.store, String(count)], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
  await scene.target.run(...scene.options);
}

async function metricsLoad(scene) {
  const server = await scene.serve();
  await server.post("/api/tables", table);
  await fill(scene, size(2000, 100000));
  const tally = new Tally();
  await scene.under((more) => loops(8, more, async () => tally.answer(await server.as("").ask("GET", "/metrics"))));
  scene.got = tally.text;
  await scene.check("it answers", () => assert.ok(tally.counts[200] > 0, tally.text));
}

async function listLoad(scene) {
  const server = await scene.serve();
  for (let i = 0; i < 60; i++) await server.post("/api/tables", { game: "pig", seats: ["me", "open"], public: true });
  const tally = new Tally();
  await scene.under((more) => loops(size(16, 60), more, async () => {
    const answer = await server.ask("GET", "/api/tables");
    tally.answer(answer);
    if (answer.status === 429) await sleep(50);
  }));
  scene.got = tally.text;
  await scene.check("the list is there for others", async () => assert.ok((await server.as("198.51.100.20").get("/api/tables")).tables.length > 0));
}

// Writes requests one after the other into a connection, and reads what comes, as long as it is open.
function pipeline(server, more, path) {
  return new Promise((resolve) => {
    const text = `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${attacker()}\r\n\r\n`.repeat(1000);
    const socket = net.connect({ port: server.port, host: "127.0.0.1" });
    let bytes = 0;
    const write = () => {
      while (more()) if (!socket.write(text)) return;
      socket.destroy();
    };
    const end = setInterval(() => more() || socket.destroy(), 50);
    socket.on("connect", write).on("drain", write).on("data", (data) => (bytes += data.length)).on("error", () => {});
    socket.on("close", () => (clearInterval(end), resolve(bytes)));
  });
}

async function pipelined(scene) {
  const server = await scene.serve();
  for (let i = 0; i < 20; i++) await server.post("/api/tables", { game: "pig", seats: ["me", "open"], public: true });
  let bytes = 0;
  await scene.under((more) => loops(8, more, async (i) => {
    bytes += await pipeline(server, more, i % 2 ? "/api/tables" : "/api/games");
    await sleep(20);
  }));
  scene.got = `${Math.round(bytes / 1024)} KiB of answers`;
}

// ---- Connections ----

const CONNECTIONS_MAX = 256;
const DEVICES_MAX = 32;

async function connections(scene) {
  const server = await scene.serve();
  const ids = [];
  for (let i = 0; i < 6; i++) ids.push((await server.post("/api/tables", table)).table);
  const tally = new Tally();
  const open = [];
  await scene.under(async (more) => {
    for (let i = 0; i < CONNECTIONS_MAX + 44; i++) {
      const socket = server.open();
      open.push(socket);
      socket.send({ t: "hello", v: 1, table: ids[i % ids.length] });
      const message = await socket.until("live", "no");
      tally.add(message?.code ?? message?.t ?? socket.status ?? "closed");
    }
    while (more()) await sleep(20);
  });
  for (const socket of open) socket.drop();
  scene.got = tally.text;
  await scene.check("one address has no more than its share", () => assert.ok(tally.counts.live <= CONNECTIONS_MAX, tally.text));
  await scene.check("they are freed", async () => {
    const deadline = Date.now() + 30000;
    for (let how; how !== "live"; await sleep(20)) {
      how = await server.hello(ids[0]);
      assert.ok(Date.now() < deadline, how);
    }
  });
}

async function atTheRate(scene) {
  const server = await scene.serve();
  const made = await server.table("pig", ["me"]);
  const tally = new Tally();
  const sockets = [];
  for (let i = 0; i < 16; i++) sockets.push((await server.seat(made.table, made.seats[0])).socket);
  await scene.under((more) => loops(sockets.length, more, async (i) => {
    for (let id = 1; id <= 9; id++) sockets[i].send({ t: "ping", id });
    await sleep(100);
    for (const text of sockets[i].texts.splice(0)) tally.add(JSON.parse(text).t);
  }));
  for (const socket of sockets) socket.drop();
  scene.got = tally.text;
  await scene.check("who keeps to the rate is served", () => assert.ok(sockets.every(({ closed }) => !closed || closed.code === 1006)));
}

// ---- Messages that are long, and many who say nothing ----

// As long as a message may be, and in form: what is in `e` is only looked at afterwards.
const MESSAGE_MAX = 65535;
function longMessage(part) {
  const [head, tail] = ['{"t":"move","id":1,"e":["0 roll",', "0]}"];
  return head + part.repeat(Math.floor((MESSAGE_MAX - head.length - tail.length) / part.length)) + tail;
}
const longMessages = ["0,", "[],", "{},", '"",', '"\\u00e9",', "1e1,", '{"a":0},', "-0,", '"0 roll",'].map(longMessage);

async function longWords(scene) {
  const server = await scene.serve();
  const made = await server.table("pig", ["me"]);
  const tally = new Tally();
  await scene.under((more) => loops(8, more, async (i) => {
    const { socket } = await server.as(attacker(1 + (i % 4))).seat(made.table, made.seats[0]);
    for (let j = 0; more() && !socket.closed; j++) {
      socket.sendText(longMessages[j % longMessages.length]);
      const answer = await socket.until("ok", "no");
      tally.add(answer?.code ?? answer?.t ?? `closed ${socket.closed?.code}`);
    }
    socket.drop();
  }));
  scene.got = tally.text;
}

// Says hello and leaves again and again, over many connections at once.
async function doorway(scene) {
  const server = await scene.serve();
  const made = await server.table("roller", ["me"]);
  const tally = new Tally();
  await scene.under((more) => loops(24, more, async () => tally.add(await server.hello(made.table, made.seats[0]))));
  scene.got = tally.text;
}

// Everybody who watches is told of each, and the attacker has the watchers, too.
async function reactions(scene) {
  const server = await scene.serve();
  const made = await server.table("pig", ["me"]);
  const open = [];
  for (let i = 0; i < 60; i++) open.push(await server.as(attacker(1 + (i % 4))).seat(made.table));
  const devices = [];
  for (let i = 0; i < size(4, 24); i++) devices.push((await server.seat(made.table, made.seats[0])).socket);
  const tally = new Tally();
  const drain = setInterval(() => open.forEach(({ socket }) => { tally.counts.told = (tally.counts.told ?? 0) + socket.texts.splice(0).length; socket.all.length = 0; }), 50);
  await scene.under((more) => loops(devices.length, more, async (i) => {
    for (let id = 1; id <= 9; id++) devices[i].send({ t: "react", id, what: "wow" });
    await sleep(100);
    for (const text of devices[i].texts.splice(0)) if (!text.includes('"react"')) tally.add(JSON.parse(text).code ?? JSON.parse(text).t);
  }));
  clearInterval(drain);
  for (const socket of [...devices, ...open.map((player) => player.socket)]) socket.drop();
  scene.got = tally.text;
}

async function strangers(scene) {
  const server = await scene.serve();
  const made = await server.table("pig", ["me"]);
  const open = [];
  await scene.under(async (more) => {
    for (let i = 0; i < size(200, 4000) && more(); i++) {
      open.push(server.as(attacker(1 + (i % 200))).open());
      if (i % 50 === 49) await sleep(20);
    }
    await loops(4, more, async () => void (await server.hello(made.table), await sleep(5)));
  });
  for (const socket of open) socket.drop();
  scene.got = `${open.length} connections that say nothing`;
}

async function devices(scene) {
  const server = await scene.serve();
  const made = await server.table("roller", ["me"]);
  const player = await server.seat(made.table, made.seats[0]);
  const tally = new Tally();
  const open = [];
  for (let i = 0; i < size(60, 600); i++) {
    const socket = server.as(attacker(1 + (i % 50))).open();
    open.push(socket);
    socket.send({ t: "hello", v: 1, table: made.table, key: made.seats[0].key });
    const message = await socket.until("live", "no");
    tally.add(message?.code ?? message?.t ?? "closed");
  }
  const [step] = player.moves();
  await scene.under(async (more) => {
    for (; more(); await sleep(20)) for (const message of [{ t: "move", e: step }, { t: "undo" }]) await player.ask({ ...message, id: ++player.ids });
  });
  for (const socket of open) socket.drop();
  player.socket.drop();
  scene.got = tally.text;
  await scene.check("a key opens no more than so many devices", () => assert.ok(tally.counts.live < DEVICES_MAX, tally.text));
}

// Joins a table with a past again and again and reads nothing of it.
async function slowReaders(scene) {
  const server = await scene.serve();
  const made = await server.table("roller", ["me"]);
  const player = await server.seat(made.table, made.seats[0]);
  const [step] = player.moves();
  for (let i = 0; i < 150; i++) for (const message of [{ t: "move", e: step }, { t: "undo" }]) await player.ask({ ...message, id: ++player.ids });
  player.socket.drop();
  const tally = new Tally();
  await scene.under((more) => loops(30, more, async (i) => {
    const socket = server.as(attacker(1 + (i % 4))).open();
    socket.socket.pause();
    for (let j = 0; j < 3; j++) socket.send({ t: "hello", v: 1, table: made.table });
    await sleep(30);
    socket.drop();
    tally.add("hellos");
  }));
  scene.got = tally.text;
}

// ---- All of it at once ----

async function mixed(scene) {
  const server = await scene.serve();
  const made = await server.post("/api/tables", { game: "pig", seats: ["me", "open"], public: true });
  const tally = new Tally();
  const bodies = Object.values(sheets).map((make) => make());
  let next = 0;
  const ask = async (number, ...what) => {
    const answer = await server.as(attacker(number)).ask(...what);
    tally.answer(answer);
    if (answer.status >= 400) await sleep(20);
  };
  await scene.under((more) => Promise.all([
    loops(12, more, (i) => ask(10 + i, "POST", "/api/sheets", bodies[next++ % bodies.length])),
    loops(6, more, () => ask(30, "GET", "/api/tables")),
    loops(4, more, () => ask(31, "GET", `/api/codes/fern-${next++}`)),
    loops(6, more, () => ask(32, "POST", "/api/tables", table)),
    loops(4, more, () => ask(33, "POST", `/api/tables/${made.table}/sit`, { name: "Mallory" })),
    loops(8, more, async () => tally.add(await server.as(attacker(34)).hello(made.table))),
    loops(2, more, async () => void (await pipeline(server.as(attacker(35)), more, "/api/tables"), await sleep(20))),
  ]));
  scene.got = tally.text;
}

export const load = {
  "sheets, 64 KiB each": sheetLoad,
  "sit and leave": sitAndLeave,
  "move and undo, seen": undoSeen,
  "move and undo, hidden": undoHidden,
  "bot and person": botAndPerson,
  "rematch after rematch": rematches,
  "metrics in a loop": metricsLoad,
  "the list in a loop": listLoad,
  "pipelined requests": pipelined,
  "256 connections and more": connections,
  "messages at the rate": atTheRate,
  "messages as long as they may be": longWords,
  "hello and goodbye": doorway,
  "reactions to a crowd": reactions,
  "strangers who say nothing": strangers,
  "a seat on very many devices": devices,
  "readers who do not read": slowReaders,
  "all at once": mixed,
};
