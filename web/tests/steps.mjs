// One step by clicks in any of the games, whatever is asked for; false if it is not this page's turn. It looks and
// clicks inside the page, which is quick enough for whole games; only Roller's map wants a real pointer. Who is to
// "stay" in Escape goes nowhere once there is somewhere to go.
function act({ game, count }) {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const click = (element) => {
    element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    return true;
  };
  const first = (selector) => (all(selector)[0] ? click(all(selector)[0]) : false);
  const has = (selector) => all(selector).length > 0;
  const go = ".btns .go:not(.idle)";
  const point = (element) => {
    const box = element.getBoundingClientRect();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const ways = {
    "Lost Cities": () =>
      first("[data-sure]") ||
      first(".chips button") ||
      first(go) ||
      first(".paper [data-spot]") ||
      first(".refuse:not(:disabled)"),
    Roller: () => {
      if (has(".ro-chooser [role=button]")) return first(".ro-chooser [role=button]");
      const lit = all(".ro-lit");
      return (
        first(go) ||
        first(".ro-offer button") ||
        (count % 2 && first(".ro-group.ro-can")) ||
        (lit.length ? point(lit[count % lit.length]) : first(".btns .line:not(:disabled)"))
      );
    },
    Escape: () => {
      if (has("[data-sure]")) return first("[data-sure]");
      if (has(".es-chooser")) return first(".es-chooser [role=button]");
      if (has(".es-gate") && !has(".es-gate.es-chosen")) return first(".es-gate");
      if (has(".es-closing")) return first(".es-closing");
      if (has(".es-choice") && !has(".es-gate")) return first(".es-choice");
      if (has(".es-map.es-lit")) return first(".es-map.es-lit");
      if (has(".es-offered") && !has(".es-toggle .es-kept")) return first(".es-offered");
      if (has(".es-space.es-lit") && count % 2) return first(".es-space.es-lit");
      if (count === "stay" && has(".es-temple .es-lit [role=button]")) return false;
      if (
        count % 5 &&
        first(".es-temple .es-lit [role=button], .es-temple .es-maybe [role=button]")
      )
        return true;
      return first(go) || first(".btns [data-costly]");
    },
  };
  return ways[game]();
}

export async function step(page, game, count = 0) {
  const done = await page.evaluate(act, { game, count });
  if (done?.x !== undefined) await page.mouse.click(done.x, done.y);
  return !!done;
}

// For pages, as an init script: a confirmed choice waits for the tutor however busy the machine is.
export function patience() {
  const later = window.setTimeout;
  window.setTimeout = (call, ms, ...more) => later(call, ms === 300 ? 60000 : ms, ...more);
}

const LONG_MS = 240000;

// Steps until `done` says so; a moment's rest where there is nothing to do yet.
export async function stepUntil(page, game, done, how) {
  for (let count = 0, end = Date.now() + LONG_MS; !(await done()); count++) {
    if (Date.now() > end) throw new Error(`${game}: not done after ${count} steps`);
    if (!(await step(page, game, how ?? count))) await page.waitForTimeout(20);
  }
}

export async function playOut(page, game) {
  await stepUntil(page, game, () => page.locator(".rev .bd").count());
  await page.locator(".rev .bd").waitFor();
}

// Escape with two people: plays until the first one can walk, and pencils a step. Answers the chamber.
export async function pencilStep(a, b) {
  const lit = a.locator(".es-temple .es-lit [role=button]");
  await stepUntil(
    a,
    "Escape",
    async () => !(await step(b, "Escape")) && (await lit.count()),
    "stay",
  );
  const place = await lit.first().getAttribute("data-chamber");
  await lit.first().click();
  return place;
}
