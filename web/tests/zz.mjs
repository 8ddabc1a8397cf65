import { browser, phone } from "./browser.mjs";
import { host } from "./server.mjs";
import { step } from "./steps.mjs";
const site = await host();
const which = process.argv[2] ?? "";
for (const [size, options] of [["d", {}], ["p", phone]]) for (const colorScheme of size === "d" ? ["light", "dark"] : ["light"]) {
  const one = await browser({ ...options, colorScheme }), two = await browser({ ...options, colorScheme });
  const a = one.page, b = two.page;
  const shot = (page, name, full) => page.screenshot({ path: `/tmp/rw/s/${name}-${size}-${colorScheme}.png`, fullPage: !!full });
  try {
  await site.post("tables", { game: "roller", seats: ["me", "open", "open"], public: true, name: "Ruth" });
  await site.post("tables", { game: "lost-cities", seats: ["me", "open"], public: true, name: "Kai" });
  await a.goto(site.url);
  await a.locator(".open li").first().waitFor();
  await shot(a, "lobby", size === "p");
  await a.locator(".gc", { hasText: "Lost Cities" }).locator(".friends").click();
  await a.locator("summary").click();
  await shot(a, "friends", 1);
  await a.getByRole("button", { name: "Add a seat" }).click();
  await a.getByRole("button", { name: "Set the table" }).click();
  await a.locator(".bigcode").waitFor(); await a.locator(".qr path").waitFor();
  await shot(a, "room", 1);
  const code = await a.locator(".bigcode").textContent();
  await b.goto(`${site.url}t/${code}`);
  await b.getByLabel("Your name").fill("Ben");
  await shot(b, "sit", 1);
  await b.getByRole("button", { name: "Sit down as Ben" }).click();
  await a.getByRole("button", { name: "Start now" }).click();
  await b.locator(".tbl").waitFor();
  for (let i=0;i<12;i++){ await step(a,"Lost Cities",i), await step(b,"Lost Cities",i); }
  await b.getByLabel("Say something").click(); await shot(b, "react"); await b.getByRole("button", {name: "Well played!"}).click();
  await a.locator(".bubble").waitFor(); await shot(a, "table");
  await two.context.setOffline(true); await a.waitForTimeout(300); await shot(b, "lost"); await shot(a, "away"); await two.context.setOffline(false);
  await a.getByLabel("Menu").click(); await shot(a, "menu", 1); await a.keyboard.press("Escape");
  await a.goto(`${site.url}#/daily/lost-cities`); await a.locator(".top10").waitFor(); await shot(a, "daily", 1);
  await a.goto(`${site.url}#/t/fern-42`); await a.locator(".trouble").waitFor(); await shot(a, "trouble", 1);
  const solo = await site.post("tables", { game: "roller", seats: ["me", "bot:greedy"], name: "Ada" });
  await a.goto(`${site.url}t/${solo.table}#${solo.seats[0].key}`);
  for (let i = 0; i < 300 && !(await a.locator(".rev .bd").count()); i++) await step(a, "Roller", i);
  await a.locator("[data-verdict]").waitFor(); await shot(a, "end", 1);
  await a.getByText("Roll by roll").click(); await a.locator(".checks").waitFor(); await shot(a, "proof", 1);
  await a.goto(site.url); await a.locator(".mine").waitFor(); await shot(a, "mine", 1);
  } catch (e) { console.log(e); await shot(a, "fail-a"); await shot(b, "fail-b"); }
  console.log(size, colorScheme, one.errors, two.errors);
  await one.close(); await two.close();
}
await site.close();
