// What is photographed: how to come to each screen, in any language.
import { isOver, settled, turn } from "./browser.mjs";
import { open, ready, sheets, tapStep } from "./moves.mjs";
import { resigned } from "./screens.mjs";
import { pencilStep, playOut } from "./steps.mjs";

const count = (page, selector) => page.locator(selector).count();
const press = (page, selector) => page.locator(selector).first().click();

// What is below the fold, a screen at a time.
async function below(page, look, name) {
  for (let part = 2; part < 12; part++) {
    const further = await page.evaluate(() => {
      const box =
        [...document.querySelectorAll("dialog[open] .dlgin, dialog[open]")].find(
          (each) => each.scrollHeight > each.clientHeight + 4,
        ) ?? document.scrollingElement;
      const before = box.scrollTop;
      box.scrollBy({ top: box.clientHeight - 80, behavior: "instant" });
      return box.scrollTop > before + 4;
    });
    if (!further) return;
    await look(`${name}-part${part}`);
  }
}

async function pages({ page, shot, look, site }) {
  await page.goto(site.url);
  await page.locator(".gc").first().waitFor();
  await shot("lobby");
  await below(page, look, "lobby");
  for (const [name, where, kept] of [
    ["new-game", "new/lost-cities", true],
    ["new-roller", "new/roller", false],
    ["new-escape", "new/escape", false],
    ["rules", "rules/lost-cities", true],
    ["rules-roller", "rules/roller", true],
    ["rules-escape", "rules/escape", true],
    ["settings", "settings", true],
    ["your-games", "history", false],
  ]) {
    await page.goto(`${site.url}#/${where}`);
    await page.locator("main h1").waitFor();
    if (name.startsWith("new")) await press(page, "summary");
    await (kept ? shot : look)(name);
    await below(page, look, name);
  }
  await page.goto(`${site.url}#/settings`);
  await press(page, "main button.b.line");
  await look("settings-forget");
  await page.goto(`${site.url}#/replay/none`);
  await page.locator(".trouble .err").waitFor();
  await look("bad-record");
}

async function ownDice({ page, shot, site }) {
  await page.goto(`${site.url}#/new/lost-cities/real`);
  await press(page, "main .go.big");
  const faces = page.locator(".entryrow .die");
  for (const face of [0, 4, 4, 6]) await faces.nth(face).click();
  await shot("real-dice");
}

// Each new kind of prompt on the way to the end of a game.
const promptOf = (page) =>
  page.evaluate(() => {
    const h1 = document.querySelector(".act h1")?.textContent ?? "";
    const kinds = [".chips", ".ro-offer", ".es-gate", ".es-choice", ".es-map.es-lit", ".es-maybe"];
    const more = ["[data-sure]", ".es-chooser", ".es-space.es-lit", ".ef", ".btns [data-costly]"];
    const there = [...kinds, ...more].filter((each) => document.querySelector(each));
    return `${h1.replace(/[\d,]+/g, "").slice(0, 30)} ${there}`;
  });
async function moments(page, game, most, look) {
  const known = new Set();
  for (let step = 0; ; step++) {
    await ready(page, game);
    if (await isOver(page)) return;
    const prompt = await promptOf(page);
    if (!known.has(prompt) && known.size < most) {
      known.add(prompt);
      await look(`${game.toLowerCase().replace(" ", "-")}-moment${known.size}`);
    }
    await tapStep(page, game, step);
  }
}

// What is shown of others' turns, and what lies over the table.
async function around(page, look, name, site, game) {
  await press(page, ".tools button");
  await page.locator(".cons .hint").waitFor();
  await look(`${name}-hint`);
  await press(page, ".tools button");
  await page.locator(".hinted, .cons .hint").first().waitFor();
  await look(`${name}-hint-move`);
  const symbol = page.locator(".paper [data-about], .paper [data-rule]").first();
  if (await symbol.count()) {
    await symbol.click({ force: true });
    if (await count(page, ".asked")) await look(`${name}-note`);
    await page.keyboard.press("Escape");
  }
  await press(page, ".strip .chip:not(.me), .rail .opp");
  await page.locator(".looking").waitFor();
  await look(`${name}-look`);
  await press(page, ".looking button");
  await page.goto(`${site.url}#/rules/${game}`);
  await page.locator("dialog[open] h1").waitFor();
  await look(`${name}-rules-over`);
  await page.keyboard.press("Escape");
}

async function roller({ page, shot, look, site }) {
  await open(page, site.url, "Roller");
  await ready(page, "Roller");
  await look("roller-start");
  await around(page, look, "roller", site, "roller");
  let step = 0;
  for (; step < 31 || !(await count(page, ".ro-writing")); step++)
    await tapStep(page, "Roller", step);
  await shot("roller-table");
  await moments(page, "Roller", 12, look);
  await page.locator("[data-report=done]").waitFor();
  await shot("roller-end");
  await below(page, look, "roller-end");
}

async function escape({ page, shot, look, site }) {
  await open(page, site.url, "Escape");
  await ready(page, "Escape");
  await look("escape-start");
  let step = 0;
  for (; step < 40 || !(await count(page, ".es-temple .es-lit")); step++)
    await tapStep(page, "Escape", step);
  await shot("escape-table");
  await around(page, look, "escape", site, "escape");
  await moments(page, "Escape", 18, look);
  await page.locator("[data-report=done]").waitFor();
  await shot("escape-end");
  await below(page, look, "escape-end");
}

// Plays on until an expedition takes one of several numbers, and taps it.
async function opensChips(page) {
  for (;;) {
    for (const spot of await page.locator(".paper [data-spot]").all()) {
      await spot.click();
      if (await count(page, ".chips button")) return;
      await page.keyboard.press("Escape");
    }
    await turn(page);
    await settled(page);
  }
}

async function lostCities({ page, shot, look, site }) {
  await open(page, site.url, "Lost Cities");
  await settled(page);
  await shot("lost-cities-start");
  for (let i = 0; i < 19; i++) {
    await turn(page);
    await settled(page);
  }
  await around(page, look, "lost-cities", site, "lost-cities");
  await opensChips(page);
  await shot("lost-cities-chips");
  await press(page, ".chips button");
  await shot("lost-cities-table");
  if (await count(page, ".tr .ib:nth-last-of-type(3)")) {
    await press(page, ".tr .ib:nth-last-of-type(3)"); // wide screens have the players beside the sheet
    await shot("players");
    await page.keyboard.press("Escape");
  }
  await press(page, ".tr .ib:last-of-type");
  await shot("menu");
  await below(page, look, "menu");
  await press(page, "dialog[open] .menu button:nth-of-type(2)");
  await page.locator("dialog[open] kbd").first().waitFor();
  await shot("keys");
  await page.keyboard.press("Escape");
  await moments(page, "Lost Cities", 8, look);
  await page.locator("[data-report=done]").waitFor();
  await shot("lost-cities-end");
  await below(page, look, "lost-cities-end");
  await press(page, ".proof .pbtn button:nth-of-type(3)");
  await page.locator(".player input").fill("70");
  await shot("lost-cities-replay");
}

// Others' turns at a pace, a game that is kept, and one that was dropped.
async function following({ page, look, site, people, options }) {
  for (const game of Object.keys(sheets)) {
    const { page: slow, close } = await people.person({ ...options, pace: "slow" });
    await open(slow, site.url, game);
    const onward = slow.locator(".btns .onward");
    for (let step = 0; step < 60 && !(await onward.count()); step++)
      await tapStep(slow, game, step);
    await look(`following-${game.toLowerCase().replace(" ", "-")}`, slow);
    await close();
  }
  await open(page, site.url, "Roller");
  await page.goto(site.url);
  await page.locator(".resume").waitFor();
  await look("lobby-resume");
  await press(page, ".resume .ib");
  await look("lobby-dropped");
}

// What a server adds: tables in the lobby, the waiting room, the seat sheet, daily dice, an error page, a game and its proof.
async function online({ page, shot, look, tables, people, options }) {
  const made = await tables.post("tables", {
    game: "lost-cities",
    seats: ["me", "open", "open"],
    public: true,
    name: "Ruth",
  });
  for (const [name, where, sign] of [
    ["lobby-online", "", ".open li"],
    ["friends", "#/friends/lost-cities", "summary"],
    ["seat-sheet", `t/${made.code}`, ".qr path"],
    ["daily", "#/daily/roller", ".top10"],
    ["unknown-code", "t/fern-42", ".trouble"],
    ["waiting-room", `t/${made.table}#${made.seats[0].key}.${made.host}`, ".qr path"],
  ]) {
    await page.goto("about:blank");
    await page.goto(tables.url + where);
    await page.locator(sign).first().waitFor();
    await shot(name);
    if (name === "friends") await press(page, "summary");
    await below(page, look, name);
  }
  await page.goto(`${tables.url}#/friends/roller`);
  await page.locator(".chairs li").nth(1).locator(".choice button").nth(1).click(); // a bot
  await press(page, "main .go.big");
  await page.locator(".ro-map").waitFor();
  for (let i = 0; i < 12; i++) await tapStep(page, "Roller", i);
  await shot("online-table");
  const watcher = await people.person(options);
  await watcher.page.goto(`${tables.url}t/${/#\/t\/([\w-]+)/.exec(page.url())[1]}`);
  await watcher.page.locator(".tbl.watching").waitFor();
  await shot("watching", watcher.page);
  await watcher.close();
  await press(page, ".tr .ib:last-of-type");
  await look("online-menu");
  await below(page, look, "online-menu");
  await page.keyboard.press("Escape");
  await playOut(page, "Roller");
  await page.locator("[data-report=done]").waitFor();
  await shot("online-end");
  await below(page, look, "online-end");
  await press(page, 'a[href^="#/fair/"]');
  await page.locator(".checks").waitFor();
  await shot("proof");
  await below(page, look, "proof");
}

// Escape with a teammate: what is in pencil there, and a chamber that somebody points at; then the connection goes.
async function together({ page, shot, look, tables, people, options }) {
  const { table, seats } = await tables.post("tables", {
    game: "escape",
    seats: ["me", "open"],
    name: "Ruth",
  });
  Object.assign(
    seats[1],
    await tables.post(`tables/${table}/sit`, { key: seats[1].key, name: "Mira" }),
  );
  const mate = await people.person(options);
  for (const [seat, each] of [mate.page, page].entries()) {
    await each.goto(`${tables.url}t/${table}#${seats[seat].key}`);
    await each.locator("[data-wire=live]").waitFor();
  }
  await pencilStep(mate.page, page);
  await page.locator(".theirs").waitFor();
  await page.locator("[data-chamber=b3]").click();
  await page.locator(".es-point").waitFor();
  await shot("together");
  await press(page, ".tr .ib:first-of-type");
  await look("say-something");
  await page.keyboard.press("Escape");
  await page.locator(".bubble").waitFor({ state: "detached" });
  await mate.close();
  await page.locator(".onl .tag").nth(1).waitFor();
  await look("mate-away");
  await page.context().setOffline(true);
  await page.locator("[data-wire=lost]").waitFor();
  await look("connection-lost");
  await page.context().setOffline(false);
  await resigned(page, tables);
  await look("resigned");
  await page.goto(tables.url);
  await page.locator(".mine li").first().waitFor();
  await look("lobby-tables");
  await below(page, look, "lobby-tables");
}

export const chapters = {
  pages,
  ownDice,
  roller,
  escape,
  lostCities,
  following,
  online,
  together,
};
