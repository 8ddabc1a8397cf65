// The rules in a browser: pages, rules word for word, printed symbols, the filled example.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { after, before, test } from "node:test";
import { readRules } from "../rules.mjs";
import { phone, resize, settled, stored, stores } from "./browser.mjs";
import { bundle } from "./bundle.mjs";
import { inBrowser } from "./inbrowser.mjs";
import { ready } from "./moves.mjs";
import { serve } from "./server.mjs";

const symbols = { en: {}, de: {} };
for (const game of ["lost-cities", "roller", "escape"]) {
  const folder = new URL(`../src/games/${game}/`, import.meta.url);
  for (const file of readdirSync(folder).filter((name) => name.endsWith("texts.ts")))
    for (const texts of Object.values(await bundle(`games/${game}/${file.slice(0, -3)}`)))
      for (const language of ["en", "de"]) Object.assign(symbols[language], texts[language]);
}
let site;
before(async () => {
  site = await serve();
});
after(() => site.close());

const at = (options, where, body) =>
  inBrowser(options, async (page) => {
    await page.goto(`${site.url}#/${where}`);
    await page.locator("main").waitFor();
    await body(page);
  });
const note = (page) => page.locator(".asked");
const asked = async (page) =>
  (await note(page).locator("p").allTextContents()).map((line) => line.trim()).join(" ");
const german = readRules("de"),
  english = readRules("en");
const play = (page, game) => page.locator(".gc", { hasText: game }).locator(".go").click();

test("the pages have the short rules in the page's language", async () => {
  for (const [locale, { short }] of [
    ["de-DE", german],
    ["en-GB", english],
  ]) {
    await at({ locale }, "rules/lost-cities", async (page) => {
      for (const game of ["lost-cities", "roller", "escape"]) {
        await page.goto(`${site.url}#/rules/${game}`);
        const [intro, ...sections] = short[game];
        await page.getByText(intro.blocks[0].words.text).waitFor();
        assert.deepEqual(
          await page.locator(".rule h2").allTextContents(),
          sections.map((section) => section.title),
        );
        const items = sections.flatMap((section) =>
          section.blocks.flatMap((block) => block.items ?? []),
        );
        const said = (await page.locator(".rule li").allTextContents()).join("\n");
        for (const item of items) assert.ok(said.includes(item.text), item.text);
      }
    });
  }
});

test("no table of the rules is cut off, and no book stands alone on a line", async () => {
  for (const locale of ["en-GB", "de-DE"])
    for (const size of [{}, phone])
      for (const game of ["lost-cities", "roller", "escape"])
        await at({ locale, ...size }, `rules/${game}`, async (page) => {
          await page.locator(".rule .rid").first().waitFor();
          const faults = await page.evaluate(() => {
            const cut = [...document.querySelectorAll(".rule .rtabs")].filter(
              (each) => each.scrollWidth > each.clientWidth,
            );
            const alone = [...document.querySelectorAll(".rule li .rid")].filter((book) => {
              const text = document.createRange();
              text.selectNodeContents(book.parentElement.firstChild);
              return book.getBoundingClientRect().top > [...text.getClientRects()].at(-1).bottom;
            });
            return [...cut, ...alone].map((each) => each.closest(".rule").textContent.slice(0, 60));
          });
          assert.deepEqual(faults, [], `${game}, ${locale}`);
        });
});

test("a rule's number tells the rule in the page's language, by tap and by key, and Escape closes it", async () => {
  await at({ locale: "de-DE", ...phone }, "rules/lost-cities", async (page) => {
    const number = page.locator(".rid[data-rule='LC2.1 LC2.2']");
    const words = ["LC2.1", "LC2.2"].map((id) => `${id} ${german.rules[id].text}`).join(" ");
    await number.click();
    await note(page).waitFor();
    assert.equal(await asked(page), words);
    assert.equal(
      await number.getAttribute("aria-describedby"),
      await note(page).getAttribute("id"),
    );
    await page.keyboard.press("Escape");
    await note(page).waitFor({ state: "detached" });
    await page.locator(".rid").first().focus();
    await page.keyboard.press("Enter");
    await note(page).waitFor();
    assert.match(await asked(page), /^LC1\.1 Es spielen/);
    await page.locator("h1").click();
    await note(page).waitFor({ state: "detached" });
  });
});

test("for a finger the whole sentence tells its rules; a mouse may select its words", async () => {
  const corner = { position: { x: 4, y: 4 } };
  await at(phone, "rules/lost-cities", async (page) => {
    const words = ["LC2.1", "LC2.2"].map((id) => `${id} ${english.rules[id].text}`).join(" ");
    await page.locator("li[data-rules='LC2.1 LC2.2']").tap(corner);
    await note(page).waitFor();
    assert.equal(await asked(page), words);
    await page.goto(`${site.url}#/`);
    await play(page, "Lost Cities");
    await settled(page);
    await page.locator(".refuse").tap();
    await page.locator(".words[data-rules~='LC6.1']").tap(corner);
    await note(page).waitFor();
    assert.match(await asked(page), /\bLC6\.1 /);
  });
  await at({}, "rules/lost-cities", async (page) => {
    await page.locator(".rid[data-rule='LC2.1 LC2.2']").click();
    await note(page).waitFor(); // what it takes to tell is there
    await page.keyboard.press("Escape");
    await note(page).waitFor({ state: "detached" });
    await page.locator("li[data-rules='LC2.1 LC2.2']").click(corner);
    await resize(page, 1280, 800);
    assert.equal(await note(page).count(), 0);
  });
});

test("the short rules show no bare ids, and the tab of the game stays readable under a pointer", async () => {
  await at({}, "rules/roller", async (page) => {
    await page.locator(".rid").first().waitFor();
    assert.doesNotMatch(await page.locator("ol.rules").innerText(), /\b(LC|RO|ES)\d/);
    const tab = page.locator(".gametabs [aria-current=page]");
    const colours = () =>
      tab.evaluate((each) => {
        const { color, backgroundColor } = getComputedStyle(each);
        return [color, backgroundColor];
      });
    const before = await colours();
    await tab.hover();
    assert.deepEqual(await colours(), before);
  });
});

test("every rule is there word for word", async () => {
  await at({ locale: "de-DE" }, "rules/escape", async (page) => {
    await page.locator(".numbered summary").click();
    for (const rule of Object.values(german.rules).filter(({ id }) => id.startsWith("ES")))
      await page.locator(`[id="${rule.id}"]`, { hasText: rule.text }).waitFor();
  });
});

test("what the pencil does tells its rule", async () => {
  await at({}, "", async (page) => {
    await play(page, "Lost Cities");
    await settled(page);
    await page.locator(".refuse").click();
    const effect = page.locator(".cons [data-rule='LC6.1']");
    await effect.hover();
    await page.locator(".cons [data-rule='LC6.1'][title*='shades']").waitFor();
    assert.equal(await effect.getAttribute("title"), `LC6.1: ${english.rules["LC6.1"].text}`);
    await effect.focus();
    await page.keyboard.press("Enter");
    await note(page).waitFor();
    assert.equal(await asked(page), `LC6.1 ${english.rules["LC6.1"].text}`);
    await page.keyboard.press("Escape");
    await note(page).waitFor({ state: "detached" });
    await page.locator(".btns .go:not(.idle)").waitFor(); // Escape closed the note and left the pencil
  });
});

// Every kind of symbol that a game's board shows while it is not a move there.
const SYMBOLS = {
  "Lost Cities": [
    "arrow",
    "artefact",
    "circle",
    "end",
    "bridge",
    "artefacts",
    "dice",
    "exhausted",
    "ladder",
    "none",
  ].map((name) => `lc.what.${name}`),
  Roller: ["print", "x", "area", "middle", "row", "more", "third", "pair"].map(
    (name) => `roller.what.${name}`,
  ),
  Escape: [
    "gem",
    "reroll",
    "heal",
    "key",
    "torch",
    "gold",
    "joker",
    "exit",
    "special",
    "use.dash",
    "use.heal",
    "use.reroll",
    "use.key",
    "use.torch",
    "use.gold",
    "gembox",
    "gems",
    "rounds",
    "map",
  ].map((name) => `escape.what.${name}`),
};

for (const [locale, language] of [
  ["en-GB", "en"],
  ["de-DE", "de"],
]) {
  test(`a tap on a printed symbol says what it does, and plays nothing: ${locale}`, async () => {
    await at({ locale }, "", async (page) => {
      for (const [game, all] of Object.entries(SYMBOLS)) {
        await page.goto(`${site.url}#/`);
        await play(page, game);
        await page.locator(".paper [data-about]").first().waitFor();
        await ready(page, game); // while others are shown, a tap only skips them
        const help = page.locator(".guide:not(.away) .ib");
        if (await help.count()) await help.first().click(); // it may lie over a symbol
        for (const symbol of all) {
          const inside = symbol.includes(".use.") ? " .es-trackicon" : ""; // in the middle of a track is its gem box
          const those = [`[data-about="${symbol}"]`, `[data-about^="${symbol}|"]`].flatMap(
            (one) => [`.paper :not(.legal) > ${one}${inside}`, `.paper .br${one}`],
          );
          const spot = page.locator(those.join()).first();
          await spot.click({ force: true }); // aria-disabled is no reason not to ask
          await note(page).waitFor();
          const said = await asked(page),
            [before, ...after] = symbols[language][symbol].split(/\{\d\}/);
          assert.ok(said.startsWith(before) && said.endsWith(after.at(-1) ?? ""), said);
          assert.doesNotMatch(said, /[{}@|]|undefined/, symbol);
          await page.keyboard.press("Escape");
          await note(page).waitFor({ state: "detached" });
        }
        assert.equal(await page.locator(".btns .go:not(.idle)").count(), 0, "nothing is in pencil");
      }
    });
  });
}

test("symbols are reached by keys", async () => {
  await at({}, "", async (page) => {
    await play(page, "Lost Cities");
    await settled(page);
    await page.locator(".paper [data-spot]").first().focus();
    for (
      let i = 0;
      i < 12 && !(await page.evaluate(() => document.activeElement.dataset.about));
      i++
    )
      await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await note(page).waitFor();
    await page.keyboard.press("ArrowLeft");
    await note(page).waitFor({ state: "detached" });
    await page.keyboard.press("Enter");
    await note(page).waitFor();
    assert.equal(await page.locator(".btns .go:not(.idle)").count(), 0);
    await page.goto(`${site.url}#/`);
    await play(page, "Roller");
    await page.locator(".ro-pairs li").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await note(page).waitFor();
    assert.match(await asked(page), /The pair of 4s/);
    await page.goto(`${site.url}#/`);
    await play(page, "Escape");
    await page.locator("[data-chamber][tabindex='0']").focus();
    await page.keyboard.press("Enter");
    await note(page).waitFor();
    assert.match(await asked(page), /Exit chamber/);
  });
});

test("options are explained where they are chosen, for the players at hand", async () => {
  await at({}, "new/escape", async (page) => {
    await page.locator("summary").click();
    await page.getByText("With 2 players you need 14 gems, and you have 8 rounds.").waitFor();
    await page.getByRole("button", { name: "Add a seat" }).click();
    await page.getByRole("button", { name: "hard" }).click();
    await page.getByText("With 3 players you need 25 gems, and you have 7 rounds.").waitFor();
    for (const [variant, words] of [
      ["closed pathways", /close a pathway/],
      ["lottery", /joker chamber gives/],
      ["dice chambers", /one of two extra dice/],
    ]) {
      await page.getByRole("button", { name: variant }).click();
      await page.getByText(words).waitFor();
    }
  });
});

test("the filled example of 425 points can be opened and stepped through, offline too", async () => {
  await inBrowser(stores, async (page, context) => {
    await page.goto(`${site.url}#/rules/lost-cities`);
    await stored(page);
    await context.setOffline(true);
    await page.getByRole("link", { name: "See this game sheet" }).click();
    await page.locator(".paper .pts", { hasText: "425 points" }).waitFor();
    await page.getByRole("button", { name: "One step back" }).click();
    await page.getByRole("button", { name: "To the start" }).click();
    await page.locator(".paper .pts", { hasText: /^0 points/ }).waitFor();
  });
});
