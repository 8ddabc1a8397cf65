// Without a browser: what boards ask, offer and say, over whole games.
import assert from "node:assert/strict";
import { test } from "node:test";
import { bundle, engineModule as module } from "./bundle.mjs";

globalThis.navigator ??= { language: "en" };
const { Engine, LocalSession, newGame, gameList, t } = await bundle(
  "engine",
  "local",
  "games/index",
  "i18n/index",
);
const bot = new Engine(module);
const ask = async (record, _, seat, stream) => {
  bot.read(record);
  return bot.choose(1, seat, stream);
};
const calm = () => new Promise((done) => setTimeout(done));

// Plays seat 0 of a game as a bot would, step by step in pencil, and shows every position to `look`.
async function play(game, { seed = 1, options = {}, sheet, seats = 2, steps = 400 }, look) {
  const ui = await gameList[game].board();
  const names = ["Mira", "Ben", "Ida"].slice(0, seats);
  const setup = { game, sheet, seats, options, names };
  const session = new LocalSession(
    new Engine(module),
    {
      record: newGame(setup, seed.toString(16).padStart(16, "0")),
      bots: names.map((_, seat) => (seat ? "greedy" : null)),
      me: 0,
    },
    ask,
    false,
  );
  for (let step = 0; step < steps; step++) {
    while (session.snapshot().thinking) await calm();
    const shot = session.snapshot();
    if (shot.status.over) return;
    const after = shot.draft.length && ui.settle ? ui.settle(shot.before, shot.views[0]) : null;
    const view = { ...(after ?? shot.views[0]), before: shot.before };
    const { legal, draft } = shot;
    const props = { view, setup: shot.setup, seat: 0, me: true, legal, draft, t, compact: false };
    look(ui.prompt(props), props, ui);
    if (!legal.length) session.confirm();
    else {
      const scribe = new Engine(module);
      scribe.read(shot.record);
      for (const move of draft) scribe.play(`0 ${move}`);
      const event = (await ask(scribe.record(), "greedy", 0, step))[0].slice(2);
      if (ui.instant?.(event)) session.confirm(event);
      else session.move(event);
    }
    await calm();
  }
}

const GAMES = [
  ["lost-cities", { sheet: "jungle" }],
  ["roller", { sheet: "snowflake" }],
  ["escape", { sheet: "temple" }],
  ["escape", { sheet: "temple-variant", options: { variant: "closed" } }],
];

test("what throws something away is never the primary button", async () => {
  const seen = new Set();
  for (const [game, how] of GAMES)
    await play(game, how, ({ confirm }, { legal, draft }) => {
      const move = confirm?.move ?? "";
      if (legal.includes("> -")) seen.add("decline");
      if (legal.includes("leave") && legal.length > 1) seen.add("leave");
      if (legal.some((each) => each.startsWith("enter "))) seen.add("enter");
      assert.notEqual(move, "> -");
      if (move === "leave") assert.deepEqual(legal, ["leave"]);
      if (move === "-" || move === "skip") assert.equal(legal.length, 1);
      if (move !== "end") return;
      assert.ok(!legal.some((each) => each.startsWith("enter ")), draft.join());
      assert.ok(!/^keep [a-z]/.test(draft[0] ?? "") || draft.length > 1, draft.join());
    });
  assert.deepEqual([...seen].sort(), ["decline", "enter", "leave"]);
});

test("the only thing to do needs no tap, and a turn is never ended by itself", async () => {
  const seen = new Set();
  for (const [game, how] of GAMES)
    await play(game, how, (_, props, ui) => {
      const move = ui.forced?.(props);
      if (!move) return;
      assert.ok(props.legal.includes(move), move);
      assert.notEqual(move, "end");
      if (props.legal.length > 1) assert.match(move, /^keep /);
      seen.add(move.split(" ")[0]);
      if (props.draft.length) assert.ok(!ui.instant?.(move), "no ink behind a pencil mark");
    });
  for (const verb of ["keep", "roll", "put"]) assert.ok(seen.has(verb), verb);
});

test("what is in pencil is told once, and in words that people use", async () => {
  const { catalogues } = await bundle("i18n/index");
  const said = new Set();
  for (const [game, how] of GAMES)
    await play(game, how, ({ headline, detail = "", confirm }, props, ui) => {
      const effects = props.draft.length
        ? ui.effects(props.view.before, props.view, props.draft, props.setup, t)
        : [];
      for (const { words } of effects)
        said.add(catalogues.en["table.draftSaid"].replace("{what}", words));
      for (const text of [headline, detail, confirm?.label ?? ""]) said.add(`Your turn: ${text}`);
    });
  const all = [...said].join("\n");
  assert.ok(said.size > 100);
  assert.doesNotMatch(all, /In pencil: In pencil/);
  assert.doesNotMatch(all, /\+0\b|: \d+:|\bpicture happens|All written|ink yet|[0-9a-f]{12}/);
  assert.doesNotMatch(all, /\b(LC|RO|ES)\d/, "no ids of rules");
  assert.doesNotMatch(all, /(escape|roller|lc)\.[a-z]/, "no keys of texts");
});

test("a joker is explained by the variant that is played", async () => {
  for (const [variant, sheet, words] of [
    ["none", "temple", /track that you choose/],
    ["closed", "temple-variant", /track that you choose/],
    ["lottery", "temple-variant", /black mask moves/],
  ]) {
    let jokers = 0;
    for (let seed = 1; seed < 5 && !jokers; seed++)
      await play("escape", { sheet, seed, options: { variant } }, ({ detail }, { view }) => {
        if (view.phase !== "joker") return;
        jokers++;
        assert.match(detail, words, variant);
      });
    assert.ok(jokers, `no joker in ${variant}`);
  }
});
