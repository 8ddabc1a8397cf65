// The innocent player, in a process of its own: pings at one table, which need nothing but the loop, and moves at others, which are
// stored. Both are sent at a fixed pace whether or not the answers come, and how long these take is told to the parent.
import { WebSocketClient } from "../integration/websocket.mjs";

let setting;
let timer;
let samples;
let refused;

const now = () => Number(process.hrtime.bigint()) / 1e6;

// Messages of one kind over one connection, and when those that are not answered were sent.
class Stream {
  waiting = new Map();
  id = 0;

  constructor(kind) {
    this.kind = kind;
  }

  async sit({ table, key }) {
    const { port, from } = setting;
    this.closing = false;
    this.socket = WebSocketClient.open(port, { headers: { "X-Forwarded-For": from } });
    this.socket.send({ t: "hello", v: 1, table, key });
    if (!(await this.socket.until("live"))) throw new Error(`the innocent player was sent away: ${JSON.stringify(this.socket.closed)}`);
    this.take();
  }

  async take() {
    const { socket } = this;
    for (let message; (message = await socket.until("ok", "no")); ) {
      const sent = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      samples[this.kind].push(now() - sent);
      if (message.t === "no") this.no(message.code);
    }
    if (!this.closing && socket === this.socket) refused.closed = 1;
  }

  no(code) {
    refused[code] = (refused[code] ?? 0) + 1;
  }

  send(message) {
    this.waiting.set(++this.id, now());
    this.socket.send({ ...message, id: this.id });
  }
}

// Moves, one table after the other.
class Moves extends Stream {
  constructor(seats) {
    super("move");
    this.seats = seats;
  }

  next() {
    return this.sit(this.seats.shift());
  }

  no(code) {
    if (code === "illegal") this.hold = true;
    else if (code === "over") this.moving ??= this.move();
    else super.no(code);
  }

  async move() {
    while (this.waiting.size > 0) await new Promise((resolve) => setTimeout(resolve, 5));
    if (this.seats.length === 0) return; // all are played to their end
    this.closing = true;
    this.socket.drop();
    await this.next();
    this.moving = null;
  }

  tick() {
    if (!this.moving) this.send({ t: "move", e: this.hold ? "0 hold" : "0 roll" });
    this.hold = false;
  }
}

const pings = new Stream("ping");
let moves;

const tasks = {
  async sit(message) {
    setting = message;
    const [first, ...rest] = message.seats;
    moves = new Moves(rest);
    await pings.sit(first);
    await moves.next();
  },
  play() {
    samples = { ping: [], move: [] };
    refused = {};
    timer = setInterval(() => {
      pings.send({ t: "ping" });
      moves.tick();
    }, setting.pace);
  },
  async stop() {
    clearInterval(timer);
    while ((pings.waiting.size > 0 || moves.waiting.size > 0) && !refused.closed) await new Promise((resolve) => setTimeout(resolve, 5));
    return { ...samples, refused };
  },
};

process.on("message", async (message) => process.send((await tasks[message.t](message)) ?? {}));
process.on("disconnect", () => process.exit());
