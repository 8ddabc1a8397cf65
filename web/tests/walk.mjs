// The layout walker: plays games by random legal taps, real ones with a pointer, and looks at the page after each.
// What it finds is a list of sentences; the same seed taps the same way.
import { isOver } from "./browser.mjs";
import { ready, sheets } from "./moves.mjs";
import { step } from "./steps.mjs";

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

// Letters a twentieth wider: what other machines' fonts do to ours.
export const WIDE = "* { letter-spacing: .05em !important }";

// ---- Looking: runs inside the page ----

function look({ finger, sheet, width }) {
  const faults = [];
  const LEAST = 44,
    SLACK = 1.5;
  const scope = document.querySelector("dialog[open], [role=dialog]") ?? document.body;
  const name = (element) => {
    const words = (element.getAttribute("aria-label") ?? element.textContent ?? "")
      .trim()
      .replace(/\s+/g, " ")
      .slice(0, 50);
    return `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}${[...element.classList].map((each) => `.${each}`).join("")} “${words}”`;
  };
  const seen = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest("[inert], [aria-hidden=true], .sr");
  const scrolls = (element, axis) => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (/auto|scroll/.test(axis === "x" ? style.overflowX : style.overflowY)) return true;
    }
    return axis === "y"; /* the page itself */
  };

  /* phones zoom out instead of scrolling sideways: the width that counts is the screen's */
  const over = document.documentElement.scrollWidth - width;
  if (over > 0) {
    const widest = [...scope.querySelectorAll("*")]
      .filter((element) => element.getBoundingClientRect().right > width + SLACK && seen(element))
      .pop();
    faults.push(`the page is ${over} px too wide${widest ? `: ${name(widest)}` : ""}`);
  }

  // Controls: in reach, not covered, large enough for a finger.
  const hits = (element, x, y) => {
    const top = document.elementFromPoint(x, y);
    return (
      !!top &&
      (element.contains(top) ||
        (top.contains(element) && top.closest("label") !== null) ||
        !!top.closest("label")?.contains(element))
    );
  };
  for (const element of scope.querySelectorAll(
    "button, a[href], input, select, textarea, summary, [role=button]",
  )) {
    if (
      !seen(element) ||
      element.disabled ||
      element.getAttribute("aria-disabled") === "true" ||
      element.type === "file"
    )
      continue;
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    if ((box.left < -SLACK || box.right > width + SLACK) && !scrolls(element, "x")) {
      faults.push(`out of reach sideways: ${name(element)}`);
      continue;
    }
    const x = box.x + box.width / 2,
      y = box.y + box.height / 2;
    const inSight = x > 0 && x < innerWidth && y > 0 && y < innerHeight;
    if (!inSight) {
      if (
        !scrolls(element, "y") ||
        (y > innerHeight && getComputedStyle(document.documentElement).overflowY === "hidden")
      )
        faults.push(`out of reach: ${name(element)}`);
      continue;
    }
    if (!hits(element, x, y)) {
      if (element.closest(".ro-map")) continue; /* taps there go to the nearest spot */
      const top = document.elementFromPoint(x, y);
      if (top?.closest(".asked")) continue; /* the next tap takes it away */
      const back = [scrollX, scrollY];
      element.scrollIntoView({ block: "center", behavior: "instant" });
      const now = element.getBoundingClientRect();
      const reached = hits(element, now.x + now.width / 2, now.y + now.height / 2);
      scrollTo(...back);
      if (!reached) faults.push(`covered: ${name(element)} by ${top ? name(top) : "nothing"}`);
      continue;
    }
    const drawn = element.ownerSVGElement !== null; /* taps on maps go to the nearest spot */
    const inText = element.tagName === "A" && getComputedStyle(element).display === "inline";
    if (!finger || drawn || inText) continue;
    for (const [size, dx, dy] of [
      [box.width, 1, 0],
      [box.height, 0, 1],
    ]) {
      if (size >= LEAST - SLACK) continue;
      const far = LEAST / 2 - 1;
      if (!hits(element, x - dx * far, y - dy * far) || !hits(element, x + dx * far, y + dy * far))
        faults.push(
          `${Math.round(box.width)} x ${Math.round(box.height)} px to tap: ${name(element)}`,
        );
    }
  }

  // Text: not cut off, and no two over each other.
  const texts = [];
  const walker = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (
      !node.data.trim() ||
      !element ||
      !seen(element) ||
      /^(STYLE|SCRIPT|OPTION|TITLE|DESC)$/i.test(element.tagName)
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects())
      if (box.width > 1 && box.height > 1) texts.push({ element, box });
  }
  const cut = new Set();
  for (const { element, box } of texts) {
    for (let up = element; up && up !== document.body; up = up.parentElement) {
      const style = getComputedStyle(up);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const hole = up.getBoundingClientRect();
      if (hole.width < 3 || hole.height < 3) break; /* for screen readers alone */
      if (box.top >= hole.bottom || box.bottom <= hole.top || box.left >= hole.right)
        break; /* left out, or scrolled away */
      const wide =
        !/auto|scroll/.test(style.overflowX) &&
        (box.right > hole.right + SLACK || box.left < hole.left - SLACK);
      const high =
        !/auto|scroll/.test(style.overflowY) &&
        (box.bottom > hole.bottom + box.height / 3 || box.top < hole.top - box.height / 3);
      if ((wide || high) && !cut.has(element)) {
        cut.add(element);
        faults.push(`text cut off: ${name(element)} in ${name(up).split(" “")[0]}`);
      }
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
    }
  }
  const scrolledAway = (element, box) => {
    const middle = box.y + box.height / 2;
    for (let up = element.parentElement; up && up !== document.body; up = up.parentElement) {
      if (getComputedStyle(up).overflowY === "visible") continue;
      const hole = up.getBoundingClientRect();
      if (middle < hole.top || middle > hole.bottom) return true;
    }
    return false;
  };
  const sorted = texts
    .filter(({ element, box }) => {
      if (scrolledAway(element, box) || element.closest(".asked")) return false;
      const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return element.ownerSVGElement
        ? true
        : !!top && (element.contains(top) || top.contains(element));
    })
    .sort((a, b) => a.box.top - b.box.top);
  for (let i = 0; i < sorted.length; i++) {
    for (let j = i + 1; j < sorted.length && sorted[j].box.top < sorted[i].box.bottom; j++) {
      const a = sorted[i],
        b = sorted[j];
      const drawing = a.element.ownerSVGElement;
      if (
        a.element.contains(b.element) ||
        b.element.contains(a.element) ||
        drawing !== b.element.ownerSVGElement
      )
        continue;
      const wide = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
      const high = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      const least = Math.min(a.box.height, b.box.height);
      if (wide > 3 && high > least * 0.4)
        faults.push(`text over text: ${name(a.element)} and ${name(b.element)}`);
    }
  }

  const paper = document.querySelector(sheet);
  const box = paper?.getBoundingClientRect();
  const looking = document.querySelector(".ph.looking") !== null;
  return {
    faults: [...new Set(faults)],
    sheet:
      box && !looking && !document.querySelector(".rev")
        ? [box.x + scrollX, box.y + scrollY, box.width, box.height].map(Math.round)
        : null,
  };
}

// ---- Tapping ----

// A random control that stays at the table: dice, spots, undo, hint, other seats, menus. Answers its middle and name.
function anything({ pick }) {
  const scope =
    document.querySelector("dialog[open], [role=dialog]") ?? document.querySelector("main");
  const LEAVES = "a[href], input, select, textarea, [data-leave], .file";
  const all = [...scope.querySelectorAll("button, [role=button], summary")].filter((element) => {
    if (
      element.disabled ||
      element.matches(LEAVES) ||
      !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    )
      return false;
    const { x, y, width, height } = element.getBoundingClientRect(),
      top = document.elementFromPoint(x + width / 2, y + height / 2);
    return !!top && element.contains(top);
  });
  if (!all.length) return null;
  const element = all[pick % all.length],
    { x, y, width, height } = element.getBoundingClientRect();
  return {
    x: x + width / 2,
    y: y + height / 2,
    words: (element.getAttribute("aria-label") ?? element.textContent)
      .trim()
      .replace(/\s+/g, " ")
      .slice(0, 40),
  };
}

const settle = (page) =>
  page.evaluate(
    () =>
      new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true)))),
  );

// Plays until the game is over or so many states were seen. Answers how many there were, and what was wrong with them.
export async function walkGame(page, game, { seed, most, finger }) {
  const roll = dice(seed),
    found = [];
  let states = 0,
    last = null,
    done = "";
  const examine = async () => {
    const { faults, sheet } = await page.evaluate(look, {
      finger,
      sheet: sheets[game],
      width: page.viewportSize().width,
    });
    states++;
    const moved =
      sheet && last && sheet.some((value, i) => Math.abs(value - last[i]) > 2)
        ? [`the sheet has moved from ${last} to ${sheet}`]
        : [];
    last = sheet ?? last;
    for (const fault of [...faults, ...moved])
      found.push(`${fault} (state ${states}, after ${done || "the start"})`);
  };
  await ready(page, game);
  await settle(page);
  await examine();
  while (states < most) {
    if (await isOver(page)) break;
    const dialog = await page.locator("dialog[open], [role=dialog]").count();
    const stray = dialog ? 2 : roll(10);
    if (stray < 3) {
      if (dialog && roll(2)) {
        await page.keyboard.press("Escape");
        done = "Escape";
      } else {
        const spot = await page.evaluate(anything, { pick: roll(1 << 20) });
        if (!spot) continue;
        await page.mouse.click(spot.x, spot.y);
        done = spot.words;
      }
    } else {
      if (!(await step(page, game, roll(1000)))) await page.waitForTimeout(10);
      done = "a step";
    }
    await settle(page);
    await examine();
  }
  return { states, found, over: await isOver(page) };
}

// One look at a screen that is not a table.
export async function glance(page, finger) {
  await settle(page);
  return (await page.evaluate(look, { finger, sheet: ".none", width: page.viewportSize().width }))
    .faults;
}
