// Attacks by those who were let in, and by strangers who need no more than a link.
import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import { awayFromMidnight } from "../integration/table.mjs";
import { INNOCENT, Tally, attacker, long, newKey, size } from "./scene.mjs";

const PATIENCE_MS = 60000; // for what must come

// ---- The host, with the links that it handed out ----

// A guest who sat down with the host's link has made a hidden choice.
async function invited(server) {
  const made = await server.post("/api/tables", { game: "roller", seats: ["me", "open"], first: "host", name: "Host" });
  const link = made.seats[1].key;
  const own = newKey();
  const sat = await server.request("POST", `/api/tables/${made.table}/sit`, { key: link, new_key: own, name: "Guest" });
  assert.equal(sat.status, 200, sat.text);
  if ((await server.get(`/api/tables/${made.table}`)).phase === "waiting") await server.start(made);
  return { ...made, link, own };
}

async function hostReads(scene) {
  const server = await scene.serve();
  const { table, link, own, host, seats } = await invited(server);
  const got = [];
  let guest;
  await scene.check("the guest's own key opens the seat", async () => {
    guest = await server.seat(table, { key: own, seat: 1 });
  });
  guest ??= await server.seat(table, { key: link, seat: 1 });
  assert.equal((await guest.step()).answer.t, "ok");
  assert.equal(guest.draft.length, 1);
  await scene.check("the link opens nothing any more", async () => {
    const how = await server.hello(table, { key: link });
    got.push(`hello ${how}`);
    assert.equal(how, "bad-key");
    const sat = await server.request("POST", `/api/tables/${table}/sit`, { key: link, new_key: newKey(), name: "Host" });
    assert.equal(sat.json.code, "bad-key");
  });
  await scene.check("the link takes nothing back", async () => {
    const socket = server.open();
    socket.send({ t: "hello", v: 1, table, key: link });
    const first = await socket.until("live", "no");
    if (first?.t === "live") socket.send({ t: "undo", id: 1000 });
    const answer = first?.t === "live" ? await socket.until("ok", "no") : first;
    got.push(`undo ${answer.code ?? answer.t}`);
    socket.drop();
    assert.equal(answer?.t, "no");
  });
  await scene.check("the host is not told what the guest has hidden", async () => {
    const [step] = guest.draft;
    const player = await server.seat(table, { key: seats[0].key, host, seat: 0 });
    const told = player.socket.all.join("\n") + (await server.get(`/api/tables/${table}/record`));
    player.socket.drop();
    assert.ok(!told.includes(JSON.stringify(step)) && !told.includes(`\n${step}\n`), step);
  });
  guest.socket.drop();
  scene.got = got.join(", ");
}

async function hostTakesOver(scene) {
  const server = await scene.serve();
  const { table, host, guest } = await server.pair("roller");
  const here = await server.seat(table, guest);
  const player = await server.seat(table, { key: host.key, host: host.host });
  await scene.check("no bot plays for who is there", async () => {
    const answer = await player.ask({ t: "bot", id: ++player.ids, seat: 1 });
    scene.got = answer.code ?? answer.t;
    assert.equal(answer.code, "present");
  });
  await scene.check("a bot plays for who is gone", async () => {
    here.socket.drop();
    while ((await player.socket.until("presence")).here);
    const answer = await player.ask({ t: "bot", id: ++player.ids, seat: 1 });
    assert.equal(answer.t, "ok", answer.code);
  });
  player.socket.drop();
}

// ---- The daily challenge ----

// Somebody's try at the day's challenge. Whoever is the first of all may have to try again.
async function daily(server, game) {
  const key = newKey();
  for (const deadline = Date.now() + PATIENCE_MS; ; await sleep(20)) {
    const { status, json } = await server.request("POST", `/api/daily/${game}`, { name: `D${key.slice(0, 6)}`, key });
    if (status === 200) return { player: await server.seat(json.table, { key }), ...json };
    assert.ok(json.code === "busy" && Date.now() < deadline, json.code);
  }
}

const rolls = (player) => player.events.filter(({ t }) => t === "roll").length;

async function dailyThrownAway(scene) {
  await awayFromMidnight();
  const server = await scene.serve();
  const { player } = await daily(server, "roller");
  const before = rolls(player);
  await scene.check("who resigns sees no more rolls", async () => {
    assert.equal((await player.ask({ t: "resign", id: ++player.ids })).t, "ok");
    for (let i = 0; i < 30 && !player.over(); i++) {
      await player.ask({ t: "ping", id: 5000 + i });
      await sleep(10); // for bots, which would show them
    }
    scene.got = `${rolls(player) - before} rolls after resigning`;
    assert.equal(rolls(player), before);
    const record = await server.get(`/api/tables/${player.table}/record`);
    assert.equal(record.match(/^\* /gm)?.length ?? 0, before);
  });
  await scene.check("no bot plays it", async () => {
    const other = (await daily(server, "roller")).player;
    const answer = await other.ask({ t: "bot", id: ++other.ids, seat: 0 });
    other.socket.drop();
    assert.equal(answer.t, "no");
  });
  player.socket.drop();
}

// Plays on by the first move there is; false once the game is over. What comes too soon is tried again.
async function playOn(player, tally, wait) {
  if (player.over()) return false;
  const done = await player.step((moves) => moves[0]);
  tally.add(done?.answer?.code ?? done?.answer?.t ?? "waits");
  if (done?.answer?.t === "no") await wait();
  else if (!done) assert.ok(await player.take());
  return true;
}

const ROLLS_AT_ONCE = 7; // that may be seen quickly; a whole game has up to nine

async function dailyHurried(scene) {
  await awayFromMidnight();
  const server = await scene.serve();
  const games = (await server.get("/api/games")).games.filter(({ seats }) => seats[0] === 1).map(({ name }) => name);
  const tally = new Tally();
  const begin = Date.now();
  const players = await Promise.all(games.filter((name) => name !== "pig").map(async (game) => (await daily(server, game)).player));
  const end = begin + size(1500, 20000);
  await Promise.all(players.map(async (player) => {
    while (Date.now() < end && (await Promise.race([playOn(player, tally, () => sleep(50)), sleep(end - Date.now(), false)])));
    player.took = (Date.now() - begin) / 1000;
    player.socket.drop();
  }));
  const seen = players.map((player) => `${rolls(player)} rolls of ${player.welcome.game} in ${player.took.toFixed(1)} s`);
  scene.got = `${seen.join(", ")} (${tally.text})`;
  await scene.check("rolls come no faster than people play", () => {
    for (const player of players) assert.ok(rolls(player) <= ROLLS_AT_ONCE + player.took, scene.got);
  });
}

// Ends a game while the clocks go ahead, so that nothing comes too soon.
async function playToEnd(server, player) {
  let ahead = 0;
  const tally = new Tally();
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    const going = await Promise.race([playOn(player, tally, () => sleep(20)), sleep(300, "late", { ref: false })]);
    if (!going) return;
    assert.ok(Date.now() < deadline, tally.text);
    if (going === "late" || Object.keys(tally.counts).some((code) => ["too-many", "busy"].includes(code))) server.fault("tick", (ahead += 2));
  }
}

async function dailyTomorrow(scene) {
  await awayFromMidnight();
  const server = await scene.serve({ canFail: true });
  const { player, day } = await daily(server, "pig");
  const today = await daily(server, "pig");
  await playToEnd(server, today.player);
  const top = async () => (await server.get(`/api/daily/pig/${day}`)).top.length;
  await scene.check("who ends in time is entered", async () => {
    for (const deadline = Date.now() + PATIENCE_MS; (await top()) === 0; await sleep(20)) assert.ok(Date.now() < deadline);
  });
  server.fault("clock", 86400);
  await scene.check("who ends tomorrow is not", async () => {
    const before = await top();
    await playToEnd(server, player);
    await server.get(`/api/tables/${player.table}`);
    const other = await daily(server, "pig"); // what is entered is stored before this is
    other.player.socket.drop();
    scene.got = `${(await top()) - before} entries`;
    assert.equal(await top(), before);
  });
  for (const one of [player, today.player]) one.socket.drop();
  server.fault("clock");
}

async function dailySecret(scene) {
  await awayFromMidnight();
  const server = await scene.serve({ canFail: true });
  const told = async () => (await server.request("GET", "/api/daily/roller")).json?.commitment;
  server.fault("disk", "ENOSPC");
  const first = await told();
  const refused = await server.request("POST", "/api/daily/roller", { name: "Ada", key: newKey() });
  assert.ok(refused.status >= 500, refused.text); // so what was written before was refused as well
  server.fault("disk");
  const second = await told(); // may be missing until it is stored
  const begun = await daily(server, "roller");
  begun.player.socket.drop();
  await scene.restart();
  const third = await told();
  scene.got = `${new Set([first, second, third].filter(Boolean)).size} commitments`;
  await scene.check("what was committed to is kept, also if the first write failed", () => {
    assert.ok(third);
    for (const one of [first, second, begun.player.welcome.commitment]) if (one) assert.equal(one, third);
  });
}

// ---- False answers ----

async function falseOk(scene) {
  const server = await scene.serve();
  const own = JSON.stringify({ "pipwright-sheet": 1, game: "pig", name: "long", title: { en: "Long", de: "Lang" }, target: 100, turns: 25 });
  const made = await server.table("pig", ["me"], { own });
  const player = await server.seat(made.table, made.seats[0]);
  const answers = new Map();
  const busy = [];
  const hear = async (count) => {
    for (let left = count; left > 0; ) {
      const message = await player.take();
      assert.ok(message, "closed");
      if (message.t !== "ok" && message.t !== "no") continue;
      left--;
      answers.set(message.id, message.code ?? "ok");
      if (message.code === "busy") busy.push(message.id);
    }
  };
  const send = (id) => player.socket.send({ t: "move", id, e: "0 roll" });
  for (let id = 1; id <= 60; id++) send(id); // more than may wait
  await hear(60);
  send(61);
  await hear(1);
  const again = busy.splice(0).slice(0, 10);
  for (const id of again) send(id);
  await hear(again.length);
  const done = player.events.filter(({ t, e }) => t === "move" && e === "0 roll").length;
  const ok = [...answers.values()].filter((answer) => answer === "ok").length;
  scene.got = `${again.length} busy, sent again; ${ok} ok, ${done} done`;
  await scene.check("what is answered ok was done", () => assert.equal(ok, done));
  await scene.check("and what was done is told after a restart", async () => {
    player.socket.drop();
    await scene.restart();
    const same = await server.seat(made.table, made.seats[0]);
    assert.equal(same.events.filter(({ t }) => t === "move").length, done);
    same.socket.drop();
  });
  await scene.check("who sits down anew begins to count anew", async () => {
    const { table } = await server.post("/api/tables", { game: "pig", seats: ["me", "open"], public: true });
    for (let i = 0; i < 2; i++) {
      const key = newKey();
      await server.post(`/api/tables/${table}/sit`, { name: "Ada", new_key: key });
      const holder = await server.seat(table, { key, seat: 1 });
      assert.equal((await holder.ask({ t: "leave", id: 1 })).t, "ok");
      holder.socket.drop();
    }
    assert.equal((await server.get(`/api/tables/${table}`)).seats[1].is, "open");
  });
}

async function hostRepeats(scene) {
  const server = await scene.serve();
  const { table, host: key } = await server.post("/api/tables", { game: "pig", seats: ["open", "open", "open"] });
  const host = await server.seat(table, { host: key });
  const messages = [{ t: "bot", seat: 1 }, { t: "person", seat: 1 }, { t: "arrange", seats: [1, 2, 0] }, { t: "bot", seat: 2 }];
  for (const [i, message] of messages.entries()) {
    const answer = await host.ask({ ...message, id: i + 1 });
    assert.equal(answer.t, "ok", answer.code);
  }
  const before = host.events.length;
  await scene.check("what the host sends again is answered, and not done again", async () => {
    for (const device of [host, await server.seat(table, { host: key })]) {
      for (const [i, message] of messages.entries()) {
        const answer = await device.ask({ ...message, id: i + 1 });
        assert.equal(answer?.t, "ok", answer?.code);
      }
    }
    const { n } = await server.get(`/api/tables/${table}`);
    assert.equal(n, before);
  });
  scene.got = `${(await server.get(`/api/tables/${table}`)).n - before} events of repeated messages`;
  host.socket.drop();
}

// ---- Strangers ----

async function crowd(scene) {
  const server = await scene.serve();
  const made = await server.post("/api/tables", { game: "pig", seats: ["open", "open"] });
  const watching = [];
  const tally = new Tally();
  for (let i = 0; i < 80; i++) {
    const socket = server.as(attacker(1 + (i % 4))).open();
    socket.send({ t: "hello", v: 1, table: made.table });
    const message = await socket.until("live", "no");
    tally.add(message?.code ?? message?.t ?? "closed");
    watching.push(socket);
  }
  scene.got = tally.text;
  await scene.check("the host gets in", async () => assert.equal(await server.as("198.51.100.20").hello(made.table, { host: made.host }), "live"));
  await scene.check("who holds a seat gets in", async () => {
    const key = newKey();
    await server.post(`/api/codes/${made.code}/sit`, { name: "Ada", new_key: key });
    assert.equal(await server.hello(made.table, { key }), "live");
  });
  for (const socket of watching) socket.drop();
}

// What is left of the clock, in ms.
async function clockLeft(server, table, key) {
  const socket = server.open();
  socket.send({ t: "hello", v: 1, table, key });
  const { left } = await socket.until("clock");
  socket.drop();
  return left;
}

async function clockHeld(scene) {
  const server = await scene.serve();
  const made = await server.table("roller", ["me"], { clock: 600 });
  const player = await server.seat(made.table, made.seats[0]);
  const [step] = player.moves();
  const begin = Date.now();
  const before = await clockLeft(server, made.table, player.key);
  await sleep(1500);
  for (const message of [{ t: "move", e: step }, { t: "undo" }]) assert.equal((await player.ask({ ...message, id: ++player.ids })).t, "ok");
  const after = await clockLeft(server, made.table, player.key);
  const waited = Date.now() - begin;
  player.socket.drop();
  scene.got = `${after - before + waited} ms in ${waited} ms`;
  await scene.check("who moves and takes it back wins no time", () => assert.ok(before - after >= 1000, scene.got));
}

async function squatter(scene) {
  const server = await scene.serve();
  const made = await server.post("/api/tables", { game: "pig", seats: ["me", "open"], public: true });
  const key = newKey();
  await server.post(`/api/tables/${made.table}/sit`, { name: "Mallory", new_key: key });
  const host = await server.as(INNOCENT).seat(made.table, { host: made.host });
  await scene.check("the host frees the seat", async () => {
    const answer = await host.ask({ t: "free", id: 1, seat: 1 });
    scene.got = answer?.code ?? answer?.t ?? "closed";
    assert.equal(answer?.t, "ok", answer?.code);
    assert.equal((await server.get(`/api/tables/${made.table}`)).seats[1].is, "open");
    assert.equal(await server.hello(made.table, { key }), "bad-key");
  });
  await scene.check("nobody else frees seats", async () => {
    const stranger = await server.seat(made.table);
    assert.equal((await stranger.ask({ t: "free", id: 1, seat: 0 })).t, "no");
    stranger.socket.drop();
  });
  host.socket.drop();
}

async function names(scene) {
  const server = await scene.serve();
  const tally = new Tally();
  const sit = async (name) => {
    const { table } = await server.post("/api/tables", { game: "pig", seats: ["me", "open", "open"], public: true, name: "Ada" });
    const answer = await server.request("POST", `/api/tables/${table}/sit`, { name, new_key: newKey() });
    tally.answer(answer);
    return answer.json.code ?? "sat";
  };
  await scene.check("a name is at a table once", async () => assert.equal(await sit("Ada"), "name-taken"));
  const odd = { "right to left": "Ben\u202e", isolated: "\u2066Ben", "partly of no width": "B\u200ben", "of no width": "\u200b\u200b", "a mark of order": "Ben\ufeff" };
  for (const [what, name] of Object.entries(odd)) await scene.check(`no name is ${what}`, async () => assert.equal(await sit(name), "bad-name"));
  await scene.check("names of all languages are welcome", async () => {
    for (const name of ["Zoë", "王芳", "Ольга", "דנה"]) assert.equal(await sit(name), "sat");
  });
  scene.got = tally.text;
}

async function otherSites(scene) {
  const server = await scene.serve({ options: ["--public-url", "https://play.example.org"] });
  const tally = new Tally();
  const post = async (headers) => {
    const answer = await server.request("POST", "/api/tables", { game: "pig", seats: ["me"] }, headers);
    tally.answer(answer);
    return answer.status;
  };
  const evil = { Origin: "https://evil.example" };
  const right = { Origin: "https://play.example.org" };
  await scene.check("a page of another site makes no table", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json"]) assert.ok((await post({ "Content-Type": type, ...evil })) >= 400, type);
    assert.ok((await post({ "Content-Type": "text/plain", Origin: "null" })) >= 400);
  });
  await scene.check("what is not called JSON is not read from a page", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "text/plain; x=application/json"]) assert.ok((await post({ "Content-Type": type, ...right })) >= 400, type);
  });
  await scene.check("our own page and programs do", async () => {
    assert.equal(await post(right), 201);
    assert.equal(await post({}), 201);
    assert.equal(await post({ "Content-Type": "application/json; charset=utf-8", ...right }), 201);
  });
  scene.got = tally.text;
}

async function slowDisk(scene) {
  const server = await scene.serve({ canFail: true });
  const made = await server.table("roller", ["me"]);
  const player = await server.as("198.51.100.20").seat(made.table, made.seats[0]);
  const watching = [];
  const tally = new Tally();
  const [step] = player.moves();
  await server.hello(made.table);
  server.fault("slow", 300);
  for (let i = 0; i < size(4, 12); i++) {
    player.socket.send({ t: i % 2 ? "undo" : "move", id: ++player.ids, ...(i % 2 ? {} : { e: step }) });
    for (let j = 0; j < 60; j++) {
      const socket = server.as(attacker(1 + (j % 4))).open();
      socket.send({ t: "hello", v: 1, table: made.table });
      watching.push(socket);
    }
    await sleep(150); // they are waiting by now, or the next are
    const answer = await player.ask({ t: i % 2 ? "move" : "undo", id: ++player.ids, ...(i % 2 ? { e: step } : {}) });
    tally.add(answer?.code ?? answer?.t ?? "closed");
    for (const socket of watching.splice(0)) socket.drop();
    if (answer?.t !== "ok") break;
  }
  server.fault("slow");
  player.socket.drop();
  scene.got = `the player: ${tally.text}`;
  await scene.check("who watches makes no move wait for naught", () => assert.deepEqual(Object.keys(tally.counts), ["ok"]));
}

const ONE_NETWORK = 1000; // tries from one /48 after which nobody there goes on
const ALL_OF_THEM = 20000; // and of everybody, with 1.3 million codes to find

async function guessing(scene) {
  const server = await scene.serve();
  const guess = async (from) => (await server.as(from).ask("GET", `/api/codes/fern-${10 + Math.floor(Math.random() * 9000)}`)).status;
  const hunt = async (most, address) => {
    let tried = 0;
    for (let stopped = false; !stopped && tried < most; ) {
      const answers = await Promise.all(Array.from({ length: 32 }, () => guess(address(tried++))));
      stopped = answers.filter((status) => status === 429).length > 16;
    }
    return tried;
  };
  const six = (network) => (i) => `2001:db8:${network}:${(i % 65536).toString(16)}::1`;
  const one = await hunt(2 * ONE_NETWORK, six("1"));
  await scene.check("one /48 is one guesser", () => assert.ok(one <= ONE_NETWORK, `${one} tries`));
  const all = long ? await hunt(2 * ALL_OF_THEM, (i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`) : undefined;
  if (long) await scene.check("there is an end for all together", () => assert.ok(all <= ALL_OF_THEM, `${all} tries`));
  scene.got = `${one} tries from one /48${long ? `, ${all} from everywhere` : ""}`;
}

export const trust = {
  "a host with the guest's link": hostReads,
  "a host with a bot": hostTakesOver,
  "a daily key thrown away": dailyThrownAway,
  "a daily game in a hurry": dailyHurried,
  "a daily game of yesterday": dailyTomorrow,
  "a daily secret and a full disk": dailySecret,
  "busy, and sent again": falseOk,
  "a host who repeats": hostRepeats,
  "64 watchers": crowd,
  "a clock that is held": clockHeld,
  "a squatter": squatter,
  "names": names,
  "other sites": otherSites,
  "watchers on a slow disk": slowDisk,
  "guessing codes": guessing,
};
