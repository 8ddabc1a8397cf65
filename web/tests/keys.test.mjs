// Links to seats: each is good for one person, who has a key of their own from then on.
import assert from "node:assert/strict";
import { test } from "node:test";
import { WebSocketClient } from "../../tests/integration/websocket.mjs";
import { eventually, make, seatLink, site, trouble, withPages } from "./hosted.mjs";

const keys = (name, body) => test(name, () => withPages(body));

const sitDown = async (page, name) => {
  await page.getByLabel("Your name").fill(name);
  await page.getByRole("button", { name: `Sit down as ${name}` }).click();
  await page.getByText("Waiting for").waitFor();
};
const kept = (page) => page.evaluate(() => JSON.parse(localStorage["pipwright.tables"])[0]);
const opens = async (table, key) => {
  const socket = WebSocketClient.open(site.port);
  socket.send({ t: "hello", v: 1, table, key });
  const answer = await socket.next();
  socket.socket.destroy();
  return answer.t === "welcome";
};
const hostLink = (made) => `${site.url}t/${made.table}#.${made.host}`;
const otherDevice = async (page) => {
  await page.getByText("Play on another device").click();
  await page.getByRole("img", { name: "The link to my seat as a QR code" }).waitFor();
  return page.getByLabel("Link to my seat", { exact: true }).inputValue();
};

keys(
  "who sits down by link has a key of their own, on a reload and in a second tab",
  async (ben) => {
    const made = await make({ seats: ["open", "open"] });
    let lost = 0;
    const sent = [];
    await ben.route("**/sit", async (route) => {
      const body = JSON.parse(route.request().postData()),
        durable = (await kept(ben)).made;
      sent.push({ ...body, durable });
      if (lost++) return route.continue();
      await route.fetch();
      await route.abort(); // it is done, and the answer gets lost
    });
    await ben.goto(seatLink(made, 0));
    await sitDown(ben, "Ben");
    await eventually(async () => sent.length > 1 && (await kept(ben)).key, "asked again");
    const own = (await kept(ben)).key;
    assert.deepEqual(
      [sent[0].key, sent[0].new_key, sent[0].durable, sent[1].key],
      [made.seats[0].key, own, own, own],
      "kept before it is sent, and asked for again",
    );
    assert.match(own, /^[\w-]{22}$/);
    assert.deepEqual(
      [await opens(made.table, own), await opens(made.table, made.seats[0].key)],
      [true, false],
    );
    assert.ok(
      !ben.url().includes(made.seats[0].key),
      "the link is used up, and out of the address",
    );
    await ben.reload();
    await ben.getByText("Waiting for 1 more").waitFor();
    const second = await ben.context().newPage();
    await second.goto(seatLink(made, 0)); // the invitation, which this browser has used itself
    await second.getByText("Waiting for 1 more").waitFor();
    assert.equal((await kept(second)).key, own);
    assert.equal((await site.get(`tables/${made.table}`)).seats[0].name, "Ben");
  },
);

keys(
  "the seat goes on at another device; its used link does not, and says so",
  async (ben, phone, eve) => {
    const made = await make({ seats: ["open", "open"] });
    await eve.goto(seatLink(made, 0)); // looks at it, while Ben is quicker
    await eve.getByRole("button", { name: /^Sit down as/ }).waitFor();
    await ben.goto(seatLink(made, 0));
    await sitDown(ben, "Ben");
    await trouble(eve, "bad-key");
    await eve.getByRole("heading", { name: "This seat is taken" }).waitFor();
    await eve.getByRole("button", { name: "Just watch" }).click();
    await eve.getByRole("heading", { name: "You are watching" }).waitFor();
    await phone.goto(await otherDevice(ben));
    await phone.getByText("Waiting for 1 more").waitFor();
    await phone.locator(".chairs2 small", { hasText: "You" }).waitFor();
    await ben.getByRole("button", { name: "Leave the seat" }).click();
    await ben.getByRole("button", { name: /^Sit down as/ }).waitFor(); // by the link that led here
    await sitDown(ben, "Ben");
  },
);

keys(
  "an answer that never came: the key that was made opens the seat after a reload",
  async (ben) => {
    const made = await make({ seats: ["open", "open"] });
    await ben.route("**/sit", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await ben.goto(seatLink(made, 0));
    await ben.getByRole("button", { name: /^Sit down as/ }).click();
    await eventually(
      async () => (await site.get(`tables/${made.table}`)).seats[0].is === "person",
      "it is done",
    );
    await ben.unroute("**/sit");
    await ben.reload();
    await ben.getByText("Waiting for 1 more").waitFor();
    await eventually(async () => !!(await kept(ben)).key, "and kept");
  },
);

keys(
  "the host frees a seat: who sat there is told, and a new link is good for it",
  async (host, ben, kai) => {
    const made = await make({ seats: ["open", "open"] });
    await host.goto(hostLink(made));
    await ben.goto(seatLink(made, 0));
    await sitDown(ben, "Ben");
    const chair = host.locator(".chairs2 li").first();
    await chair.getByRole("button", { name: "Free this seat: Ben" }).click();
    await chair.getByText("Ben loses the seat").waitFor();
    await chair.locator(".loses").click();
    await ben.locator(".freed", { hasText: "has freed your seat" }).waitFor();
    await ben.locator("#voice", { hasText: "has freed your seat" }).waitFor({ state: "attached" });
    assert.equal((await kept(ben)).key, undefined, "its key is no key");
    const link = await chair.getByLabel("Link to seat 1", { exact: true }).inputValue();
    assert.notEqual(link, seatLink(made, 0));
    await kai.goto(seatLink(made, 0));
    await trouble(kai, "bad-key");
    await kai.goto(link);
    await sitDown(kai, "Kai");
    const other = host.locator(".chairs2 li").nth(1); // whose link this browser has never seen
    await other.getByRole("button", { name: "New link to seat 2" }).click();
    const given = await other.getByLabel("Link to seat 2", { exact: true }).inputValue();
    await host.reload();
    assert.equal(await other.getByLabel("Link to seat 2", { exact: true }).inputValue(), given);
  },
);
