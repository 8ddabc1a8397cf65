// Attacks on a server by strangers, by players and by hosts, and faults that must not pass in silence. ATTACK_ONLY names one.
import { after, describe, test } from "node:test";
import { load } from "./load.mjs";
import { Disturbed, Scene, report } from "./scene.mjs";
import { silence } from "./silence.mjs";
import { trust } from "./trust.mjs";

const only = process.env.ATTACK_ONLY ?? "";

const TRIES = 8; // on a machine that others disturb

async function play(context, name, run, tries = TRIES) {
  const scene = new Scene(context, name);
  try {
    await run(scene);
  } catch (error) {
    if (error instanceof Disturbed && tries > 1) {
      context.diagnostic(`disturbed, ${error.message}: measured anew`);
      await scene.end();
      return await play(context, name, run, tries - 1);
    }
    scene.failed.push("it runs");
    scene.row();
    throw error;
  }
  scene.row();
}

function attack(attacks) {
  for (const [name, run] of Object.entries(attacks)) if (name.includes(only)) test(name, (context) => play(context, name, run));
}

// Where somebody's waiting is measured, nothing else goes on.
describe("load", { concurrency: 1 }, () => attack(load));
describe("trust and silence", { concurrency: 4 }, () => attack({ ...trust, ...silence }));
after(() => console.log(`\n${report()}\n`));
