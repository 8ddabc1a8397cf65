// kill -9 at any moment of play on many tables: what was acknowledged is there, what was not is there as a whole or not at all, and
// everybody goes on where they were. SERVER_KILLS says how often, SERVER_SEED what is played. With SERVER_POWER, tests/server/power.c as
// a library to preload, it is the power that fails.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Mains } from "../attack/power.mjs";
import { Player, Server, random, verify } from "./table.mjs";

const power = Boolean(process.env.SERVER_POWER);
const kills = Number(process.env.SERVER_KILLS ?? 200);
const chance = random(Number(process.env.SERVER_SEED ?? 5));
const hash = (text) => createHash("sha256").update(text).digest("hex");

// The moments that are aimed at: a request of that kind is under way, or such a message has just come.
const moments = ["making", "waiting", "sitting", "moving", "choosing", "asking", "turns", "reveal", "bots", "resigning", "ending", "over", "rematching", "start-up"];
const PATIENCE = 150; // ms, for a moment that does not come

// Kills the server shortly after the moment aimed at, or at any time if it does not come.
class Crash {
  passed = new Set(); // moments when the server was killed

  aim(server, moment, patience) {
    this.moment = moment;
    this.at = new Promise((resolve) => (this.now = resolve));
    const late = sleep(patience * (0.2 + 0.8 * chance()), null, { ref: false });
    return Promise.race([this.at, late]).then(() => {
      this.moment = null; // what passes from now on is not when it was killed
      return server.kill();
    });
  }

  pass(moment) {
    if (moment !== this.moment) return;
    this.passed.add(moment);
    this.moment = null;
    const wait = chance() * (chance() < 0.3 ? 40 : 4);
    if (wait < 1) this.now();
    else setTimeout(this.now, wait);
  }
}

// Somebody who knows which of their steps were acknowledged, and which message was not answered.
class Witness extends Player {
  acknowledged = [];
  pending = null;

  constructor(crash, ...rest) {
    super(...rest);
    this.crash = crash;
  }

  async take() {
    const message = await super.take();
    if (message) this.crash.pass(message.t);
    return message;
  }

  kept() {
    return [...this.lines(), ...this.draft].filter((line) => line.startsWith(`${this.seat} `));
  }

  given_up() {
    return this.events.some((event) => event.t === "resign" && event.seat === this.seat);
  }

  // The acknowledged steps if a message is carried out.
  after({ t, e }) {
    if (t === "undo") return this.acknowledged.slice(0, -1);
    return t === "move" ? [...this.acknowledged, ...e] : this.acknowledged;
  }

  choose() {
    const pick = (moves) => moves[Math.floor(chance() * moves.length)];
    const message = { id: ++this.ids, at: this.events.length };
    if (this.draft.length > 0 && chance() < 0.1) return { t: "undo", id: message.id };
    if (new Set(this.next().map((line) => line[0])).size > 1 && chance() < 0.1) {
      this.crash.pass("asking");
      return { t: "turns", id: message.id, seat: this.seat };
    }
    const steps = [pick(this.moves())];
    const more = chance() < 0.3 ? this.moves(...steps) : [];
    if (more.length > 0) steps.push(pick(more));
    this.crash.pass(this.next(...steps)[0].startsWith("=") ? "ending" : this.draft.length > 0 ? "choosing" : "moving");
    return { t: "move", ...message, e: steps };
  }

  // Sends a message; false if the connection was lost before the answer.
  async send(message) {
    const before = this.events.length;
    this.pending = message;
    const answer = await this.ask(message);
    if (!answer) return false;
    const late = { undo: "final", resign: "over", move: this.asked() !== undefined && "stale" }[message.t] === answer.code; // others have gone on meanwhile
    assert.ok(answer.t === "ok" || (answer.t === "no" && late), JSON.stringify([answer, message]));
    this.pending = null;
    if (answer.t !== "ok") return true;
    this.acknowledged = this.after(message);
    const news = this.events.slice(before);
    const shown = news.filter((event) => event.t === "move" && event.e.startsWith(`${this.seat} `)).length;
    if (message.t === "undo") this.draft = this.draft.slice(0, -1);
    else if (message.t === "move" && !news.some((event) => event.t === "reveal" && event.e.some((step) => step.startsWith(`${this.seat} `)))) this.draft.push(...message.e.slice(shown));
    return true;
  }

  // Plays until the game is over or the connection lost. Now and then a game is cut short.
  async live(until) {
    while (!this.over() && !this.socket.closed) {
      const free = !this.given_up() && this.started();
      if (free && this.events.length > until) {
        this.crash.pass("resigning");
        await this.send({ t: "resign", id: ++this.ids });
      } else if (free && this.moves().length > 0) await this.send(this.choose());
      else {
        if (this.started()) this.crash.pass("bots");
        if (!(await this.take())) return;
      }
    }
  }

  // After a crash: the rest of the events, then all of them again; what was acknowledged; and the message that was not answered, once more.
  async resume() {
    assert.ok(await this.connect());
    const all = new Player(this.server, this.table, { key: this.key, seat: this.seat });
    assert.ok(await all.connect());
    assert.deepEqual(all.events.slice(0, this.events.length), this.events); // bots may have gone on
    all.socket.drop();
    const kept = this.kept();
    if (this.given_up()) assert.deepEqual(kept.slice(0, this.acknowledged.length), this.acknowledged);
    else {
      const may = [this.acknowledged, this.after(this.pending ?? {})];
      assert.ok(may.some((steps) => isDeepStrictEqual(steps, kept)), JSON.stringify({ kept, may }));
      this.acknowledged = kept;
      const again = this.pending;
      const done = again && !isDeepStrictEqual(kept, may[0]);
      if (done) assert.equal((await this.ask(again)).t, "ok");
      if (done) assert.deepEqual(this.kept(), kept, "a repeated message changes nothing");
    }
    this.pending = null;
  }
}

// One table after another, most a rematch of the one before.
class Life {
  players = [];
  seated = new Set();
  over = 0;

  constructor(server, crash, game, seats) {
    Object.assign(this, { server, crash, game, seats });
  }

  // Goes on until the server is gone.
  async live() {
    try {
      for (;;) {
        if (!this.made) await this.make();
        await this.sit();
        for (const player of this.players) if (!player.socket || player.socket.closed) await player.connect();
        await Promise.all(this.players.map((player) => player.live(this.until)));
        if (!this.players.every((player) => player.over()) || !(await this.rematch())) return;
      }
    } catch (error) {
      if (!["ECONNRESET", "ECONNREFUSED", "EPIPE"].includes(error.code)) throw error;
    }
  }

  begin(made) {
    this.made = made;
    this.until = made.seats.length > 2 ? 10 + chance() * 60 : Infinity;
    this.players = made.seats.slice(0, 2).map(({ seat, key }) => new Witness(this.crash, this.server, made.table, { seat, key }));
    this.seated.clear();
  }

  async make() {
    this.crash.pass("making");
    this.begin(await this.server.make({ game: this.game, seats: this.seats }));
  }

  async sit() {
    if (this.seated.size === 0) this.crash.pass("waiting");
    for (const { seat } of this.made.seats.slice(0, 2)) {
      if (this.seated.has(seat)) continue;
      this.crash.pass("sitting");
      await this.server.sit(this.made, seat, `P${seat}`);
      this.seated.add(seat);
    }
  }

  async rematch() {
    const [player] = this.players;
    await this.check();
    this.crash.pass("rematching");
    player.socket.send({ t: "rematch", id: ++player.ids });
    while (player.events.at(-1).t !== "rematch") if (!(await player.take())) return false;
    this.over++;
    for (const { socket } of this.players) socket.drop();
    if (chance() < 0.3) await this.make();
    else this.begin({ ...this.made, table: player.events.at(-1).table, seats: this.made.seats.map(({ invitation: _, ...seat }) => seat) });
    return true;
  }

  // At the end: the record that follows from what players were told is the server's.
  async check() {
    const record = await this.server.get(`/api/tables/${this.made.table}/record`);
    for (const player of this.players) assert.equal(hash(player.record()), hash(record));
    assert.equal(verify(record).dice, "verified");
  }

  async resume() {
    if (!this.made) return;
    const { seats } = await this.server.get(`/api/tables/${this.made.table}`);
    for (const seat of this.seated) assert.ok(seats.some(({ name }) => name === `P${seat}`)); // who begins may have been drawn
    for (const [i, player] of this.players.entries()) if (this.seated.has(this.made.seats[i].seat)) await player.resume(); // others have no key yet
  }

  async end() {
    await this.sit();
    for (const player of this.players) {
      if (!player.socket || player.socket.closed) await player.connect();
      if (!player.over() && !player.given_up()) await player.send({ t: "resign", id: ++player.ids });
    }
    for (const player of this.players) while (!player.over()) assert.ok(await player.take());
    await this.check();
  }
}

test(`${power ? "without power" : "killed"} ${kills} times, nothing acknowledged is lost, nothing is half there, and play goes on`, async (context) => {
  const server = power ? new Mains(chance) : new Server();
  server.prepare();
  await server.run();
  context.after(() => server.end());
  const { games } = await server.get("/api/games");
  const crash = new Crash();
  const lives = games.flatMap(({ name }) => [["open", "open", "bot:greedy"], ["open", "open"]].map((seats) => new Life(server, crash, name, seats)));
  const missed = () => moments.filter((moment) => !crash.passed.has(moment));
  for (let kill = 0; kill < kills || (missed().length > 0 && kill < kills + 2 * moments.length); kill++) {
    const moment = kill < kills ? moments[kill % moments.length] : missed()[0];
    const killed = crash.aim(server, moment, kill < kills ? PATIENCE : 100 * PATIENCE); // at last, each moment
    await Promise.all([killed, ...lives.map((life) => life.live())]);
    if (moment === "start-up") {
      server.launch();
      await sleep(chance() * 20);
      await server.kill();
      crash.passed.add(moment);
    }
    await server.run();
    await Promise.all(lives.map((life) => life.resume()));
  }
  await Promise.all(lives.map((life) => life.end()));
  assert.deepEqual(missed(), []);
  if (!power) return;
  context.diagnostic(JSON.stringify(server.cuts));
  assert.ok(server.cuts.lost > 0 && server.cuts.kept > 0, "there was something to lose");
});
