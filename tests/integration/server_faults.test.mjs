// A machine that fails a running server. A disk that is full or read-only for a while: moves are refused with a code, nothing
// of them remains, everything can be read, and play goes on when the disk is well again. A clock that jumps: nothing is lost.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Player, Server, verify } from "./table.mjs";

const server = new Server();
server.prepare();
const flag = join(server.folder, "fault");
const clock = join(server.folder, "clock");
server.env = { LD_PRELOAD: process.env.PIPWRIGHT_FAULTY, FAULTY_DISK: flag, FAULTY_CLOCK: clock };
await server.run();
after(() => server.end());

const { games } = await server.get("/api/games");

// Ways to spoil the disk, each with the code that clients get and the way back.
const faults = [];
for (const [name, code] of [["ENOSPC", "disk-full"], ["EROFS", "read-only"]])
  faults.push({ name, code, begin: () => writeFileSync(flag, String(constants.errno[name] ?? 30)), end: () => rmSync(flag) });
const limit = (bytes) => spawnSync("prlimit", ["--pid", String(server.child.pid), `--fsize=${bytes}:`]);
if (limit("unlimited").status === 0)
  faults.push({ name: "a limit on files", code: "disk-full", begin: () => limit(statSync(server.store).size / 2), end: () => limit("unlimited") });

// Somebody at a table of the game who has a move now, and that move.
async function ready(game) {
  const made = await server.table(game, ["me", "open"]);
  const players = made.seats.map(({ seat, key }) => new Player(server, made.table, { seat, key }));
  for (const player of players) await player.connect();
  const player = players.find((one) => one.moves().length > 0);
  return { players, player, e: player.moves()[0] };
}

for (const { name, code, begin, end } of faults) {
  test(`${name}: moves are refused with ${code}, and play goes on in the same process`, async () => {
    const tables = await Promise.all(games.map((game) => ready(game.name)));
    const before = await Promise.all(tables.map(({ player }) => server.get(`/api/tables/${player.table}/record`)));
    begin();
    for (const [i, { player, e }] of tables.entries()) {
      const answer = await player.ask({ t: "move", id: 1, e });
      assert.deepEqual([answer.t, answer.code], ["no", code]);
      const { length } = player.events;
      await player.connect();
      assert.deepEqual([player.events.length, player.draft], [length, []]);
      assert.equal(await server.get(`/api/tables/${player.table}/record`), before[i]);
    }
    const made = await server.request("POST", "/api/tables", { game: "pig", seats: ["me", "open"] });
    assert.deepEqual(made.json, { code });
    assert.equal((await server.request("GET", "/healthz")).status, 200);
    end();
    for (const { player, players, e } of tables) {
      assert.equal((await player.ask({ t: "move", id: 1, e })).t, "ok", "the same message again");
      await Promise.all(players.map(async (one) => {
        await one.connect();
        await one.ask({ t: "resign", id: 1000 });
        while (!one.over()) assert.ok(await one.take());
      }));
      const record = await server.get(`/api/tables/${player.table}/record`);
      assert.ok(record.includes(`\n${e}\n`));
      assert.equal(players[0].record(), record);
      assert.equal(verify(record).dice, "verified");
    }
  });

  test(`${name}: bots wait and go on by themselves`, async () => {
    const refused = async () => Number(/asks_refused_total (\d+)/.exec(await server.get("/metrics"))[1]);
    for (let waited = false; !waited; ) { // they may be through before the disk is spoiled: then with other bots
      const made = await server.table("pig", ["me", "bot:random"]);
      const player = new Player(server, made.table, { seat: 0, key: made.seats[0].key });
      const isOver = async () => (await server.get(`/api/tables/${made.table}`)).phase === "over";
      await player.connect();
      const first = await refused();
      assert.equal((await player.ask({ t: "resign", id: 1 })).t, "ok"); // bots play the rest
      begin();
      while (!(waited = (await refused()) > first) && !(await isOver()));
      end();
      while (!player.over()) assert.ok(await player.take());
      assert.equal(player.record(), await server.get(`/api/tables/${made.table}/record`));
    }
  });
}

test("what was stored before, between and after is there after a restart", async () => {
  const count = async () => /stored_tables\{phase="over"\} (\d+)/.exec(await server.get("/metrics"))[1];
  const before = await count();
  await server.kill();
  await server.run();
  assert.equal(await count(), before);
});

// The server has looked at its clock again once it says so.
const jumps = () => server.log.match(/"clock-jumped"/g)?.length ?? 0;
async function jump(seconds) {
  const before = jumps();
  writeFileSync(clock, String(seconds));
  while (jumps() === before) await sleep(20);
}

test("a clock that jumps ahead makes no table expire, and the log says so", async () => {
  const { table } = await server.table("pig", ["me", "open"]);
  await jump(200 * 24 * 3600);
  const said = /"level":"warn","what":"clock-jumped","seconds":(\d+),"so":"no table expires for a day/.exec(server.log);
  assert.ok(Math.abs(said[1] - 200 * 24 * 3600) < 60, said[0]); // the two clocks are read one after the other
  await jump(0); // it looks at tables and at the clock every second, in that order
  await jump(200 * 24 * 3600);
  assert.equal((await server.request("GET", `/api/tables/${table}`)).status, 200);
  await jump(0);
});

test("a clock that jumps back locks nobody out", async () => {
  await server.table("pig", ["me", "open"]);
  await jump(-24 * 3600);
  await server.table("pig", ["me", "open"]);
  await jump(0);
});
