// Attacks on a server by strangers, by players and by hosts, and faults that must not pass in silence. ATTACK_ONLY names one.
import { after, test } from "node:test";
import { load } from "./load.mjs";
import { Scene, report } from "./scene.mjs";
import { silence } from "./silence.mjs";
import { trust } from "./trust.mjs";

const attacks = { ...load, ...trust, ...silence };
const only = process.env.ATTACK_ONLY;

for (const [name, run] of Object.entries(attacks)) {
  if (only && !name.includes(only)) continue;
  test(name, async (context) => {
    const scene = new Scene(context, name);
    try {
      await run(scene);
    } catch (error) {
      scene.failed.push("it runs");
      throw error;
    } finally {
      scene.row();
    }
  });
}

after(() => console.log(`\n${report()}\n`));
