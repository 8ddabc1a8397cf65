// Turns where seats choose at the same time (LC2.9): who asks and when, what is revealed and what stays hidden, undo, bots, clocks,
// coming back, and a server that is killed in between.
// PIPWRIGHT names the program.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Player, Server, legal, random, verify } from "./table.mjs";

const server = await Server.start();
after(() => server.end());

const permutations = (list) => (list.length < 2 ? [list] : list.flatMap((each, i) => permutations(list.filter((_, at) => at !== i)).map((rest) => [each, ...rest])));

// Everybody at a table, with somebody who watches. At one of Lost Cities seat 0 has refused, so that all others choose.
async function sitDown(game, seats, { at = server, ...more } = {}) {
  const made = await at.table(game, Array(seats).fill("open"), more);
  const players = made.seats.map(({ seat, key }) => new Player(at, made.table, { seat, key, random: random(20 + seat) }));
  const watcher = new Player(at, made.table);
  for (const player of [...players, watcher]) await player.connect();
  if (game === "lost-cities") {
    await players[0].step((moves) => moves.find((line) => line === "0 -"));
    for (const player of [...players, watcher]) await caughtUp(player, players[0].events.length);
  }
  return { made, players, watcher };
}

async function caughtUp(player, n) {
  while (player.events.length < n) assert.ok(await player.take());
}

const rolls = (player) => player.events.filter(({ t }) => t === "roll").length;

// All that a player has to choose until the next roll.
async function chooses(player, pick = (moves) => moves[0]) {
  for (const roll = rolls(player); rolls(player) === roll && player.moves().length > 0; ) assert.equal((await player.step(pick)).answer.t, "ok");
}

const asks = (player) => player.ask({ t: "turns", id: ++player.ids, seat: player.seat });
const revealed = (player) => player.events.filter(({ t }) => t === "reveal").map(({ e }) => [...new Set(e.map((step) => Number(step[0])))]);
const facts = ({ table }) => server.get(`/api/tables/${table}`);

// Seats 1 to 3 choose in this order, after `before` of them one who has not chosen asks. The reveals, seat by seat, as they must come.
function expected(order, before) {
  const chosen = new Set(order.slice(0, before)), told = [], reveals = [];
  const tell = () => {
    const next = [];
    for (let seat = 1; seat <= 3 && chosen.has(seat); seat++) if (!told.includes(seat)) next.push(seat);
    told.push(...next);
    if (next.length > 0) reveals.push(next);
  };
  for (tell(); chosen.size < 3; tell()) chosen.add([1, 2, 3].find((seat) => !chosen.has(seat)));
  return reveals;
}

for (const order of permutations([1, 2, 3])) {
  for (const before of [0, 1, 2]) {
    for (const asking of order.slice(before)) {
      test(`${order.slice(0, before).join(" and ") || "nobody"} chose, then ${asking} asks: each sees those before it and nobody behind`, async () => {
        const { made, players, watcher } = await sitDown("lost-cities", 4);
        for (const seat of order.slice(0, before)) await chooses(players[seat]);
        const n = players[asking].events.length;
        assert.equal((await asks(players[asking])).t, "ok");
        assert.deepEqual(players[asking].events[n], { n: n + 1, t: "turns", seat: asking });
        for (const seat of [1, 2, 3].filter((seat) => !order.slice(0, before).includes(seat))) {
          const { choosing, turns } = await facts(made);
          assert.deepEqual([choosing, turns], [[seat], true]);
          for (const player of players) await caughtUp(player, players[asking].events.length);
          for (const other of [1, 2, 3].filter((other) => other !== seat)) assert.deepEqual(players[other].moves(), []);
          await chooses(players[seat]);
          await caughtUp(players[asking], players[seat].events.length);
        }
        await caughtUp(watcher, players[asking].events.length);
        assert.deepEqual(revealed(watcher), expected(order, before));
        assert.equal((await facts(made)).turns, undefined, "the next turn is simultaneous again");
        assert.equal(legal(await server.get(`/api/tables/${made.table}/record`)).every((line) => line.startsWith("1 ")), true);
      });
    }
  }
}

test("only who chooses at the same time as others and has not chosen may ask", async () => {
  const made = await server.post("/api/tables", { game: "lost-cities", seats: ["me", "open", "open"], name: "Ada", first: "host" });
  const waiting = new Player(server, made.table, { key: made.seats[0].key, seat: 0 });
  await waiting.connect();
  assert.equal((await asks(waiting)).code, "waiting");
  const { players: [zero, one, two] } = await sitDown("lost-cities", 3);
  assert.equal((await asks(zero)).code, "not-acting");
  assert.equal((await one.ask({ t: "turns", id: ++one.ids, seat: 2 })).code, "not-yours");
  await chooses(one);
  assert.equal((await asks(one)).code, "not-acting");
  assert.equal((await asks(two)).t, "ok");
  const n = two.events.length;
  assert.equal((await asks(two)).t, "ok", "they take turns already");
  assert.equal(two.events.length, n);
  assert.equal((await two.ask({ t: "turns", id: two.ids, seat: 2 })).t, "ok", "a repeated message");
  const { players: [alone, other] } = await sitDown("lost-cities", 2);
  assert.equal((await asks(other)).code, "not-acting", "nobody else chooses");
  for (const player of [alone, other]) await player.ask({ t: "resign", id: ++player.ids });
  while (!alone.over()) assert.ok(await alone.take());
  assert.equal((await asks(alone)).code, "over");
  const { players: [, second] } = await sitDown("lost-cities", 3, { options: { order: "sequence" } });
  assert.equal((await asks(second)).code, "not-acting");
});

test("a seat that a bot plays does not ask", async () => {
  const { made, players: [, one] } = await sitDown("lost-cities", 3);
  const host = new Player(server, made.table, { host: made.host });
  await host.connect();
  await chooses(one); // so that the phase stays open however quick the bot is
  assert.equal((await one.ask({ t: "undo", id: ++one.ids })).t, "ok");
  one.socket.drop();
  let answer = { code: "present" };
  while (answer.code === "present") answer = await host.ask({ t: "bot", id: ++host.ids, seat: 1 }); // until the server has noticed
  assert.equal(answer.t, "ok");
  await one.connect();
  assert.equal((await asks(one)).code, "not-acting");
});

test("in turns only whose turn it is takes back, and not what is revealed", async () => {
  const { players: [, one, two, three] } = await sitDown("lost-cities", 4);
  const undo = (player) => player.ask({ t: "undo", id: ++player.ids, seat: player.seat });
  await chooses(three);
  assert.equal((await undo(three)).t, "ok");
  three.draft = [];
  await chooses(three);
  assert.equal((await asks(two)).t, "ok");
  assert.equal((await undo(three)).code, "final");
  assert.equal((await undo(two)).code, "final");
  await chooses(one);
  assert.equal((await undo(one)).code, "final", "seat 2 has seen it");
  await caughtUp(two, one.events.length);
  assert.equal((await undo(two)).code, "final", "it has not begun");
});

test("Roller: a turn of several steps is hidden until it is finished, and may be taken back so long", async () => {
  const { made, players: [zero, one, two], watcher } = await sitDown("roller", 3);
  await chooses(two);
  assert.equal((await asks(one)).t, "ok");
  await caughtUp(zero, one.events.length);
  await zero.step((moves) => moves.find((line) => line.includes("take")));
  assert.equal(zero.draft.length, 1);
  const device = new Player(server, made.table, { key: made.seats[0].key, seat: 0 });
  await device.connect();
  assert.deepEqual(device.draft, zero.draft);
  assert.equal((await zero.ask({ t: "undo", id: ++zero.ids })).t, "ok");
  zero.draft = [];
  await chooses(zero);
  await caughtUp(one, zero.events.length);
  assert.deepEqual(one.events.at(-1).e.map((step) => step[0]).filter((seat) => seat !== "0"), [], "not what seat 2 chose before");
  await chooses(one);
  await caughtUp(watcher, one.events.length);
  assert.deepEqual(revealed(watcher), [[0], [1, 2]]);
  await chooses(zero); // the next round
  assert.equal((await facts(made)).turns, undefined);
});

test("bots take their turns, too, and the record is the same as ever", async () => {
  const made = await server.table("lost-cities", ["open", "bot:greedy", "open", "bot:random"]);
  const players = made.seats.filter(({ kind }) => kind === "open").map(({ seat, key }) => new Player(server, made.table, { seat, key, random: random(seat) }));
  for (const player of players) await player.connect();
  const play = async (player) => {
    while (!player.over()) {
      const several = player.started() && player.asked() === undefined && new Set(player.next().map((line) => line[0])).size > 1;
      if (several && player.moves().length > 0 && player.random() < 0.7) assert.equal((await asks(player)).t, "ok");
      const done = await player.step();
      if (done) assert.ok(done.answer.t === "ok" || done.answer.code === "stale", JSON.stringify(done));
      else assert.ok(await player.take());
    }
  };
  await Promise.all(players.map(play));
  assert.ok(players[0].events.filter(({ t }) => t === "turns").length > 5);
  const record = await server.get(`/api/tables/${made.table}/record`);
  assert.equal(players[0].record(), record);
  assert.equal(verify(record).dice, "verified");
});

// ---- What stays hidden ----

// All that everybody but seat 3 gets while it has chosen in this way, up to its place in the order; dice, and what they allow, left out.
async function watched(pick) {
  const { made, players, watcher } = await sitDown("roller", 4);
  const seen = [], others = [...players.slice(0, 3), watcher];
  await chooses(players[3], pick);
  for (const other of others) {
    await other.ask({ t: "ping", id: 1000 });
    other.ids = 2000;
    other.socket.all.length = 0;
  }
  assert.equal((await asks(players[1])).t, "ok");
  await caughtUp(players[0], players[1].events.length);
  await chooses(players[0]);
  await caughtUp(players[1], players[0].events.length);
  await players[1].step((moves) => moves.find((line) => line.includes("take")));
  for (const other of others) {
    await other.ask({ t: "ping", id: 3000 });
    seen.push(...other.socket.all);
    other.socket.drop();
    other.events = [];
    await other.connect();
    seen.push(...other.socket.all);
  }
  seen.push(JSON.stringify(await facts(made)), await server.get(`/api/tables/${made.table}/record`));
  const steps = /"(\d) [^"]*"(,"\1 [^"]*")*/g, lines = /^(\d) .*\n(\1 .*\n)*/gm;
  return seen.join("\n").replace(/^.*"t":"(roll|start|ok)".*\n|"id":\d+|^\* .*$|[0-9a-f]{32,}/gm, "").replace(steps, '"$1"').replace(lines, "$1\n").replaceAll(made.table, "");
}

test("what a seat has chosen that comes later leaves no trace", async () => {
  const [low, high] = [await watched((moves) => moves[0]), await watched((moves) => moves.at(-1))];
  assert.equal(low, high);
  assert.ok(low.includes('"t":"reveal","e":["0"]') && !low.includes('"e":["3"]') && !low.includes("\n3\n"), low);
});

// ---- Coming back, crashes, clocks ----

test("killed at any step of a turn, nothing is lost and nobody is told more", async () => {
  const own = await Server.start();
  const { made, players, watcher } = await sitDown("lost-cities", 4, { at: own });
  const again = async () => {
    await own.kill();
    await own.run();
    for (const player of [...players, watcher]) await player.connect();
  };
  const [, one, two, three] = players;
  await chooses(two);
  const hidden = two.draft;
  assert.equal((await asks(three)).t, "ok");
  await again();
  assert.deepEqual([watcher.welcome.turns, watcher.welcome.choosing], [true, [1]]);
  assert.equal(watcher.events.at(-1).t, "turns");
  assert.deepEqual(two.draft, hidden);
  assert.ok(watcher.socket.all.includes('{"t":"chosen","seat":2,"done":true}'));
  assert.equal((await own.get(`/api/tables/${made.table}/record`)).split("\n").at(-2), "? 3");
  await chooses(one);
  await again();
  assert.deepEqual(revealed(watcher), [[1, 2]]);
  assert.deepEqual([two.draft, watcher.welcome.choosing], [[], [3]]);
  assert.ok(!watcher.socket.all.some((text) => text.includes('"chosen"')), "what is revealed is known");
  assert.ok((await own.get(`/api/tables/${made.table}/record`)).includes(`\n${hidden.join("\n")}\n? 3\n`));
  await chooses(three);
  await again();
  assert.deepEqual(revealed(watcher), [[1, 2], [3]]);
  assert.equal(watcher.welcome.turns, undefined);
  await own.end();
});

test("the clock begins anew with each reveal, and is up for whose turn it is alone", async () => {
  const { made, players: [, one, , three], watcher } = await sitDown("lost-cities", 4, { clock: 5 });
  assert.equal((await asks(three)).t, "ok");
  for (let left = Infinity; left > 3000; ) { // some of it has run down
    const late = new Player(server, made.table);
    await late.connect();
    ({ left } = JSON.parse(late.socket.all.find((text) => text.includes('"t":"clock"'))));
    late.socket.drop();
    await sleep(50); // hellos are counted
  }
  await chooses(one);
  await watcher.socket.until("reveal");
  assert.ok((await watcher.socket.until("clock")).left > 3000);
  while (!three.events.some(({ t }) => t === "bot")) assert.ok(await three.take());
  assert.deepEqual(three.events.filter(({ t }) => t === "bot").map(({ seat, why }) => [seat, why]), [[2, "clock"]]);
  while (revealed(three).length < 2) assert.ok(await three.take());
  assert.deepEqual(revealed(three), [[1], [2]], "its bot has chosen; seat 3 has its own time");
});
