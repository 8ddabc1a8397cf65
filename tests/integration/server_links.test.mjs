// Bad connections: they drop, answers are lost, messages come twice and out of order, readers are slow. Games go on, and all agree on
// how they ended.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Player, Server, random, verify } from "./table.mjs";

const server = await Server.start();
after(() => server.end());
const { games } = await server.get("/api/games");
const hash = (text) => createHash("sha256").update(text).digest("hex");

// A slow way to the server: what is not taken from it waits in the server.
class Link {
  static async open() {
    const link = new Link();
    link.child = spawn("python3", ["tests/integration/slow_link.py", String(server.port)], { stdio: ["pipe", "pipe", "inherit"] });
    link.lines = createInterface(link.child.stdout)[Symbol.asyncIterator]();
    link.port = Number((await link.lines.next()).value);
    return link;
  }

  async tell(word) {
    this.child.stdin.write(`${word}\n`);
    assert.equal((await this.lines.next()).value, word);
  }

  async close() {
    this.child.stdin.end();
    await new Promise((resolve) => this.child.on("close", resolve));
  }
}

const link = await Link.open();
after(() => link.close());

// Bytes between the server and its clients that the kernel holds.
function underway() {
  const port = server.port.toString(16).toUpperCase().padStart(4, "0");
  let bytes = 0;
  for (const line of readFileSync("/proc/net/tcp", "utf8").trim().split("\n").slice(1)) {
    const [, local, remote, , queues] = line.trim().split(/\s+/);
    const [sending, received] = queues.split(":").map((text) => parseInt(text, 16));
    if (local.endsWith(`:${port}`)) bytes += sending;
    if (remote.endsWith(`:${port}`)) bytes += received;
  }
  return bytes;
}

const heard = (player) => player.socket.all.reduce((sum, text) => sum + text.length, 0);

async function checkEnd(players) {
  const record = await server.get(`/api/tables/${players[0].table}/record`);
  for (const player of players) assert.equal(hash(player.record()), hash(record));
  const { finished, dice } = verify(record);
  assert.deepEqual([finished, dice], [true, "verified"]);
}

// Plays badly connected: about every tenth time the connection drops, every third message is sent twice, every fifth comes after the
// one that was to follow it, and every third answer is lost.
async function stumble(player, chance) {
  const pick = (moves) => moves[Math.floor(chance() * moves.length)];
  const again = async () => {
    for (;;) {
      player.socket.drop();
      try {
        return await player.connect(); // the draft is known anew
      } catch (why) {
        if (why.message !== "busy") throw why; // the disk may be slow: later, then
        await sleep(50);
      }
    }
  };
  while (!player.over()) {
    const moves = player.moves();
    if (player.socket.closed || chance() < 0.1) await again();
    else if (moves.length === 0) await Promise.race([player.take(), sleep(300).then(() => player.socket.drop())]);
    else {
      const move = { t: "move", id: ++player.ids, at: player.events.length, e: pick(moves) };
      const then = player.moves(move.e);
      const sent = then.length > 0 && chance() < 0.2 ? [{ ...move, id: ++player.ids, e: pick(then) }, move] : [move];
      if (chance() < 0.3) sent.push(sent[Math.floor(chance() * sent.length)]);
      for (const message of sent) player.socket.send(message);
      if (chance() < 0.3) {
        if (chance() < 0.5) await sleep(3);
        await again(); // the answer is lost
      }
      const answer = await player.ask(move); // surely once, whatever has come of it
      if (answer && sent.length === 1 && answer.code !== "busy") assert.equal(answer.t, "ok", JSON.stringify(move));
      await again();
    }
  }
}

for (const { name: game } of games) {
  test(`${game}: drops, lost answers, messages twice and out of order`, async () => {
    const made = await server.table(game, ["open", "open"]);
    const chance = random(99);
    const players = made.seats.map(({ seat, key }) => new Player(server, made.table, { seat, key }));
    for (const player of players) await player.connect();
    await Promise.all(players.map((player) => stumble(player, chance)));
    await checkEnd(players);
  });

  test(`${game}: a player whose messages pile up in the server gets them all, and plays on`, async () => {
    const made = await server.table(game, ["open", "open"]);
    const sit = ({ seat, key }, through) => new Player(through, made.table, { seat, key, random: random(7 + seat) });
    const slow = sit(made.seats[0], Object.assign(Object.create(server), { port: link.port }));
    const quick = sit(made.seats[1], server);
    const crowd = Array.from({ length: 8 }, () => sit(made.seats[1], server));
    for (const player of [slow, quick, ...crowd]) await player.connect();
    await link.tell("stop");
    quick.socket.all.length = 0;
    try {
      for (let round = 0, waiting = 0; waiting < 20000; round++) {
        assert.ok(round < 300, `only ${waiting} bytes wait in the server`);
        for (const player of crowd) if (player.socket.closed) await player.connect(); // it said too much at once
        for (const { socket } of crowd) for (let i = 0; i < 25; i++) socket.send({ t: "react", what: "well-played" });
        await quick.ask({ t: "ping", id: 100000 + round });
        waiting = heard(quick) - underway();
        if (round > 10) await sleep(100); // the limit of messages
      }
    } finally {
      for (const { socket } of crowd) socket.drop();
      await link.tell("go"); // also for the tests that follow
    }
    await Promise.all([slow.play(), quick.play()]);
    await checkEnd([slow, quick]);
  });
}
