// What the tests of the server share: a server of one's own, requests, and players who know the rules through the WASM module, or
// where that is not built through `pipwright legal`, which is slower.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { WebSocketClient } from "./websocket.mjs";

export const program = process.env.PIPWRIGHT ?? "build/dev/pipwright";
const quick = process.env.PIPWRIGHT_RULES; // a quick build is welcome if it is there
const referee = quick && existsSync(quick) ? quick : program;
const wasm = "build/wasm/pipwright.wasm";
const engine = existsSync(wasm) ? new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm)), {}).exports : null;

// Waits for tomorrow if today (UTC) is nearly over: the daily challenge must not change within a test.
export async function awayFromMidnight() {
  const left = 86400000 - (Date.now() % 86400000);
  if (left < 300000) await sleep(left);
}

export const random = (seed) => () => (seed = (seed * 48271) % 2147483647) / 2147483647;

export class Server {
  static async start(...options) {
    const server = new Server();
    server.prepare();
    await server.run(...options);
    return server;
  }

  // A folder of its own; `env` can be set before it runs.
  prepare() {
    this.folder = mkdtempSync(join(tmpdir(), "pipwright-server-"));
    this.store = join(this.folder, "store.db");
  }

  async run(...options) {
    this.launch(...options);
    await this.ready();
  }

  // A process that is about to listen.
  launch(...options) {
    this.log = "";
    const listen = `127.0.0.1:${this.port ?? 0}`;
    this.child = spawn(program, ["serve", "--listen", listen, "--store", this.store, ...options], { env: { ...process.env, ...this.env } });
    this.child.stderr.on("data", (data) => (this.log += data));
    this.exit = new Promise((resolve) => this.child.on("close", (code, signal) => resolve(code ?? signal)));
  }

  async ready() {
    const line = await Promise.race([
      new Promise((resolve) => this.child.stdout.once("data", (data) => resolve(String(data)))),
      this.exit.then((how) => `ended with ${how}: ${this.log}`),
    ]);
    const port = /^listening on http:\/\/127\.0\.0\.1:(\d+)\/\n$/.exec(line);
    assert.ok(port, line);
    this.port = Number(port[1]);
  }

  async kill() {
    this.child.kill("SIGKILL");
    await this.exit;
  }

  async stop() {
    this.child.kill("SIGTERM");
    assert.equal(await this.exit, 0, this.log);
  }

  async end() {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  // A WebSocket connection.
  open() {
    return WebSocketClient.open(this.port);
  }

  // With `way`, options for http.request or https.request, the request goes another way.
  request(method, path, body, headers = {}, way = {}) {
    return new Promise((resolve, reject) => {
      const text = body === undefined || typeof body === "string" ? body : JSON.stringify(body);
      const { request: send } = way.ca ? https : http;
      const request = send({ host: "127.0.0.1", port: this.port, path, method, headers, agent: false, ...way }, (answer) => {
        const parts = [];
        answer.on("data", (part) => parts.push(part));
        answer.on("error", reject); // it was cut off
        answer.on("end", () => {
          const all = Buffer.concat(parts).toString();
          const json = answer.headers["content-type"] === "application/json" ? JSON.parse(all) : undefined;
          resolve({ status: answer.statusCode, headers: answer.headers, text: all, json });
        });
      });
      request.on("error", reject);
      request.end(text);
    });
  }

  async post(path, body) {
    const answer = await this.request("POST", path, body);
    assert.ok(answer.status < 300, `${path}: ${answer.status} ${answer.text}`);
    return answer.json;
  }

  async get(path) {
    const answer = await this.request("GET", path);
    assert.equal(answer.status, 200, answer.text);
    return answer.json ?? answer.text;
  }

  // A table that people have yet to sit down at. Each open seat has the key that its holder will have, and the
  // invitation that is used up by then.
  async make(asked) {
    const made = await this.post("/api/tables", asked);
    for (const seat of made.seats)
      if (seat.kind === "open") Object.assign(seat, { invitation: seat.key, key: randomBytes(16).toString("base64url") });
    return made;
  }

  async sit(made, seat, name, more = {}) {
    const { key, invitation } = made.seats[seat];
    const keys = invitation ? { key: invitation, new_key: key } : { key };
    return this.post(`/api/tables/${made.table}/sit`, { ...keys, name, nonce: randomBytes(16).toString("hex"), ...more });
  }

  // A table with everybody seated: {table, host, seats: [{seat, key}]}. It starts with seat 0, unless `first` is asked for.
  async table(game, seats, more = {}) {
    const made = await this.make({ game, seats, first: "host", ...more });
    for (const { seat, kind } of made.seats) if (kind !== "bot") await this.sit(made, seat, `P${seat}`, { seat });
    const { phase } = await this.get(`/api/tables/${made.table}`);
    if (phase === "waiting" && !more.first) await this.start(made);
    return made;
  }

  // The host of a table starts it.
  async start({ table, host }, more = {}) {
    const player = new Player(this, table, { host });
    await player.connect();
    assert.equal((await player.ask({ t: "start", id: 1, ...more })).t, "ok");
    player.socket.drop();
  }
}

const cache = new Map();

function ask(record) {
  if (!engine) {
    const run = spawnSync(referee, ["legal", "-"], { input: record, encoding: "utf8" });
    assert.equal(run.status, 0, run.stderr + record);
    return run.stdout;
  }
  const buffer = () => Buffer.from(engine.memory.buffer, engine.pip_buffer(), engine.pip_room());
  const status = engine.pip_record_read(buffer().write(record));
  assert.equal(status, 0, record);
  return buffer().toString("utf8", 0, engine.pip_next());
}

// What may come next in a record, one event a line.
export function legal(record) {
  if (!cache.has(record)) {
    if (cache.size > 1000) cache.clear();
    cache.set(record, ask(record).trimEnd().split("\n").sort());
  }
  return cache.get(record);
}

export function verify(record) {
  const run = spawnSync(referee, ["verify", "--json", "-"], { input: record, encoding: "utf8" });
  assert.equal(run.status, 0, run.stderr + record);
  return JSON.parse(run.stdout);
}

// Somebody at a table (or watching it, without a key), who survives lost connections.
export class Player {
  events = []; // public ones ...
  from = 0; // ... behind this number; not 0 once a shorter history has taken the place of the whole one
  draft = [];
  ids = 0;
  welcome = null;

  constructor(server, table, { key, host, seat, random = Math.random } = {}) {
    Object.assign(this, { server, table, key, host, seat, random });
  }

  async connect() {
    this.socket = this.server.open();
    const hello = { t: "hello", v: 1, table: this.table, last: this.from + this.events.length };
    if (this.key) hello.key = this.key;
    if (this.host) hello.host = this.host;
    this.socket.send(hello);
    this.draft = [];
    for (;;) {
      const message = await this.take();
      if (!message) return false;
      if (message.t === "no") throw new Error(message.code);
      if (message.t === "live") return true;
    }
  }

  // Takes the next message in; null once the connection is lost.
  async take() {
    const message = await this.socket.next();
    if (!message) return null;
    if (message.n !== undefined && message.t !== "ok" && message.t !== "welcome") {
      assert.equal(message.n, this.from + this.events.length + 1, "events come in order, each once");
      this.events.push(message);
      if (message.t === "reveal") this.draft = this.draft.filter((step) => !message.e.includes(step));
      const order = message.n > this.welcome.n && this.order(message);
      if (order) {
        this.seat = this.seats.length > 0 ? order.indexOf(this.seat) : this.seat;
        this.seats = this.seats.map((seat) => order.indexOf(seat)).sort();
      }
    } else if (message.t === "welcome") {
      if (message.from !== this.from + this.events.length) [this.from, this.events] = [message.from, []];
      this.welcome = message;
      this.hold(message.you);
    } else if (message.t === "you") {
      if (["leave", "sit"].includes(this.events.at(-1)?.t)) this.hold(message.seats); // the key went with it, or came back
      assert.deepEqual(message.seats, this.seats, "everybody follows it from the events");
    }
    else if (message.t === "draft") {
      this.draft = message.e;
      this.ids = Math.max(this.ids, message.id);
    }
    return message;
  }

  // The seats held now; of several, this player keeps to one.
  hold(seats) {
    const place = (this.seats ?? seats).indexOf(this.seat);
    if (seats.length > 0) this.seat = seats[Math.max(0, place)];
    this.seats = seats;
  }

  // Who has asked for turns in the phase that is under way.
  asked() {
    const last = this.events.findLast(({ t }) => ["turns", "roll", "move", "over"].includes(t));
    return last?.t === "turns" ? last.seat : undefined;
  }

  // The lines of the record that this player can know.
  lines() {
    const lines = [];
    const resigned = [];
    let turns = -1; // where those who take turns began to choose
    for (const event of this.events) {
      if (event.t === "turns") turns = lines.length;
      if (["roll", "move", "over"].includes(event.t)) turns = -1;
      if (event.t === "undo") {
        lines.pop();
        for (const each of resigned) each.at = Math.min(each.at, lines.length);
      } else if (event.t === "resign") resigned.push({ seat: event.seat, at: turns < 0 ? lines.length : turns });
      else if (event.t === "reveal") lines.push(...event.e);
      else if (event.e !== undefined) lines.push(event.e);
    }
    const after = (count) => resigned.filter(({ at }) => at === count).map(({ seat }) => `! ${seat}`).sort();
    return [...lines.flatMap((line, i) => [...after(i), line]), ...after(lines.length)];
  }

  header({ names = false } = {}) {
    const { welcome } = this;
    const lines = ["pipwright record 1", `game ${welcome.game}`];
    if (welcome.edition > 1) lines.push(`edition ${welcome.edition}`);
    lines.push(`sheet ${welcome.sheet}`, `sheet-hash ${welcome.sheet_hash}`);
    lines.push(`seats ${welcome.seats.length}`);
    for (const [name, value] of Object.entries(welcome.options)) lines.push(`option ${name}=${value}`);
    if (names) lines.push(...this.names().flatMap((name, seat) => (name ? [`seat ${seat} ${name}`] : [])));
    return lines;
  }

  // Where those who sit there after an event sat before it; null if it does not move seats.
  order(event) {
    const seats = this.welcome.seats.map(({ seat }) => seat);
    if (event.t === "start" && event.first) return seats.map((seat) => (seat + event.first) % seats.length);
    return event.t === "arrange" ? event.seats : null;
  }

  names() {
    let names = this.welcome.seats.map(({ is, level }) => (is === "bot" ? `bot:${level}` : ""));
    for (const from of this.events.slice(0, this.welcome.n).map((event) => this.order(event)).reverse())
      if (from) names = names.map((_, seat) => names[from.indexOf(seat)]); // as they sat at the beginning
    for (const event of this.events) {
      const from = this.order(event);
      if (from) names = from.map((seat) => names[seat]);
      if (event.t === "sit") names[event.seat] = event.name;
      if (event.t === "leave") names[event.seat] = "";
      if (event.t === "bot" && !names[event.seat]) names[event.seat] = `bot:${event.level}`;
    }
    return names;
  }

  // The whole record, as it follows from the public events alone.
  record() {
    const start = this.events.find((event) => event.t === "start");
    const over = this.events.find((event) => event.t === "over");
    const dice = [`dice fair ${this.welcome.commitment}`, `fair-table ${this.table}`];
    if (start.drawn) dice.unshift(`first draw ${start.first}`);
    const { nonces, first = 0 } = start;
    dice.push(...nonces.map((_, seat) => `fair-nonce ${seat} ${nonces[(seat + first) % nonces.length]}`));
    if (over) dice.push(`fair-secret ${over.secret}`);
    return [...this.header({ names: true }), ...dice, "", ...this.lines(), ""].join("\n");
  }

  started() {
    return this.events.some((event) => event.t === "start");
  }

  over() {
    return this.events.some((event) => event.t === "over");
  }

  // What may come next, as far as this player can know, after some steps more.
  next(...steps) {
    const record = [...this.header(), "", ...this.lines(), ...this.draft, ...steps, ""].join("\n");
    const next = legal(record), asked = this.asked();
    return asked === undefined || /^[*=]/.test(next[0]) ? next : legal(`${record}? ${asked}\n`);
  }

  // The moves this player's seat has then.
  moves(...steps) {
    if (!this.started() || this.over()) return [];
    return this.next(...steps).filter((line) => line.startsWith(`${this.seat} `));
  }

  // Sends a message and takes in what comes until it is answered; null if the connection is lost before.
  async ask(message) {
    this.socket.send(message);
    for (;;) {
      const answer = await this.take();
      if (!answer || ((answer.t === "ok" || answer.t === "no") && answer.id === message.id)) return answer;
    }
  }

  // Plays one step if there is one to play. What it sent and was told.
  async step(choose = (moves) => moves[Math.floor(this.random() * moves.length)]) {
    const moves = this.moves();
    if (moves.length === 0) return null;
    const e = choose(moves);
    const before = this.events.length;
    const answer = await this.ask({ t: "move", id: ++this.ids, at: this.from + this.events.length, e });
    const shown = this.events.slice(before).some((event) => event.e === e || (event.t === "reveal" && event.e.includes(e)));
    if (answer?.t === "ok" && !shown) this.draft.push(e); // hidden until all have chosen
    return { e, answer };
  }

  // Plays until the game is over.
  async play() {
    while (!this.over()) {
      const done = await this.step();
      if (done?.answer?.code === "too-many") await sleep(500); // a daily challenge has its pace
      else if (done) assert.equal(done.answer?.t, "ok", JSON.stringify(done));
      else if (!(await this.take())) throw new Error(`closed: ${JSON.stringify(this.socket.closed)}`);
    }
  }
}
