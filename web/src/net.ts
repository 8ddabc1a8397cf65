/* The server's HTTP side (docs/protocol.md), and what this browser keeps of tables there. */
import { ROOT } from "./app";
import type { Facts, Fault } from "./messages";
import { cell, load, remembers, save } from "./store";

export const PROTOCOL = 1;

/* The server's code for what went wrong, or `offline` if no server answers. The texts are `no.CODE`. */
export class Refused extends Error {
  constructor(
    readonly code: string,
    readonly body?: { faults?: Fault[] } | null,
  ) {
    super(code);
  }
}

async function request(path: string, body?: unknown): Promise<Response> {
  if (!navigator.onLine) throw new Refused("offline");
  let answer: Response;
  try {
    answer = await fetch(
      `${ROOT}api/${path}`,
      body === undefined
        ? { cache: "no-cache" }
        : {
            method: "POST",
            headers: { "Content-Type": "application/json" },
            body: JSON.stringify(body),
          },
    );
  } catch {
    throw new Refused("offline");
  }
  if (answer.ok) return answer;
  const why = await answer.json().catch(() => null);
  throw new Refused(why?.code ?? "offline", why);
}

export async function api<T>(path: string, body?: unknown): Promise<T> {
  try {
    return (await (await request(path, body)).json()) as T;
  } catch (error) {
    throw error instanceof Refused
      ? error
      : new Refused("offline"); /* some page of another program */
  }
}

export const fetchSheet = async (table: string) => (await request(`tables/${table}/sheet`)).text();
export const fetchRecord = async (table: string) =>
  (await request(`tables/${table}/record`)).text();
export const codeOf = (error: unknown) => (error instanceof Refused ? error.code : "failed");

/* Whether there is a server behind this page: asked once, and again when the network comes back. */
export type Reach =
  | "unknown"
  | "yes"
  | "no"
  | "other"; /* other: a server that speaks another version */
export const reach = cell<Reach>("unknown");
/* The levels of bots that it has, its own programs included. */
export const offered = cell<string[]>([]);
export async function probe(): Promise<void> {
  try {
    const { v, bots } = await api<{ v: number; bots?: string[] }>("games");
    offered.set(bots ?? []);
    reach.set(v === PROTOCOL ? "yes" : v ? "other" : "no");
  } catch {
    reach.set("no");
  }
}

/* ---- Links ---- */

export const isCode = (text: string) => /^[a-z]+-\d{2,4}$/.test(text);
export const tableLink = (table: string, key = "") => `${ROOT}t/${table}${key ? `#${key}` : ""}`;

/* "KEY", "KEY.HOST", ".HOST" or "": what stands behind a table in a link. */
export function readKeys(text: string): { key?: string; host?: string } {
  const [key, host] = text.split(".");
  return { ...(key && { key }), ...(host && { host }) };
}

/* ---- Tables of mine ---- */

export interface Mine {
  table: string;
  game: string;
  at: number;
  key?: string;
  host?: string;
  invites?: Record<
    number,
    string
  > /* keys of seats that others get, by where they were when the table was made; who sits down makes another */;
  invitation?: string /* the key that let me sit down; it does so again if I leave */;
  nonces?: Record<
    number,
    string
  > /* what was given for the dice, by where the seat was when the table was made; and for which commitment */;
  commitment?: string;
  made?: string /* the key of a seat that was asked for, until the server says that it is taken */;
  day?: number /* of the daily challenge */;
  seats?: number[] /* that the key holds */;
  as?: string[] /* under these names */;
  comeAs?: Record<
    number,
    string | undefined
  > /* who had the seats of a rematch before, by where they were when it was made */;
  comes?: boolean /* they are taken on arrival */;
  names?: string[];
  over?: boolean;
  turn?: boolean;
  gone?: boolean /* the server did not know it when it was last asked */;
}

const MINE_MAX = 30;
let unsaved: Mine[] | null =
  null; /* where storage is forbidden or full it lasts as long as the page */
export const myTables = (): Mine[] => unsaved ?? load<Mine[]>("tables", []);
export const mine = (table: string): Mine | undefined =>
  myTables().find((each) => each.table === table);

const keep = (tables: Mine[]) => {
  unsaved = save("tables", tables) ? null : tables;
};

export function remember(table: string, part: Partial<Mine>): void {
  const others = myTables().filter((each) => each.table !== table);
  keep(
    [{ game: "", ...mine(table), ...part, table, at: Date.now() }, ...others].slice(0, MINE_MAX),
  );
}

/* The same for what is only learned of a table, without a visit, if it is still kept. */
export function learn(table: string, part: Partial<Mine>): void {
  keep(myTables().map((each) => (each.table === table ? { ...each, ...part } : each)));
}

/* What has to stand behind a table in the address because it is not kept here: nothing, "/KEY" or "/KEY.HOST". */
export function unkept(table: string, key?: string, host?: string): string {
  const known = remembers() && !unsaved ? mine(table) : undefined;
  const keys =
    (key && key !== known?.key ? key : "") + (host && host !== known?.host ? `.${host}` : "");
  return keys && `/${keys}`;
}

/* Keeps the keys of a link that the server has taken, unless they would push out those of another seat of mine. */
export function keepKeys(table: string, game: string, key?: string, host?: string): void {
  const known = mine(table);
  const part = { ...(key && !known?.key && { key }), ...(host && !known?.host && { host }) };
  if (Object.keys(part).length) remember(table, { game, ...part });
}

/* Nobody is to come to these places any more: they are here, also where the answer to their coming was lost. */
export function haveCome(table: string, places: number[]): void {
  const { comeAs } = mine(table) ?? {};
  if (!comeAs) return;
  const left = Object.entries(comeAs).filter(([place]) => !places.includes(Number(place)));
  learn(table, { comeAs: Object.fromEntries(left) });
}

/* Keeps which seats it is that the kept key holds, and under which names: seats may move until the game begins. */
export function keepSeats(table: string, key: string, seats: number[], as: string[]): void {
  if (key && mine(table)?.key === key) learn(table, { seats, as });
}

/* Which seats at a table are mine, as far as that is known. */
export function seatsOf({ seats, as = [] }: Mine, facts: Facts): number[] | undefined {
  const named = facts.seats.filter(({ name }) => name && as.includes(name)).map(({ seat }) => seat);
  return named.length ? named : seats;
}

/* A key that the server does not take is none. */
export function dropKey(table: string, dead: string): void {
  const { key, host, made, invitation } = mine(table) ?? {};
  const unless = (each?: string) => (each === dead ? undefined : each);
  if ([key, host, made, invitation].includes(dead))
    remember(table, {
      key: unless(key),
      host: unless(host),
      made: unless(made),
      invitation: unless(invitation),
    });
}

/* Whether it has been a key of mine at some table: those of a rematch are. */
export const isMyKey = (key: string) => myTables().some((each) => each.key === key);

/* A key of mine besides one that the server did not take: it is kept, or was sent and the answer got lost, or let me in
 * before. */
export function otherKey(table: string, refused: string): string | undefined {
  const { key, made, invitation } = mine(table) ?? {};
  return [key, made, invitation].find((each) => each && each !== refused);
}

/* One that was forgotten by mistake. */
export function restore(table: Mine): void {
  keep([table, ...myTables().filter((each) => each.table !== table.table)].slice(0, MINE_MAX));
}

export function forget(table: string): void {
  keep(myTables().filter((each) => each.table !== table));
}

/* ---- Sitting down ---- */

export const hex = (bytes: number) =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

export const newKey = () =>
  btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(16))))
    .replace(/\+/g, "-")
    .replace(/\//g, "_")
    .replace(/=+$/, "");

/* Asks again where no answer came. */
async function patiently<T>(first: () => Promise<T>, again: () => Promise<T>): Promise<T> {
  let ask = first;
  for (const wait of [500, 2000]) {
    try {
      return await ask();
    } catch (why) {
      if (codeOf(why) !== "offline") throw why;
    }
    await new Promise((done) => setTimeout(done, wait));
    ask = again;
  }
  return ask();
}

/* Where the nonce is kept of a seat that is not known yet, or was refused. */
const NOWHERE = -1;

/* How somebody comes to a seat. A key of one's own stays; an `invitation` is good for once, and another key is made. */
export interface WayIn {
  code?: string;
  key?: string;
  invitation?: string;
  seat?: number;
  place?: number /* where the seat was when the table was made */;
}

/* Takes a seat and gives its nonce, the same one if asked again or refused before, and always for the commitment that
 * was seen first: the dice must not have a second choice. Nor is there a second seat where the answer got lost: who has
 * no key makes one, keeps it, and asks with it first. The answer is the key of the seat. */
export async function sit(facts: Facts, name: string, by: WayIn): Promise<string> {
  const place = by.place ?? by.seat ?? NOWHERE;
  const { commitment = facts.commitment, nonces } = mine(facts.table) ?? {};
  const nonce = nonces?.[place] ?? nonces?.[NOWHERE] ?? hex(16);
  remember(facts.table, { game: facts.game, commitment, nonces: { ...nonces, [place]: nonce } });
  const ask = (path: string, keys: object) =>
    api<{ seat: number }>(`${path}/sit`, {
      name,
      nonce,
      ...keys,
      ...(by.seat !== undefined && { seat: by.seat }),
    });
  const table = `tables/${facts.table}`,
    asked = mine(facts.table)?.made,
    key = by.key ?? asked ?? newKey();
  if (!by.key) remember(facts.table, { made: key });
  const withKey = async () => ({ ...(await ask(table, { key })), key });
  const anew = async () => {
    if (by.key) return withKey();
    const from = by.code ? `codes/${by.code}` : table,
      { seat } = await ask(from, { key: by.invitation, new_key: key });
    return { seat, key };
  };
  const again = () =>
    withKey().catch((why) => (codeOf(why) === "bad-key" && !by.key ? anew() : Promise.reject(why)));
  /* Another seat of mine may have been given one since. */
  const settle = (seat?: number) => {
    const kept = { ...mine(facts.table)?.nonces },
      given = kept[place] ?? nonce;
    for (const from of [place, NOWHERE]) if (kept[from] === given) delete kept[from];
    const to = seat === undefined ? NOWHERE : (by.place ?? seat);
    remember(facts.table, { nonces: { ...kept, [to]: given }, made: undefined });
  };
  const seated = await patiently(asked ? again : anew, again).catch((why) => {
    if (codeOf(why) !== "offline") settle();
    throw why;
  });
  settle(seated.seat);
  if (by.invitation && by.invitation !== seated.key) {
    dropKey(facts.table, by.invitation);
    remember(facts.table, { invitation: by.invitation });
  }
  keepKeys(facts.table, facts.game, seated.key);
  return seated.key;
}
