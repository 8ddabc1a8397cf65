// Programs of the operator's in seats (docs/engine.md): the example plays beside a person, bad ones never stop a game, nobody is
// told more than its seat may see, and none is left running.
// PIPWRIGHT names the program.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Player, Server, legal, program, random, verify } from "./table.mjs";

const folder = mkdtempSync(join(tmpdir(), "pipwright-guests-"));
after(() => rmSync(folder, { recursive: true }));

const EXAMPLE = "docs/examples/engine_bot.py";

// A program whose answer to a question, of which `legal` are the moves, is what `go` does.
function script(name, go, ready = 'say("ready 1")') {
  const path = join(folder, `${name}.py`);
  writeFileSync(
    path,
    `#!/usr/bin/env python3
import sys, time, os
def say(text): print(text, flush=True)
told, legal = [], []
print("noise on stderr", file=sys.stderr, flush=True)
for line in sys.stdin:
    line = line.rstrip("\\n")
    told.append(line)
    if line.startswith("hello"): ${ready}
    elif line.startswith("legal "): legal.append(line[6:])
    elif line.startswith("go"):
        ${go}
        told, legal = [], []
    elif line == "quit": break
`,
  );
  chmodSync(path, 0o755);
  return path;
}

const log = join(folder, "told.txt");
const programs = {
  small: EXAMPLE,
  spy: script("spy", `open("${log}", "a").write("\\n".join(told) + "\\n---\\n"); say("best " + legal[0])`),
  hangs: script("hangs", "time.sleep(3600)"),
  spins: script("spins", "exec('while True: pass')"),
  dies: script("dies", "os._exit(1)"),
  babbles: script("babbles", 'say("best of all worlds")'),
  cheats: script("cheats", 'say("best red 99")'),
  mute: script("mute", "pass", "time.sleep(3600)"),
};
const only = (...names) => names.flatMap((name) => ["--bot", `${name}=${programs[name]}`]);
const lost = (server, bot) => server.log.split("\n").filter((line) => line.includes('"bot-lost"') && line.includes(`"bot":"${bot}"`)).map((line) => JSON.parse(line));

// Only who never answers is waited for so short a time: the others may be slow.
const impatient = await Server.start("--bot-limit", "400", ...only("hangs", "spins", "mute"));
const bad = await Server.start("--bot-limit", "60000", ...only("dies", "babbles", "cheats"));
const good = await Server.start("--bot-limit", "60000", ...only("small", "spy"));
for (const each of [impatient, bad, good]) after(() => each.end());

async function sitDown(at, made) {
  const { seat, key } = made.seats.find(({ kind }) => kind !== "bot");
  const player = new Player(at, made.table, { seat, key, random: random(7) });
  await player.connect();
  return player;
}

// The processes of a server's programs.
function children(pid) {
  const found = [];
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, "utf8");
      if (Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]) === pid) found.push(Number(entry));
    } catch {} // it has just ended
  }
  return found;
}

const runs = (pid) => existsSync(`/proc/${pid}`) && !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));

async function gone(pids) {
  for (let i = 0; i < 1000 && pids.some(runs); i++) await sleep(100);
  assert.deepEqual(pids.filter(runs), []);
}

async function until(what) {
  for (let i = 0; i < 1200; i++) {
    const found = what();
    if (found) return found;
    await sleep(100);
  }
  assert.fail(`never: ${what}`);
}

test("programs are among the levels, behind the built-in ones, and others are refused", async () => {
  const { bots } = await good.get("/api/games");
  assert.deepEqual(bots, ["random", "greedy", "club", "expert", "master", "small", "spy"]);
  for (const seat of ["bot:hangs", "bot:", "bot:Small"]) {
    const answer = await good.request("POST", "/api/tables", { game: "pig", seats: ["me", seat] });
    assert.equal(answer.json.code, "bad-bot");
  }
});

for (const [game, seats] of [["lost-cities", 2], ["lost-cities", 4], ["roller", 3], ["escape", 2], ["pig", 2]])
  test(`the example plays beside a person to the end: ${game}, ${seats}`, async () => {
    const made = await good.table(game, ["me", ...Array(seats - 1).fill("bot:small")]);
    const player = await sitDown(good, made);
    assert.deepEqual([player.welcome.seats[1].name, player.welcome.seats[1].level], ["bot:small", "small"]);
    await player.play();
    const record = await good.get(`/api/tables/${made.table}/record`);
    assert.equal(record, player.record());
    assert.equal(verify(record).dice, "verified");
    assert.deepEqual(lost(good, "small"), []);
    if (game === "lost-cities" && seats === 2) takesSmall(record);
  });

// As the example does: it is the program that has played.
function takesSmall(record) {
  const [head, body] = record.split("\n\n");
  const lines = body.trimEnd().split("\n");
  let checked = 0;
  lines.forEach((line, i) => {
    const number = /^1 .*\b(\d+)$/.exec(line);
    if (!number || line.includes(">")) return;
    const before = [head.replace(/\n(dice|fair|first).*/g, ""), "", ...lines.slice(0, i), ""].join("\n");
    const numbers = legal(before).filter((move) => move.startsWith("1 ") && /\d$/.test(move)).map((move) => Number(move.split(" ").at(-1)));
    if (numbers.length === 0) return; // it chose beside others, who stand before it in the record
    assert.equal(Number(number[1]), Math.min(...numbers), before + line);
    checked++;
  });
  assert.ok(checked > 5, String(checked));
}

test("a program is told only what its seat may see", async () => {
  const made = await good.table("roller", ["me", "open"]);
  const [one, two] = made.seats.map(({ seat, key }) => new Player(good, made.table, { seat, key, random: random(3) }));
  for (const player of [one, two]) await player.connect();
  while (one.moves().length > 0) await one.step(); // all of it is hidden now
  assert.ok(one.draft.length > 0);
  const host = new Player(good, made.table, { host: made.host });
  await host.connect();
  assert.equal((await host.ask({ t: "bot", id: ++host.ids, seat: 1, level: "spy" })).code, "present");
  two.socket.drop();
  while ((await host.ask({ t: "bot", id: ++host.ids, seat: 1, level: "spy" })).t !== "ok") await sleep(100);
  while (!one.lines().some((line) => line.startsWith("1 "))) assert.ok(await one.take());
  const first = readFileSync(log, "utf8").split("---\n")[0].split("\n");
  const roll = one.lines()[0];
  assert.ok(first.includes(roll), "it is told the roll");
  assert.ok(!first.some((line) => line.startsWith("0 ")), first.join("\n"));
  assert.ok(!first.some((line) => /^(dice|fair)/.test(line)), "and nothing of the dice to come");
  const sheets = first.filter((line) => line.startsWith("state ")).map((line) => JSON.parse(line.slice("state 0 ".length)));
  assert.equal(sheets.length, 2);
  assert.ok(sheets[0].cells.length > 0);
  assert.deepEqual(sheets[0].cells, sheets[1].cells, "nobody has written anything yet");
  assert.deepEqual(sheets[0].acting, [0, 1]);
  assert.ok(first.at(-2).startsWith("go seat 1 limit 60000"), first.at(-2));
});

for (const [server, bot, why] of [
  [impatient, "hangs", /^has not answered within 400 ms$/],
  [impatient, "spins", /^has not answered within 400 ms$/],
  [bad, "dies", /^has ended without an answer$/],
  [bad, "babbles", /^answers "of all worlds", which the rules do not allow here$/],
  [bad, "cheats", /^answers "red 99", which the rules do not allow here$/],
])
  test(`a game goes on beside a program that ${bot}, with expert's moves`, async () => {
    const made = await server.table("lost-cities", ["me", `bot:${bot}`, "bot:random"]);
    const player = await sitDown(server, made);
    await player.play();
    const record = await server.get(`/api/tables/${made.table}/record`);
    assert.equal(record, player.record());
    assert.equal(verify(record).dice, "verified");
    const told = lost(server, bot);
    assert.ok(told.length <= 3, "started three times, and no more");
    assert.ok(told.length === 3 || (server === impatient && told.length > 0), "it was asked");
    for (const each of told) {
      assert.match(each.why, why);
      assert.equal(each.instead, "expert");
    }
    assert.ok(!server.log.includes("noise"), "what it writes to stderr is not in the log");
  });

test("a game goes on beside a program that does not even begin", async () => {
  const made = await impatient.table("lost-cities", ["me", "bot:mute"]);
  const player = await sitDown(impatient, made);
  const acted = () => player.lines().filter((line) => line.startsWith("1 ")).length >= 3;
  while (!acted()) if (!(await player.step())) assert.ok(await player.take());
});

test("a program has bounds, and none of the server's files", async () => {
  for (const pid of children(good.child.pid)) {
    const limits = readFileSync(`/proc/${pid}/limits`, "utf8");
    assert.match(limits, /Max data size\s+1073741824/);
    assert.match(limits, /Max open files\s+256/);
    const files = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    assert.ok(!files.some((file) => file.includes("store.db") || file.startsWith("socket:")), files.join(" "));
  }
  assert.equal(children(good.child.pid).length, 2);
});

test("no program outlives its server: stopped, stopped while one thinks, killed", async () => {
  for (const end of ["stop", "kill"]) {
    const mine = await Server.start("--bot-limit", "600000", ...only("hangs", "spins", "small"));
    const pids = await until(() => children(mine.child.pid).length === 3 && children(mine.child.pid));
    const made = await mine.table("lost-cities", ["me", "bot:hangs", "bot:spins"]);
    const player = await sitDown(mine, made);
    while (player.moves().length > 0) await player.step();
    const began = Date.now();
    await mine[end]();
    assert.ok(Date.now() - began < 300000, "it does not wait for the answer");
    await gone(pids);
    rmSync(mine.folder, { recursive: true });
  }
});

test("tables outlive the permission: expert plays on, and the program again once it is allowed again", async () => {
  const mine = await Server.start("--bot-limit", "60000", ...only("small"));
  const made = await mine.table("lost-cities", ["me", "bot:small"]);
  let player = await sitDown(mine, made);
  const turns = async (count) => {
    const before = player.lines().length;
    while (player.lines().length < before + count) if (!(await player.step())) assert.ok(await player.take());
  };
  await turns(6);
  await mine.stop();
  await mine.run();
  player = await sitDown(mine, made);
  assert.equal(player.welcome.seats[1].level, "small");
  assert.deepEqual((await mine.get("/api/games")).bots.slice(-1), ["master"]);
  assert.equal((await mine.request("POST", "/api/tables", { game: "pig", seats: ["me", "bot:small"] })).json.code, "bad-bot");
  await turns(6);
  assert.equal(children(mine.child.pid).length, 0);
  await mine.stop();
  await mine.run("--bot-limit", "60000", ...only("small"));
  player = await sitDown(mine, made);
  await player.play();
  const { seats } = await mine.get(`/api/tables/${made.table}`);
  assert.equal(seats[1].name, "bot:small");
  assert.equal(verify(await mine.get(`/api/tables/${made.table}/record`)).dice, "verified");
  await mine.end();
});

test("names and programs are checked before anything begins", () => {
  for (const [said, why] of [
    ["expert=x", /cannot be called "expert"/],
    ["Mine=x", /cannot be called "Mine"/],
    ["=x", /cannot be called ""/],
    [`${"a".repeat(25)}=x`, /at most 24/],
    ["mine", /wants NAME=PROGRAM/],
    ["mine=", /no program ""/],
    ["mine=./not-there --fast", /no program ".\/not-there --fast"/],
  ]) {
    const run = spawnSync(program, ["serve", "--store", join(folder, "none.db"), "--bot", said], { encoding: "utf8" });
    assert.equal(run.status, 2, said);
    assert.match(run.stderr, why);
  }
  const twice = spawnSync(program, ["serve", "--store", join(folder, "none.db"), "--bot", "a=x", "--bot", "a=y"], { encoding: "utf8" });
  assert.match(twice.stderr, /two bots are called "a"/);
});
