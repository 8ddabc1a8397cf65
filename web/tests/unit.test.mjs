// Without a browser: the engine's wrapper, sessions, texts, colours.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { test } from "node:test";
import { readRules, readShort } from "../rules.mjs";
import { bundle, engineModule as module, web } from "./bundle.mjs";

const { Engine, BadRecord, SPECTATOR, ownSheets, programOf, readable, splitRecord, writeHeader } =
  await bundle("engine");
const { LocalSession, askWorker, newGame, story, worthKeeping } = await bundle(
  "local",
  "bot-thread",
  "saved",
  "story",
);
const setup = {
  game: "lost-cities",
  sheet: "jungle",
  seats: 3,
  options: {},
  names: ["Mira", "Ben", "Ruth"],
};
const bot = new Engine(module);
const ask = async (record, name, seat, stream) => {
  bot.read(record);
  return bot.choose(name === "random" ? 0 : 1, seat, stream);
};
const calm = () => new Promise((done) => setTimeout(done, 5));

test("a server's own programs are called by their names, and bots are given some", () => {
  new Engine(module).catalogue();
  const names = ["Ida", "bot:expert", "bot:mine", "bot:mine", undefined];
  assert.deepEqual(readable(names), ["Ida", "Bot Ruth", "mine", "mine 2", "Bot Kai"]);
  assert.deepEqual(["bot:mine", "bot:club", "mine", undefined].map(programOf), [
    "mine",
    "",
    "",
    "",
  ]);
});

test("lists games, sheets, options and bots", () => {
  const { games, bots, learned, usual } = new Engine(module).catalogue();
  const game = games.find((each) => each.name === "lost-cities");
  assert.deepEqual([game.seatsMin, game.seatsMax, game.sheets[0].name], [1, 5, "jungle"]);
  assert.deepEqual(game.options[0], { name: "order", values: ["simultaneous", "sequence"] });
  assert.deepEqual(bots, ["random", "greedy", "club", "expert", "master"]);
  assert.deepEqual([learned, usual], [["club", "expert", "master"], "club"]);
});

test("a header is written and read", () => {
  const header = { ...setup, dice: "seed", seed: "00000000000000ff" };
  const engine = new Engine(module);
  engine.read(writeHeader(header));
  const again = splitRecord(engine.record()).header;
  assert.deepEqual(again.names, setup.names);
  assert.equal(again.seed, "00000000000000ff");
  assert.equal(again.options.order, "simultaneous");
});

test("a bad record says what is wrong and where", () => {
  assert.throws(
    () => new Engine(module).read("pipwright record 1\ngame chess\nsheet board\nseats 2\n\n"),
    (error) =>
      error instanceof BadRecord && error.code === "unknown-game" && error.place.line === "2",
  );
});

test("a refused event has a code and changes nothing", () => {
  const engine = new Engine(module);
  engine.read(newGame(setup, "00000000000000ff"));
  const before = engine.hash();
  assert.equal(engine.play("0 red 3"), "not-acting");
  assert.equal(engine.hash(), before);
});

test("a position that goes on from the last one is the one that its record gives", async () => {
  const { Positions } = await bundle("positions");
  const folder = join(web, "..", "tests", "golden");
  for (const name of readdirSync(folder).filter((each) => each.endsWith(".pip"))) {
    const [engine, other] = [new Engine(module), new Engine(module)],
      positions = new Positions(engine);
    const text = readFileSync(join(folder, name), "utf8"),
      end = text.indexOf("\n\n") + 2;
    const lines = text.slice(end).trimEnd().split("\n");
    for (let i = 0; i <= lines.length; i++) {
      const record =
        text.slice(0, end) +
        lines
          .slice(0, i)
          .map((line) => `${line}\n`)
          .join("");
      positions.standAt(0, record);
      other.read(record);
      const at = [engine, other].map((each) => [each.record(), each.hash(), each.view(0, 0)]);
      assert.deepEqual(at[0], at[1], `${name}, ${i} lines`);
      for (const seat of engine.status().acting)
        engine.play(`${seat} ${engine.legal(seat)[0]}`); /* pencil, which is taken back */
    }
  }
});

test("a draft is pencil until it is confirmed", async () => {
  const session = new LocalSession(
    new Engine(module),
    { record: newGame(setup, "00000000000000ff"), bots: [null, "greedy", "greedy"], me: 0 },
    ask,
    false,
  );
  await calm();
  const { record, legal } = session.snapshot();
  const move = legal.find((each) => each !== "-");
  session.move(move);
  assert.deepEqual(session.snapshot().draft, [move]);
  assert.equal(session.snapshot().record, record);
  session.move("-"); /* another choice replaces it */
  assert.deepEqual(session.snapshot().draft, ["-"]);
  session.undo();
  assert.deepEqual(session.snapshot().draft, []);
  session.move("-");
  session.confirm();
  await calm();
  assert.ok(session.snapshot().record.includes("\n0 -\n"));
});

test("what others at this device have chosen stays hidden until all have", async () => {
  const session = new LocalSession(
    new Engine(module),
    { record: newGame(setup, "00000000000000ff"), bots: [null, null, null], me: 0 },
    ask,
    false,
  );
  await calm();
  session.confirm("-");
  await calm();
  assert.equal(session.snapshot().me, 1);
  session.confirm("-");
  await calm();
  const shot = session.snapshot();
  assert.equal(shot.me, 2);
  assert.equal(shot.views[1].sheet.dice.count, 0);
  assert.ok(!shot.events.includes("1 -"));
  session.confirm("-");
  await calm();
  assert.ok(session.snapshot().events.includes("1 -"));
});

test("bots alone play to the end; the story has every total", async () => {
  const session = new LocalSession(
    new Engine(module),
    { record: newGame(setup, "0000000000000001"), bots: ["greedy", "greedy", "random"], me: 0 },
    ask,
    false,
  );
  for (let i = 0; i < 2000 && !session.snapshot().status.over; i++) await calm();
  const shot = session.snapshot();
  assert.ok(shot.status.over);
  const engine = new Engine(module);
  const moments = story(engine, shot.record);
  assert.deepEqual(moments[moments.length - 1].totals, shot.totals);
  assert.equal(engine.hash(), shot.hash);
  assert.equal(engine.view(SPECTATOR, 0).phase, "over");
});

test("a finished game accounts for every point, line by line", async () => {
  const { gameList, t } = await bundle("games/index", "i18n/index");
  for (const [record, said] of [
    ["lost-cities-sequence", /^(Red|Bonus bridges|Dice symbols): /],
    ["roller-two", /^(Area A \(.+\)|Red row|Unused bonuses|Pair of 3): /],
    ["escape", /^(Gems from (chambers|bonus tracks)|Way to the exit|Cursed dice): /],
  ]) {
    const engine = new Engine(module);
    engine.read(readFileSync(join(web, "..", "tests", "golden", `${record}.pip`), "utf8"));
    assert.ok(engine.status().over, record);
    const { header } = splitRecord(engine.record());
    const ui = await gameList[header.game].board();
    for (let seat = 0; seat < header.seats; seat++) {
      const lines = ui.account(engine.items(seat, seat), engine.view(seat, seat), header, t);
      assert.equal(
        lines.reduce((sum, { points }) => sum + points, 0),
        engine.total(seat, seat),
      );
      const words = lines.map(({ item, text }) => `${item}: ${text}`);
      assert.ok(words.filter((line) => said.test(line)).length >= 3, words.join("\n"));
      assert.doesNotMatch(words.join(), /account\.|\{|undefined/);
    }
  }
});

test("Escape's account names each seat's share of the team's gems", async () => {
  const { gameList, t } = await bundle("games/index", "i18n/index");
  const engine = new Engine(module);
  engine.read(readFileSync(join(web, "..", "tests", "golden", "escape.pip"), "utf8"));
  const { header } = splitRecord(engine.record()),
    ui = await gameList.escape.board();
  const seats = header.names.map((_, seat) =>
    ui.account(engine.items(seat, seat), engine.view(seat, seat), header, t),
  );
  for (const line of [0, 3]) {
    const { item, points } = seats[0][line];
    const shares = seats.map((lines) =>
      Number(/^(\d+) of them gained by/.exec(lines[line].text)?.[1]),
    );
    if (points) assert.equal(shares[0] + shares[1], points, item);
    else assert.equal(seats[0][line].text, "none");
  }
});

test("a treasure map on which nothing is crossed off says so; hints say what to do", async () => {
  const { gameList, deed, inGame, t } = await bundle("games/index", "i18n/index");
  const ui = await gameList.escape.board();
  const box = (symbol) => ({ symbol, crossed: false });
  const maps = [{ bonus: [box("key")], gem: [box("torch")], gives: "dash", completed: false }];
  const noted = (...taken) => ui.noted("map 1", () => ({ own: { maps, taken } }));
  assert.equal(ui.moveWords(noted("gold"), t), "crosses nothing off treasure map 1");
  assert.equal(ui.moveWords(noted("torch"), t), "crosses symbols off treasure map 1");
  assert.equal(ui.moveWords(noted("gold"), deed), "cross nothing off treasure map 1");
  assert.equal(ui.moveWords("take key key", deed), "take two keys");
  assert.equal(ui.moveWords("take torch key", t), "takes a torch and a key");
  assert.equal(ui.moveWords("keep key key", deed), "keep two keys");
  assert.equal(
    ui.told(["* key black", "keep key", "* key key", "keep key key", "enter b1"], t),
    "keeps three keys; rolls a black mask; enters b1",
  );
  assert.ok(ui.verbs && ui.moveWords("side east", t).startsWith("comes in"), "Ida comes in");
  assert.equal(inGame("escape")("table.mine"), "My temple sheet");
  assert.equal(inGame("roller")("table.mine"), "My sheet");
  const lostCities = await gameList["lost-cities"].board();
  assert.equal(lostCities.moveWords("-", deed), "refuse the dice");
  assert.equal(lostCities.moveWords("red 4", deed), "write Red\u00a04");
});

test("real dice are typed in, in any order", async () => {
  const session = new LocalSession(
    new Engine(module),
    { record: newGame(setup, ""), bots: [null, "greedy", "greedy"], me: 0 },
    ask,
    false,
  );
  await calm();
  assert.deepEqual(
    session.snapshot().chance.throws.map((each) => each.count),
    [3, 3],
  );
  session.enterDice("blue red red 7 0 3");
  await calm();
  assert.deepEqual(session.snapshot().before.dice.colours, ["red", "red", "blue"]);
  assert.match(session.snapshot().record, /^dice real$/m);
});

test("dice that were typed wrongly are typed again, until somebody has used them", async () => {
  const session = new LocalSession(
    new Engine(module),
    { record: newGame(setup, ""), bots: ["greedy", null, "greedy"], me: 1 },
    ask,
    false,
  );
  const rolls = () => session.snapshot().record.match(/^\* .*$/gm);
  await calm();
  assert.equal(session.snapshot().undoable, false);
  session.enterDice("blue red red 7 0 3");
  await calm();
  assert.ok(session.snapshot().record.includes("\n0 "), "a bot has chosen");
  session.move(session.snapshot().legal[0]);
  session.undo();
  assert.deepEqual(
    [rolls().length, session.snapshot().undoable],
    [1, true],
    "the pencil comes first",
  );
  session.undo();
  await calm();
  assert.deepEqual(
    [rolls(), session.snapshot().chance.label, session.snapshot().undoable],
    [null, "dice", false],
  );
  session.enterDice("blue blue red 7 0 3");
  await calm();
  assert.deepEqual(rolls(), ["* red blue blue 0 3 7"]);
  session.confirm("-");
  await calm();
  assert.equal(session.snapshot().undoable, false);
  session.undo();
  assert.equal(rolls().length, 1);
});

test("a bot that does not answer is told, and asked again", async () => {
  let broken = true;
  const session = new LocalSession(
    new Engine(module),
    { record: newGame(setup, "00000000000000ff"), bots: [null, "greedy", "greedy"], me: 0 },
    async (...about) => {
      if (broken) throw new Error("away");
      return ask(...about);
    },
    false,
  );
  await calm();
  session.confirm("-");
  await calm();
  assert.deepEqual(
    [session.snapshot().thinking, session.snapshot().mine, session.snapshot().error],
    [false, false, "away"],
  );
  broken = false;
  session.retry();
  await calm();
  assert.deepEqual([session.snapshot().mine, session.snapshot().error], [true, ""]);
});

test("a thread that fails is given up, and the next question begins another", async () => {
  const made = [];
  globalThis.Worker = class {
    constructor() {
      made.push(this);
      this.asked = [];
    }
    postMessage(message) {
      this.asked.push(message);
    }
    terminate() {
      this.ended = true;
    }
  };
  const question = askWorker("bots.js", ["random", "greedy"]);
  assert.equal(made.length, 0);
  const first = question("", "greedy", 0, 0),
    second = question("", "greedy", 1, 0);
  made[0].onerror({});
  await assert.rejects(first, /bots\.js/);
  await assert.rejects(second, /bots\.js/);
  const third = question("", "greedy", 0, 0);
  made[1].onmessage({ data: { id: made[1].asked[0].id, events: ["0 -", "0 +"] } });
  assert.deepEqual(await third, ["0 -", "0 +"]);
  const fourth = question("", "greedy", 0, 0);
  made[1].onmessage({ data: { id: made[1].asked[1].id, error: "no engine" } });
  await assert.rejects(fourth, /no engine/);
  assert.deepEqual([made.length, made[0].ended, made[1].ended], [2, true, true]);
  delete globalThis.Worker;
});

test("a net is chosen by game, seats and sheet; one's own sheet has the general one", async () => {
  const { netsFor } = await bundle("nets");
  const net = (game, sheet, least, most) => ({ game, sheet, least, most, url: `${sheet}${most}` });
  const all = [
    net("lost-cities", "", 1, 5),
    net("lost-cities", "jungle", 1, 1),
    net("lost-cities", "jungle", 2, 5),
    net("roller", "", 1, 8),
  ];
  const urls = (header) => netsFor(all, { ...setup, ...header }).map(({ url }) => url);
  assert.deepEqual(urls({}), ["jungle5", "5"]);
  assert.deepEqual(urls({ seats: 1 }), ["jungle1", "5"]);
  assert.deepEqual(urls({ sheet: "ruins" }), ["5"]);
  assert.deepEqual(urls({ sheetHash: "00" }), ["5"]);
  assert.deepEqual(urls({ game: "escape" }), []);
});

test("a net is fetched once and kept, and those of earlier builds are dropped", async () => {
  const { fetchNet } = await bundle("nets");
  const kept = new Map([["http://x/old.net", "old"]]),
    asked = [];
  const before = Object.getOwnPropertyDescriptor(globalThis, "navigator");
  const online = (onLine) =>
    Object.defineProperty(globalThis, "navigator", { value: { onLine }, configurable: true });
  const { fetch } = globalThis;
  globalThis.caches = {
    open: async () => ({
      match: async (url) => kept.get(`http://x/${url}`),
      keys: async () => [...kept.keys()].map((url) => ({ url })),
      delete: async ({ url }) => kept.delete(url),
      put: async (url, response) => kept.set(`http://x/${url}`, response),
    }),
  };
  globalThis.fetch = async (url) => {
    asked.push(url);
    return new Response("net", { status: url === "gone.net" ? 404 : 200 });
  };
  const get = async (url) => {
    const file = await fetchNet(url, [{ url: "a.net" }]);
    return file && Buffer.from(file).toString();
  };
  try {
    online(false);
    assert.equal(await get("a.net"), null);
    online(true);
    assert.deepEqual([await get("gone.net"), await get("a.net")], [null, "net"]);
    assert.deepEqual([...kept.keys()], ["http://x/a.net"]);
    online(false);
    assert.equal(await get("a.net"), "net");
    assert.deepEqual(asked, ["gone.net", "a.net"]);
  } finally {
    globalThis.fetch = fetch;
    delete globalThis.caches;
    delete globalThis.navigator;
    if (before) Object.defineProperty(globalThis, "navigator", before);
  }
});

test("a bot's whole line is played after one question", async () => {
  let asked = 0;
  const session = new LocalSession(
    new Engine(module),
    {
      record: newGame(
        { ...setup, game: "roller", sheet: "snowflake", seats: 2, names: ["Mira", "Ben"] },
        "00000000000000ff",
      ),
      bots: [null, "greedy"],
      me: 0,
    },
    async (...about) => {
      asked++;
      const line = await ask(...about);
      assert.ok(line.length > 1 && line.every((event) => event.startsWith("1 ")), String(line));
      return line;
    },
    false,
  );
  await calm();
  const { events } = session.snapshot();
  while (session.snapshot().mine && asked === 0) {
    session.move(session.snapshot().legal[0]);
    session.confirm();
    await calm();
  }
  assert.ok(asked > 0);
  assert.ok(session.snapshot().events.length > events.length);
});

test("every level has a name and a sentence of its own in both languages", async () => {
  const all = await texts();
  for (const language of ["en", "de"]) {
    const said = new Engine(module)
      .catalogue()
      .bots.flatMap((level) => [
        all[language][`level.${level}`],
        all[language][`level.${level}.how`],
      ]);
    assert.ok(said.every(Boolean), String(said));
    assert.equal(new Set(said).size, said.length);
  }
});

test("a game is worth keeping when a person has played in it and it is not over", () => {
  const worth = (events) =>
    worthKeeping({
      record: newGame(setup, "00000000000000ff") + events,
      bots: ["greedy", null, "greedy"],
      me: 1,
    });
  assert.deepEqual(["", "* red red blue 0 3 7\n0 -\n", "1 -\n", "1 -\n= 1 2 3\n"].map(worth), [
    false,
    false,
    true,
    false,
  ]);
});

// ---- Fair dice ----

test("Escape: crossing nothing off with a die that another map could use is told to cost something", async () => {
  const { unused } = await bundle("games/escape/words");
  const map = (symbol) => ({ bonus: [{ symbol, crossed: false }], gem: [], completed: false });
  const at = (taken) => {
    const own = { maps: [map("torch"), map("key")], taken };
    const view = { phase: "completing", own, maps: [], before: { phase: "crossing", own } };
    return { view, legal: ["leave"], draft: ["map 1"], me: true, setup: {}, t: (key) => key };
  };
  assert.equal(unused(at(["key"])), "escape.wastesDice");
  assert.equal(unused(at(["golden-mask"])), undefined, "no map has it: nothing is lost");
  assert.equal(unused({ ...at(["key"]), draft: ["map 1", "complete 2"] }), undefined);
});

test("Escape: kept dice do not go to the pool, also once they are spent", async () => {
  const { effects } = await bundle("games/escape/words");
  const view = {
    phase: "after-roll",
    kept: [],
    rolled: ["key", "torch"],
    black: 0,
    gems: 0,
    unlocked: [],
    tracks: [],
    chambers: [],
    own: { reach: [], maps: [] },
  };
  const words = (moves, kept) =>
    effects(view, { ...view, kept }, moves, setup, (key, values) => `${key} ${values?.dice ?? ""}`)
      .map((each) => each.words)
      .join();
  assert.equal(words(["keep key torch", "enter a1"], []), "");
  assert.match(words(["keep key", "enter a1"], []), /escape.pools .*torch/);
});

test("Roller: a step of a path says its number, if what was before is known", async () => {
  const { moveWords } = await bundle("games/roller/words");
  const { en, de } = await texts();
  const words = (all, ...before) =>
    moveWords(
      "put c3",
      (key, values) => all[key].replace(/\{(\w+)\}/g, (_, name) => values[name]),
      before,
    );
  assert.equal(words(en, "take 5"), "writes 5 in c3");
  assert.equal(words(de, "take 5", "put d4", "take 6", "put h2"), "trägt 6 in c3 ein");
  assert.equal(words(en, "take 3", "put f7", "bonus two"), "writes 2 in c3");
  assert.equal(
    words(en, "take 3", "put f7", "bonus two", "put g5", "bonus more"),
    "writes 3 in c3",
  );
  assert.equal(words(en), "writes in c3");
});

const { commit, hold, prove, roll, verdictOf } = await bundle("proof");
const fairDocument = readFileSync(join(web, "..", "docs", "fair-dice.md"), "utf8");
const golden = readFileSync(join(web, "..", "tests", "golden", "lost-cities-fair.pip"), "utf8");

test("rolls are the test vectors of the document", async () => {
  const vectors = /^```\n(secret [^`]*)^```/m.exec(fairDocument)[1];
  const value = (name) => new RegExp(`^${name} (\\S+)$`, "m").exec(vectors)[1];
  const fair = {
    commitment: value("commitment"),
    secret: value("secret"),
    table: value("table"),
    nonces: [value("nonce 0"), value("nonce 1")],
  };
  assert.equal(await commit(fair.secret), fair.commitment);
  const rolls = [...vectors.matchAll(/^roll (\d+) of ([\d, ]+): ([\d ]+)$/gm)];
  assert.ok(rolls.length > 10);
  for (const [, k, dice, sides] of rolls) {
    const groups = dice.split(", ").map((group) => group.split(" ").map(Number));
    const thrown = await roll(fair, Number(k), groups.flat());
    const sorted = groups.flatMap((group) =>
      thrown
        .splice(0, group.length)
        .map((side) => (group[0] === 1291 ? Math.floor(side / 255) : side))
        .sort((a, b) => a - b),
    );
    assert.deepEqual(sorted, sides.split(" ").map(Number), `roll ${k} of ${dice}`);
  }
});

test("dice are proven only by what was kept from before the first roll", async () => {
  const proof = await prove(new Engine(module), golden);
  const { table, commitment, nonces } = proof.fair;
  const kept = { table, commitment, nonces: { 1: nonces[1] } };
  const found = (changes) => verdictOf(proof, hold(proof, { ...kept, ...changes }));
  assert.equal(found({}), "proven");
  assert.equal(found({ nonces: { 0: nonces[1] } }), "proven", "seats may move");
  for (const missing of [
    { commitment: undefined },
    { nonces: undefined },
    { nonces: { [-1]: nonces[0] } },
  ])
    assert.equal(found(missing), "unproven");
  for (const other of [
    { table: "harbour-2" },
    { commitment: "0".repeat(64) },
    { nonces: { 0: "0".repeat(32) } },
  ])
    assert.equal(found(other), "forged");
  const bot = await prove(
    new Engine(module),
    golden.replace("\nseats 2\n", "\nseats 2\nseat 0 Ada\nseat 1 bot:greedy\n"),
  );
  assert.deepEqual([bot.verdict, bot.botsGood], ["forged", false]);
});

test("a fair record is proven, and any change of it is found", async () => {
  const verdict = async (record) => (await prove(new Engine(module), record)).verdict;
  const flip = (digit) => (digit === "0" ? "1" : "0");
  const changed = (line) =>
    golden.replace(new RegExp(`^(${line} )(.)`, "m"), (_, key, digit) => key + flip(digit));
  assert.equal(await verdict(golden), "proven");
  for (const line of ["dice fair", "fair-secret", "fair-nonce 0", "fair-nonce 1"])
    assert.equal(await verdict(changed(line)), "forged", line);
  assert.equal(await verdict(golden.replace(/^fair-table .*$/m, "fair-table other")), "forged");
  assert.equal(await verdict(golden.replace(/^fair-secret .*\n/m, "")), "open");
  assert.equal(await verdict(golden.replace(/^fair-nonce 1 .*\n/m, "")), "unsound");
  assert.equal(await verdict(newGame(setup, "00000000000000ff")), "none");
});

// ---- Texts and colours ----

const TEXTS = /(texts|options)\.ts$/; // of a game, beside its board

// Every catalogue, those that are loaded later included.
async function texts() {
  const all = { en: {}, de: {} };
  for (const language of ["en", "de"])
    Object.assign(
      all[language],
      JSON.parse(readFileSync(join(web, "src", "i18n", `${language}.json`), "utf8")),
    );
  const source = join(web, "src"),
    parts = [...files(join(source, "i18n")), ...files(join(source, "games"))]
      .filter((file) => /i18n.(?!index)\w[\w.-]*\.ts$/.test(file) || TEXTS.test(file))
      .map((file) => relative(source, file).slice(0, -3));
  for (const name of parts)
    for (const part of Object.values(await bundle(name)))
      for (const language of ["en", "de"]) Object.assign(all[language], part[language]);
  for (const game of Object.values((await bundle("games/index")).gameList))
    for (const language of ["en", "de"]) Object.assign(all[language], game.texts[language]);
  return all;
}

test("both languages have the same keys and placeholders", async () => {
  const { en, de } = await texts();
  assert.deepEqual(Object.keys(de).sort(), Object.keys(en).sort());
  const holes = (text) => [...text.matchAll(/\{\w+\}/g)].map(String).sort().join();
  for (const key of Object.keys(en)) assert.equal(holes(de[key]), holes(en[key]), key);
});

test("rules are read from their documents, the same in both languages", () => {
  assert.deepEqual(
    readShort(
      "# Game\n\nAll of it. [LC1.1]\n\n## Part [LC2]\n\n- One `a`\n  more. [LC2.1 LC2.2]\n- -50 *two*.\n\n| a | b |\n|---|--:|\n| c | -1 |\n",
    ),
    [
      { title: "Game", ids: [], blocks: [{ words: { text: "All of it.", ids: ["LC1.1"] } }] },
      {
        title: "Part",
        ids: ["LC2"],
        blocks: [
          {
            items: [
              { text: "One a more.", ids: ["LC2.1", "LC2.2"] },
              { text: "−50 two.", ids: [] },
            ],
          },
          { table: { head: ["a", "b"], right: [false, true], rows: [["c", "−1"]] } },
        ],
      },
    ],
  );
  const [en, de] = [readRules("en"), readRules("de")];
  assert.deepEqual(Object.keys(de.rules).sort(), Object.keys(en.rules).sort());
  assert.ok(Object.keys(en.rules).length > 140);
  const told = ({ short }) =>
    JSON.stringify(short, (key, value) =>
      key === "text" || key === "title" || key === "table" ? "" : value,
    );
  assert.equal(told(de), told(en));
  for (const { short, rules } of [en, de]) {
    for (const id of JSON.stringify(short).match(/"[A-Z]{2}\d[\d.]*"/g))
      assert.ok(rules[id.slice(1, -1)], id);
    for (const { id, title, text } of Object.values(rules))
      assert.ok(title || text.length > 10, id);
  }
});

test("every symbol that boards speak of has a sentence, and every sentence a symbol", async () => {
  const { en } = await texts();
  const symbols = Object.keys(en).filter((key) => key.includes(".what."));
  const source = files(join(web, "src", "games"))
    .filter((file) => file.endsWith(".tsx"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const spoken = [
    ...new Set([...source.matchAll(/(?:lc|roller|escape)\.what\.[\w.]*/g)].map(String)),
  ];
  for (const key of spoken)
    assert.ok(
      symbols.some((each) => each === key || (key.endsWith(".") && each.startsWith(key))),
      key,
    );
  for (const key of symbols)
    assert.ok(
      spoken.some((each) => each === key || (each.endsWith(".") && key.startsWith(each))),
      key,
    );
});

test("a game is named by its folder and the list of games alone", async () => {
  const { offered } = await bundle("games/index");
  const named = new RegExp(`["'\`/#.](${offered.join("|")})["'\`/-]`);
  const source = join(web, "src"),
    folders = offered.map((game) => join(source, "games", game));
  const others = files(source).filter(
    (file) =>
      /\.(tsx?|css|json|html)$/.test(file) &&
      file !== join(source, "games", "index.ts") &&
      !folders.some((folder) => file.startsWith(folder)),
  );
  assert.ok(others.length > 50);
  for (const file of others) assert.doesNotMatch(readFileSync(file, "utf8"), named, file);
});

test("the game of rule LC10.1 has 425 points on the sheet that comes with it", async () => {
  const { example } = await bundle("games/lost-cities/example");
  const { record, own } = example;
  assert.equal(
    own.sheet_hash,
    createHash("sha256")
      .update(readFileSync(join(web, "..", "docs", "examples", "lost-cities-425.json")))
      .digest("hex"),
  );
  ownSheets.set(own.sheet_hash, own);
  const engine = new Engine(module);
  engine.read(record);
  assert.ok(engine.status().over);
  assert.equal(engine.total(SPECTATOR, 0), 425);
});

const files = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((each) =>
    each.isDirectory() ? files(join(folder, each.name)) : [join(folder, each.name)],
  );

test("every text that is asked for is there", async () => {
  const { en } = await texts();
  const source = files(join(web, "src"))
    .filter((file) => /\.tsx?$/.test(file) && !file.includes("i18n") && !TEXTS.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const asked = [...source.matchAll(/\bt\((?:[^()"`]*\? )?"([\w.-]+)"/g)].map((match) => match[1]);
  assert.ok(asked.length > 200);
  assert.deepEqual(
    asked.filter((key) => !(key in en)),
    [],
  );
});

test("what the server refuses is said in words, and one is not many", async () => {
  globalThis.navigator ??= { language: "en" };
  const { addTexts, catalogues, refusal, t } = await bundle("i18n/index");
  addTexts((await bundle("i18n/online")).texts);
  assert.match(refusal("too-large"), /64\sKiB/);
  assert.equal(refusal("a-code-of-tomorrow"), t("no.failed"));
  assert.equal(catalogues.de["room.waiting.one"], "Es fehlt noch {n} Person");
});

// The lists that the C sources are made from: X(NAME, "code", ...).
const listed = (path, list) => {
  const text = path.endsWith("/")
      ? files(join(web, "..", path))
          .map((file) => readFileSync(file, "utf8"))
          .join("\n")
      : readFileSync(join(web, "..", path), "utf8"),
    [, body] = new RegExp(`#define ${list}\\(X\\)((?:.*\\\\\n)*.*)`).exec(text);
  return [...body.matchAll(/X\((?:\w+, )"([a-z-]+)"(?:,[\s\\]+"((?:[^"\\]|\\.)*)")?/g)].map(
    ([, code, sentence]) => ({ code, sentence }),
  );
};

const protocol = readFileSync(join(web, "..", "docs", "protocol.md"), "utf8");

test("every status of the engine and every code of the server is a sentence in both languages", async () => {
  const all = await texts();
  const statuses = listed("include/pipwright/base.h", "PIP_STATUS_LIST"),
    codes = [...listed("src/server/", "CODE_LIST"), ...listed("src/server/", "REFUSAL_LIST")];
  assert.ok(statuses.length >= 18 && codes.length >= 40);
  const told = [
    ...protocol.slice(protocol.indexOf("## Codes")).matchAll(/^\| (`.*?) \|/gm),
  ].flatMap(([, cell]) => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code));
  assert.deepEqual(
    codes.filter(({ code }) => code !== "ok" && !told.includes(code)),
    [],
    "docs/protocol.md has them all",
  );
  for (const language of ["en", "de"]) {
    assert.deepEqual(
      statuses.filter(({ code }) => !all[language][`engine.${code}`]),
      [],
      language,
    );
    assert.deepEqual(
      [...told, ...codes.map(({ code }) => code)].filter(
        (code) => code !== "ok" && !all[language][`no.${code}`],
      ),
      [],
      language,
    );
  }
});

test("every example of the protocol is a message that the page has a type for", () => {
  const examples = (kind) =>
    [...protocol.matchAll(new RegExp(`^\`\`\`json ${kind}\n([^]*?)\n\`\`\`$`, "gm"))].flatMap(
      ([, block]) => block.split("\n"),
    );
  const lists = { ServerMessage: examples("server"), ClientMessage: examples("client") };
  assert.ok(Object.values(lists).every((list) => list.length >= 15));
  const check = (all) => {
    const folder = mkdtempSync(join(tmpdir(), "pipwright-protocol-"));
    try {
      writeFileSync(
        join(folder, "examples.ts"),
        [
          `import type { ClientMessage, ServerMessage } from ${JSON.stringify(join(web, "src", "messages"))};`,
          ...Object.entries(all).map(
            ([type, list]) => `export const a${type}: ${type}[] = [\n${list.join(",\n")}\n];\n`,
          ),
        ].join("\n"),
      );
      const how = "--noEmit --strict --target ES2021 --moduleResolution Bundler --module ESNext";
      return spawnSync(
        process.execPath,
        [
          join(web, "node_modules", "typescript", "bin", "tsc"),
          ...how.split(" "),
          join(folder, "examples.ts"),
        ],
        { encoding: "utf8" },
      ).stdout;
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  assert.equal(check(lists), "");
  const wrong = ['{"t": "pencil", "seat": 0, "e": "0 roll"}', '{"t": "live", "now": true}'];
  assert.equal(check({ ServerMessage: wrong }).match(/error TS/g)?.length, 2, "others are not");
});

test("reactions are the same in the page, the document and the server, and have words", async () => {
  const { REACTIONS } = await bundle("messages");
  const source = files(join(web, "..", "src", "server"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const [, list] = /reactions\[\] = \{([^}]*)\}/.exec(source),
    [, told] = /^- `react`: ([^.]*)\./m.exec(protocol);
  assert.deepEqual(
    [...list.matchAll(/"([a-z-]+)"/g)].map(([, what]) => what),
    [...REACTIONS],
  );
  assert.deepEqual(
    [...told.matchAll(/`([a-z-]+)`/g)].map(([, what]) => what),
    [...REACTIONS],
  );
  const all = await texts();
  for (const language of ["en", "de"])
    assert.deepEqual(
      REACTIONS.filter((what) => !all[language][`react.${what}`]),
      [],
    );
});

test("what only a newer server says is left aside, but its events count", async () => {
  const { readMessage, isEvent } = await bundle("messages");
  assert.equal(readMessage('{"t": "weather", "seat": 1}'), null);
  assert.ok(isEvent(readMessage('{"n": 5, "t": "weather"}')));
  assert.ok(!isEvent(readMessage('{"t": "ok", "id": 1, "n": 5}')));
});

test("a journal starts over where the server says, and a game may be over without a score", async () => {
  const { Journal } = await bundle("journal");
  const journal = new Journal();
  const facts = (n, from) => ({
    ...{ t: "welcome", v: 1, table: "t", game: "pig", sheet: "classic", sheet_hash: "0", n },
    ...{ options: {}, phase: "playing", public: false, commitment: "0", you: [0], host: false },
    seats: [{ seat: 0, is: "person", here: true, name: "Ada" }],
    ...(from !== undefined && { from }),
  });
  const tell = (...events) => {
    for (const event of events) journal.happened({ n: journal.n + 1, ...event }, true);
  };
  const roll = { t: "roll", e: "* 3" };
  journal.welcome(facts(0));
  tell({ t: "start", nonces: ["00"] }, roll, { t: "move", e: "0 roll" });
  journal.welcome(facts(3));
  assert.deepEqual([journal.n, journal.lines], [3, ["* 3", "0 roll"]], "it goes on");
  journal.welcome(facts(3, 3));
  assert.deepEqual([journal.n, journal.lines.length], [3, 2], "it goes on there, too");
  journal.welcome(facts(7, 5));
  assert.deepEqual([journal.n, journal.lines], [5, []], "it begins after event 5");
  tell(roll, { t: "weather" }, { t: "resign", seat: 0 });
  assert.deepEqual(journal.facts.seats[0].is, "person", "no bot plays on");
  tell({ t: "over" });
  assert.deepEqual([journal.n, journal.lines, journal.facts.phase], [9, ["* 3"], "over"]);
  assert.match(journal.record(), /\n\n\* 3\n! 0\n$/);
  journal.welcome(facts(2));
  assert.deepEqual([journal.n, journal.lines], [0, []], "a server that was set back");
});

test("every fault of a sheet has a German sentence, with no value that it does not have", async () => {
  const { faults } = await bundle("i18n/faults.de");
  const known = listed("src/sheet/faults.h", "PIP__SHEET_FAULT_LIST");
  assert.ok(known.length > 50);
  assert.deepEqual(Object.keys(faults).sort(), known.map(({ code }) => code).sort());
  const holes = (text) => [...text.matchAll(/\{\d\}/g)].map(String);
  for (const { code, sentence } of known)
    assert.deepEqual(
      holes(faults[code]).filter((hole) => !holes(sentence).includes(hole)),
      [],
      code,
    );
});

function tokens(theme) {
  const css = readFileSync(join(web, "src", "style", "tokens.css"), "utf8");
  const part = (start) => css.slice(css.indexOf(start), css.indexOf("}", css.indexOf(start)));
  const read = (text) =>
    Object.fromEntries(
      [...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6})/g)].map((match) => [match[1], match[2]]),
    );
  return theme === "light"
    ? read(part(":root {"))
    : { ...read(part(":root {")), ...read(part(':root[data-theme="dark"] {')) };
}

function luminance(colour) {
  const long =
    colour.length === 4 ? [...colour.slice(1)].map((c) => c + c).join("") : colour.slice(1);
  const [r, g, b] = [0, 2, 4]
    .map((i) => parseInt(long.slice(i, i + 2), 16) / 255)
    .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const contrast = (a, b) => {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (high + 0.05) / (low + 0.05);
};

for (const theme of ["light", "dark"]) {
  test(`everything to be read has a contrast of 4.5 to 1: ${theme}`, () => {
    const of = tokens(theme);
    const inks = ["text", "muted", "ink", "pencil"],
      colours = ["red", "orange", "yellow", "green", "blue", "purple"];
    const pairs = inks.flatMap((ink) =>
      ["paper", "paper2", "desk", "mark", "mark2", ...colours.map((colour) => `${colour}-t`)].map(
        (paper) => [ink, paper],
      ),
    );
    pairs.push(
      ["on-go", "go"],
      ["mark-line", "paper"],
      ["go", "paper"],
      ["good", "paper"],
      ["bad", "paper"],
      ["warn", "paper"],
      ["stone", "stone-t"],
      ["stone", "paper2"],
    );
    for (const colour of colours)
      pairs.push(
        [colour, `${colour}-t`],
        [colour, "paper"],
        [colour, "mark"],
        colour === "yellow" ? ["on-yellow", "yellow-f"] : ["on-colour", colour],
      );
    for (const [ink, paper] of pairs)
      assert.ok(
        contrast(of[ink], of[paper]) >= 4.5,
        `${ink} on ${paper}: ${contrast(of[ink], of[paper]).toFixed(2)}`,
      );
    for (const line of ["line2", "mark-line", "focus"])
      for (const paper of ["paper", "paper2"])
        assert.ok(contrast(of[line], of[paper]) >= 3, `${line} on ${paper}`);
    assert.ok(contrast(of["mark-line"], of.mark) >= 3);
  });
}

test("every variable of a style is set somewhere", () => {
  const css = files(join(web, "src"))
    .filter((file) => file.endsWith(".css"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const set = new Set([...css.matchAll(/(--[\w-]+)\s*:/g)].map((match) => match[1]));
  assert.deepEqual(
    [...css.matchAll(/var\((--[\w-]+)/g)].map((match) => match[1]).filter((name) => !set.has(name)),
    [],
  );
});

test("the pictures that the manifest and the pages name are there, as large as they say", () => {
  const dist = join(web, "dist");
  const { icons } = JSON.parse(readFileSync(join(dist, "manifest.webmanifest"), "utf8"));
  const declared = icons.map(({ src, sizes, purpose = "any" }) => [src, sizes, purpose].join(" "));
  for (const wanted of ["icon-192.png 192x192 any", "icon-512.png 512x512 any"])
    assert.ok(declared.includes(wanted), wanted);
  assert.ok(icons.some(({ type, purpose }) => type === "image/png" && purpose === "maskable"));
  const pages = ["", "t/"].map((folder) => {
    const text = readFileSync(join(dist, folder, "index.html"), "utf8");
    return join(folder, /rel="apple-touch-icon" href="([^"]+)"/.exec(text)[1]);
  });
  assert.deepEqual(pages, ["icon-touch-180.png", "icon-touch-180.png"]);
  for (const [name, size] of [
    ...icons.filter(({ type }) => type === "image/png").map(({ src, sizes }) => [src, sizes]),
    [pages[0], "180x180"],
  ]) {
    const bytes = readFileSync(join(dist, name));
    assert.equal(bytes.subarray(1, 4).toString(), "PNG");
    assert.equal(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`, size, name);
    assert.ok(bytes.length < 20000, `${name} is small`);
  }
});

// ---- The list of one's games ----

const list = await bundle(
  "history/stats",
  "history/csv",
  "history/file",
  "history/json-fault",
  "history/entry",
);
const DAY = 86400000;
const seatOf = (name, points, more) => ({ name, points, ...more });
const played = (id, more = {}) => ({
  id,
  key: `key-${id}`,
  at: 1000,
  game: "lost-cities",
  sheet: "jungle",
  options: {},
  seats: [
    seatOf("Ada", 200, { place: 1, here: true }),
    seatOf("Bot Ida", 150, { place: 2, bot: "club" }),
  ],
  me: 0,
  where: "device",
  hints: 0,
  ...more,
});
const ended = (place, points = 100, bot = "club") => [
  seatOf("Ada", points, { place, here: true }),
  seatOf("Bot Ida", 150, { place: 3 - place, bot }),
];
const report = { counts: "win", adjusted: 180, luck: 20, loss: 0.02, choices: 9, best: 5, near: 7 };

test("bests, averages and wins count neither resigned games nor those begun from another", () => {
  const resigned = [seatOf("Ada", 999, { resigned: true, here: true }), seatOf("Ben", 1)];
  const { best, ...stats } = list.statsOf([
    played("a"),
    played("b", { seats: ended(2) }),
    played("c", { seats: ended(1, 120, "expert") }),
    played("d", { seats: resigned }),
    played("e", { seats: ended(1, 900), taken: "same" }),
    played("f", { seats: ended(1, 900), taken: "whatif" }),
    played("g", { seats: [seatOf("Ada", 300, { here: true })] }),
    played("h", { me: -1 }),
  ]);
  assert.equal(best.id, "g", "alone counts, too, but wins nothing");
  assert.deepEqual(stats, {
    games: 8,
    counted: 4,
    average: 180,
    wins: { won: 2, of: 3 },
    levels: [
      ["club", { won: 1, of: 2 }],
      ["expert", { won: 1, of: 1 }],
    ],
  });
  const nothing = list.statsOf([]);
  assert.deepEqual(
    [nothing.best, nothing.average, nothing.wins],
    [undefined, undefined, undefined],
  );
});

test("a team escapes or not: the best is one that did", () => {
  const team = (id, won, points) =>
    played(id, {
      game: "escape",
      won,
      seats: [seatOf("Ada", points, { here: true }), seatOf("Bot Ida", points, { bot: "greedy" })],
    });
  const { best, wins, levels } = list.statsOf([team("a", false, 30), team("b", true, 20)]);
  assert.deepEqual(
    [best.id, wins, levels],
    ["b", { won: 1, of: 2 }, [["greedy", { won: 1, of: 2 }]]],
  );
});

test("a streak goes on over the ends of months and years, and until the next day is over", () => {
  const day = (text) => list.dayAt(Date.parse(`${text}T12:00:00Z`));
  const days = ["2026-12-30", "2026-12-31", "2027-01-01", "2027-01-01"].map(day);
  const streak = (today) => list.streakOf(days, day(today));
  assert.deepEqual(streak("2027-01-01"), { now: 3, longest: 3 });
  assert.deepEqual(streak("2027-01-02"), { now: 3, longest: 3 }, "today is not over");
  assert.deepEqual(streak("2027-01-03"), { now: 0, longest: 3 });
  const leap = ["2028-02-28", "2028-02-29", "2028-03-01", "2028-03-03"].map(day).reverse();
  assert.deepEqual(list.streakOf(leap, day("2028-03-03")), { now: 1, longest: 3 });
  assert.deepEqual(list.streakOf([], 5), { now: 0, longest: 0 });
});

test("days are the server's, in every time zone", () => {
  const before = process.env.TZ,
    at = Date.parse("2026-03-29T00:30:00Z"); // in Berlin the clocks go forward half an hour later
  const told = ["Pacific/Auckland", "Europe/Berlin", "America/Los_Angeles"].map((zone) => {
    process.env.TZ = zone;
    return [new Date(at).getDate(), list.dayAt(at), list.dayAt(at - DAY / 24)];
  });
  if (before === undefined) delete process.env.TZ;
  else process.env.TZ = before;
  assert.deepEqual(told, [
    [29, 20541, 20540],
    [29, 20541, 20540],
    [28, 20541, 20540],
  ]);
});

test("a daily that was resigned is none, and report cards are shown in the order of the games", () => {
  const resigned = [seatOf("Ada", 9, { resigned: true, here: true })];
  assert.deepEqual(
    list.dailyOf([played("a", { day: 3 }), played("b"), played("c", { day: 4, seats: resigned })]),
    [3],
  );
  const all = list.reviewedOf([
    played("new", { at: 9, report }),
    played("old", { at: 2, report: { ...report, counts: "points" } }),
    played("none"),
    played("what if", { report, taken: "whatif" }),
  ]);
  assert.deepEqual(
    all.map(({ game }) => game.id),
    ["old", "new"],
  );
  assert.deepEqual(list.kindsOf(all), ["points", "win"]);
});

test("cells of a table are quoted, and no name becomes a formula", () => {
  const cells = [
    ["Ada", "Ada"],
    ["Ada, the first", '"Ada, the first"'],
    ['"Ada"', '"""Ada"""'],
    ["two\nlines", '"two\nlines"'],
    ["=1+1", "'=1+1"],
    ["+49", "'+49"],
    ["-Ada", "'-Ada"],
    ["@Ada", "'@Ada"],
    [" =1", "' =1"],
    ["\t=1", "'\t=1"],
    ['=HYPERLINK("x","y")', '"\'=HYPERLINK(""x"",""y"")"'],
    [-5, "-5"],
    [true, "true"],
    [undefined, ""],
  ];
  for (const [value, cell] of cells) assert.equal(list.csvCell(value), cell);
  const csv = list.csvOf([
    played("a", { at: 5 * DAY, day: 5, seats: [seatOf('=A, "B"', -3, { here: true })], report }),
  ]);
  assert.ok(csv.startsWith("\ufeffdate,game,sheet,"), csv);
  const [head, row, rest] = csv.slice(1).split("\r\n");
  assert.equal(rest, "");
  assert.match(row, /^1970-01-06T00:00:00\.000Z,lost-cities,jungle,,device,1,"'=A, ""B""",-3,,/);
  assert.match(row, /,1970-01-06,0,,win,180,20,0\.02,9,5,7$/);
  assert.equal(head.split(",").length, Object.keys(list.rowOf(played("b"))).length);
});

test("a file of games is read as it was written, and merged without duplicates", () => {
  const own = {
    game: "roller",
    sheet: "mine",
    title: { en: "Mine", de: "Meiner" },
    sheet_hash: "00ff00ff00ff00ff",
    data: "AAAA",
  };
  const games = [
    played("a", { record: "text", report, day: 3, taken: "same", won: true }),
    played("b", { own, record: "x", title: own.title, me: -1 }),
  ];
  const read = list.readFile(list.writeFile(games, 0));
  assert.deepEqual(read, games);
  assert.deepEqual(list.readFile(`\ufeff${list.writeFile([], 0)}`), []);
  assert.deepEqual(list.merge(games, read), { changed: [], added: 0, filled: 0 });
  const bare = { ...games[0], record: undefined, report: undefined };
  const { changed, added, filled } = list.merge([bare], [...read, played("c")]);
  assert.deepEqual([changed.map(({ id }) => id), added, filled], [["a", "b", "c"], 2, 1]);
  assert.deepEqual([changed[0].record, changed[0].report], ["text", report]);
  const mine = played("a", { record: "mine", hints: 7 });
  assert.deepEqual(list.merge([mine], read).changed[0].record, "mine", "what is here stays");
});

test("a broken file of games says what is wrong, and where", () => {
  const whole = JSON.parse(list.writeFile([played("a"), played("b", { report })], 0));
  const fault = (text) => {
    try {
      list.readFile(text);
    } catch (why) {
      return [why.code, why.values];
    }
  };
  const spoilt = (spoil) => {
    const copy = structuredClone(whole);
    spoil(copy);
    return fault(JSON.stringify(copy));
  };
  const value = (where) => ["value", { where }];
  assert.deepEqual(fault("{}"), ["kind", {}]);
  assert.deepEqual(fault("[1, 2]"), ["kind", {}]);
  assert.deepEqual(fault("null"), ["kind", {}]);
  assert.deepEqual(fault('{\n "a": 1,\n "b" 2\n}'), ["json", { line: 3, column: 6 }]);
  assert.deepEqual(fault(""), ["json", { line: 1, column: 1 }]);
  const text = JSON.stringify(whole);
  const cut = text.slice(0, text.indexOf('"seats"'));
  assert.deepEqual(fault(cut), ["json", { line: 1, column: cut.length + 1 }], "cut off");
  assert.deepEqual(
    spoilt((file) => (file.version = 2)),
    ["newer", { n: 2 }],
  );
  assert.deepEqual(
    spoilt((file) => (file.version = "1")),
    value("version"),
  );
  assert.deepEqual(
    spoilt((file) => delete file.games),
    value("games"),
  );
  assert.deepEqual(
    spoilt(({ games }) => (games[1] = 7)),
    value("games[1]"),
  );
  assert.deepEqual(
    spoilt(({ games }) => delete games[1].sheet),
    value("games[1].sheet"),
  );
  assert.deepEqual(
    spoilt(({ games }) => (games[0].me = 2)),
    value("games[0].me"),
  );
  assert.deepEqual(
    spoilt(({ games }) => (games[1].seats[0].points = "9")),
    value("games[1].seats[0].points"),
  );
  assert.deepEqual(
    spoilt(({ games }) => (games[1].report.loss = null)),
    value("games[1].report.loss"),
  );
  assert.deepEqual(
    spoilt(({ games }) => (games[1].options = { a: 1 })),
    value("games[1].options.a"),
  );
  assert.deepEqual(
    spoilt(({ games }) => (games[1].id = "a")),
    ["twice", { where: "games[1]", other: "games[0]" }],
  );
});

test("where JSON ends is found in whatever is broken", () => {
  const at = (text) => Object.values(list.jsonFault(text)).join(":");
  assert.equal(at('{"a": [1, 2,]}'), "1:13");
  assert.equal(at('{"a": tru}'), "1:7");
  assert.equal(at('{"a": "x\ny"}'), "1:7");
  assert.equal(at('{"a": 1} x'), "1:10");
  assert.equal(at("[".repeat(1e6)).split(":")[0], "1", "however deep");
});

test("an entry tells who played, who won, and for whom it counts", async () => {
  const session = new LocalSession(
    new Engine(module),
    {
      record: newGame({ ...setup, names: ["Mira", "Ben", "Bot Ida"] }, "00000000000000ff"),
      bots: ["greedy", "greedy", "greedy"],
      me: 0,
    },
    ask,
    false,
  );
  while (!session.snapshot().status.over) await calm();
  const { record, totals, status } = session.snapshot();
  const game = {
    record,
    id: "",
    bots: [null, null, "club"],
    here: [0, 1],
    where: "device",
    at: 5,
  };
  const entry = list.entryOf(new Engine(module), game, "Ben", () => 2);
  assert.deepEqual(
    [entry.me, entry.game, entry.sheet, entry.hints, entry.at, entry.record],
    [1, "lost-cities", "jungle", 2, 5, record],
  );
  assert.deepEqual(
    entry.seats.map(({ name, bot, points, here }) => [name, bot, points, here]),
    [
      ["Mira", undefined, totals[0], true],
      ["Ben", undefined, totals[1], true],
      ["Bot Ida", "club", totals[2], undefined],
    ],
  );
  assert.deepEqual(
    entry.seats.flatMap(({ place }, seat) => (place === 1 ? seat : [])),
    status.winners,
  );
  assert.equal(list.entryOf(new Engine(module), game, "Nobody", () => 0).me, 0, "else the first");
  assert.equal(entry.id, list.keyOf(record), "its record names it");
  const proven = record.replace("\n\n", "\nfair-secret 00\n\n");
  assert.equal(list.keyOf(proven), entry.id, "a secret that is told later changes nothing");
  const gaveUp = record.replace(/^=.*\n/m, "").replace(/\n\n(.*\n)/, "\n\n$1! 1\n");
  const resigned = list.entryOf(new Engine(module), { ...game, record: gaveUp }, "Ben", () => 0);
  assert.deepEqual([resigned.seats[1].resigned, resigned.seats[1].place], [true, undefined]);
});

test("a game at one device tells of its end, once each time that it is opened, with its name", async () => {
  const told = [];
  const begin = (saved) =>
    new LocalSession(new Engine(module), saved, ask, true, (over) => told.push(over));
  const bots = ["greedy", "greedy", "greedy"];
  const session = begin({
    record: newGame(setup, "00000000000000fe"),
    bots,
    me: 0,
    id: "abc",
    taken: "same",
  });
  while (!session.snapshot().status.over) await calm();
  assert.deepEqual(
    told.map(({ id, taken }) => [id, taken]),
    [["abc", "same"]],
  );
  begin(told[0]);
  assert.equal(told.length, 2);
  assert.equal(told[1].id, "abc", "the list knows it by that");
});

test("where nothing can be kept, games stay in memory, once, and it is told", async () => {
  const shelf = await bundle("history/shelf");
  await shelf.addGame(played("a", { record: "x" }));
  await shelf.addGame(played("a", { record: "y" }));
  assert.equal(shelf.trouble.get(), "forbidden");
  assert.deepEqual(
    (await shelf.allKept()).map(({ id, record }) => [id, record]),
    [["a", "x"]],
  );
  await shelf.putGames([played("a", { report })]);
  assert.deepEqual(
    [(await shelf.recordOf("a")).record, (await shelf.allGames())[0].report.near],
    ["x", 7],
    "news of a game do not lose its record",
  );
  assert.deepEqual([shelf.unkeptCount(), shelf.isUnkept("key-a")], [1, true]);
  await shelf.dropGames(["a"]);
  await shelf.addGame(played("a"));
  assert.deepEqual(await shelf.allGames(), [], "what was forgotten does not come back by itself");
  await shelf.putGames([played("a")]);
  assert.equal((await shelf.allGames()).length, 1, "but by hand");
});
