// Faults that must not pass in silence: what is said to be stored is stored, what is damaged is said to be, and who watches the server
// learns of it, and nobody else.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { copyFileSync, cpSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { random } from "../integration/table.mjs";
import { Tally, attacker, loops, newKey, size } from "./scene.mjs";

const PATIENCE_MS = 60000;
const beside = ["", "-wal", "-shm"];

const ready = async (server) => (await server.as("").request("GET", "/readyz")).status;
const alive = async (server) => (await server.as("").request("GET", "/healthz")).status;

async function until(what, is) {
  for (let turn = 0, deadline = Date.now() + PATIENCE_MS; !(await is(turn++)); await sleep(20)) assert.ok(Date.now() < deadline, `never ${what}`);
}

// ---- A database that is no longer there ----

// What a player is told after the database was taken away by `take`.
async function without(scene, server, take) {
  const made = await server.table("roller", ["me"]);
  const player = await server.seat(made.table, made.seats[0]);
  const [step] = player.moves();
  const logged = server.log.length;
  take();
  const tally = new Tally();
  for (let i = 0; i < 3; i++) {
    const answer = await player.ask({ t: i % 2 ? "undo" : "move", id: ++player.ids, ...(i % 2 ? {} : { e: step }) });
    tally.add(answer?.code ?? answer?.t ?? "closed");
    if (!answer) break;
  }
  const created = await server.request("POST", "/api/tables", { game: "pig", seats: ["me"] });
  tally.answer(created);
  scene.got = tally.text;
  await scene.check("nothing is acknowledged", () => assert.ok(!tally.counts.ok && !tally.counts[201], tally.text));
  await scene.check("the log has an error", () => assert.match(server.log.slice(logged), /"level":"error"/));
  await scene.check("it is not ready, and says so", async () => {
    assert.equal(await ready(server), 503);
    assert.equal(await alive(server), 200);
  });
  player.socket.drop();
}

async function deleted(scene) {
  const server = await scene.serve();
  await without(scene, server, () => {
    for (const end of beside) rmSync(server.store + end, { force: true });
  });
}

async function replaced(scene) {
  const server = await scene.serve();
  await server.post("/api/tables", { game: "pig", seats: ["me"] });
  await server.stop();
  copyFileSync(server.store, `${server.store}.old`);
  await server.run(...scene.options);
  await without(scene, server, () => {
    renameSync(`${server.store}.old`, server.store);
    for (const end of ["-wal", "-shm"]) rmSync(server.store + end, { force: true });
  });
}

// ---- Damage ----

// All that is told of a table; null if it is not shown, for the reason in `tally`.
async function told(server, table, tally) {
  const facts = await server.request("GET", `/api/tables/${table}`);
  if (facts.status !== 200) return tally.add(facts.json?.code ?? facts.status), null;
  const player = await server.seat(table).catch((error) => (tally.add(error.message), null));
  player?.socket.drop();
  return player && JSON.stringify([facts.json, player.events]);
}

const CHANGE = `
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute(sys.argv[2])
db.commit()
`;

function change(path, sql) {
  const run = spawnSync("python3", ["-c", CHANGE, path, sql], { encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr);
}

// Starts the server on a damaged copy; what it tells of the table, or that it does not start.
async function toldAfter(scene, good, table, damage, tally) {
  const server = scene.target;
  cpSync(good, server.store);
  for (const end of ["-wal", "-shm"]) rmSync(server.store + end, { force: true });
  damage(server.store);
  server.launch(...scene.options);
  const started = await server.ready().then(() => true, () => false);
  if (!started) return tally.add("does not start"), null;
  const text = await told(server, table, tally);
  await server.kill();
  return text;
}

async function damaged(scene) {
  const server = await scene.serve();
  const { table, host, guest } = await server.pair("roller");
  const players = [await server.seat(table, host), await server.seat(table, guest)];
  for (let i = 0; i < 30 && !players[0].over(); i++) for (const player of players) if (!(await player.step())) while (player.socket.texts.length > 0) await player.take();
  for (const player of players) player.socket.drop();
  const tally = new Tally();
  await server.stop();
  const good = `${server.store}.good`;
  copyFileSync(server.store, good);
  const before = await toldAfter(scene, good, table, () => {}, tally);
  assert.ok(before, tally.text);
  const checkChange = (name, sql) => scene.check(name, async () => {
    const codes = new Tally();
    const after = await toldAfter(scene, good, table, (path) => change(path, sql), codes);
    assert.ok(after === null, "it is shown as if nothing were missing");
    assert.ok(codes.counts.damaged || codes.counts["does not start"], codes.text);
  });
  await checkChange("the last event is missing", "DELETE FROM events WHERE seq = (SELECT max(seq) FROM events)");
  await checkChange("an event in between is missing", "DELETE FROM events WHERE seq = (SELECT max(seq) / 2 FROM events)");
  await checkChange("an event is another", "UPDATE events SET text = (SELECT text FROM events WHERE seq = 2) WHERE seq = 3");
  await checkChange("an event has a bit flipped", "UPDATE events SET text = replace(text, 'Guest', 'Guesu')");
  await checkChange("the head has a bit flipped", `UPDATE heads SET head = replace(head, '"secret":"', '"secret":"0') WHERE head LIKE '%roller%'`);
  await scene.check("wherever a bit is flipped, nothing is told that is not so", async () => {
    const chance = random(7);
    for (let i = 0; i < size(12, 300); i++) {
      const bytes = readFileSync(good);
      let at = 15;
      while (bytes[at] < 0x20 || bytes[at] > 0x7e) at = Math.floor(chance() * bytes.length); // most of the rest is empty
      bytes[at] ^= 1 << Math.floor(chance() * 8);
      const after = await toldAfter(scene, good, table, (path) => writeFileSync(path, bytes), tally);
      if (after) tally.add("as before");
      assert.ok(after === null || after === before, `byte ${at}`);
    }
  });
  scene.got = tally.text;
  cpSync(good, server.store);
  await server.run(...scene.options);
}

// ---- A disk that is full ----

async function fullDisk(scene) {
  const server = await scene.serve({ canFail: true });
  const tally = new Tally();
  await scene.check("it is ready when all is well", async () => assert.equal(await ready(server), 200));
  for (const [error, code] of [["ENOSPC", "disk-full"], ["EROFS", "read-only"]]) {
    const how = code === "disk-full" ? "full" : "read-only";
    server.fault("disk", error === "EROFS" ? 30 : error);
    const answer = await server.request("POST", "/api/tables", { game: "pig", seats: ["me"] });
    tally.answer(answer);
    assert.equal(answer.json.code, code);
    await scene.check(`on a disk that is ${how} it is alive, and not ready`, async () => {
      assert.equal(await alive(server), 200);
      assert.equal(await ready(server), 503);
    });
    server.fault("disk");
    await scene.check(`when a disk that was ${how} is well, it is ready`, () => until("ready", async (turn) => {
      await server.as(attacker(2 + (turn % 200))).request("POST", "/api/tables", { game: "pig", seats: ["me"] });
      const status = await ready(server);
      assert.ok(status === 200 || status === 503, String(status));
      return status === 200;
    }));
  }
  scene.got = tally.text;
}

async function storeBytes(scene) {
  const most = 512 * 1024;
  const server = await scene.serve({ options: ["--store-bytes", String(most)] });
  const tally = new Tally();
  const largest = { file: 0, log: 0 };
  let made = 0;
  await loops(8, () => made < 3000 && !(tally.counts["disk-full"] >= 20), async () => {
    const note = randomBytes(200).toString("base64");
    const own = JSON.stringify({ "pipwright-sheet": 1, game: "pig", name: `mine${made}`, title: { en: "Mine", de: "Meins" }, note, target: 50, turns: 9 });
    const answer = await server.as(attacker(1 + (made++ % 200))).ask("POST", "/api/tables", { game: "pig", seats: ["me"], own });
    tally.answer(answer);
    const { file, log } = server.bytes();
    largest.file = Math.max(largest.file, file);
    largest.log = Math.max(largest.log, log);
  });
  scene.got = `${tally.text}; file ${Math.round(largest.file / 1024)} KiB, log ${Math.round(largest.log / 1024)} KiB`;
  await scene.check("there is an end", () => assert.ok(tally.counts["disk-full"] > 0, tally.text));
  await scene.check("the file stays within what it may have", () => assert.ok(largest.file <= most * 1.05, scene.got));
  await scene.check("and so does its log", () => assert.ok(largest.log <= most * 1.05, scene.got));
}

// ---- What strangers see of the figures ----

const count = (text, name) => Number(new RegExp(`^pipwright_${name} (\\d+)`, "m").exec(text)?.[1] ?? 0);

async function figures(scene) {
  const token = newKey();
  const server = await scene.serve();
  const stranger = await server.as("192.0.2.77").request("GET", "/metrics");
  scene.got = `a stranger: ${stranger.status}`;
  await scene.check("strangers do not see them", () => assert.ok([403, 404].includes(stranger.status), scene.got));
  await scene.check("who says to come from this machine does not", async () => {
    const answer = await server.as("").request("GET", "/metrics", undefined, { "X-Forwarded-For": "127.0.0.1, 192.0.2.77" });
    assert.ok([403, 404].includes(answer.status), String(answer.status));
  });
  await scene.check("the operator does", async () => assert.equal((await server.as("").request("GET", "/metrics")).status, 200));
  await scene.check("hidden steps are not counted in them", async () => {
    const { table, guest } = await server.pair("roller");
    const player = await server.seat(table, guest);
    const before = await server.metrics();
    assert.equal((await player.step()).answer.t, "ok");
    assert.equal(player.draft.length, 1, "it is hidden");
    const after = await server.metrics();
    player.socket.drop();
    for (const name of ["moves_total", "stored_events"]) assert.equal(count(after, name), count(before, name), name);
  });
  await scene.check("who has the token does", async () => {
    await server.stop();
    scene.options.push("--metrics-token", token);
    try {
      await server.run(...scene.options);
      const ask = (bearer) => server.as("192.0.2.77").request("GET", "/metrics", undefined, { Authorization: `Bearer ${bearer}` });
      assert.equal((await ask(token)).status, 200);
      assert.ok([403, 404, 401].includes((await ask(newKey())).status));
    } catch (error) {
      await server.run("--proxied");
      throw error;
    }
  });
}

export const silence = {
  "a database that is deleted": deleted,
  "a database that is replaced": replaced,
  "a database that is damaged": damaged,
  "a disk that is full": fullDisk,
  "a store with a limit": storeBytes,
  "figures for strangers": figures,
};
