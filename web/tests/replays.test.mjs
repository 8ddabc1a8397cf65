// What a tap costs: a game is played from its beginning when it is opened, and not again for every move.
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  begin,
  eventually,
  make,
  seatLink,
  sitDown,
  site,
  withPages,
  yourTurn,
} from "./hosted.mjs";

// Counts, over all engines of a page: records that were read and written, which plays the whole game either time, and
// single steps. A header alone is no game.
const count = (page) =>
  page.addInitScript(() => {
    window.costs = { read: 0, written: 0, steps: 0 };
    const Real = WebAssembly.Instance;
    WebAssembly.Instance = new Proxy(Real, {
      construct(_, how) {
        const { exports } = new Real(...how);
        const text = (length) =>
          new TextDecoder().decode(
            new Uint8Array(exports.memory.buffer, exports.pip_buffer(), length),
          );
        const counted = {
          pip_record_read: (length) => {
            if (/\n\n./.test(text(length))) costs.read++;
            return exports.pip_record_read(length);
          },
          pip_record_write: () => {
            costs.written++;
            return exports.pip_record_write();
          },
          pip_play: (length) => {
            costs.steps++;
            return exports.pip_play(length);
          },
        };
        return { exports: { ...exports, ...counted } };
      },
    });
  });

// What `act` costs until `done`, and until the page has drawn that.
async function cost(page, act, done) {
  await page.evaluate(() => Object.assign(costs, { read: 0, written: 0, steps: 0 }));
  await act();
  await done();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn, 0))),
  );
  return page.evaluate(() => ({ ...costs }));
}

// Nothing is read; a record is written for a position that is new, and steps are played, but not the whole game.
const cheap = ({ read, written, steps }, what, most) => {
  const found = `${what}: ${read} read, ${written} written, ${steps} steps`;
  assert.ok(read === 0 && written <= most.written && steps <= most.steps, found);
};

const sure = ".btns .go:not(.idle)";
const pencilled = (page) => page.locator(sure).waitFor();
const refuse = async (page) => {
  await page.locator(".refuse").click();
  await pencilled(page);
};
const turns = (page) => page.locator(".rail .log .tt").count();

// A few turns, so that there is a game to replay.
async function playTurns(page, n) {
  for (let i = 0; i < n; i++) {
    await yourTurn(page);
    const before = await turns(page);
    await refuse(page);
    await page.locator(sure).click();
    await eventually(async () => (await turns(page)) > before, "the next turn");
  }
  await yourTurn(page);
}

for (const pace of ["instant", "normal"])
  test(`at a server's table neither pencil nor ink nor others' events replay the game: ${pace}`, async () => {
    await withPages(
      async (ada, ben) => {
        await Promise.all([ada, ben].map(count));
        const made = await make({ seats: ["me", "open"], name: "Ada", first: "host" });
        await sitDown(made, 1, "Ben");
        await begin(made);
        for (const [seat, page] of [ada, ben].entries()) await page.goto(seatLink(made, seat));
        for (let i = 0; i < 4; i++) {
          const page = [ada, ben][i % 2]; // the active one chooses before the other
          for (const each of [page, page === ada ? ben : ada]) {
            await yourTurn(each);
            await refuse(each);
            await each.locator(sure).click();
          }
          for (const each of [ada, ben])
            await eventually(async () => (await turns(each)) > i + 1, "the next turn");
        }
        await yourTurn(ada);
        cheap(
          await cost(
            ada,
            () => ada.locator(".refuse").click(),
            () => pencilled(ada),
          ),
          "pencil",
          { written: 0, steps: 6 },
        );
        let ink;
        const heard = await cost(
          ben,
          async () => {
            ink = await cost(
              ada,
              () => ada.locator(sure).click(),
              () => ada.locator("h1", { hasText: "Ben is choosing" }).waitFor(),
            );
          },
          () => yourTurn(ben),
        );
        cheap(ink, "ink", { written: 2, steps: 12 });
        cheap(heard, "an event of somebody else", { written: 2, steps: 12 });
      },
      { pace },
    );
  });

test("in a game at this device neither pencil nor ink replays it", async () => {
  await withPages(async (page) => {
    await count(page);
    await page.goto(site.url);
    await page.getByRole("button", { name: "Lost Cities: play now with bots" }).click();
    await playTurns(page, 4);
    cheap(
      await cost(
        page,
        () => page.locator(".refuse").click(),
        () => pencilled(page),
      ),
      "pencil",
      { written: 0, steps: 6 },
    );
    const before = await turns(page);
    cheap(
      await cost(
        page,
        () => page.locator(sure).click(),
        () => eventually(async () => (await turns(page)) > before, "the next turn"),
      ),
      "ink, and what two bots answer",
      { written: 8, steps: 15 },
    );
  });
});
