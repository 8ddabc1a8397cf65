/* Fair dice, checked here: every roll of a record computed again from what was agreed before it (docs/fair-dice.md).
 * Nothing of this asks the server or the engine's dice; the engine only says which dice were due. */
import type { Chance, Engine } from "./engine";
import { movedRound, splitRecord } from "./engine";

export interface Fair {
  commitment: string;
  table: string;
  nonces: string[];
  secret: string;
}
export interface CheckedRoll {
  k: number;
  event: number;
  said: string;
  due: string;
  good: boolean;
}
export interface Proof {
  verdict:
    | "proven"
    | "forged"
    | "unsound"
    | "open"
    | "none"
    | "unchecked" /* open: no secret yet; none: not fair dice; unchecked: not possible here */;
  fair: Fair | null;
  commitmentGood: boolean;
  first?: { said: number; due: number; good: boolean } /* where who begins was drawn to sit */;
  botsGood: boolean /* a bot adds no random number: whoever could choose it would choose the dice */;
  rolls: CheckedRoll[];
}

/* What was kept here from before the first roll. The id is that of the link that was opened, or of the record's own
 * words; what a server calls the table meanwhile is worth nothing. */
export interface Kept {
  table: string;
  commitment?: string;
  nonces?: Record<number, string> /* by seat; below 0 are those of no seat yet */;
}

/* The record held against it. What is not known here is missing. */
export interface Held {
  table: boolean;
  commitment?: boolean;
  nonces?: boolean;
}

export function hold({ fair }: Proof, kept: Kept): Held {
  const given = Object.entries(kept.nonces ?? {}).filter(([seat]) => Number(seat) >= 0);
  return {
    table: fair?.table === kept.table,
    ...(kept.commitment && { commitment: kept.commitment === fair?.commitment }),
    ...(given.length && {
      nonces: given.every(([, nonce]) => fair?.nonces.includes(nonce)),
    }) /* seats may have moved since */,
  };
}

/* Rolls that follow prove nothing by themselves: anyone can make up a secret afterwards that fits. */
export function verdictOf({ verdict }: Proof, held: Held): Proof["verdict"] | "unproven" {
  if (verdict !== "proven") return verdict;
  if (Object.values(held).includes(false)) return "forged";
  return held.commitment && held.nonces ? "proven" : "unproven";
}

export const toHex = (bytes: ArrayBuffer) =>
  [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const fromHex = (text: string) =>
  Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

export const commit = async (secret: string) =>
  toHex(await crypto.subtle.digest("SHA-256", fromHex(secret)));

/* The sides of roll number k, counted from 0; `dice` has how many each die has. */
export async function roll(fair: Fair, k: number, dice: number[]): Promise<number[]> {
  const range = 2n ** 32n,
    ways = dice.reduce((product, sides) => product * BigInt(sides), 1n);
  const key = await crypto.subtle.importKey(
    "raw",
    fromHex(fair.secret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  for (let attempt = 0; ; attempt++) {
    const message = ["pipwright fair 1", fair.table, ...fair.nonces, k, attempt, ""].join("\n");
    const block = new DataView(
      await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(message)),
    );
    for (let at = 0; at < 32; at += 4) {
      const product = BigInt(block.getUint32(at)) * ways;
      if (product % range < range % ways) continue; /* this word would make some ways likelier */
      let n = product / range;
      return [...dice]
        .reverse()
        .map((sides) => {
          const side = Number(n % BigInt(sides));
          n /= BigInt(sides);
          return side;
        })
        .reverse();
    }
  }
}

/* A roll as records write it: faces of equal dice sorted, "extra" before those of a variant. */
export async function rollLine(fair: Fair, k: number, chance: Chance): Promise<string> {
  const sidesOf = chance.throws.map(({ faces, sides }) =>
    faces.flatMap((_, face) => Array<number>(sides?.[face] ?? 1).fill(face)),
  );
  const sides = await roll(
    fair,
    k,
    chance.throws.flatMap(({ count }, i) => Array<number>(count).fill(sidesOf[i]!.length)),
  );
  const words = ["*", ...(chance.label === "dice" ? [] : [chance.label])];
  chance.throws.forEach(({ count, faces }, i) => {
    const thrown = sides.splice(0, count).map((side) => sidesOf[i]![side]!);
    words.push(...thrown.sort((a, b) => a - b).map((face) => faces[face]!));
  });
  return words.join(" ");
}

/* Who begins was drawn as one die with a side for every seat, while the nonces had their places from before it. */
const ROLL_FIRST = 2 ** 32 - 1;

async function checkFirst(fair: Fair, said: number): Promise<Proof["first"]> {
  const seats = fair.nonces.length,
    before = { ...fair, nonces: movedRound(fair.nonces, seats - said) };
  const due = (await roll(before, ROLL_FIRST, [seats]))[0]!;
  return { said, due, good: said === due };
}

export function readFair(record: string): Fair | null {
  const { head, header } = splitRecord(record);
  if (header.dice !== "fair") return null;
  const values = (key: string) =>
    head
      .split("\n")
      .filter((line) => line.startsWith(`${key} `))
      .map((line) => line.slice(key.length + 1));
  return {
    commitment: header.seed ?? "",
    table: values("fair-table")[0] ?? "",
    secret: values("fair-secret")[0] ?? "",
    nonces: values("fair-nonce").map((value) => value.split(" ")[1] ?? ""),
  };
}

const isBot = (name?: string) => !!name?.startsWith("bot:");

const sound = ({ commitment, table, nonces, secret }: Fair, seats: number) =>
  /^[0-9a-f]{64}$/.test(commitment) &&
  /^[\x21-\x3a\x3c-\x7e]{1,64}$/.test(table) &&
  nonces.length === seats &&
  nonces.every((nonce) => /^[0-9a-f]{32}$/.test(nonce)) &&
  /^([0-9a-f]{64})?$/.test(secret);

/* Everything a record says about its dice. The engine ends up holding the whole game. */
export async function prove(engine: Engine, record: string): Promise<Proof> {
  const { head, header, events } = splitRecord(record);
  const fair = readFair(record);
  const proof: Proof = {
    verdict: "none",
    fair,
    commitmentGood: false,
    botsGood: !!fair?.nonces.every(
      (nonce, seat) => !isBot(header.names[seat]) || /^0*$/.test(nonce),
    ),
    rolls: [],
  };
  if (!fair) return proof;
  if (!sound(fair, header.seats)) return { ...proof, verdict: "unsound" };
  if (!fair.secret) return { ...proof, verdict: "open" };
  proof.commitmentGood = (await commit(fair.secret)) === fair.commitment;
  if (header.first !== undefined) proof.first = await checkFirst(fair, header.first);
  engine.read(head);
  for (const [event, said] of events.entries()) {
    if (said.startsWith("*")) {
      const k = proof.rolls.length,
        due = await rollLine(fair, k, engine.chance());
      proof.rolls.push({ k, event, said, due, good: said === due });
    }
    engine.play(said);
  }
  const good =
    proof.commitmentGood &&
    proof.botsGood &&
    proof.first?.good !== false &&
    proof.rolls.every((each) => each.good);
  proof.verdict = good ? "proven" : "forged";
  return proof;
}
