// A bot's games in WASM beside the same games natively, one after the other in each round: medians of the ratios.
//     node bench/wasm.mjs [ROUNDS]
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const rounds = Number(process.argv[2] ?? 7);
const LEVELS = ["greedy", "expert", "master"];

function load(name) {
  const module = new WebAssembly.Module(readFileSync(join(root, "build", "wasm", name)));
  const { exports } = new WebAssembly.Instance(module, {});
  for (const net of readdirSync(join(root, "weights"), { recursive: true }).filter((each) => each.endsWith(".net"))) {
    const bytes = readFileSync(join(root, "weights", net));
    const at = exports.pip_net_room(bytes.length);
    new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
    assert.equal(exports.pip_net_read(bytes.length), 0, net);
  }
  return exports;
}

const native = spawn(join(root, "build", "release", "bench", "bench_bots"), { stdio: ["pipe", "pipe", "inherit"] });
const answers = createInterface({ input: native.stdout })[Symbol.asyncIterator]();
async function natively(what) {
  native.stdin.write(`${what}\n`);
  const [time, signature] = (await answers.next()).value.split(" ");
  return { ms: Number(time) / 1e6, signature };
}
const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1];

const modules = { quick: load("pipwright-bots.wasm"), plain: load("pipwright-bots-plain.wasm") };
const { quick } = modules;
const text = Buffer.from(quick.memory.buffer, quick.pip_buffer(), quick.pip_catalogue()).toString();
const { games, bots } = JSON.parse(text);

console.log(`medians of ${rounds} rounds        native ms   quick module   plain module`);
for (const [game, { name }] of games.entries())
  for (const level of LEVELS) {
    const times = { native: [], quick: [], plain: [] };
    for (let round = 0; round <= rounds; round++) {
      const { ms, signature } = await natively(`${name}/${level}`);
      for (const [which, module] of Object.entries(modules)) {
        const start = performance.now();
        const found = module.pip_bot_signature(game, bots.indexOf(level));
        const took = performance.now() - start;
        assert.equal(BigInt.asUintN(64, found).toString(16).padStart(16, "0"), signature, `${name}/${level}`);
        if (round) times[which].push(took / ms); /* the first round compiles */
      }
      if (round) times.native.push(ms);
    }
    const [ms, a, b] = [times.native, times.quick, times.plain].map(median);
    console.log(`${`${name}/${level}`.padEnd(26)}${ms.toFixed(1).padStart(12)}${`x ${a.toFixed(2)}`.padStart(15)}${`x ${b.toFixed(2)}`.padStart(15)}`);
  }
native.stdin.end();
