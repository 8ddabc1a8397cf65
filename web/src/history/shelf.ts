/* Where finished games are kept in this browser: summaries of all, and records of the newest. They are too many for
 * localStorage, so this is IndexedDB. It may be forbidden or full: then what could not be written is kept in memory as
 * long as the page is there, everybody is told, and it is tried again with the next write. */
import { cell } from "../store";
import type { Kept, Played } from "./types";

const NAME = "pipwright.games",
  FORM = 1;
export const RECORDS = 500; /* older games keep only their summaries */

/* What is wrong with keeping games; "" while nothing is. */
export const trouble = cell<"" | "forbidden" | "full">("");
/* Draws again whoever shows the list. */
export const changes = cell(0);
const changed = () => changes.set(changes.get() + 1);

interface Record1 {
  id: string;
  at: number;
  record: string;
  own?: Kept["own"];
}
interface Stores {
  games: IDBObjectStore;
  records: IDBObjectStore;
  forgotten: IDBObjectStore;
}

const answer = <T>(request: IDBRequest<T>) =>
  new Promise<T>((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });

let opened: Promise<IDBDatabase> | null = null;
function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((done, failed) => {
    const request = indexedDB.open(NAME, FORM);
    request.onupgradeneeded = () => {
      const db = request.result;
      db.createObjectStore("games", { keyPath: "id" });
      db.createObjectStore("records", { keyPath: "id" }).createIndex("at", "at");
      db.createObjectStore("forgotten", { keyPath: "id" });
    };
    request.onsuccess = () => {
      const again = () =>
        (opened = null); /* another tab has a newer form, or the browser took it away */
      request.result.onversionchange = () => {
        request.result.close();
        again();
      };
      request.result.onclose = again;
      done(request.result);
    };
    request.onerror = () => failed(request.error);
  }).catch((why) => {
    opened = null;
    throw why;
  });
  return opened;
}

/* All of `body` is done, or nothing of it. */
async function within<T>(
  mode: IDBTransactionMode,
  body: (stores: Stores) => Promise<T>,
): Promise<T> {
  const db = await open();
  const work = db.transaction(["games", "records", "forgotten"], mode);
  const end = new Promise<void>((done, failed) => {
    work.oncomplete = () => done();
    work.onabort = () => failed(work.error ?? new Error("aborted"));
  });
  end.catch(() => undefined); /* `body` may have failed first */
  const store = (name: string) => work.objectStore(name);
  try {
    const found = await body({
      games: store("games"),
      records: store("records"),
      forgotten: store("forgotten"),
    });
    await end;
    return found;
  } catch (why) {
    try {
      work.abort();
    } catch {
      /* it is over already */
    }
    throw why;
  }
}

/* ---- What is only in memory ---- */

const unkept = new Map<string, Kept>();
const dropped = new Set<string>(); /* forgotten here, and perhaps not there */
export const unkeptCount = () => unkept.size;
export const isUnkept = (key: string) => [...unkept.values()].some((game) => game.key === key);

const summaryPart = ({ record: _, own: __, ...played }: Kept): Played => played;
const recordPart = ({ id, at, record, own }: Kept): Record1 | undefined =>
  record === undefined ? undefined : { id, at, record, ...(own && { own }) };

/* Reads as far as it can be read. */
async function reading<T>(body: (stores: Stores) => Promise<T>, otherwise: T): Promise<T> {
  try {
    const found = await within("readonly", body);
    if (trouble.get() === "forbidden") trouble.set(unkept.size ? "full" : "");
    return found;
  } catch {
    trouble.set("forbidden");
    return otherwise;
  }
}

async function writeAll(stores: Stores, games: Kept[]): Promise<void> {
  for (const game of games) {
    stores.games.put(summaryPart(game));
    const record = recordPart(game);
    if (record) stores.records.put(record);
    stores.forgotten.delete(game.id);
  }
  await prune(stores);
}

async function prune({ records }: Stores): Promise<void> {
  let over = (await answer(records.count())) - RECORDS;
  if (over <= 0) return;
  const cursor = records.index("at").openCursor();
  await new Promise<void>((done, failed) => {
    cursor.onerror = () => failed(cursor.error);
    cursor.onsuccess = () => {
      if (!cursor.result || over-- <= 0) return done();
      cursor.result.delete();
      cursor.result.continue();
    };
  });
}

/* Writes these and whatever waited to be written; in memory where that fails. Whether it is kept. */
async function write(games: Kept[]): Promise<boolean> {
  for (const game of games) {
    unkept.set(game.id, {
      ...unkept.get(game.id),
      ...game,
    }); /* news of a game may lack its record */
    dropped.delete(game.id);
  }
  const all = [...unkept.values()],
    gone = [...dropped];
  try {
    await within("readwrite", async (stores) => {
      for (const id of gone) await dropOne(stores, id);
      await writeAll(stores, all);
    });
    for (const { id } of all) unkept.delete(id);
    for (const id of gone) dropped.delete(id);
    trouble.set("");
    return true;
  } catch {
    trouble.set(
      await open().then(
        () => "full" as const,
        () => "forbidden" as const,
      ),
    );
    return false;
  } finally {
    changed();
  }
}

async function dropOne({ games, records, forgotten }: Stores, id: string): Promise<void> {
  games.delete(id);
  records.delete(id);
  await answer(forgotten.put({ id }));
}

/* ---- What others ask ---- */

/* The newest first. */
export async function allGames(): Promise<Played[]> {
  const stored = await reading<Played[]>(({ games }) => answer(games.getAll()), []);
  const here = stored.filter(({ id }) => !unkept.has(id) && !dropped.has(id));
  return [...here, ...[...unkept.values()].map(summaryPart)].sort((a, b) => b.at - a.at);
}

/* With the records that are kept. */
export async function allKept(): Promise<Kept[]> {
  const records = await reading<Record1[]>((stores) => answer(stores.records.getAll()), []);
  const byId = new Map(records.map(({ id, record, own }) => [id, { record, ...(own && { own }) }]));
  return (await allGames()).map((game) => ({
    ...game,
    ...(byId.get(game.id) ?? {}),
    ...(unkept.get(game.id) ?? {}),
  }));
}

/* Those whose records are kept. */
export async function withRecords(): Promise<Set<string>> {
  const ids = await reading<IDBValidKey[]>(({ records }) => answer(records.getAllKeys()), []);
  const waiting = [...unkept.values()].filter(({ record }) => record !== undefined);
  return new Set([...ids.map(String), ...waiting.map(({ id }) => id)]);
}

export async function recordOf(id: string): Promise<Pick<Kept, "record" | "own"> | undefined> {
  const waiting = unkept.get(id);
  if (waiting?.record !== undefined) return waiting;
  return reading<Record1 | undefined>(({ records }) => answer(records.get(id)), undefined);
}

/* Enters a game, unless it is there already or was forgotten: whoever comes by again must not bring it back. */
export async function addGame(game: Kept): Promise<void> {
  if (unkept.has(game.id) || dropped.has(game.id)) return;
  const known = await reading(
    async ({ games, forgotten }) =>
      (await answer(games.getKey(game.id))) !== undefined ||
      (await answer(forgotten.getKey(game.id))) !== undefined,
    false,
  );
  if (!known) await write([game]);
}

export const knownIds = async (): Promise<Set<string>> => {
  const ids = await reading<IDBValidKey[]>(
    async ({ games, forgotten }) => [
      ...(await answer(games.getAllKeys())),
      ...(await answer(forgotten.getAllKeys())),
    ],
    [],
  );
  return new Set([...ids.map(String), ...unkept.keys(), ...dropped]);
};

/* Writes games that are new, know more now, or were forgotten by mistake. Whether all is kept. */
export const putGames = (games: Kept[]): Promise<boolean> => write(games);

/* Takes games off the list. Whether they are gone for good. */
export async function dropGames(ids: string[]): Promise<boolean> {
  for (const id of ids) {
    unkept.delete(id);
    dropped.add(id);
  }
  return write([]);
}

/* Tries again to write what is only in memory. */
export const tryAgain = (): Promise<boolean> => write([]);

/* Everything, also which games were forgotten. */
export async function eraseGames(): Promise<void> {
  unkept.clear();
  dropped.clear();
  await within("readwrite", async (stores) => {
    stores.records.clear();
    stores.forgotten.clear();
    await answer(stores.games.clear());
  }).catch(() => undefined);
}
