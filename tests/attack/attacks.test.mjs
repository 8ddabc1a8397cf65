// Attacks on a server by strangers, by players and by hosts, and faults that must not pass in silence. ATTACK_ONLY names one.
import { after, describe, test } from "node:test";
import { load } from "./load.mjs";
import { Scene, report } from "./scene.mjs";
import { silence } from "./silence.mjs";
import { trust } from "./trust.mjs";

const only = process.env.ATTACK_ONLY ?? "";

async function play(context, name, run) {
  const scene = new Scene(context, name);
  try {
    await run(scene);
  } catch (error) {
    scene.failed.push("it runs");
    throw error;
  } finally {
    scene.row();
  }
}

function attack(attacks) {
  for (const [name, run] of Object.entries(attacks)) if (name.includes(only)) test(name, (context) => play(context, name, run));
}

// Where somebody's waiting is measured, nothing else goes on.
describe("load", { concurrency: 1 }, () => attack(load));
describe("trust and silence", { concurrency: 4 }, () => attack({ ...trust, ...silence }));
after(() => console.log(`\n${report()}\n`));
