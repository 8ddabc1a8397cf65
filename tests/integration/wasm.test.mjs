// The WASM module: no imports, the exports that its source marks, small, and it plays as the native build does.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..", "..");
const path = (name) => join(root, "build", "wasm", name);
const modules = ["pipwright", "pipwright-page", "pipwright-bots", "pipwright-bots-plain"].map((name) =>
  new WebAssembly.Module(readFileSync(path(`${name}.wasm`))));
const [rules, page, bots, plain] = modules;

function load(module = rules) {
  const { exports } = new WebAssembly.Instance(module, {});
  const bytes = () => new Uint8Array(exports.memory.buffer, exports.pip_buffer(), exports.pip_room());
  return {
    ...exports,
    put(text) {
      const coded = new TextEncoder().encode(text);
      bytes().set(coded);
      return coded.length;
    },
    takeNet(file) {
      const at = exports.pip_net_room(file.length);
      new Uint8Array(exports.memory.buffer, at, file.length).set(file);
      return exports.pip_net_read(file.length);
    },
    get: (length) => new TextDecoder().decode(bytes().slice(0, length)),
    fault: () => new TextDecoder().decode(bytes()).split("\0")[0],
  };
}

const golden = readdirSync(join(root, "tests", "golden")).filter((name) => name.endsWith(".pip"));
const record = (name) => readFileSync(join(root, "tests", "golden", name), "utf8");

test("imports nothing", () => {
  for (const module of modules) assert.deepEqual(WebAssembly.Module.imports(module), []);
});

test("exports exactly what its source marks", () => {
  const source = readFileSync(join(root, "src", "wasm", "wasm.c"), "utf8");
  const marked = [...source.matchAll(/^EXPORT\((\w+)\)/gm)].map((match) => match[1]);
  const exported = (module) => WebAssembly.Module.exports(module).map((entry) => entry.name).sort();
  const part = (from, to) => source.slice(source.indexOf(`EXPORT(${from})`), source.indexOf(`EXPORT(${to})`));
  const without = (...parts) => [...marked, "memory"].filter((name) => !parts.some((text) => text.includes(`EXPORT(${name})`))).sort();
  const thinking = part("pip_net_room", "pip_state_json"), drawing = part("pip_state_json", "pip_score");
  assert.deepEqual(exported(bots), without());
  assert.deepEqual(exported(plain), without());
  assert.deepEqual(exported(page), without(thinking));
  assert.deepEqual(exported(rules), without(thinking, drawing));
});

test("the rules have less than 64 KB", () => {
  const { size } = statSync(path("pipwright.wasm"));
  assert.ok(size < 65536, `${size} bytes`);
});

const signature = readFileSync(join(root, "tests", "signature.txt"), "utf8").trimEnd().split("\n");
const nets = () => {
  const folder = join(root, "weights");
  return (existsSync(folder) ? readdirSync(folder, { recursive: true }) : []).filter((name) => name.endsWith(".net")).map((name) => readFileSync(join(folder, name)));
};

test("gives the same signature as the native build", () => {
  const engine = load();
  assert.equal(engine.get(engine.pip_signature()), signature.filter((line) => !line.includes("/")).join("\n") + "\n");
});

for (const [name, module] of [["quick", bots], ["plain", plain]]) test(`bots of the ${name} module play as those of the native build, with the same nets`, () => {
  const engine = load(module);
  for (const file of nets()) assert.equal(engine.takeNet(file), 0);
  const { games, bots: levels } = JSON.parse(engine.get(engine.pip_catalogue()));
  const lines = games.flatMap(({ name }, game) => levels.map((level, bot) =>
    `${name}/${level} ${BigInt.asUintN(64, engine.pip_bot_signature(game, bot)).toString(16).padStart(16, "0")}`));
  assert.deepEqual(lines, signature.filter((line) => line.includes("/")));
});

test("takes no file for a net that is none, and plays on", () => {
  const engine = load(bots);
  const net = (head, numbers) => Buffer.concat([Buffer.from(head + "\n"), Buffer.alloc(2 * numbers)]);
  const head = "pipwright-net 1 pig - 1 8 2 32", numbers = 3 * 34 + 64;
  const [code, why] = ["no-room", "syntax"].map((word) => (status) => engine.get(engine.pip_status_code(status)) === word);
  assert.equal(engine.takeNet(net(head, numbers)), 0);
  for (const bad of [Buffer.alloc(0), Buffer.from(head), net(head, numbers - 1), net(head, numbers + 1), net(head.replace("net 1", "net 2"), numbers),
    net(head.replace("32", "31"), numbers), net(head.replace("1 8", "1 9"), numbers), net(head.replace("pig", "p".repeat(32)), numbers),
    net(head + " ", numbers), net(head.replace(" 2 ", " 65535 "), numbers), Buffer.concat([net(head, numbers - 1), Buffer.from([0, 127])])])
    assert.ok(why(engine.takeNet(bad)), bad.toString("latin1", 0, 60));
  assert.equal(engine.pip_net_room(1 << 30), 0);
  assert.ok(code(engine.pip_net_read(10)));
  for (let i = 1; i < 31; i++) assert.equal(engine.takeNet(net(head, numbers)), 0);
  assert.ok(code(engine.takeNet(net(head, numbers))));
  const header = "pipwright record 1\ngame pig\nsheet classic\nseats 2\ndice seed 00000000000000ff\n\n";
  assert.equal(engine.pip_record_read(engine.put(header)), 0, engine.fault());
  assert.equal(engine.get(engine.pip_bot_choose(2, 0, 0)), "0 roll\n");
});

for (const name of golden) {
  test(`replays ${name}`, () => {
    const engine = load();
    const text = record(name);
    assert.equal(engine.pip_record_read(engine.put(text)), 0, engine.fault());
    assert.equal(engine.get(engine.pip_record_write()), text);
  });

  test(`plays ${name} event by event`, () => {
    const engine = load();
    const [header, body] = record(name).split("\n\n");
    assert.equal(engine.pip_record_read(engine.put(header + "\n\n")), 0, engine.fault());
    for (const event of body.trimEnd().split("\n")) {
      const next = engine.get(engine.pip_next()).trimEnd().split("\n");
      if (event.startsWith("!")) {
        const resigned = engine.get(engine.pip_record_write()) + event + "\n"; // no event: records alone have it
        assert.equal(engine.pip_record_read(engine.put(resigned)), 0, engine.fault());
      } else if (event.startsWith("=")) {
        assert.deepEqual(next, [event]);
        assert.equal(engine.pip_close(), 0);
      } else {
        if (!event.startsWith("*")) assert.ok(next.includes(event), `${event} is not among ${next}`);
        assert.equal(engine.pip_play(engine.put(event)), 0, event);
      }
    }
    assert.equal(engine.get(engine.pip_record_write()), record(name));
  });
}

test("says what is wrong and where", () => {
  const engine = load();
  const text = record(golden[0]).replace("game ", "game no-");
  assert.notEqual(engine.pip_record_read(engine.put(text)), 0);
  assert.match(engine.fault(), /^2:6: there is no game of this name/);
});

test("plays a game with bots and takes a step back", () => {
  const engine = load(bots);
  const header = "pipwright record 1\ngame lost-cities\nsheet jungle\nseats 3\ndice seed 00000000000000ff\n\n";
  assert.equal(engine.pip_record_read(engine.put(header)), 0, engine.fault());
  for (let step = 0; ; step++) {
    const next = engine.get(engine.pip_next()).trimEnd().split("\n");
    if (next[0].startsWith("=")) break;
    if (next[0].startsWith("*")) {
      assert.equal(engine.pip_roll(), 0);
      continue;
    }
    const seat = Number(next[0][0]);
    const before = engine.pip_hash();
    const [event] = engine.get(engine.pip_bot_choose(1, seat, step)).split("\n");
    assert.ok(next.includes(event));
    assert.equal(engine.pip_play(engine.put(event)), 0);
    if (engine.get(engine.pip_next()).startsWith(`${seat} `)) {
      assert.equal(engine.pip_undo(seat), 0);
      assert.equal(engine.pip_hash(), before);
      assert.equal(engine.pip_play(engine.put(event)), 0);
    }
  }
  assert.ok(engine.pip_score(0) > 0);
  assert.match(engine.get(engine.pip_state_write(0, 0)), /purple/);
});

test("tells a position as JSON without what a viewer may not know", () => {
  const engine = load(bots);
  const json = (length) => JSON.parse(engine.get(length));
  const header = "pipwright record 1\ngame lost-cities\nsheet jungle\nseats 3\n\n";
  assert.equal(engine.pip_record_read(engine.put(header)), 0, engine.fault());
  assert.deepEqual(json(engine.pip_chance_json()).throws.map((each) => each.count), [3, 3]);
  for (const event of ["* red orange blue 0 3 7", "0 -", "1 red 3"]) assert.equal(engine.pip_play(engine.put(event)), 0);
  assert.deepEqual(json(engine.pip_state_json(1, 1)).sheet.red.numbers, [3]);
  assert.deepEqual(json(engine.pip_state_json(2, 1)).sheet.red.numbers, []);
  assert.deepEqual(json(engine.pip_score_json(2, 1))[0], ["red", 0]);
  assert.deepEqual(json(engine.pip_status_json()).acting, [2]);
  assert.ok(json(engine.pip_catalogue()).games.some((game) => game.name === "lost-cities"));
});

test("tells what is said aloud after an event, to those who may know it", () => {
  const engine = load(bots);
  const spectator = 0xfe, news = (index, viewer = spectator) => JSON.parse(engine.get(engine.pip_news_json(viewer, index)));
  const header = "pipwright record 1\ngame lost-cities\nsheet jungle\nseats 3\n\n";
  assert.equal(engine.pip_record_read(engine.put(header)), 0, engine.fault());
  for (const event of ["* green purple purple 0 3 7", "0 purple 3", "1 green 7", "1 > green"]) assert.equal(engine.pip_play(engine.put(event)), 0, event);
  assert.deepEqual([0, 1, 2, 3, 4, 99].map((index) => news(index)), [[], [{ seat: 0, kind: "artefact", what: "", number: 1 }], [], [], [], []]);
  const accelerated = [{ seat: 1, kind: "acceleration", what: "green", number: 7 }];
  assert.deepEqual([news(3, 1), news(3, 2)], [accelerated, []]);
  assert.equal(engine.pip_play(engine.put("2 -")), 0);
  assert.deepEqual(news(3), accelerated);
});

test("reviews a game as the program does, whatever the steps", () => {
  const engine = load(bots);
  for (const file of nets()) assert.equal(engine.takeNet(file), 0);
  const review = (name, pieces) => {
    assert.equal(engine.pip_record_read(engine.put(record(name))), 0);
    assert.equal(engine.pip_review_begin(0, 64, 4), 0);
    let steps = 1;
    while (engine.pip_review_step(pieces)) steps++;
    const card = JSON.parse(engine.get(engine.pip_review_json()));
    const choices = [];
    while (choices.length < card.allChoices) choices.push(...JSON.parse(engine.get(engine.pip_review_choices(choices.length, 100))));
    return { steps, card, choices };
  };
  const program = join(root, "build", "release", "pipwright");
  for (const name of ["lost-cities-resigned.pip", "escape.pip", "roller-two.pip"]) {
    const fine = review(name, 1), coarse = review(name, 50);
    assert.ok(fine.steps > coarse.steps);
    assert.deepEqual({ ...fine, steps: 0 }, { ...coarse, steps: 0 });
    assert.equal(fine.card.stage, "done");
    if (!existsSync(program)) continue;
    const told = JSON.parse(execFileSync(program, ["review", join(root, "tests", "golden", name), "--json", "--outcomes", "64", "--playouts", "4"]));
    assert.deepEqual(told, { ...fine.card, choices: fine.choices });
  }
});

test("judges a line that is not played yet as the review judges it afterwards", () => {
  const engine = load(bots);
  for (const file of nets()) assert.equal(engine.takeNet(file), 0);
  for (const name of ["lost-cities-resigned.pip", "roller-two.pip"]) {
    const text = record(name).replace(/^[!?=].*\n/gm, "");
    const [head, body] = text.split("\n\n");
    const events = body.trimEnd().split("\n");
    assert.equal(engine.pip_record_read(engine.put(text)), 0, engine.fault());
    assert.equal(engine.pip_review_begin(0, 1, 0), 0);
    while (engine.pip_review_step(50));
    const choices = JSON.parse(engine.get(engine.pip_review_choices(0, 60)));
    for (const { event, steps, seat, count, best, played, loss, lossWin, isBest, bestLine } of choices) {
      const upTo = `${head}\n\n${events.slice(0, event).map((each) => `${each}\n`).join("")}`;
      assert.equal(engine.pip_record_read(engine.put(upTo)), 0, engine.fault());
      const line = events.slice(event, event + steps).map((each) => each.slice(2));
      const judged = JSON.parse(engine.get(engine.pip_line_json(seat, engine.put(line.join("\n")))));
      assert.equal(judged.count, count);
      assert.deepEqual([judged.best.value / 1000, judged.played.value / 1000], [best.value, played.value]);
      const cost = judged.counts === "win" ? lossWin * 10000 : loss * 1000;
      assert.equal(judged.cost, isBest ? 0 : Math.round(cost));
      if (!isBest) assert.deepEqual(judged.line, bestLine);
    }
    const { seat, event, steps, bestLine } = choices.find((each) => !each.isBest);
    const line = events.slice(event, event + steps).map((each) => each.slice(2));
    const upTo = `${head}\n\n${events.slice(0, event).map((each) => `${each}\n`).join("")}`;
    assert.equal(engine.pip_record_read(engine.put(upTo)), 0);
    const split = JSON.parse(engine.get(engine.pip_versus_json(seat, engine.put([...bestLine, "", ...line].join("\n")), 4)));
    assert.equal(split.samples, 4);
    const sum = split.items.reduce((all, { points }) => all + points, 0);
    assert.ok(Math.abs(sum - split.total) < 0.01);
    assert.equal(engine.pip_line_json(seat, engine.put("no such move")), 0);
  }
});

test("judges nothing without a net", () => {
  const engine = load(bots);
  assert.equal(engine.pip_record_read(engine.put("pipwright record 1\ngame pig\nsheet classic\nseats 1\n\n")), 0, engine.fault());
  assert.equal(engine.pip_line_json(0, engine.put("roll")), 0);
});

test("judges the choices from an event on as a review does", () => {
  const engine = load(bots);
  for (const file of nets()) assert.equal(engine.takeNet(file), 0);
  const from = (event) => JSON.parse(engine.get(engine.pip_review_from(event)));
  for (const name of ["lost-cities-resigned.pip", "escape.pip", "roller-two.pip"]) {
    assert.equal(engine.pip_record_read(engine.put(record(name))), 0);
    engine.pip_review_begin(0, 1, 0);
    while (JSON.parse(engine.get(engine.pip_review_json())).stage === "choices") engine.pip_review_step(1);
    const { allChoices } = JSON.parse(engine.get(engine.pip_review_json())), last = Math.min(40, allChoices - 5);
    const wanted = JSON.parse(engine.get(engine.pip_review_choices(allChoices - last, last)));
    const found = from(wanted[0].event);
    assert.deepEqual(found.map(({ choice, ...rest }) => rest), wanted.map(({ choice, ...rest }) => rest));
    assert.deepEqual(from(1 << 20), []);
  }
});

test("reviews nothing without a net", () => {
  const engine = load(bots);
  assert.equal(engine.pip_record_read(engine.put(record("lost-cities-solo.pip"))), 0);
  assert.equal(engine.get(engine.pip_status_code(engine.pip_review_begin(0, 0, 0))), "bad-sheet");
  assert.equal(engine.get(engine.pip_review_from(0)), "[]");
});
