// Tables on a server: two browsers at one table through a whole game of each kind, with reloads and lost connections.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { crowd, eventually, goOffline, phone, stores } from "./browser.mjs";
import { host } from "./server.mjs";
import { step } from "./steps.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
let site, engine, people;
before(async () => {
  [site, people] = [await host(), await crowd()];
  const bundle = await build({
    entryPoints: [join(web, "src", "engine.ts")],
    bundle: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  const { Engine } = await import(
    `data:text/javascript;base64,${Buffer.from(bundle.outputFiles[0].contents).toString("base64")}`
  );
  engine = new Engine(
    new WebAssembly.Module(readFileSync(join(web, "..", "build", "wasm", "pipwright-bots.wasm"))),
  );
});
after(async () => {
  await people.close();
  await site.close();
});

// The position that the server's record leads to.
async function hashOf(table) {
  engine.read(await site.get(`tables/${table}/record`));
  return engine.hash();
}

const tableOf = (page) => /#\/t\/([a-z2-9]{20})/.exec(page.url())[1];

// Both pages show the position of the server's record, as soon as it has reached them.
async function agree(table, pages) {
  await eventually(async () => {
    const [wanted, ...seen] = await Promise.all([
      hashOf(table),
      ...pages.map((page) => page.evaluate(() => document.documentElement.dataset.hash)),
    ]);
    return seen.every((hash) => hash === wanted);
  }, "the pages show what the server has");
}

// A table of `game` made by clicks, with everybody seated. Answers its id.
async function sitTogether(a, b, game) {
  await a.goto(site.url);
  await a.locator(".gc", { hasText: game }).locator(".friends").click();
  await a.getByRole("button", { name: "Set the table" }).click();
  const code = await a.locator(".bigcode").textContent();
  await b.goto(`${site.url}t/${code}`);
  await b.getByLabel("Your name").fill("Ben");
  await b.getByRole("button", { name: "Sit down as Ben" }).click();
  for (const page of [a, b]) await page.locator(".tbl").waitFor();
  return tableOf(a);
}

const GAMES = [
  ["Lost Cities", {}],
  ["Roller", {}],
  ["Escape", phone],
];
for (const [game, options] of GAMES) {
  test(`${game}: two browsers play to the end; one reloads, one is offline for a while`, async () => {
    const one = await people.person(stores),
      two = await people.person({ ...options, ...stores });
    try {
      const a = one.page,
        b = two.page;
      const table = await sitTogether(a, b, game);
      await agree(table, [a, b]);
      const over = (page) => page.evaluate(() => !!document.querySelector(".rev .bd"));
      for (let count = 0; count < 3000 && !(await over(a)); count++) {
        const moved = await Promise.all([step(a, game, count), step(b, game, count)]);
        if (!moved.includes(true)) await a.waitForTimeout(10);
        await agree(table, [a, b]);
        if (count === 12) await b.reload();
        if (count === 30) {
          await goOffline(b);
          for (let i = 0; i < 4; i++) await step(b, game, i); // chosen without a connection: sent on return
          await two.context.setOffline(false);
          await b.locator("[data-wire=live]").waitFor();
        }
      }
      await b.locator(".rev .bd").waitFor();
      await agree(table, [a, b]);
      await a.locator("[data-verdict=proven]").waitFor();
      assert.deepEqual([...one.errors, ...two.errors], []);
    } finally {
      await one.close();
      await two.close();
    }
  });
}
