// npm run shots: every screen, desktop and phone, light and dark. The pictures of the documents go into docs/screenshots;
// those that are only looked at (German, more moments of the games, what is below the fold) into build/shots.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chapters } from "./album.mjs";
import { crowd, phone } from "./browser.mjs";
import { host, serve } from "./server.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const kept = join(root, "docs", "screenshots"),
  seen = join(root, "build", "shots");
for (const folder of [kept, seen]) mkdirSync(folder, { recursive: true });
// Languages and chapters can be named; all if none is.
const picked = (all) => {
  const named = all.filter((each) => process.argv.includes(each));
  return named.length ? named : all;
};

// Games of the same dice, so that pictures change only when the client does.
const seeded = () => {
  const real = crypto.getRandomValues.bind(crypto);
  crypto.getRandomValues = (array) => (array.length === 8 ? array.fill(7) : real(array));
};

const painted = (page) =>
  page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  });

// In the other themes, as it stands. `look` pictures are only looked at, in one theme of each language.
function camera(page, size, language) {
  const take = async (from, folder, name, theme) => {
    await from.emulateMedia({ colorScheme: theme });
    await painted(from);
    await from.screenshot({ path: join(folder, `${name}-${size}-${theme}.png`) });
  };
  const german = language === "de",
    favourite = german ? "dark" : "light";
  const shot = async (name, from = page) => {
    for (const theme of ["light", "dark"])
      await take(from, german ? seen : kept, german ? `${name}-de` : name, theme);
  };
  const look = (name, from = page) => take(from, seen, `${name}-${language}`, favourite);
  return { shot, look };
}

const site = await serve(),
  people = await crowd();
for (const language of picked(["en", "de"]))
  for (const [size, device] of [
    ["desktop", {}],
    ["phone", phone],
  ]) {
    const tables = await host();
    for (const name of picked(Object.keys(chapters))) {
      const options = { ...device, locale: language === "de" ? "de-DE" : "en-GB" };
      const { page, close } = await people.person(options);
      await page.addInitScript(seeded);
      const { shot, look } = camera(page, size, language);
      await chapters[name]({ page, shot, look, site, tables, people, options });
      await close();
      console.log(`${language} ${size} ${name}`);
    }
    await tables.close();
  }
await people.close();
site.close();
