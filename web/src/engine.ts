/* The engine: the rules, and in the bots' thread bots too, compiled from the C library. One Engine holds one match and
 * is driven through one text buffer; see src/wasm/wasm.c for what each call promises. */

export interface Throw {
  count: number;
  faces: string[];
  sides?: number[];
} /* sides: how many show each face, if not one */
export interface Chance {
  label: string;
  throws: Throw[];
}
export interface Status {
  roll: boolean;
  over: boolean;
  acting: number[];
  turn: number;
  winners: number[] /* as it stands; nobody who has resigned */;
  resigned: number[];
  won?: boolean;
  together: boolean /* seats choose at the same time ... */;
  turns: boolean /* ... and somebody has asked that they do so in turn */;
}
export interface SheetInfo {
  name: string;
  en: string;
  de: string;
}
export interface GameInfo {
  name: string;
  title: string;
  seatsMin: number;
  seatsMax: number;
  team: boolean;
  first: "nobody" | "moves-on" | "drawn" /* whether somebody begins, and who in a rematch */;
  edition: number /* of its rules */;
  sheets: SheetInfo[];
  options: { name: string; values: string[] }[];
}
export interface Catalogue {
  games: GameInfo[];
  bots: string[] /* levels, the weakest first */;
  learned: string[] /* those that play with nets */;
  usual: string /* the level of bots if nobody has chosen one */;
}

/* A sheet of somebody's own, as the server has read it (docs/protocol.md). Records name it by its hash, and can be read
 * once it is in this list. */
export interface OwnSheet {
  game: string;
  sheet: string;
  title: { en: string; de: string };
  sheet_hash: string;
  data: string;
}
export const ownSheets = new Map<string, OwnSheet>();
export const ownSheetOf = (record: string) =>
  ownSheets.get(/^sheet-hash (\w+)$/m.exec(record)?.[1] ?? "");

/* Somebody who watches and holds no seat. */
export const SPECTATOR = 0xfe;

/* A record that cannot be read: why as a status code, and where; `message` is the English sentence. */
export class BadRecord extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
  get place(): { line: string; column: string } | undefined {
    const [, line, column] = /^(\d+):(\d+): /.exec(this.message) ?? [];
    return Number(line) ? { line: line!, column: column! } : undefined;
  }
}

interface Exports {
  memory: WebAssembly.Memory;
  pip_buffer(): number;
  pip_room(): number;
  pip_sheet_own(length: number): number;
  pip_record_read(length: number): number;
  pip_record_write(): number;
  pip_play(length: number): number;
  pip_keep(place: number): void;
  pip_back(place: number): void;
  pip_roll(): number;
  pip_ask_turns(seat: number): number;
  pip_draw_first(): number;
  pip_close(): number;
  pip_next(): number;
  pip_hash(): bigint;
  pip_status_code(status: number): number;
  pip_net_room(length: number): number;
  pip_net_read(length: number): number;
  pip_bot_choose(bot: number, seat: number, stream: number): number;
  pip_state_json(viewer: number, seat: number): number;
  pip_status_json(): number;
  pip_score_json(viewer: number, seat: number): number;
  pip_chance_json(): number;
  pip_catalogue(): number;
  pip_visible(viewer: number, index: number): number;
  pip_news_json(viewer: number, index: number): number;
}

/* Something that a player says aloud (LC2.10): of which kind, about what, and its points or count. */
/* Something that is said aloud at the table. */
export interface Said {
  seat: number;
  kind: string;
  what: string;
  number: number;
}

const VIEWS_MAX = 32;

export class Engine {
  protected readonly out: Exports;
  private own: OwnSheet | undefined;
  private here: { record?: string } = {}; /* this position's record, once somebody has asked */
  private kept: { record?: string }[] = [];
  private readonly views = new Map<string, any>();

  constructor(module: WebAssembly.Module) {
    this.out = new WebAssembly.Instance(module, {}).exports as unknown as Exports;
  }

  private bytes(): Uint8Array {
    return new Uint8Array(this.out.memory.buffer, this.out.pip_buffer(), this.out.pip_room());
  }

  protected put(text: string): number {
    const coded = new TextEncoder().encode(text);
    if (coded.length > this.out.pip_room()) throw new BadRecord("no-room", "too long");
    this.bytes().set(coded);
    return coded.length;
  }

  protected get(length: number): string {
    return new TextDecoder().decode(this.bytes().slice(0, length));
  }

  private take(own: OwnSheet): void {
    const head = this.put(`${own.game} ${own.sheet} ${own.sheet_hash}\n`);
    const data = Uint8Array.from(atob(own.data), (c) => c.charCodeAt(0));
    this.bytes().set(data, head);
    this.kept = [];
    if (this.out.pip_sheet_own(head + data.length) === 0) this.own = own;
  }

  /* Begins with a record or a header alone, and plays all of it. Throws BadRecord and then holds no match. */
  read(record: string): void {
    this.here = {};
    const own = ownSheetOf(record);
    if (own && own !== this.own) this.take(own);
    const status = this.out.pip_record_read(this.put(record));
    if (status === 0) return;
    const message = new TextDecoder().decode(this.bytes()).split("\0")[0]!;
    throw new BadRecord(this.why(status)!, message);
  }

  /* To write one it is played, so that is done once for each position. */
  record(): string {
    return (this.here.record ??= this.get(this.out.pip_record_write()));
  }

  /* Keeps this position in one of three places. */
  keep(place: number): void {
    this.out.pip_keep(place);
    this.kept[place] = this.here;
  }
  /* Returns to it without playing anything again; false if nothing is kept there. */
  back(place: number): boolean {
    if (!this.kept[place]) return false;
    this.out.pip_back(place);
    this.here = this.kept[place];
    return true;
  }

  /* Plays "0 red 3" or "* red red blue 0 3 7"; null, or the code that says why not. */
  play(event: string): string | null {
    return this.changed(this.out.pip_play(this.put(event)));
  }
  roll(): string | null {
    return this.changed(this.out.pip_roll());
  }
  askTurns(seat: number): string | null {
    return this.changed(this.out.pip_ask_turns(seat));
  }
  drawFirst(): string | null {
    return this.changed(this.out.pip_draw_first());
  }
  close(): string | null {
    return this.changed(this.out.pip_close());
  }

  private changed(status: number): string | null {
    if (status === 0) this.here = {};
    return this.why(status);
  }

  private why(status: number): string | null {
    return status === 0 ? null : this.get(this.out.pip_status_code(status));
  }

  /* A seat's legal moves, without the seat. */
  legal(seat: number): string[] {
    const start = `${seat} `;
    return this.get(this.out.pip_next())
      .split("\n")
      .filter((line) => line.startsWith(start))
      .map((line) => line.slice(start.length));
  }

  status(): Status {
    return JSON.parse(this.get(this.out.pip_status_json()));
  }
  chance(): Chance {
    return JSON.parse(this.get(this.out.pip_chance_json()));
  }

  /* Equal positions give the same object, so that what has not changed need not be drawn again. */
  view(viewer: number, seat: number): any {
    const text = this.get(this.out.pip_state_json(viewer, seat));
    const known = this.views.get(text);
    if (known || !text) return known ?? null;
    if (this.views.size >= VIEWS_MAX) this.views.clear();
    const view = JSON.parse(text);
    this.views.set(text, view);
    return view;
  }
  items(viewer: number, seat: number): [string, number][] {
    return JSON.parse(this.get(this.out.pip_score_json(viewer, seat)));
  }
  total(viewer: number, seat: number): number {
    return this.items(viewer, seat).reduce((sum, item) => sum + item[1], 0);
  }
  visible(viewer: number, index: number): boolean {
    return this.out.pip_visible(viewer, index) !== 0;
  }
  /* What is said aloud after event number `index`; nothing while not everybody may know it. */
  news(viewer: number, index: number): Said[] {
    return JSON.parse(this.get(this.out.pip_news_json(viewer, index)));
  }
  hash(): string {
    return BigInt.asUintN(64, this.out.pip_hash()).toString(16).padStart(16, "0");
  }
  catalogue(): Catalogue {
    const catalogue: Catalogue = JSON.parse(this.get(this.out.pip_catalogue()));
    for (const level of catalogue.bots) levels.add(level);
    return catalogue;
  }

  /* Takes the file of a net; bots play with it where it fits. False if it is none. */
  takeNet(file: Uint8Array): boolean {
    const at = this.out.pip_net_room(file.length);
    if (!at) return false;
    new Uint8Array(this.out.memory.buffer, at, file.length).set(file);
    return this.out.pip_net_read(file.length) === 0;
  }

  /* What a bot would play, up to the next roll or somebody else's choice. Equal positions and streams give equal
   * events. */
  choose(bot: number, seat: number, stream: number): string[] {
    return this.get(this.out.pip_bot_choose(bot, seat, stream))
      .trimEnd()
      .split("\n");
  }
}

export async function compile(url: string): Promise<WebAssembly.Module> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/* ---- Records as text ---- */

export interface Header {
  game: string;
  sheet: string;
  sheetHash?: string;
  seats: number;
  options: Record<string, string>;
  names: string[];
  seed?: string;
  dice: "seed" | "real" | "fair" | "";
  edition?: number /* of the rules; the first if it is missing */;
  first?: number /* who begins was drawn, and sat here before the seats moved round */;
}

/* What belongs to seats, moved round so that seat `first` comes to be seat 0. */
export const movedRound = <T>(seats: T[], first: number): T[] => [
  ...seats.slice(first),
  ...seats.slice(0, first),
];

export function writeHeader(header: Header): string {
  const lines = [
    "pipwright record 1",
    `game ${header.game}`,
    `edition ${header.edition ?? 1}`,
    `sheet ${header.sheet}`,
    `seats ${header.seats}`,
  ];
  if (header.sheetHash) lines.push(`sheet-hash ${header.sheetHash}`);
  for (const [name, value] of Object.entries(header.options)) lines.push(`option ${name}=${value}`);
  header.names.forEach((name, seat) => lines.push(`seat ${seat} ${name}`));
  if (header.dice === "seed") lines.push(`dice seed ${header.seed}`);
  if (header.dice === "real") lines.push("dice real");
  return lines.join("\n") + "\n\n";
}

export const BOT_NAMES = ["Ida", "Ben", "Ruth", "Max", "Noa", "Kai", "Eva", "Tom"];

/* The levels of the engine's bots, once its catalogue was read. */
const levels = new Set<string>();

/* The name of a server's own program that holds a seat of this name (docs/engine.md), else nothing. */
export const programOf = (name = "") =>
  name.startsWith("bot:") && !levels.has(name.slice(4)) ? name.slice(4) : "";

/* Names for people to read. Bots get one whose letter no person has: seats are told apart by letters, too. A
 * server's own programs keep theirs, with a number if there are several. */
export function readable(names: (string | undefined)[]): string[] {
  const people = names.map((name, seat) => {
    if (!name?.startsWith("bot:")) return name || "";
    const before = names.slice(0, seat).filter((other) => other === name).length;
    return programOf(name) && programOf(name) + (before ? ` ${before + 1}` : "");
  });
  const free = BOT_NAMES.filter((bot) => !people.some((name) => name[0] === bot[0]));
  return people.map((name, seat) => name || `Bot ${free[seat % free.length] ?? seat + 1}`);
}

/* The names of a record's seats, and their numbers where it has none. */
export const seatNames = ({ seats, names }: Header) =>
  readable(Array.from({ length: seats }, (_, seat) => names[seat] ?? String(seat + 1)));

/* A seat that has given up, after so many events. */
export interface Resigned {
  seat: number;
  at: number;
}

/* Header and events of a canonical record. The closing line is no event, nor are resigning and asking for turns. */
export function splitRecord(record: string): {
  header: Header;
  head: string;
  events: string[];
  resigned: Resigned[];
} {
  const end = record.indexOf("\n\n");
  const head = record.slice(0, end + 2);
  const header: Header = { game: "", sheet: "", seats: 0, options: {}, names: [], dice: "" };
  for (const line of head.split("\n")) {
    const [key = "", ...rest] = line.split(" ");
    const value = rest.join(" ");
    if (key === "game") header.game = value;
    if (key === "edition") header.edition = Number(value);
    if (key === "sheet") header.sheet = value;
    if (key === "sheet-hash" && ownSheets.has(value)) header.sheetHash = value;
    if (key === "seats") header.seats = Number(value);
    if (key === "option") header.options[value.split("=")[0]!] = value.split("=")[1] ?? "";
    if (key === "seat") header.names[Number(rest[0])] = rest.slice(1).join(" ");
    if (key === "first") header.first = Number(rest[1]);
    if (key === "dice") {
      header.dice = rest[0] as Header["dice"];
      header.seed = rest.slice(1).join(" ");
    }
  }
  const events: string[] = [],
    resigned: Resigned[] = [];
  for (const line of record.slice(end + 2).split("\n")) {
    if (line[0] === "!") resigned.push({ seat: parseInt(line.slice(2)), at: events.length });
    else if (line && !/^[=?]/.test(line)) events.push(line);
  }
  return { header, head, events, resigned };
}
