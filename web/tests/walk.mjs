// The layout walker: plays games by random legal taps, real ones with a pointer, and looks at the page after each.
// The same seed gives the same dice, taps and states.
import { look, WIDE } from "./look.mjs";
import { sheets } from "./moves.mjs";

const touch = { hasTouch: true, isMobile: true, deviceScaleFactor: 1 };
export const sizes = {
  "320x568": { viewport: { width: 320, height: 568 }, ...touch },
  "390x844": { viewport: { width: 390, height: 844 }, ...touch },
  "768x1024": { viewport: { width: 768, height: 1024 }, ...touch },
  "1366x768": { viewport: { width: 1366, height: 768 } },
  "1280x600": { viewport: { width: 1280, height: 600 } },
  "1920x1080": { viewport: { width: 1920, height: 1080 } },
};

// SplitMix32: enough for taps.
export function dice(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state ^ (state >>> 16);
    z = Math.imul(z, 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) % below;
  };
}

// ---- Inside the page ----

// Before anything else runs there: its chance comes from the seed, and it is known what bots have still to answer.
function prepare(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) & 0xffff;
  };
  Math.random = () => next() / 0x10000;
  crypto.getRandomValues = (array) => {
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
    for (let i = 0; i < bytes.length; i++) bytes[i] = next() >>> 4;
    return array;
  };
  globalThis.asked = 0; /* of bots */
  const Real = globalThis.Worker;
  globalThis.Worker = class extends Real {
    constructor(...args) {
      super(...args);
      this.addEventListener("message", () => setTimeout(() => asked--));
    }
    postMessage(...args) {
      asked = Math.max(0, asked) + 1; /* some tell more than once how far they are */
      super.postMessage(...args);
    }
  };
}

// Waits until bots have answered, somebody here is asked or the game is over, and two frames brought nothing new.
async function rest() {
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  let changes = 1;
  const watcher = new MutationObserver((all) => {
    if (all.some(({ target }) => !target.closest?.(".vh") && !target.parentElement?.closest(".vh")))
      changes++;
  });
  watcher.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  const quiet = () => {
    const table = document.querySelector("main.tbl:not(.replay) .act");
    const asks =
      table?.dataset.asks !== undefined || document.querySelector("[data-wire], .verdict");
    return globalThis.asked <= 0 && (!table || asks);
  };
  for (let still = 0; still < 2; ) {
    changes = 0;
    await frame();
    await new Promise((done) => setTimeout(done)); /* effects come after a frame */
    still = changes || !quiet() ? 0 : still + 1;
  }
  watcher.disconnect();
}

// The next tap: mostly one that goes on with the game, sometimes any other that stays at the table. It is brought into
// sight first, as a person would. Answers where, and what it says.
function choose({ pick, stray }) {
  const dialog = document.querySelector("dialog[open], [role=dialog]");
  const GOES_ON = `.chips button, .paper [data-spot], .refuse:not(:disabled), .ro-chooser [role=button],
    .ro-offer button, .ro-group.ro-can, .ro-lit, .es-chooser [role=button], .es-gate, .es-closing,
    .es-choice, .es-map.es-lit, .es-offered, .es-space.es-lit, .es-temple .es-lit [role=button],
    .es-temple .es-maybe [role=button], .asking button`;
  const visible = (element) =>
    !element.disabled &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const list = (selector, where = document) =>
    [...where.querySelectorAll(selector)].filter(visible);
  const goesOn = list(GOES_ON),
    confirm = list(".btns .go:not(.idle)");
  const anything = list("button, [role=button], summary", dialog ?? document.querySelector("main"));
  const strayed = dialog || stray < 1 || !(goesOn.length + confirm.length);
  const all = strayed
    ? anything.filter((each) => !each.matches("a[href], [data-leave], .file"))
    : confirm.length && (stray < 8 || !goesOn.length)
      ? confirm
      : goesOn;
  const element = all[pick % Math.max(1, all.length)];
  if (!element) return null;
  const spot = () => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const inSight = () => {
    const { x, y } = spot(),
      top = document.elementFromPoint(x, y);
    return !!top && (element.contains(top) || !!element.closest(".ro-map")?.contains(top));
  };
  for (const block of ["center", "start", "end"])
    if (!inSight()) element.scrollIntoView({ block, behavior: "instant" });
  const words = (element.getAttribute("aria-label") ?? element.textContent).trim();
  return { ...spot(), words: words.replace(/\s+/g, " ").slice(0, 50) };
}

const inPage = `${look} ${rest} ${choose}`;

// ---- Walking ----

// A page that is the same each time, with all it may need already there.
export async function newcomer(people, device, locale, seed) {
  const person = await people.person({
    ...device,
    locale,
    bypassCSP: true,
    serviceWorkers: "block",
  });
  await person.page.addInitScript(prepare, seed);
  return person;
}

const titles = { "lost-cities": "Lost Cities", roller: "Roller", escape: "Escape" };

// Starts a game with bots from its rules, which are then there for whoever asks about one.
export async function startFromRules(page, url, game) {
  await page.goto(`${url}#/rules/${game}`);
  await page.locator("main button.go").click();
  await page.locator(sheets[titles[game]]).waitFor();
  return titles[game];
}

export const widen = (page, on = true) =>
  page.evaluate(
    ([css, on]) => {
      document.querySelector("style.wide")?.remove();
      if (!on) return;
      const style = Object.assign(document.createElement("style"), { textContent: css });
      style.className = "wide";
      document.head.append(style);
    },
    [WIDE, on],
  );

// Rests, looks, and chooses the next tap, all in one go.
async function state(page, about, roll) {
  const { width, height } = page.viewportSize();
  const args = { ...about, width, height, pick: roll(1 << 20), stray: roll(12) };
  return page.evaluate(`(async (args) => {
    ${inPage}
    await rest();
    const over = document.querySelector(".rev .bd") !== null;
    const dialog = document.querySelector("dialog[open]");
    const words = (dialog ?? document.querySelector("main") ?? document.body).innerText;
    return { ...look(args), over, words, dialog: !!dialog, tap: over ? null : choose(args) };
  })(${JSON.stringify(args)})`);
}

export const moved = (from, to) => from && to?.some((value, i) => Math.abs(value - from[i]) > 2);

// One look at a screen as it is. Answers what is wrong with it.
export async function glance(page, finger, where) {
  const { faults } = await state(page, { finger, sheet: "" }, () => 0);
  return faults.map((fault) => `${fault} (${where})`);
}

// Where the sheet is.
export const sheetAt = async (page, game) =>
  (await state(page, { finger: true, sheet: sheets[game] }, () => 0)).sheet;

// Plays until the game is over or so many states were seen. Answers the states, what was wrong, and whether it is over.
export async function walkGame(page, game, { seed, most, finger }) {
  const roll = dice(seed),
    about = { finger, sheet: sheets[game] },
    found = [],
    states = [];
  let done = "the start",
    home = null;
  for (;;) {
    const { faults, sheet, over, dialog, words, tap } = await state(page, about, roll);
    states.push(`${done}\n${words}`);
    home ??= sheet;
    if (moved(home, sheet)) faults.push(`the sheet has moved from ${home} to ${sheet}`);
    found.push(...faults.map((fault) => `${fault} (state ${states.length}, after ${done})`));
    if (over || states.length >= most) return { states, found, over };
    if (dialog && (!tap || roll(2))) {
      await page.keyboard.press("Escape");
      done = "Escape";
    } else if (tap) {
      await page.mouse.click(tap.x, tap.y);
      done = tap.words;
    } else return { states, found: [...found, `nothing to tap after ${done}`], over };
  }
}
