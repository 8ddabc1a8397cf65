// Chromium for tests and screenshots.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

// Chromium without a window of its own, which is a fifth cheaper.
const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium-headless-shell";
const args = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

// Others' turns are shown at once, unless a test is about their pace. Bots play at a level that no training changes, so
// that the same dice lead to the same places, unless a test is about levels. And the dice are the same: the first game of
// a tab has one seed and one id, the second others, whenever the test runs.
async function settle(context, { pace, level }) {
  await context.addInitScript(
    (chosen) => {
      const real = crypto.getRandomValues.bind(crypto);
      crypto.getRandomValues = (array) => {
        if (array.length !== 8) return real(array); // neither a seed nor the id of a game
        const drawn = Number(/^paced (\d+)/.exec(window.name)?.[1] ?? 0);
        window.name = `paced ${drawn + 1}`;
        return array.fill(7 + drawn);
      };
      try {
        if (window.name) return; // once in each tab: what is forgotten stays forgotten
        const key = "pipwright.settings",
          kept = JSON.parse(localStorage.getItem(key) ?? "{}");
        localStorage.setItem(key, JSON.stringify({ ...kept, ...chosen }));
        window.name = "paced 0"; // not before: the empty page of a new tab has no storage
      } catch {
        // storage is forbidden
      }
    },
    { pace, level },
  );
}

// A fresh browser; `close` removes its profile too. `errors` collects what pages complain about, CSP included.
export async function browser({ pace: shown = "instant", level = "greedy", ...options } = {}) {
  const profile = mkdtempSync(join(tmpdir(), "pipwright-web-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    args,
    viewport: { width: 1280, height: 800 },
    locale: "en-GB",
    reducedMotion: "reduce",
    ...options,
  });
  await settle(context, { pace: shown, level });
  const page = context.pages()[0] ?? (await context.newPage());
  const errors = complaints(page);
  const close = async () => {
    await context.close();
    rmSync(profile, { recursive: true, force: true });
  };
  return { context, page, errors, close };
}

// What a page complains about. It may ask for a server that is not there: that is no complaint.
function complaints(page) {
  const errors = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    const asked = /\/api\//.test(message.location().url) || /\/ws' failed/.test(message.text());
    if (message.type() === "error" && !asked) errors.push(message.text());
  });
  page.setDefaultTimeout(60000); // machines may be busy
  return errors;
}

// For people whose page is to be stored in the browser: it takes a while, so nobody else's is.
export const stores = { serviceWorkers: "allow" };

// One browser for many people, each with a profile of their own: quicker than `browser` where there are many.
export async function crowd() {
  const all = await chromium.launch({
    executablePath,
    headless: true,
    args,
  });
  const person = async ({ pace: shown = "instant", level = "greedy", ...options } = {}) => {
    const context = await all.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en-GB",
      reducedMotion: "reduce",
      serviceWorkers: "block",
      ...options,
    });
    await settle(context, { pace: shown, level });
    const page = await context.newPage();
    return { context, page, errors: complaints(page), close: () => context.close() };
  };
  return { person, close: () => all.close() };
}

export const phone = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  deviceScaleFactor: 1,
};

// Waits until it is so: pages learn of things a moment later.
export async function eventually(is, what) {
  for (const end = Date.now() + 60000; Date.now() < end; ) {
    if (await is()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  assert.fail(what);
}

// Another size, once the page has drawn itself for it.
export async function resize(page, width, height) {
  await page.setViewportSize({ width, height });
  await page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
  );
}

// How taps are made: how long the finger is down, and how long somebody looks before the next one, in ms.
export const finger = { delay: 0 };
export const pace = { look: 0 };
export async function tap(where) {
  await where.page().waitForTimeout(pace.look);
  await where.click(finger);
}

// The page is stored for offline use: what it was still fetching when the network or the server goes is a complaint.
export const stored = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => true));

// Takes the network away from a table.
export async function goOffline(page) {
  await stored(page);
  await page.context().setOffline(true);
  await page.locator("[data-wire=lost]").waitFor();
}

const go = ".btns .go:not(.idle, .onward)";

// The first of these selectors that finds something, asked in one go.
export const firstOf = (page, selectors) =>
  page.evaluate((all) => all.find((each) => document.querySelector(each)), selectors);

// One person's choice in Lost Cities, in pencil, by clicks: the first lit column (and its first chip), accelerations too,
// or a refusal.
export async function pencil(page) {
  const ways = [go, "[data-sure]", ".chips button", ".paper [data-spot]", ".refuse"];
  for (let way = await firstOf(page, ways); way !== go; way = await firstOf(page, ways))
    if (way) await tap(page.locator(way).first());
}

// The same, and confirms it.
export async function turn(page) {
  await pencil(page);
  await tap(page.locator(go));
}

export const isOver = async (page) => (await page.locator(".rev .bd").count()) > 0;

// What may happen after a turn: my next one, or the end.
export async function settled(page) {
  await page.locator(`.rev .bd, .act .refuse:not(:disabled), .entry, ${go}`).first().waitFor();
}
