// What the attacks share: a server of their own behind a proxy that is played by the tests, so that everybody has an address; an
// innocent player in a process of its own, whose waiting is measured; checks; and the table at the end.
//
// In the short form, which is the test `attacks`, times are printed and only a frozen server fails; the long form (ATTACK=long, `make
// attack`) holds the innocent player's waiting and the longest hold of the loop to their bars.
import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import http from "node:http";
import { availableParallelism, constants, setPriority } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { setTimeout as sleep } from "node:timers/promises";
import { Player, Server } from "../integration/table.mjs";
import { WebSocketClient } from "../integration/websocket.mjs";

export const long = process.env.ATTACK === "long";
export const size = (short, full) => (long ? full : short);

const BEFORE_MS = size(500, 6000);
const DURING_MS = size(800, 30000);
const PACE_MS = size(40, 25); // between two messages of the innocent player, of each kind
const FLOOR_MS = 5; // what is shorter is the timer's noise
const RATIO = 3; // the bar of the long form: p99 during an attack, to the one before
const HOLD_MS = 5; // the same: how long anything asked for may hold the loop ...
const HOLDS = 10000; // ... but for one round in so many, for interrupts ...
const STOLEN_PART = 0.03; // of the processors that may be taken while it is measured; where it is more, it is measured anew
const STOLEN_MS = 250; // ... and one for so much time that a virtual machine was taken: where that is 100, a program that only counts is held once
const FROZEN_RATIO = 50; // the bar of the short form, for pings, which need no disk ...
const FROZEN_FLOOR_MS = 20; // ... and of at least a second altogether

export const INNOCENT = "198.51.100.7";
export const attacker = (number = 1) => `203.0.113.${number}`;
export const newKey = () => randomBytes(16).toString("base64url");

const agent = new http.Agent({ keepAlive: true, maxSockets: 64 });

// A server, as seen from an address.
export class Target extends Server {
  from = attacker();

  as(from) {
    return Object.assign(Object.create(this), { from });
  }

  request(method, path, body, headers = {}, way = {}) {
    const usual = body === undefined ? {} : { "Content-Type": "application/json" };
    return super.request(method, path, body, { ...usual, ...(this.from && { "X-Forwarded-For": this.from }), ...headers }, way);
  }

  open() {
    return WebSocketClient.open(this.port, { headers: { "X-Forwarded-For": this.from } });
  }

  // A request over one of a few connections that stay; the answer, whatever it is.
  ask(method, path, body, headers) {
    return this.request(method, path, body, headers, { agent });
  }

  // Somebody at a table who is connected.
  async seat(table, { key, host, seat = 0 } = {}) {
    const player = new Player(this, table, { key, host, seat });
    assert.ok(await player.connect(), "the connection was closed");
    return player;
  }

  // A table of a host at seat 0 and a guest at seat 1, who came by the code and has a key of their own. It has started.
  async pair(game, more = {}) {
    const made = await this.post("/api/tables", { game, seats: ["me", "open"], first: "host", name: "Host", ...more });
    const key = newKey();
    await this.post(`/api/codes/${made.code}/sit`, { name: "Guest", new_key: key });
    if ((await this.get(`/api/tables/${made.table}`)).phase === "waiting") await this.start(made);
    const host = { key: made.seats[0].key, host: made.host, seat: 0 };
    return { table: made.table, invitation: made.seats[1].key, host, guest: { key, seat: 1 } };
  }

  // The code with which a hello is refused, or "live".
  async hello(table, { key, host } = {}) {
    const socket = this.open();
    socket.send({ t: "hello", v: 1, table, ...(key && { key }), ...(host && { host }) });
    const message = await socket.until("live", "no");
    socket.drop();
    return message?.code ?? message?.t ?? `closed ${socket.closed.code}`;
  }

  // As the operator sees it, who asks from this machine.
  metrics() {
    return this.as("").get("/metrics");
  }

  // How long the loop was held at most, in ms: by a round, and by one thing, which is named; how many rounds there were, and those of
  // them that took too long. It is time on a processor: others want them, too.
  async hold() {
    const text = await this.metrics();
    const round = 1000 * Number(/^pipwright_loop_hold_max_seconds (\S+)$/m.exec(text)[1]);
    const things = [...text.matchAll(/^pipwright_work_hold_max_seconds\{work="(\w+)"\} (\S+)$/gm)];
    const [, what, seconds] = things.reduce((most, thing) => (Number(thing[2]) > Number(most[2]) ? thing : most));
    const rounds = (upTo) => Number(text.split(`pipwright_loop_hold_seconds_bucket{le="${upTo}"} `)[1].split("\n")[0]);
    return { round, thing: 1000 * Number(seconds), what, rounds: rounds("+Inf"), late: rounds("+Inf") - rounds(HOLD_MS / 1000) };
  }

  // Bytes of the database and its log.
  bytes() {
    const of = (path) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    return { file: of(this.store), log: of(`${this.store}-wal`) };
  }

  // The disk fails with an error from now on, or is slow, or well; clocks go ahead by seconds.
  fault(what, value) {
    const path = join(this.folder, what);
    if (value === undefined) rmSync(path, { force: true });
    else writeFileSync(path, String(constants.errno[value] ?? value));
  }

  canFail() {
    const path = (what) => join(this.folder, what);
    this.env = { LD_PRELOAD: process.env.PIPWRIGHT_FAULTY, FAULTY_DISK: path("disk"), FAULTY_CLOCK: path("clock"), FAULTY_TICK: path("tick"), FAULTY_SLOW: path("slow") };
  }

}

// ---- The innocent player ----

class Innocent {
  static async sit(target) {
    const innocent = new Innocent();
    const server = target.as(INNOCENT);
    const own = JSON.stringify({ "pipwright-sheet": 1, game: "pig", name: "long", title: { en: "Long", de: "Lang" }, target: 100, turns: 25 });
    const tables = [];
    for (let i = 0; i < size(3, 24); i++) tables.push(await server.table("pig", ["me"], { own }));
    const seats = tables.map(({ table, seats: [{ key }] }) => ({ table, key }));
    innocent.child = fork(fileURLToPath(new URL("innocent.mjs", import.meta.url)), { stdio: "inherit" });
    await innocent.#say({ t: "sit", port: target.port, from: INNOCENT, seats, pace: PACE_MS });
    return innocent;
  }

  #say(message) {
    return new Promise((resolve, reject) => {
      this.child.once("message", resolve);
      this.child.once("exit", (code) => reject(new Error(`the innocent player ended with ${code}`)));
      this.child.send(message);
    });
  }

  play() {
    return this.#say({ t: "play" });
  }

  // How long was waited since, in ms: {ping: [...], move: [...], refused}.
  stop() {
    return this.#say({ t: "stop" });
  }

  leave() {
    this.child.removeAllListeners("exit");
    this.child.disconnect();
  }
}

// Attackers have machines of their own: they leave the processors to the server and to the innocent player. (Taking them back needs
// root; without, whoever is started later is as low, and all are equal.)
function standBack(back) {
  const { PRIORITY_LOW, PRIORITY_NORMAL } = constants.priority;
  try {
    for (const thread of readdirSync("/proc/self/task")) setPriority(Number(thread), back ? PRIORITY_LOW : PRIORITY_NORMAL);
  } catch {}
}

// Where the host of a virtual machine took much of its processors, whatever was measured says nothing about the server.
export class Disturbed extends Error {}

// What the host of a virtual machine has taken from its processors until now, in ms.
function stolen() {
  const [, , , , , , , steal = 0] = /^cpu +(.*)/.exec(readFileSync("/proc/stat", "ascii"))[1].split(" ").map(Number);
  return 10 * steal;
}

// Somebody's waiting. Where the disk takes its time now and then, few samples say little: those of all calm moments until now are one.
function measure(waits) {
  const sorted = [...waits].sort((a, b) => a - b);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? 0;
  return { p50: at(0.5), p99: at(0.99), count: sorted.length };
}
const calm = { ping: [], move: [] };

const ratio = (before, during, floor) => during.p99 / Math.max(before.p99, floor);

// ---- One attack ----

const rows = [];

export class Scene {
  constructor(context, name) {
    Object.assign(this, { context, name, got: "", failed: [] });
  }

  // A server for this attack alone, which is let run into faults if it `canFail`.
  async serve({ canFail = false, options = [] } = {}) {
    const target = new Target();
    target.prepare();
    if (canFail) target.canFail();
    this.options = ["--proxied", ...options];
    await target.run(...this.options);
    this.target = target;
    this.context.after(() => this.end());
    return target;
  }

  async end() {
    const { target } = this;
    this.target = undefined;
    await target?.end();
  }

  // The same again, after a crash.
  async restart() {
    await this.target.kill();
    await this.target.run(...this.options);
  }

  // One thing that must hold.
  async check(name, run) {
    await this.context.test(name, async () => {
      try {
        await run();
      } catch (error) {
        this.failed.push(name);
        throw error;
      }
    });
  }

  // Attacks while the innocent player plays. `attack` goes on while `more()`, or for as long as it likes.
  async under(attack) {
    const innocent = await Innocent.sit(this.target);
    try {
      const lost = stolen();
      await innocent.play();
      await sleep(BEFORE_MS);
      const before = await innocent.stop();
      await innocent.play();
      const end = Date.now() + DURING_MS;
      standBack(true);
      await attack(() => Date.now() < end);
      if (Date.now() < end) await sleep(end - Date.now());
      standBack(false);
      const during = await innocent.stop();
      const taken = stolen() - lost;
      if (long && taken > STOLEN_PART * availableParallelism() * (BEFORE_MS + DURING_MS)) throw new Disturbed(`${taken} ms taken`);
      for (const kind in calm) calm[kind].push(...before[kind]);
      const both = ({ ping, move }) => ({ ping: measure(ping), move: measure(move) });
      this.measured = { before: both(calm), during: { ...both(during), refused: during.refused }, hold: { ...(await this.target.hold()), stolen: taken }, moves: before.move.length + during.move.length };
    } finally {
      innocent.leave();
    }
    await this.#judge();
  }

  async #judge() {
    const { before, during, hold } = this.measured;
    await this.check("the innocent player does not notice", () => {
      if (!long) return assert.ok(ratio(before.ping, during.ping, FROZEN_FLOOR_MS) <= FROZEN_RATIO, JSON.stringify(this.measured));
      for (const kind of ["ping", "move"]) assert.ok(ratio(before[kind], during[kind], FLOOR_MS) <= RATIO, `${kind}: ${JSON.stringify(this.measured)}`);
    });
    await this.check("nobody is refused but the attacker", () => assert.deepEqual(during.refused, {}));
    if (long) await this.check("nothing holds the loop for long", () => assert.ok(hold.late <= Math.ceil(hold.rounds / HOLDS) + Math.floor(hold.stolen / STOLEN_MS), JSON.stringify(hold)));
  }

  row() {
    const { before, during, hold } = this.measured ?? {};
    const ms = (value) => (value === undefined ? "-" : value.toFixed(value < 10 ? 1 : 0));
    const pair = (kind) => (before ? `${ms(before[kind].p50)}/${ms(before[kind].p99)} > ${ms(during[kind].p50)}/${ms(during[kind].p99)}` : "-");
    const worst = before && Math.max(...["ping", "move"].map((kind) => ratio(before[kind], during[kind], FLOOR_MS)));
    const verdict = this.failed.length > 0 ? "FAILED" : "holds";
    rows.push([this.name, this.got, pair("ping"), pair("move"), worst ? worst.toFixed(1) : "-", hold ? `${ms(hold.round)} (${hold.what} ${ms(hold.thing)}); ${hold.late} of ${hold.rounds}, ${hold.stolen} taken` : "-", verdict]);
  }
}

// What came of all attacks.
export function report() {
  const heads = ["attack", "what the attacker got", "ping p50/p99 before > during", "move p50/p99", `ratio`, `hold of a round (of one thing); longer than ${HOLD_MS}`, "verdict"];
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i].length)));
  const line = (row) => row.map((cell, i) => cell.padEnd(widths[i])).join(" | ").trimEnd();
  return [line(heads), widths.map((width) => "-".repeat(width)).join("-|-"), ...rows.map(line)].join("\n") +
    `\ntimes in ms; before: all calm moments until then; ratio: p99 during to max(p99 before, ${FLOOR_MS} ms), the worse of both kinds; bar ${long ? `${RATIO}, and one round in ${HOLDS} and for each ${STOLEN_MS} ms that the host of the machine took that holds the loop longer than ${HOLD_MS} ms` : "only against a frozen server"}`;
}

// ---- Loads ----

// Runs `once` in some loops at the same time while `more()` says so.
export function loops(count, more, once) {
  return Promise.all(Array.from({ length: count }, async (_, i) => {
    while (more()) await once(i);
  }));
}

// Counts by what was answered: {200: 3, "too-many": 4}.
export class Tally {
  counts = {};

  add(what) {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }

  answer({ status, json }) {
    this.add(status < 300 ? status : json?.code ?? status);
  }

  get text() {
    return Object.entries(this.counts).map(([what, count]) => `${count} ${what}`).join(", ");
  }
}
