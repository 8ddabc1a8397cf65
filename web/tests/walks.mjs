import { sheets } from "./moves.mjs";

const titles = { "lost-cities": "Lost Cities", roller: "Roller", escape: "Escape" };

// Starts a game with bots from its rules, which are then there for whoever asks about one.
export async function startFromRules(page, url, game) {
  await page.goto(`${url}#/rules/${game}`);
  await page.locator("main button.go").click();
  await page.locator(sheets[titles[game]]).waitFor();
  return titles[game];
}
