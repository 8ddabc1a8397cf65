// No WCAG A or AA violations that axe can find, on every screen, light and dark, large and small.
import { after, before, test } from "node:test";
import { crowd, goOffline, phone, settled, stores, turn } from "./browser.mjs";
import { axe, clean } from "./moves.mjs";
import { host, serve } from "./server.mjs";
import { playOut } from "./steps.mjs";

let site, tables, people;
before(async () => {
  [site, tables, people] = [await serve(), await host(), await crowd()];
});
after(async () => {
  await people.close();
  site.close();
  await tables.close();
});

for (const colorScheme of ["light", "dark"]) {
  for (const [name, options] of [
    ["desktop", {}],
    ["phone", phone],
  ]) {
    test(`every screen, ${colorScheme}, ${name}`, async () => {
      const { page, close } = await people.person({ ...options, colorScheme });
      try {
        await page.addInitScript({ path: axe });
        await page.goto(site.url);
        await page.locator(".gc").first().waitFor();
        await clean(page, "lobby");
        for (const where of [
          "new/lost-cities",
          "new/escape",
          "rules/lost-cities",
          "rules/roller",
          "rules/escape",
          "settings",
          "history",
          "puzzles",
        ]) {
          await page.goto(`${site.url}#/${where}`);
          await page.locator("h1").waitFor();
          if (where.startsWith("new")) await page.locator("summary").click();
          if (where.startsWith("rules")) {
            await page.locator(".numbered summary").click();
            await page.locator(".rid").first().click();
            await page.locator(".asked").waitFor();
          }
          await clean(page, where);
        }
        await page.goto(`${site.url}#/`);
        await page.locator(".gc", { hasText: "Lost Cities" }).locator(".go").click();
        await settled(page);
        await clean(page, "table, first turn");
        const ask = page.getByRole("button", { name: "Choose in turn?" });
        if (!(await ask.count())) await turn(page); // who rolls chooses alone
        await ask.waitFor();
        await clean(page, "who chooses at the same time may ask for turns");
        await ask.click();
        await clean(page, "what choosing in turn means");
        await page.getByRole("button", { name: "Yes, in turn" }).click();
        await page.locator(".turns", { hasText: "All choose in turn" }).waitFor();
        await settled(page);
        await clean(page, "in turn");
        for (let i = 0; i < 12; i++) {
          await turn(page);
          await settled(page);
        }
        const spot = page.locator("[data-spot]").first();
        if (await spot.count()) await spot.click();
        await clean(page, "table, pencil or chips");
        await page.keyboard.press("Escape");
        await page.getByLabel("Menu").click();
        await clean(page, "menu");
        await page.getByRole("button", { name: "Keys" }).click();
        await clean(page, "keys");
        await page.keyboard.press("Escape");
        await playOut(page, "Lost Cities");
        await clean(page, "end");
        await page.getByRole("link", { name: "Your games" }).click();
        await page.locator("[data-played]").waitFor();
        await clean(page, "your games");
        await page.goBack();
        await page.getByRole("button", { name: "Step through it" }).click();
        await page.locator(".player").waitFor();
        await page.getByRole("button", { name: "To the end" }).click();
        await page.getByRole("button", { name: "One step back" }).click();
        await clean(page, "replay");
      } finally {
        await close();
      }
    });
  }
}

for (const [name, options] of [
  ["light, desktop", { colorScheme: "light" }],
  ["dark, phone", { ...phone, colorScheme: "dark" }],
]) {
  test(`every screen of a server, ${name}`, async () => {
    const { page, close } = await people.person({ ...options, ...stores });
    const look = async (where, sign, words) => {
      await page.goto(tables.url + where);
      await page.locator(sign).first().waitFor();
      await clean(page, words);
    };
    try {
      await page.addInitScript({ path: axe });
      const open = await tables.post("tables", {
        game: "lost-cities",
        seats: ["me", "open", "open"],
        public: true,
        name: "Ada",
        first: "host",
      });
      await look("", ".open li", "lobby with tables");
      await look("#/friends/lost-cities", "summary", "with friends");
      await page.locator("summary").click();
      await clean(page, "with friends, options");
      await look(`t/${open.code}`, ".sitdown", "seat sheet");
      await page.locator(".sealed summary").click();
      await clean(page, "dice sealed");
      await look(
        `t/${open.table}#${open.seats[0].key}.${open.host}`,
        ".hostb",
        "waiting room of the host",
      );
      await page.getByText("Play on another device").click();
      await tables.post(`tables/${open.table}/sit`, { name: "Ben" });
      await page.getByRole("button", { name: "Free this seat: Ben" }).click();
      await page.locator(".sure .loses").waitFor();
      await clean(page, "waiting room, another device, freeing a seat");
      await page.getByRole("button", { name: "Start now" }).click();
      await settled(page);
      await page.getByLabel("Say something").click();
      await clean(page, "reactions");
      await page.getByRole("button", { name: "Hello!" }).click();
      await page.locator(".bubble").waitFor();
      await clean(page, "table on a server");
      await page.getByLabel("Menu").click();
      await page.getByRole("button", { name: "Resign" }).click();
      await clean(page, "menu of a table on a server");
      await page.keyboard.press("Escape");
      await goOffline(page);
      await clean(page, "connection lost");
      await page.context().setOffline(false);
      await look("#/daily/roller", ".top10", "daily dice");
      await look("t/fern-42", ".trouble", "unknown code");
      const solo = await tables.post("tables", { game: "roller", seats: ["me"] });
      await page.goto(`${tables.url}t/${solo.table}#${solo.seats[0].key}`);
      await page.getByRole("button", { name: /^Sit down as/ }).click();
      await playOut(page, "Roller");
      await page.locator("[data-verdict=proven]").waitFor();
      await clean(page, "end with proof");
      await page.getByRole("link", { name: "Roll by roll" }).click();
      await page.locator(".checks").waitFor();
      await clean(page, "proof");
      await look("", ".mine", "lobby with my tables");
    } finally {
      await close();
    }
  });
}
