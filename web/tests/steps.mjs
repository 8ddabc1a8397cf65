// One step by clicks in any of the games, whatever is asked for; false if it is not this page's turn.
const go = ".btns .go:not(.idle)";
const has = async (page, selector) => (await page.locator(selector).count()) > 0;
const tap = async (page, locator) => {
  const box = await locator.boundingBox();
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

const ways = {
  "Lost Cities": async (page) => {
    const spots = page.locator(".paper [data-spot]");
    if (await has(page, go)) await page.locator(go).click();
    else if (await spots.count()) {
      await spots.first().click();
      const chip = page.locator(".chips button").first();
      if (await chip.count()) await chip.click();
    } else if (await has(page, ".refuse:not(:disabled)")) await page.locator(".refuse").click();
    else return false;
    return true;
  },
  Roller: async (page, count) => {
    const offer = page.locator(".ro-offer button").first(), groups = page.locator(".ro-group.ro-can"), lit = page.locator(".ro-lit"), skip = page.locator(".btns .line:not(:disabled)");
    if (await has(page, go)) await page.locator(go).click();
    else if (await offer.count()) await offer.click();
    else if (count % 2 && (await groups.count())) await groups.first().click();
    else if (await lit.count()) {
      await tap(page, lit.nth(count % (await lit.count())));
      const choice = page.locator(".ro-chooser [role=button]").first();
      if (await choice.count()) await choice.click();
    } else if (await skip.count()) await skip.first().click();
    else return false;
    return true;
  },
  Escape: async (page, count) => {
    const first = (selector) => page.locator(selector).first();
    if ((await has(page, ".es-gate")) && !(await has(page, ".es-gate.es-chosen"))) await first(".es-gate").click();
    else if (await has(page, ".es-closing")) await first(".es-closing").click();
    else if ((await has(page, ".es-choice")) && !(await has(page, ".es-gate"))) await first(".es-choice").click();
    else if (await has(page, ".es-map.es-lit")) await first(".es-map.es-lit").click();
    else if ((await has(page, ".es-offered")) && !(await has(page, ".es-toggle .es-kept"))) await first(".es-offered").click();
    else if ((await has(page, ".es-space.es-lit")) && count % 2) await first(".es-space.es-lit").click();
    else if ((await has(page, ".es-temple .es-lit, .es-temple .es-maybe")) && count % 5) {
      await first(".es-temple .es-lit [role=button], .es-temple .es-maybe [role=button]").click();
      if (await has(page, ".es-chooser")) await first(".es-chooser [role=button]").click();
    } else if (await has(page, go)) await first(go).click();
    else return false;
    return true;
  },
};

export async function step(page, game, count = 0) {
  return ways[game](page, count).catch((error) => {
    if (/Timeout|not attached|detached/.test(String(error))) return true; // the position changed under the click
    throw error;
  });
}
