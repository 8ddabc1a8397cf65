// Who sits where and who begins (LC2.8, ES1.8): drawn by the table's own dice, said by the host, moved on or drawn again in a rematch;
// and tables of older editions of the rules.
// PIPWRIGHT names the program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Player, Server, program, random, verify } from "./table.mjs";

const server = await Server.start();
after(() => server.end());

const recordOf = ({ table }, at = server) => at.get(`/api/tables/${table}/record`);
const names = ({ seats }) => seats.map(({ name }) => name);
const startOf = (player) => player.events.find(({ t }) => t === "start");

async function come(made, at = server) {
  const players = made.seats.filter(({ key }) => key).map(({ seat, key }) => new Player(at, made.table, { seat, key, random: random(9 + seat) }));
  for (const player of players) await player.connect();
  return players;
}

async function hostOf(made, at = server) {
  const host = new Player(at, made.table, { host: made.host });
  await host.connect();
  return host;
}

// Everybody resigns, so that bots play to the end.
async function giveUp(players) {
  for (const player of players) for (const seat of player.seats) await player.ask({ t: "resign", id: ++player.ids, seat });
  for (const player of players) while (!player.over()) assert.ok(await player.take());
}

// ---- Drawn ----

test("who begins is drawn by the table's dice: not always the same, provable, and a forgery is found", async () => {
  const drawn = new Set();
  let found = 0;
  for (let i = 0; i < 100 && (i < 8 || drawn.size < 3 || found < 5); i++) {
    const made = await server.table("lost-cities", ["open", "open", "open"], { first: "draw" });
    const players = await come(made);
    const { first, drawn: wasDrawn, nonces } = startOf(players[0]);
    assert.equal(wasDrawn, true);
    drawn.add(first);
    assert.deepEqual(players.map(({ seat }) => seat), [0, 1, 2].map((seat) => (seat + 3 - first) % 3), "everybody has moved round");
    assert.deepEqual(names(players[0].welcome), [0, 1, 2].map((seat) => `P${(seat + first) % 3}`));
    await giveUp(players);
    const record = await recordOf(made);
    assert.equal(record, players[0].record());
    assert.ok(record.includes(`\nfirst draw ${first}\n`) && record.includes(`\nfair-nonce 0 ${nonces[first]}\n`));
    assert.equal(verify(record).dice, "verified");
    for (const other of [1, 2].map((more) => (first + more) % 3)) {
      const { status, stderr } = spawnSync(program, ["verify", "-"], { input: record.replace(/\nfirst draw \d/, `\nfirst draw ${other}`), encoding: "utf8" });
      if (status === 0) continue; // it would have been drawn if people had sat like that
      assert.match(stderr, new RegExp(`first: the secret gives "draw \\d", not "draw ${other}"`));
      found++;
    }
  }
  assert.equal(drawn.size, 3);
  assert.ok(found >= 5);
});

test("everybody who is there learns the new seats right after the start, and what follows speaks of them", async () => {
  for (let moved = 0; moved < 2; ) {
    const made = await server.make({ game: "lost-cities", seats: ["me", "me", "open", "open"], name: "Ada" });
    await server.sit(made, 2, "Ben");
    const players = [0, 2].map((seat) => new Player(server, made.table, { key: made.seats[seat].key, seat }));
    const watcher = new Player(server, made.table);
    for (const player of [...players, watcher]) await player.connect();
    assert.equal(watcher.welcome.first, "draw");
    await players[1].ask({ t: "leave", id: 7 });
    await server.sit(made, 2, "Ben");
    const sat = await server.sit(made, 3, "Cy");
    for (const player of [...players, watcher]) while (!player.started()) assert.ok(await player.take());
    const { first } = startOf(watcher), now = (seat) => (seat + 4 - first) % 4;
    moved += first > 0;
    assert.equal(sat.seat, now(3));
    assert.deepEqual(await server.sit(made, 3, "Cy"), { table: made.table, seat: now(3) }, "the answer was lost: it is asked again");
    const [adas] = players;
    for (const player of players) {
      await player.ask({ t: "ping", id: 1 });
      const at = player.socket.all.findIndex((text) => text.includes('"t":"start"'));
      const seats = player === adas ? [now(0), now(1)].sort() : [now(2)];
      assert.equal(player.socket.all[at + 1], JSON.stringify({ t: "you", seats }));
      assert.match(player.socket.all[at + 2], /"t":"roll"/);
    }
    await watcher.ask({ t: "ping", id: 1 });
    assert.ok(!watcher.socket.all.some((text) => text.includes('"t":"you"')));
    players[1].socket.drop();
    while (!watcher.socket.all.includes(JSON.stringify({ t: "presence", seat: now(2), here: false }))) assert.ok(await watcher.take());
    players[1].events = [];
    await players[1].connect();
    assert.deepEqual([players[1].welcome.you, players[1].ids], [[now(2)], 0], "keys go with the seat, and who sits down counts anew");
    const facts = await server.get(`/api/tables/${made.table}`);
    assert.deepEqual([facts.first, names(facts)], [undefined, ["Ada", "Ada", "Ben", "Cy"].map((_, seat, all) => all[(seat + first) % 4])]);
  }
});

test("a table that starts as it is made answers with the seats as they are", async () => {
  for (let moved = 0; moved < 2; ) {
    const made = await server.post("/api/tables", { game: "pig", seats: ["me", "bot:random", "bot:greedy"], name: "Ada" });
    const [player] = await come(made);
    moved += startOf(player).first > 0;
    assert.equal(made.phase, "playing");
    assert.deepEqual(player.welcome.you, [made.seats.find(({ kind }) => kind === "me").seat]);
    assert.deepEqual(made.seats.map(({ level }) => level), player.welcome.seats.map(({ level }) => level));
  }
});

test("where nobody begins, nothing is drawn", async () => {
  for (const [game, seats] of [["roller", ["me", "open"]], ["lost-cities", ["me"]]]) {
    const made = await server.make({ game, seats, first: "host" });
    assert.equal((await server.get(`/api/tables/${made.table}`)).first, undefined);
    for (const { seat } of made.seats) await server.sit(made, seat, `Ada ${seat}`);
    const [player] = await come(made);
    assert.deepEqual([startOf(player).first, startOf(player).drawn], [undefined, undefined]);
    assert.ok(!(await recordOf(made)).includes("\nfirst "));
  }
  for (const first of ["seated", "", 1, null]) assert.equal((await server.request("POST", "/api/tables", { game: "pig", seats: ["me", "open"], first })).json.code, "bad-option");
});

// ---- Said by the host ----

test("the host says who begins, and only then it starts", async () => {
  const made = await server.table("escape", ["open", "open", "open"], { first: "host" });
  const players = await come(made), host = await hostOf(made);
  assert.deepEqual([host.welcome.phase, host.welcome.first], ["waiting", "host"]);
  assert.equal((await players[0].ask({ t: "start", id: 1, first: 2 })).code, "not-host");
  assert.equal((await host.ask({ t: "start", id: 1, first: 3 })).code, "no-seat");
  assert.equal((await host.ask({ t: "start", id: 2, first: 2 })).t, "ok");
  const { first, drawn } = startOf(host);
  assert.deepEqual([first, drawn], [2, undefined]);
  for (const player of players) while (!player.started()) assert.ok(await player.take());
  for (const player of players) await player.ask({ t: "ping", id: 1 });
  assert.deepEqual(players.map(({ seat }) => seat), [1, 2, 0]);
  assert.ok(players[2].moves().length > 0);
  await giveUp(players);
  const record = await recordOf(made);
  assert.ok(!record.includes("\nfirst ") && record.includes("\nseat 0 P2\nseat 1 P0\nseat 2 P1\n"));
  assert.equal(verify(record).dice, "verified");
  assert.equal(record, players[0].record());
});

test("without a word it is seat 0, and where it is drawn the host has no say", async () => {
  const said = await server.table("pig", ["open", "open"], { first: "host" }), drawn = await server.post("/api/tables", { game: "pig", seats: ["me", "open"], name: "Ada" });
  const host = await hostOf(said);
  assert.equal((await host.ask({ t: "start", id: 1 })).t, "ok");
  assert.equal(startOf(host).first, 0);
  const other = await hostOf(drawn);
  assert.equal((await other.ask({ t: "start", id: 1, first: 0 })).code, "bad-message");
  assert.equal((await other.ask({ t: "start", id: 2 })).t, "ok");
  assert.equal(startOf(other).drawn, true);
});

// ---- Arranged ----

test("the host arranges seats before the start; keys, bots and free seats move along, through a crash too", async () => {
  const own = await Server.start();
  const made = await own.make({ game: "lost-cities", seats: ["me", "open", "bot:random", "open"], name: "Ada" });
  await own.sit(made, 1, "Ben");
  const host = await hostOf(made, own), [ada, ben] = await come({ ...made, seats: made.seats.slice(0, 2) }, own);
  const arrange = (player, seats, more = {}) => player.ask({ t: "arrange", id: ++player.ids, seats, ...more });
  assert.equal((await arrange(ada, [3, 2, 1, 0])).code, "not-host");
  for (const seats of [[0, 1, 2], [0, 1, 2, 2], [0, 1, 2, 4], [0, 1, 2, 3, 3], [0, 1, 2, "3"], [0, 1, 2, -1], []]) assert.equal((await arrange(host, seats)).code, "bad-seats");
  assert.equal((await arrange(host, [3, 2, 0, 1], { at: host.events.length })).t, "ok");
  assert.equal((await arrange(host, [3, 2, 0, 1], { at: host.events.length - 1 })).code, "stale", "sent twice, it is done once");
  const { n, ...event } = host.events.at(-1);
  assert.deepEqual([n, event], [host.events.length, { t: "arrange", seats: [3, 2, 0, 1] }]);
  for (const [player, seats] of [[ada, [2]], [ben, [3]]]) {
    while (player.events.length < n) assert.ok(await player.take());
    assert.deepEqual(await player.take(), { t: "you", seats });
  }
  const arranged = (facts) => facts.seats.map(({ is, name, here }) => [is, name, here]);
  const expected = [["open", undefined, false], ["bot", "bot:random", false], ["person", "Ada", true], ["person", "Ben", true]];
  assert.deepEqual(arranged(await own.get(`/api/tables/${made.table}`)), expected);
  await own.kill();
  await own.run();
  for (const player of [host, ada, ben]) await player.connect();
  assert.deepEqual(arranged(await own.get(`/api/tables/${made.table}`)), expected);
  assert.deepEqual([ada.welcome.you, ben.welcome.you], [[2], [3]]);
  const sat = await own.sit(made, 3, "Cy", { nonce: "0123456789abcdef0123456789abcdef" });
  while (!host.started()) assert.ok(await host.take());
  const { first, nonces } = startOf(host);
  assert.deepEqual([sat.seat, nonces[0]], [(4 - first) % 4, "0123456789abcdef0123456789abcdef"]);
  assert.equal((await arrange(host, [1, 2, 3, 0])).code, "started");
  const [cy] = await come({ ...made, seats: [made.seats[3]] }, own);
  for (const player of [ada, ben]) while (!player.started()) assert.ok(await player.take());
  await ada.ask({ t: "ping", id: 1 });
  await ben.ask({ t: "ping", id: 1 });
  await giveUp([ada, ben, cy]);
  const record = await recordOf(made, own);
  for (const player of [host, ada, cy]) {
    while (!player.over()) assert.ok(await player.take());
    assert.equal(player.record(), record);
  }
  assert.equal(verify(record).dice, "verified");
  await own.end();
});

// ---- Again ----

async function rematch(players) {
  await players[0].ask({ t: "rematch", id: ++players[0].ids });
  for (const player of players) while (player.events.at(-1).t !== "rematch") assert.ok(await player.take());
  return players[0].events.at(-1).table;
}

test("in a rematch of Lost Cities the next seat begins, and again the next", async () => {
  let made = await server.table("lost-cities", ["open", "bot:random", "open"]);
  for (const order of [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 1, 2]]) {
    const players = await come(made);
    assert.deepEqual(names(players[0].welcome), order.map((seat) => ["P0", "bot:random", "P2"][seat]));
    assert.deepEqual(players.map(({ seat }) => seat), [order.indexOf(0), order.indexOf(2)]);
    await giveUp(players);
    assert.ok(!players[0].record().includes("\nfirst "));
    assert.equal(players[0].record(), await recordOf(made));
    const table = await rematch(players);
    const facts = await server.get(`/api/tables/${table}`);
    assert.deepEqual([facts.phase, facts.first], ["waiting", undefined]);
    made = { ...made, table };
    for (const { seat, key } of made.seats.filter(({ key }) => key)) await server.post(`/api/tables/${table}/sit`, { key, name: `P${seat}` });
  }
});

test("in a rematch of Escape it is drawn again", async () => {
  const made = await server.table("escape", ["open", "open"]);
  const players = await come(made);
  await giveUp(players);
  const table = await rematch(players);
  assert.equal((await server.get(`/api/tables/${table}`)).first, "draw");
  for (const { key, seat } of made.seats) await server.post(`/api/tables/${table}/sit`, { key, name: `Ada ${seat}` });
  const again = await come({ ...made, table });
  assert.equal(startOf(again[0]).drawn, true);
});

// ---- Invitations ----

test("a new invitation to a seat of a rematch is used up as any other", async () => {
  const made = await server.table("pig", ["open", "open"]);
  const players = await come(made);
  await giveUp(players);
  const table = await rematch(players);
  const host = await hostOf({ ...made, table });
  assert.equal((await host.ask({ t: "invite", id: ++host.ids, seat: 1 })).t, "ok");
  const { key: invitation } = await host.socket.until("invite");
  const { key } = await server.post(`/api/tables/${table}/sit`, { key: invitation, name: "Cy" });
  assert.ok(key, "who made no key is given one");
  await assert.rejects(new Player(server, table, { key: invitation }).connect(), /bad-key/);
  await new Player(server, table, { key }).connect();
});

test("strangers who sit down and leave keep the host from nothing", async () => {
  const made = await server.make({ game: "pig", seats: ["me", "open"], public: true });
  const host = await hostOf(made);
  const sit = `/api/tables/${made.table}/sit`;
  let answer = { status: 200 };
  while (answer.status === 200) {
    answer = await server.request("POST", sit, { name: "Eve" });
    if (answer.status !== 200) break;
    const eve = new Player(server, made.table, { key: answer.json.key, seat: 1 });
    await eve.connect();
    const left = await eve.ask({ t: "leave", id: 1 });
    eve.socket.drop();
    if (left.t === "no") answer = { status: 429, json: left };
  }
  assert.deepEqual([answer.status, answer.json.code], [429, "too-many"]);
  assert.equal((await host.ask({ t: "public", id: ++host.ids, on: false })).t, "ok");
});

// ---- Older editions ----

// Changes what is stored of a table: {head} is what its head gets, {from, to} a text of an event that is replaced. The
// database is then one of before there were checksums, which are made when a server opens it.
function alter(store, table, change) {
  const script = `
import json, sqlite3, sys
store, table, change = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
with sqlite3.connect(store) as db:
    (number,), = db.execute("SELECT number FROM tables WHERE id = ?", (table,))
    (head,), = db.execute("SELECT head FROM heads WHERE number = ?", (number,))
    head = {key: value for key, value in {**json.loads(head), **change.get("head", {})}.items() if value is not None}
    db.execute("UPDATE heads SET head = ? WHERE number = ?", (json.dumps(head), number))
    if "from" in change:
        db.execute("UPDATE events SET text = replace(text, ?, ?) WHERE number = ?", (change["from"], change["to"], number))
    db.executescript("DROP INDEX heads_sheet; ALTER TABLE heads DROP COLUMN sheet; DROP TABLE sheets; DROP TABLE kept; DROP TABLE probes;"
                     "ALTER TABLE tables DROP COLUMN chain; ALTER TABLE tables DROP COLUMN sum; ALTER TABLE heads DROP COLUMN sum;"
                     "ALTER TABLE daily DROP COLUMN sum; PRAGMA user_version = 4")`;
  const { status, stderr } = spawnSync("python3", ["-c", script, store, table, JSON.stringify(change)], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
}

async function logged(own, what) {
  while (!own.log.includes(`"${what}"`)) await once(own.child.stderr, "data");
}

test("a table of an older edition is read if it can be; if not, that is said, and nothing is lost", async () => {
  const own = await Server.start();
  const made = await own.table("roller", ["open", "open"]);
  const [player] = await come(made, own);
  await player.step((moves) => moves.find((line) => line.includes("take")));
  const path = `/api/tables/${made.table}`, [step] = player.draft;
  const restarted = async (change) => {
    await own.stop();
    alter(own.store, made.table, change);
    await own.run();
    const { status, json, text } = await own.request("GET", path);
    return status === 200 ? text : `${status} ${json.code}`;
  };
  assert.match(await recordOf(made, own), /^edition 2$/m);
  assert.match(await restarted({ head: { edition: null } }), /"edition":1/);
  assert.ok(!(await recordOf(made, own)).includes("\nedition"), "it was played by the first one");
  assert.equal(await restarted({ from: step, to: "0 rows 6 6" }), "410 old-edition");
  await logged(own, "old-edition");
  assert.ok(!own.log.includes('"damaged-table"'), own.log);
  await assert.rejects(new Player(own, made.table).connect(), /old-edition/);
  assert.equal(await restarted({ head: { edition: 2 } }), "500 damaged");
  await logged(own, "damaged-table");
  assert.match(await restarted({ from: "0 rows 6 6", to: step }), /"phase":"playing"/);
  await player.connect();
  assert.deepEqual(player.draft, [step]);
  await own.end();
});

test("a table of before there was a choice of who begins starts as it stands", async () => {
  const own = await Server.start();
  const made = await own.make({ game: "pig", seats: ["me", "open"], name: "Ada" });
  await own.stop();
  alter(own.store, made.table, { head: { first: null, edition: null } });
  await own.run();
  assert.equal((await own.get(`/api/tables/${made.table}`)).first, undefined);
  assert.equal((await own.sit(made, 1, "Ben")).seat, 1);
  const [player] = await come(made, own);
  assert.equal(startOf(player).first, undefined);
  await own.end();
});

test("a record of an older edition that is no longer legal is not taken in, for that reason", async () => {
  const made = await server.table("roller", ["me"]);
  const players = await come(made);
  await giveUp(players);
  const record = (await recordOf(made)).replace(/\nedition 2\n/, "\n").replace(/\n(\* .*)\n0 .*\n/, "\n$1\n0 rows 6 6\n");
  const folder = join(server.folder, "old"), store = join(server.folder, "old.db");
  mkdirSync(folder);
  writeFileSync(join(folder, "old.pip"), record);
  const { stdout, stderr } = spawnSync(program, ["archive", "import", store, folder], { encoding: "utf8" });
  assert.match(stdout, /^0 taken in, 0 left out, 1 failed/);
  assert.match(stderr, /older edition of the rules/);
});

// A step that is taken back so often that the table is stored anew without all of that.
async function shorten(player) {
  const [step] = player.moves();
  for (let done = 0; done < 130; ) {
    for (const message of [{ t: "move", e: step }, { t: "undo" }]) {
      let answer = await player.ask({ ...message, id: ++player.ids });
      for (; answer.code === "too-many"; answer = await player.ask({ ...message, id: ++player.ids })) await sleep(250);
      assert.equal(answer.t, "ok");
    }
    done++;
  }
}

test("a table with a shorter history is told from its beginning, also when it comes from the store", async () => {
  const own = await Server.start();
  try {
    const made = await own.table("roller", ["me"]);
    const player = new Player(own, made.table, made.seats[0]);
    await player.connect();
    const started = await recordOf(made, own);
    await shorten(player);
    const record = await recordOf(made, own);
    assert.equal(record, started, "all of it was taken back");
    const tell = async () => {
      const other = new Player(own, made.table);
      await other.connect();
      assert.ok(other.from > 200, `after ${other.from} events`);
      assert.equal(other.events[0].t, "sit");
      other.socket.drop();
      return other.events;
    };
    const events = await tell();
    player.socket.drop();
    await own.kill();
    await own.run();
    assert.deepEqual(await tell(), events, "after a crash");
    assert.equal(await recordOf(made, own), record);
    assert.ok(await player.connect(), "who has the longer one is let in");
    assert.equal((await player.step()).answer.t, "ok");
  } finally {
    await own.end();
  }
});
