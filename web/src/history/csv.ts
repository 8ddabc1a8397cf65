/* The list as a table for other programs: one flat row a game, under names that no language changes. */
import { mineOf } from "./stats";
import type { Played } from "./types";

type Cell = string | number | boolean | undefined;
const round = (value: number | undefined, digits: number) =>
  value === undefined ? undefined : Number(value.toFixed(digits));

export function rowOf(game: Played): Record<string, Cell> {
  const mine = mineOf(game),
    { report } = game;
  return {
    date: new Date(game.at).toISOString(),
    game: game.game,
    sheet: game.sheet,
    options: Object.entries(game.options)
      .map(([name, value]) => `${name}=${value}`)
      .join(" "),
    where: game.where,
    seats: game.seats.length,
    name: mine?.name,
    points: mine?.points,
    place: mine?.place,
    escaped: game.won,
    resigned: !!mine?.resigned,
    begun: game.taken,
    daily:
      game.day === undefined ? undefined : new Date(game.day * 86400000).toISOString().slice(0, 10),
    hints: game.hints,
    others: game.seats
      .filter((seat) => seat !== mine)
      .map(({ name, bot, points }) => `${name}${bot ? ` (${bot})` : ""}: ${points}`)
      .join("; "),
    counts: report?.counts,
    adjusted: round(report?.adjusted, 4),
    luck: round(report?.luck, 4),
    loss_per_choice: round(report?.loss, 4),
    choices: report?.choices,
    best_choices: report?.best,
    good_choices: report?.near,
  };
}

/* Text that a spreadsheet would take for a formula gets an apostrophe before it; numbers are no formulas. */
export function csvCell(value: Cell): string {
  if (typeof value !== "string") return value === undefined ? "" : String(value);
  const safe = /^\s*[=+\-@]|^[\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/* RFC 4180, with the mark by which spreadsheets know UTF-8. */
export function csvOf(games: Played[]): string {
  const rows = games.map(rowOf),
    names = Object.keys(rowOf(EMPTY));
  const lines = [names, ...rows.map((row) => names.map((name) => row[name]))];
  return `\ufeff${lines.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("")}`;
}
const EMPTY: Played = {
  id: "",
  key: "",
  at: 0,
  game: "",
  sheet: "",
  options: {},
  seats: [],
  me: -1,
  where: "device",
  hints: 0,
};
