// node tests/bench.mjs: how soon the page can be used, how long a tap takes until it is answered, over whole games, and how
// soon the report card of a long one is there.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { crowd, finger, pace } from "./browser.mjs";
import { open, tapStep } from "./moves.mjs";
import { program, serve } from "./server.mjs";

const LIMIT = 50; // ms until a tap is answered
finger.delay = 70; // as people tap ...
pace.look = 250; // ... after they have looked
finger.force = true; // nothing of the harness listens to the tap
const site = await serve();
const people = await crowd(); // one browser, which has been running for a while; everybody comes for the first time

// Runs in the page. The browser itself says how long it took from an event to the frame that shows it (in steps of
// 8 ms, from 16 ms on): from the finger's going down, which must be answered, and from its going up, which has effects.
const watch = () => {
  globalThis.shown = { pointerdown: [], click: [] };
  globalThis.quick = { pointerdown: 0, click: 0 }; // all of them; those not in `shown` took less than 16 ms
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) globalThis.shown[name]?.push(duration);
  }).observe({ type: "event", durationThreshold: 16, buffered: true });
  for (const kind of ["pointerdown", "click"])
    addEventListener(kind, () => globalThis.quick[kind]++, true);
  const eye = new MutationObserver(() => {
    if (!document.querySelector(".gc .go")) return;
    eye.disconnect();
    requestAnimationFrame(() => {
      globalThis.usable = performance.now();
    });
  });
  eye.observe(document, { childList: true, subtree: true });
};

const percentile = (sorted, part) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
let all = 0,
  late = 0;

async function usable() {
  const times = [];
  for (let i = 0; i < 5; i++) {
    const { page, close } = await people.person();
    await page.addInitScript(watch);
    await page.goto(site.url);
    await page.locator(".gc .go").first().waitFor();
    times.push(
      await page.evaluate(
        () =>
          new Promise((done) => {
            const look = () =>
              globalThis.usable ? done(globalThis.usable) : requestAnimationFrame(look);
            look();
          }),
      ),
    );
    await close();
  }
  times.sort((a, b) => a - b);
  console.log(
    `web: usable after ${times[2].toFixed(0)} ms (median of ${times.length} first visits, ${times[0].toFixed(0)} to ${times[4].toFixed(0)})`,
  );
}

async function taps(game) {
  const { page, close } = await people.person({ reducedMotion: "no-preference" });
  await page.addInitScript(watch);
  await open(page, site.url, game);
  for (let count = 0; count < 1500 && (await tapStep(page, game, count)); count++);
  const { shown, quick } = await page.evaluate(() => ({
    shown: globalThis.shown,
    quick: globalThis.quick,
  }));
  await close();
  const times = (kind) => [
    ...Array(Math.max(0, quick[kind] - shown[kind].length)).fill(16),
    ...shown[kind].sort((a, b) => a - b),
  ];
  const say = (all) =>
    `${percentile(all, 0.5)} ms median, ${percentile(all, 0.95)} p95, ${all.at(-1)} max`;
  const answered = times("pointerdown"),
    done = times("click");
  all += answered.length;
  late += answered.filter((ms) => ms > LIMIT).length;
  console.log(
    `web: ${game}, ${quick.pointerdown} taps in a whole game: answered after ${say(answered)}; its effect after ${say(done)}`,
  );
}

// A finished game of four seats, as a link has it.
function fourSeats() {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const bots = "expert,expert,expert,expert";
  execFileSync(
    program,
    `sim lost-cities --bots ${bots} --games 1 --seed 101 --record ${folder}`.split(" "),
  );
  const record = readFileSync(join(folder, readdirSync(folder)[0]));
  rmSync(folder, { recursive: true });
  return `t${record.toString("base64url")}`;
}

// Pictures are counted from the first one of the card until it is complete. A slower processor is four times as slow
// at most: all of the work is the worker's.
async function card() {
  const { page, close } = await people.person();
  await page.goto(site.url);
  await page.locator(".gc .go").first().waitFor();
  await page.goto(`${site.url}#/replay/${fourSeats()}/report`);
  const { first, done, frames } = await page.evaluate(
    () =>
      new Promise((resolve) => {
        const begin = performance.now();
        const frames = [];
        let first = 0,
          last = begin;
        const look = (now) => {
          frames.push(now - last);
          last = now;
          if (!first && document.querySelector(".goodshare b")) first = now - begin;
          if (document.querySelector("[data-report=done]"))
            resolve({ first, done: now - begin, frames: frames.slice(1).sort((a, b) => a - b) });
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
  );
  await close();
  console.log(
    `web: report card of four seats of Lost Cities: first figures after ${(first / 1000).toFixed(1)} s, complete after ${(done / 1000).toFixed(1)} s; ${frames.length} frames, ${percentile(frames, 0.99).toFixed(0)} ms p99, ${frames.at(-1).toFixed(0)} max, ${frames.filter((ms) => ms > LIMIT).length} longer than ${LIMIT} ms`,
  );
}

await usable();
await card();
for (const game of ["Lost Cities", "Roller", "Escape"]) await taps(game);
await people.close();
site.close();
const busy = loadavg()[0] / cpus().length;
console.log(
  `web: ${late} of ${all} taps were answered after more than ${LIMIT} ms${busy > 1 ? `, on a machine that has ${busy.toFixed(1)} times its work` : ""}`,
);
