// Without a browser: turns that were asked for, who begins, seats that move, and what is announced.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundle, engineModule as module } from "./bundle.mjs";

// As much of a page as the parts need.
const kept = new Map();
Object.assign(globalThis, {
  window: globalThis,
  addEventListener() {},
  removeEventListener() {},
  dispatchEvent() {},
  location: { href: "http://x/", hash: "" },
  history: { replaceState() {} },
  document: {
    visibilityState: "visible",
    addEventListener() {},
    removeEventListener() {},
    getElementById: () => null,
  },
  localStorage: {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  },
});
for (const [name, value] of [
  ["onLine", true],
  ["language", "en"],
])
  Object.defineProperty((globalThis.navigator ??= {}), name, { value, configurable: true });

const {
  Engine,
  Journal,
  LocalSession,
  RemoteSession,
  movedRound,
  myLevel,
  newGame,
  prove,
  refusal,
  roll,
  rollLine,
  session,
  splitRecord,
  start,
  startGame,
  change,
  freshEvents,
  paced,
} = await bundle(
  "engine",
  "local",
  "journal",
  "remote",
  "proof",
  "app",
  "i18n/index",
  "pace",
  "store",
);
const names = ["Mira", "Ben", "Ruth"];
const setup = { game: "lost-cities", sheet: "jungle", seats: 3, options: {}, names };
const bot = new Engine(module);
const ask = async (record, _name, seat, stream) => {
  bot.read(record);
  return bot.choose(1, seat, stream);
};
const until = async (is) => {
  for (const end = Date.now() + 60000; Date.now() < end && !is(); )
    await new Promise((done) => setTimeout(done, 1));
  assert.ok(is());
};
const local = (record, bots = [null, null, null]) =>
  new LocalSession(new Engine(module), { record, bots, me: 0 }, ask, false);
const acting = async (game, me) => {
  await until(() => game.snapshot().me === me && game.snapshot().mine);
  return game.snapshot();
};

// ---- Turns at one device (LC2.9) ----

test("LC2.9: who chooses asks for turns, and the next sees what was written before", async () => {
  const game = local(newGame(setup, "00000000000000ff"));
  let shot = await acting(game, 0);
  assert.equal(shot.status.together, false, "one alone has nobody to ask");
  game.confirm("-");
  shot = await acting(game, 1);
  assert.deepEqual([shot.status.together, shot.status.turns, shot.asked], [true, false, -1]);
  game.move("-");
  game.askTurns();
  shot = await acting(game, 1);
  assert.deepEqual(
    [shot.status.acting, shot.asked, shot.draft],
    [[1], 1, ["-"]],
    "the pencil stays",
  );
  assert.match(shot.record, /\n\? 1\n$/);
  assert.equal(local(shot.record).snapshot().asked, 1, "a game that goes on later goes on in turn");
  game.confirm();
  shot = await acting(game, 2);
  assert.equal(shot.views[1].sheet.dice.count, 1);
  assert.ok(shot.events.includes("1 -"));
  game.confirm("-");
  shot = await acting(game, 1);
  assert.deepEqual([shot.asked, shot.status.turns], [-1, false]);
  game.confirm("-");
  shot = await acting(game, 2);
  assert.deepEqual(
    [shot.status.together, shot.status.turns],
    [true, false],
    "the next turn is simultaneous again",
  );
});

test("LC2.9: what was chosen before the request is shown when its place comes", async () => {
  const game = local(
    newGame({ ...setup, seats: 4, names: [...names, "Kai"] }, "00000000000000ff"),
    [null, null, null, null],
  );
  await acting(game, 0);
  game.confirm("-");
  await acting(game, 1);
  game.confirm("-");
  assert.equal((await acting(game, 2)).views[1].sheet.dice.count, 0);
  game.askTurns();
  assert.equal((await acting(game, 2)).views[1].sheet.dice.count, 1);
});

test("LC2.9: a bot acts when its turn comes, not before", async () => {
  const game = local(newGame(setup, "00000000000000ff"), [null, "greedy", null]);
  await acting(game, 0);
  game.confirm("-");
  assert.doesNotMatch(
    (await acting(game, 2)).record,
    /^1 /m,
    "people choose first where all choose at once",
  );
  game.move("-");
  game.askTurns();
  await until(() => /^1 /m.test(game.snapshot().record));
  const shot = await acting(game, 2);
  assert.deepEqual(shot.draft, ["-"]);
  assert.ok(
    shot.events.some((event) => event.startsWith("1 ")),
    "and is seen",
  );
});

test("LC2.9: holds in Roller, too", async () => {
  const game = local(newGame({ ...setup, game: "roller", sheet: "snowflake" }, "00000000000000ff"));
  await acting(game, 0);
  game.askTurns();
  assert.deepEqual((await acting(game, 0)).status.acting, [0]);
  for (let shot = await acting(game, 0); shot.me === 0; shot = game.snapshot())
    game.confirm(shot.legal[0]);
  const { me, views } = game.snapshot();
  assert.equal(me, 1);
  assert.ok(views[0].own.red.boxes[0] > 0, "seat 1 sees what seat 0 wrote");
});

// ---- Who begins (LC2.8, ES1.8) ----

const catalogue = new Engine(module).catalogue();
start({ module, catalogue, ask, scribe: new Engine(module) });
const gameOf = (name) => catalogue.games.find((game) => game.name === name);
const begin = (wish) => {
  startGame({
    game: gameOf("lost-cities"),
    sheet: "jungle",
    options: {},
    names,
    bots: [null, "greedy", "random"],
    real: false,
    draw: true,
    ...wish,
  });
  const saved = JSON.parse(kept.get("pipwright.game")),
    { header } = splitRecord(saved.record);
  session.get().leave();
  return { ...saved, header };
};

test("LC2.8: who begins is drawn from the seed, and bots move with the names", () => {
  const begun = new Set();
  for (let seed = 0; seed < 24; seed++) {
    const { header, bots, me, record } = begin({ seed: seed.toString(16).padStart(16, "0") });
    assert.deepEqual(header.names, movedRound(names, header.first));
    assert.deepEqual(bots, movedRound([null, "greedy", "random"], header.first));
    assert.equal(header.names[me], "Mira");
    assert.match(record, new RegExp(`^first draw ${header.first}$`, "m"));
    begun.add(header.first);
  }
  assert.deepEqual([...begun].sort(), [0, 1, 2]);
});

test("LC2.8: who is named begins; real dice and games without turns have no line about it", () => {
  assert.deepEqual(
    [begin({ draw: false }).header.first, begin({ draw: false }).header.names],
    [undefined, names],
  );
  const real = begin({ real: true });
  assert.equal(real.header.first, undefined);
  assert.deepEqual(
    real.bots,
    movedRound([null, "greedy", "random"], names.indexOf(real.header.names[0])),
  );
  assert.deepEqual(begin({ game: gameOf("roller"), sheet: "snowflake" }).header.names, names);
});

test("a new record says by which edition of the rules it is played", () => {
  const { header } = begin({ game: gameOf("escape"), sheet: gameOf("escape").sheets[0].name });
  assert.equal(header.edition, gameOf("escape").edition);
});

// ---- A table on a server ----

const facts = (part = {}) => ({
  t: "welcome",
  table: "aaaabbbbccccddddeeee",
  game: "lost-cities",
  edition: 1,
  sheet: "jungle",
  sheet_hash: splitHash,
  options: { order: "simultaneous" },
  phase: "waiting",
  public: false,
  n: 0,
  commitment: "ab".repeat(32),
  seats: names.map((name, seat) => ({
    seat,
    is: seat === 2 ? "bot" : "person",
    here: seat < 2,
    name,
    ...(seat === 2 && { level: "greedy" }),
  })),
  you: [0],
  host: true,
  ...part,
});
const splitHash = (() => {
  const engine = new Engine(module);
  engine.read(newGame(setup, ""));
  return /^sheet-hash (\w+)$/m.exec(engine.record())[1];
})();
const nonces = ["00", "11", "22"].map((each) => each.repeat(16));

test("seats move when they are arranged and when the game starts, with all that is known of them", () => {
  const journal = new Journal();
  journal.welcome(facts());
  journal.happened({ n: 1, t: "arrange", seats: [2, 0, 1] }, true);
  assert.deepEqual(
    journal.facts.seats.map(({ seat, name, is }) => `${seat} ${name} ${is}`),
    ["0 Ruth bot", "1 Mira person", "2 Ben person"],
  );
  assert.deepEqual([journal.facts.you, journal.places], [[1], [2, 0, 1]]);
  journal.happened({ n: 2, t: "start", nonces, first: 1, drawn: true }, true);
  assert.deepEqual(
    journal.facts.seats.map(({ seat, name, level }) => `${seat} ${name} ${level ?? ""}`),
    ["0 Mira ", "1 Ben ", "2 Ruth greedy"],
  );
  assert.deepEqual([journal.facts.you, journal.places], [[0], [0, 1, 2]]);
  const engine = new Engine(module);
  engine.read(journal.record());
  assert.deepEqual(splitRecord(engine.record()).header.first, 1);
  assert.deepEqual(
    engine.record().match(/^fair-nonce .*$/gm),
    ["0", "1", "2"].map((seat, i) => `fair-nonce ${seat} ${movedRound(nonces, 1)[i]}`),
  );
});

test("who comes later is told where everybody sits now, and learns where they sat", () => {
  const journal = new Journal(),
    now = facts({
      n: 2,
      phase: "playing",
      you: [0],
      seats: facts().seats.map((_seat, i, all) => ({ ...all[(i + 1) % 3], seat: i })),
    });
  journal.welcome(now);
  journal.happened({ n: 1, t: "arrange", seats: [1, 0, 2] }, false);
  journal.happened({ n: 2, t: "start", nonces, first: 2 }, false);
  assert.deepEqual(
    journal.facts.seats.map(({ name }) => name),
    ["Ben", "Ruth", "Mira"],
  );
  assert.deepEqual([journal.facts.you, journal.places], [[0], [2, 1, 0]]);
  assert.doesNotMatch(journal.record(), /^first/m, "the host said so");
});

// A session whose server is the test.
function remote(welcome) {
  const sent = [];
  let socket;
  globalThis.WebSocket = class {
    static OPEN = 1;
    readyState = 1;
    constructor() {
      socket = this;
    }
    send(text) {
      sent.push(JSON.parse(text));
    }
    close() {}
  };
  const game = new RemoteSession(new Engine(module), welcome.table, "key");
  const hear = (...messages) => {
    for (const message of messages) socket.onmessage({ data: JSON.stringify(message) });
  };
  socket.onopen();
  hear(welcome);
  return { game, hear, sent };
}

// Three people; the first one refuses, so that the others choose at the same time. `you` is who plays here.
function together(you) {
  const people = names.map((name, seat) => ({ seat, is: "person", here: true, name }));
  const table = remote(facts({ phase: "playing", n: 3, you, seats: people }));
  table.hear(
    { n: 1, t: "start", nonces },
    { n: 2, t: "roll", e: "* red red blue 0 3 7" },
    { n: 3, t: "move", e: "0 -" },
    { t: "draft", e: [], id: 0 },
    { t: "live" },
  );
  return table;
}

test("LC2.9: steps of one's own stay hidden until their place in the order comes", () => {
  const { game, hear, sent } = together([2]);
  game.confirm("-");
  hear({ t: "ok", id: sent.at(-1).id, n: 3 }, { t: "chosen", seat: 2, done: true });
  assert.equal(game.snapshot().undoable, true);
  hear({ n: 4, t: "turns", seat: 1 });
  let shot = game.snapshot();
  assert.deepEqual(
    [shot.asked, shot.status.acting, shot.mine, shot.undoable],
    [1, [1], false, false],
  );
  assert.equal(shot.views[2].sheet.dice.count, 1, "I know what I chose");
  assert.doesNotMatch(shot.record, /^2 /m);
  hear({ n: 5, t: "reveal", e: ["1 red 3", "2 -"] });
  shot = game.snapshot();
  assert.match(shot.record, /^1 red 3\n2 -\n$/m);
  hear({ n: 6, t: "roll", e: "* red red blue 0 3 7" });
  assert.deepEqual(
    [game.snapshot().asked, game.snapshot().status.turns, game.snapshot().status.acting],
    [-1, false, [1]],
  );
  game.leave();
});

test("LC2.9: pencil waits for its turn, and a reveal in between does not touch it", () => {
  const people = [...names, "Kai"].map((name, seat) => ({ seat, is: "person", here: true, name }));
  const { game, hear } = remote(facts({ phase: "playing", n: 3, you: [3], seats: people }));
  hear(
    { n: 1, t: "start", nonces: [...nonces, nonces[0]] },
    { n: 2, t: "roll", e: "* red red blue 0 3 7" },
    { n: 3, t: "move", e: "0 -" },
    { t: "draft", e: [], id: 0 },
    { t: "live" },
  );
  game.move("red 3");
  hear({ n: 4, t: "turns", seat: 2 });
  assert.deepEqual(
    [game.snapshot().mine, game.snapshot().draft, game.snapshot().error],
    [false, [], ""],
  );
  hear({ n: 5, t: "reveal", e: ["1 red 7"] });
  assert.deepEqual(
    [game.snapshot().status.acting, game.snapshot().views[1].sheet.red.numbers],
    [[2], [7]],
  );
  hear({ n: 6, t: "reveal", e: ["2 -"] });
  assert.deepEqual([game.snapshot().mine, game.snapshot().draft], [true, ["red 3"]]);
  game.leave();
});

test("LC2.9: a choice that turns have overtaken is pencil again when its turn comes", () => {
  const { game, hear, sent } = together([2]);
  game.confirm("blue 3");
  hear({ n: 4, t: "turns", seat: 1 }, { t: "no", id: sent.at(-1).id, code: "not-acting" });
  assert.deepEqual(
    [game.snapshot().mine, game.snapshot().draft, game.snapshot().error],
    [false, [], ""],
  );
  hear({ n: 5, t: "reveal", e: ["1 -"] });
  assert.deepEqual([game.snapshot().mine, game.snapshot().draft], [true, ["blue 3"]]);
  game.leave();
});

test("a choice that another device has overtaken says so, though it fits no more", () => {
  const { game, hear, sent } = remote(facts({ phase: "playing", n: 2 }));
  hear(
    { n: 1, t: "start", nonces },
    { n: 2, t: "roll", e: "* red red blue 0 3 7" },
    { t: "draft", e: [], id: 0 },
    { t: "live" },
  );
  game.confirm("-");
  hear({ n: 3, t: "move", e: "0 red 3" }, { t: "no", id: sent.at(-1).id, code: "stale" });
  assert.deepEqual([game.snapshot().draft, game.snapshot().error], [[], refusal("stale")]);
  game.leave();
});

test("the server says which seats are mine once they have moved", () => {
  const { game, hear } = remote(facts());
  hear(
    { t: "live" },
    { n: 1, t: "start", nonces, first: 1 },
    { t: "you", seats: [2] },
    { n: 2, t: "roll", e: "* red red blue 0 3 7" },
  );
  assert.deepEqual(
    [game.facts.you, game.snapshot().me, game.snapshot().setup.names[2]],
    [[2], 2, "Mira"],
  );
  game.leave();
});

// ---- Proof ----

test("who was drawn to begin is proven, and another is found", async () => {
  const secret = "5a".repeat(32),
    hash = await crypto.subtle.digest(
      "SHA-256",
      Uint8Array.from(secret.match(/../g), (pair) => parseInt(pair, 16)),
    );
  const before = { secret, table: "fern", nonces, commitment: Buffer.from(hash).toString("hex") };
  const [first] = await roll(before, 4294967295, [3]),
    fair = { ...before, nonces: movedRound(nonces, first) };
  const head = (drawn) =>
    newGame({ ...setup, names: movedRound(names, first) }, "").replace(
      "dice real\n\n",
      [
        `first draw ${drawn}`,
        `dice fair ${fair.commitment}`,
        "fair-table fern",
        ...fair.nonces.map((nonce, seat) => `fair-nonce ${seat} ${nonce}`),
        `fair-secret ${secret}`,
        "",
        "",
      ].join("\n"),
    );
  const engine = new Engine(module);
  engine.read(head(first));
  engine.play(await rollLine(fair, 0, engine.chance()));
  const record = engine.record(),
    proof = await prove(engine, record);
  assert.deepEqual(
    [proof.verdict, proof.first],
    ["proven", { said: first, due: first, good: true }],
  );
  const forged = await prove(
    engine,
    record.replace(`first draw ${first}`, `first draw ${(first + 2) % 3}`),
  );
  assert.deepEqual([forged.verdict, forged.first.good], ["forged", false]);
});

// ---- The pace of others' turns ----

// What is shown while somebody watches: each time the events that are not the session's own yet, and whether one may act.
function watched(game) {
  start({ module, catalogue: bot.catalogue(), scribe: bot, ask });
  change({ pace: "normal" });
  const shown = paced(game),
    seen = [];
  shown.snapshot();
  shown.watch(() => {
    const { events, mine } = shown.snapshot();
    if (shown.scene && events.length !== seen.at(-1)?.events.length) seen.push({ events, mine });
  });
  return { shown, seen };
}

test("others' events are shown one by one, in pencil, and then the newest position", async () => {
  const { game, hear } = together([0]);
  const { shown, seen } = watched(game);
  hear(
    { n: 4, t: "reveal", e: ["1 red 3", "2 -"] },
    { n: 5, t: "roll", e: "* yellow green green 1 2 9" },
    { n: 6, t: "move", e: "1 yellow 1" },
  );
  const live = game.snapshot();
  assert.equal(live.mine, true);
  assert.deepEqual(shown.scene.moves, ["red 3"]);
  assert.equal(shown.scene.before.sheet.red.count, 0);
  assert.equal(shown.scene.after.sheet.red.count, 1);
  assert.equal(shown.snapshot().mine, false);
  await until(() => !shown.scene);
  assert.deepEqual(
    seen.map(({ events }) => events.slice(2)),
    [
      ["1 red 3"],
      ["1 red 3", "2 -"],
      ["1 red 3", "2 -", "* yellow green green 1 2 9"],
      ["1 red 3", "2 -", "* yellow green green 1 2 9", "1 yellow 1"],
    ],
  );
  assert.equal(shown.snapshot(), game.snapshot());
  game.leave();
});

test("a tap is at the newest position; a prompt that is shown stays; what was missed is not played back", () => {
  const { game, hear } = together([0]);
  const { shown, seen } = watched(game);
  hear({ n: 4, t: "reveal", e: ["1 red 3", "2 -"] });
  assert.ok(shown.scene);
  assert.equal(shown.skip(), true);
  assert.equal(shown.snapshot(), game.snapshot());
  assert.equal(shown.skip(), false);
  seen.length = 0;
  hear({ ...facts({ phase: "playing", n: 6, you: [0] }), t: "welcome" });
  hear(
    { n: 5, t: "roll", e: "* yellow green green 1 2 9" },
    { n: 6, t: "move", e: "1 yellow 1" },
    { t: "draft", e: [], id: 0 },
    { t: "live" },
  );
  assert.equal(game.snapshot().mine, true);
  assert.deepEqual(seen, [], "after a lost connection");
  change({ pace: "instant" });
  game.leave();
});

// ---- Announcements (LC2.10) ----

const { news } = await bundle("games/lost-cities/words");

test("what was hidden is new wherever it comes in", () => {
  const before = ["* 1", "0 -", "2 -"];
  assert.deepEqual(
    [...freshEvents(before, ["* 1", "0 -", "1 red 3", "1 > blue", "2 -", "* 2"])],
    [2, 3, 5],
  );
  assert.deepEqual([...freshEvents(before, before)], []);
});

// What seat 0's moves announce, each after a roll that allows it, `times` over, and then once more.
function announced(moves, times, seats = 1) {
  const engine = new Engine(module),
    views = () => names.slice(0, seats).map((_, seat) => engine.view(seat, seat));
  engine.read(newGame({ ...setup, seats, names: names.slice(0, seats) }, ""));
  const turn = () => moves.forEach((move) => assert.equal(engine.play(move), null, move));
  for (let i = 0; i < times; i++) turn();
  const before = views(),
    events = moves.length * times;
  turn();
  const said = moves.flatMap((_, i) => engine.news(0, events + i));
  return news(before, views(), { seat: 0, said }, { ...setup, seats }, (key, values = {}) =>
    `${key} ${values.column ?? values.colours ?? values.n ?? ""}`.trim(),
  ).map(({ words }) => words);
}

test("LC2.10: artefacts, accelerations, bridges and exhaustion are announced", () => {
  const refuses = ["* red red red 1 1 1", "0 -"];
  assert.deepEqual(announced(refuses, 0), []);
  assert.deepEqual(announced(refuses, 6), ["lc.newsBridge lc.dice"]);
  assert.deepEqual(announced(refuses, 8), ["lc.newsExhausted"]);
  assert.deepEqual(announced(["* purple purple purple 1 1 1", "0 purple 1"], 0), [
    "lc.newsArtefacts 1",
  ]);
  assert.deepEqual(announced(["* green green green 1 1 1", "0 green 1", "0 > purple"], 0), [
    "lc.newsAccelerates lc.purple",
    "lc.newsArtefacts 1",
  ]);
});

test("LC2.10: a bridge that somebody passed in an earlier turn is announced with who got its points", () => {
  const engine = new Engine(module),
    views = () => [0, 1].map((seat) => engine.view(seat, seat));
  engine.read(newGame({ ...setup, seats: 2, names: names.slice(0, 2) }, ""));
  let before;
  for (let turn = 0; turn < 8; turn++) {
    // Ben has refused seven times one turn before Mira
    const moves = [turn ? "0 -" : "0 red 1", "1 -"];
    engine.play("* red red red 1 1 2");
    engine.play(moves[turn % 2]);
    before = views();
    assert.equal(engine.play(moves[(turn + 1) % 2]), null);
  }
  const said = engine.news(0, splitRecord(engine.record()).events.length - 1);
  const late = news(
    before,
    views(),
    { seat: 0, said },
    setup,
    (key, values) => `${key} ${values?.owners ?? ""}`,
  );
  assert.deepEqual(
    late.map(({ words }) => words),
    ["lc.newsBridgeLate Ben"],
  );
});

test("LC2.10: the log announces at once what may be known, and who begins before all", async () => {
  const log = await bundle("log", "app"),
    ui = { heading: () => "", moveWords: (move) => move, news };
  log.start({ module, catalogue, ask, scribe: new Engine(module) });
  const scribe = new log.Scribe(newGame(setup, ""), setup, ui),
    told = () =>
      scribe.lines.map(({ kind, words, moves }) => (kind === "news" ? words : moves.join()));
  assert.deepEqual(told(), ["Mira begins."]);
  scribe.tell(["* green purple purple 0 3 7", "0 purple 3"]);
  assert.deepEqual(told().slice(2), ["purple 3", "lc.newsArtefacts"]);
  scribe.tell(["* green purple purple 0 3 7", "0 purple 3", "1 green 7"]);
  assert.deepEqual(told().slice(4), ["green 7"], "Ben may still accelerate");
  scribe.tell(["* green purple purple 0 3 7", "0 purple 3", "1 green 7", "1 > green"]);
  assert.deepEqual(told().slice(4), ["green 7,> green", "lc.newsAccelerates"]);
});

test("spectators are told of turns, too", () => {
  const { game, hear } = together([]);
  hear({ n: 4, t: "turns", seat: 2 }, { n: 5, t: "reveal", e: ["1 red 7"] });
  assert.deepEqual(
    [
      game.snapshot().asked,
      game.snapshot().status.acting,
      game.snapshot().views[1].sheet.red.numbers,
    ],
    [2, [2], [7]],
  );
  game.leave();
});

test("bots play at the level that was chosen, or at the usual one", async () => {
  assert.equal(myLevel(), "club");
  change({ level: "master" });
  assert.equal(myLevel(), "master");
  change({ level: "no longer there" });
  assert.equal(myLevel(), "club");
});
