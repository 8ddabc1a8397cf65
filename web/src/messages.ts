/* What page and server say to each other (docs/protocol.md). A test holds the examples of the document against it. */

/* A sheet of one's own that is not sound (docs/sheets.md). */
export interface Fault {
  line: number;
  column: number;
  where: string;
  code: string;
  values: string[];
  what: string;
}

/* ---- Facts ---- */

export interface SeatFacts {
  seat: number;
  is: "open" | "kept" | "person" | "bot";
  here: boolean;
  name?: string;
  level?: string;
  resigned?: boolean;
}
export interface Facts {
  table: string;
  game: string;
  edition?: number;
  sheet: string;
  sheet_hash: string;
  options: Record<string, string>;
  phase: "waiting" | "playing" | "over";
  public: boolean;
  n: number;
  commitment: string;
  seats: SeatFacts[];
  first?: "draw" | "host" /* while it waits: who says who begins */;
  choosing?: number[] /* while it is played */;
  turns?: boolean /* they choose in turn now */;
  clock?: number;
  day?: number;
  own_sheet?: boolean;
  rematch?: string;
  series?: {
    games: number;
    won: number[];
  } /* of a rematch: the games before it, and who has won them */;
  code?: string;
}
/* As who is at the table has them. */
export type TableFacts = Facts & { you: number[]; host: boolean };

/* What those at a table call to each other. */
export const REACTIONS = [
  "hello",
  "thanks",
  "well-played",
  "wow",
  "ouch",
  "hurry",
  "sorry",
  "good-game",
] as const;
export type Call = (typeof REACTIONS)[number];
export const isCall = (what: string): what is Call =>
  (REACTIONS as readonly string[]).includes(what);

/* ---- What the server says ---- */

export type SeatEvent =
  | { n: number; t: "sit"; seat: number; name: string }
  | { n: number; t: "leave"; seat: number; by?: "host" }
  | { n: number; t: "bot"; seat: number; level: string; why?: "clock" }
  | { n: number; t: "person"; seat: number }
  | { n: number; t: "resign"; seat: number; level?: string };
export type TableEvent =
  | SeatEvent
  | { n: number; t: "arrange"; seats: number[] }
  | { n: number; t: "start"; nonces: string[]; first?: number; drawn?: boolean }
  | { n: number; t: "roll" | "move"; e: string }
  | { n: number; t: "undo" | "turns"; seat: number }
  | { n: number; t: "reveal"; e: string[] }
  | { n: number; t: "over"; e?: string; secret?: string }
  | { n: number; t: "rematch"; table: string };

export type Welcome = TableFacts & { t: "welcome"; v: number; from?: number };
export type Answer =
  | { t: "ok"; id: number; n: number }
  | { t: "no"; id?: number; code: string }; /* without id: to the hello */
export type News =
  | Welcome
  | { t: "draft"; e: string[]; id: number }
  | { t: "chosen"; seat: number; done: boolean }
  | { t: "clock"; left: number }
  | { t: "live" }
  | { t: "you"; seats: number[] }
  | { t: "invite"; seat: number; key: string }
  | { t: "presence"; seat: number; here: boolean }
  | { t: "react"; seat: number; what: string }
  | { t: "pencil"; seat: number; e: string[] }
  | { t: "point"; seat: number; what: string };
export type ServerMessage = Answer | News | TableEvent;

const OTHERS: Record<(Answer | News)["t"], true> = {
  ok: true,
  no: true,
  welcome: true,
  draft: true,
  chosen: true,
  clock: true,
  live: true,
  you: true,
  invite: true,
  presence: true,
  react: true,
  pencil: true,
  point: true,
};

/* What has a number and is none of these happened at the table. */
export const isEvent = (message: ServerMessage): message is TableEvent =>
  !(message.t in OTHERS) && "n" in message;

/* Null for what nobody here knows, from a newer server. Of events only the number counts then. */
export function readMessage(text: string): ServerMessage | null {
  const message = JSON.parse(text) as ServerMessage;
  return message.t in OTHERS || isEvent(message) ? message : null;
}

/* ---- What the page says ---- */

export interface Hello {
  t: "hello";
  v: number;
  table: string;
  key?: string;
  host?: string;
  last?: number;
}
/* What is asked at a table; `seat` is for those who hold several. */
export type Ask =
  | { t: "undo" | "turns" | "resign"; seat?: number }
  | { t: "leave" | "rematch" | "ping" }
  | { t: "react"; what: Call; seat?: number }
  | { t: "point"; what: string; seat?: number }
  | { t: "pencil"; e: string[]; seat?: number }
  | { t: "arrange"; seats: number[]; at?: number }
  | { t: "public"; on: boolean }
  | { t: "start"; first?: number; level?: string }
  | { t: "bot"; seat: number; level?: string }
  | { t: "person" | "free" | "invite"; seat: number };
export type Move = { t: "move"; e: string | string[]; at?: number };
export type Numbered = (Ask | Move) & { id: number };
export type ClientMessage = Hello | Numbered | { t: "ping" };
