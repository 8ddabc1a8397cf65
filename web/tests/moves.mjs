// How people play: opening a game, and one step of it, whatever is asked for. Shared by tests, pictures and measurements.
import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { finger, isOver, pace, tap, turn } from "./browser.mjs";

export const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
export const go = ".btns .go:not(.idle)";

export const sheets = { "Lost Cities": ".lc-sheet", Roller: ".ro-map", Escape: ".es-temple" };

// Starts a game with bots from the lobby.
export async function open(page, url, game) {
  await page.goto(url);
  await tap(page.locator(".gc", { hasText: game }).locator(".go"));
  await page.locator(sheets[game]).waitFor();
}

// The same, and the person begins.
export async function openFirst(page, url, name) {
  await page.goto(`${url}#/new/${name}`);
  await page.locator(".chairs li").nth(1).getByRole("button", { name: "Bot" }).click();
  await page
    .getByRole("group", { name: "Who begins?" })
    .getByRole("button", { name: "Mira" })
    .click();
  await page.getByRole("button", { name: "Start the game" }).click();
}

// Nothing that axe would complain about. The page must have been given `axe` as an init script.
export async function clean(page, where) {
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, {
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
      resultTypes: ["violations"] /* to describe what passes takes longer than to find it */,
    });
    return violations.flatMap((each) =>
      each.nodes.map(
        (node) => `${each.id}: ${node.html.slice(0, 160)} ${node.failureSummary.slice(0, 200)}`,
      ),
    );
  });
  assert.deepEqual(found, [], where);
}

export async function fitsWidth(page, where = "") {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(over <= 0, `${where}: ${over} px too wide`);
}

// The middle of the first of these is in sight and not covered by anything.
export async function uncovered(page, selector, where = selector) {
  const covers = await page
    .locator(selector)
    .first()
    .evaluate((element) => {
      element.scrollIntoView({ block: "nearest" });
      const { x, y, width, height } = element.getBoundingClientRect(),
        top = document.elementFromPoint(x + width / 2, y + height / 2);
      return element.contains(top) ? "" : (top?.outerHTML.slice(0, 120) ?? "the edge of the page");
    });
  assert.equal(covers, "", `${where} is covered`);
}

const has = async (page, selector) => (await page.locator(selector).count()) > 0;
// Which of these are there, asked in one go.
async function present(page, ...selectors) {
  const all = await page.evaluate(
    (all) => all.filter((each) => document.querySelector(each)),
    selectors,
  );
  return (selector) => all.includes(selector);
}

// ---- By taps: one step; false when the game is over ----

const waits = {
  "Lost Cities": `.rev .bd, .act .refuse:not(:disabled), .entry, ${go}`,
  Roller: `.rev .bd, .ro-group.ro-can, .ro-lit, .ro-offer, ${go}, .btns [data-costly]`,
  Escape: `.rev .bd, ${go}, .btns [data-costly], .es-gate, .es-choice, .es-closing, .es-offered, .es-map.es-lit`,
};
export const ready = (page, game) => page.locator(waits[game]).first().waitFor();

async function tapRoller(page, count) {
  const first = (selector) => page.locator(selector).first();
  const here = await present(page, go, ".ro-offer button", ".ro-group.ro-can", ".ro-lit");
  if (here(go)) await tap(first(go));
  else if (here(".ro-offer button")) await tap(first(".ro-offer button"));
  else if (count % 2 && here(".ro-group.ro-can")) await tap(first(".ro-group.ro-can"));
  else if (here(".ro-lit")) {
    const lit = page.locator(".ro-lit"),
      box = await lit.nth(count % (await lit.count())).boundingBox();
    await page.waitForTimeout(pace.look);
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2, finger);
    if (await has(page, ".ro-chooser [role=button]")) await tap(first(".ro-chooser [role=button]"));
  } else await tap(first(".btns [data-costly]"));
}

const escapeAsks = [
  go,
  ".es-choice",
  ".es-closing",
  ".es-gate",
  ".es-gate.es-chosen",
  ".es-map.es-lit",
  ".es-offered",
  ".es-space.es-lit",
  ".es-temple .es-lit",
  ".es-temple .es-lit, .es-temple .es-maybe",
  ".es-toggle .es-kept",
  "[data-sure]",
];
async function tapEscape(page, count, seen) {
  const first = (selector) => page.locator(selector).first();
  const here = await present(page, ...escapeAsks);
  if (here("[data-sure]")) await tap(first("[data-sure]"));
  else if (here(".es-gate") && !here(".es-gate.es-chosen")) await tap(first(".es-gate"));
  else if (here(".es-closing")) await tap(first(".es-closing"));
  else if (here(".es-choice") && !here(".es-gate")) await tap(first(".es-choice"));
  else if (here(".es-map.es-lit")) {
    seen.add("map");
    await tap(first(".es-map.es-lit"));
  } else if (here(".es-offered") && !here(".es-toggle .es-kept")) {
    seen.add("take");
    await tap(first(".es-offered"));
  } else if (here(".es-space.es-lit") && count % 2) {
    seen.add("heal");
    await tap(first(".es-space.es-lit"));
  } else if (here(".es-temple .es-lit, .es-temple .es-maybe") && count % 5) {
    seen.add("enter");
    await tap(first(".es-temple .es-lit [role=button], .es-temple .es-maybe [role=button]"));
    if (await has(page, ".es-chooser")) await tap(first(".es-chooser [role=button]"));
  } else await tap(first(`${go}, .btns [data-costly]`));
}

const taps = { "Lost Cities": (page) => turn(page), Roller: tapRoller, Escape: tapEscape };

export async function tapStep(page, game, count, seen = new Set()) {
  await ready(page, game);
  if (await isOver(page)) return false;
  await taps[game](page, count, seen);
  return true;
}

// ---- By keys: the same, and no pointer at all ----

const LETTERS = { red: "r", orange: "o", yellow: "y", green: "g", blue: "b", purple: "p" };
const press = (page, ...keys) =>
  keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve());
// Enter confirms wherever no control has the focus.
const confirm = async (page) => {
  await page.evaluate(() => document.activeElement?.blur?.());
  await press(page, "Enter");
};

// The page may still show what was before the last key: then the keys are for something that is gone, and pressed anew.
async function keyLostCities(page) {
  for (let tries = 0; tries < 50 && !(await has(page, go)); tries++) {
    const spot = page.locator("[data-spot]").first();
    if (!(await has(page, "[data-spot]"))) {
      await press(page, "-");
      continue;
    }
    await press(page, LETTERS[await spot.getAttribute("data-spot")]);
    for (const die of await page.locator(".tray .ndie:not(:disabled) b").allTextContents()) {
      if (await has(page, go)) break;
      await press(page, die);
      if (await has(page, ".chips button")) await press(page, "Enter");
    }
  }
  await page.locator(go).waitFor();
  await confirm(page);
}

// W E A D Z X from the hex just written, in the order of DIRECTIONS' keys.
async function keyRoller(page) {
  if (await has(page, go)) return confirm(page);
  if (await has(page, ".ro-offer")) return press(page, "r");
  const can = page.locator(".ro-group.ro-can b");
  if (await can.count()) return press(page, await can.first().textContent());
  if (!(await has(page, ".ro-lit"))) return press(page, "-");
  if (/^0 /.test(await page.locator(".ro-writing small").textContent())) {
    await page.locator(".ro-map [role=button]:focus").waitFor(); /* where the number key has led */
    return press(page, "Enter");
  }
  const pencil = () => page.locator(".ro-map .hand.pencil").count();
  const before = await pencil();
  for (const key of ["w", "e", "a", "d", "z", "x"]) {
    await press(page, key);
    if ((await pencil()) !== before) return;
  }
}

async function keyEscape(page, count) {
  const lit = (selector) => page.locator(selector).first();
  const here = await present(page, ...escapeAsks);
  if (here("[data-sure]")) {
    await lit("[data-sure]").focus();
    return press(page, "Enter");
  }
  if (here(".es-gate") && !here(".es-gate.es-chosen"))
    return press(page, ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"][count % 4]);
  if (here(".es-choice") && !here(".es-gate")) return press(page, "1");
  if (here(".es-map.es-lit"))
    return press(
      page,
      String(
        1 +
          (await page
            .locator(".es-map")
            .evaluateAll((maps) => maps.findIndex((map) => map.classList.contains("es-lit")))),
      ),
    );
  if (here(".es-offered") && !here(".es-toggle .es-kept")) return press(page, "1");
  if (here(".es-temple .es-lit") && count % 3) {
    const before = await page.locator(".es-cross").count();
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"]) {
      await press(page, key);
      if ((await page.locator(".es-cross").count()) !== before) return;
    }
    const chamber = lit(".es-temple .es-lit [role=button][tabindex='0']");
    if (!(await chamber.count())) return press(page, "-");
    await chamber.focus();
    return press(page, "Enter");
  }
  return here(go) ? confirm(page) : press(page, "-");
}

const keyed = { "Lost Cities": keyLostCities, Roller: keyRoller, Escape: keyEscape };

export async function keyStep(page, game, count) {
  await ready(page, game);
  if (await isOver(page)) return false;
  await keyed[game](page, count);
  return true;
}
