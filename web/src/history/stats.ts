/* What many games say of who played them. */
import type { Played, Summary } from "./types";

/* The own seat's; undefined if nobody here played. */
export const mineOf = ({ seats, me }: Played) => seats[me];

/* Whether it counts for bests, averages and wins: resigned games do not, nor those begun from another. */
export const counts = (game: Played): boolean => {
  const mine = mineOf(game);
  return !!mine && !mine.resigned && !game.taken;
};

/* Whether it was won; undefined where nothing can be won. */
export function wonIt(game: Played): boolean | undefined {
  if (!counts(game)) return undefined;
  if (game.won !== undefined) return game.won;
  return game.seats.length > 1 ? mineOf(game)!.place === 1 : undefined;
}

export interface Tally {
  won: number;
  of: number;
}
const add = (tally: Tally | undefined, won: boolean): Tally => ({
  won: (tally?.won ?? 0) + Number(won),
  of: (tally?.of ?? 0) + 1,
});

export interface Stats {
  games: number;
  counted: number;
  best?: Played /* a team's: of those that won, if any did */;
  average?: number;
  wins?: Tally;
  levels: [string, Tally][] /* against bots of a level, in a team with them */;
}

/* Of games of one kind. A table with bots of several levels counts for each. */
export function statsOf(games: Played[]): Stats {
  const counted = games.filter(counts);
  const levels = new Map<string, Tally>();
  let wins: Tally | undefined;
  for (const game of counted) {
    const won = wonIt(game);
    if (won === undefined) continue;
    wins = add(wins, won);
    const others = game.seats.filter(({ bot, resigned }) => bot && !resigned);
    for (const bot of new Set(others.map((seat) => seat.bot!)))
      levels.set(bot, add(levels.get(bot), won));
  }
  const points = (game: Played) => mineOf(game)!.points;
  const eligible = counted.filter(({ won }) => won !== false);
  const best = eligible.reduce<Played | undefined>(
    (top, game) => (!top || points(game) > points(top) ? game : top),
    undefined,
  );
  return {
    games: games.length,
    counted: counted.length,
    best,
    average: counted.length
      ? counted.reduce((sum, game) => sum + points(game), 0) / counted.length
      : undefined,
    wins,
    levels: [...levels],
  };
}

/* ---- The daily challenge ---- */

/* The server's day, wherever on earth it is played: days change at midnight UTC. */
export const dayAt = (ms: number) => Math.floor(ms / 86400000);

export interface Streak {
  now: number;
  longest: number;
}

/* Days in a row. One that ended yesterday goes on: today is not over. */
export function streakOf(days: number[], today: number): Streak {
  const all = [...new Set(days)].sort((a, b) => a - b);
  let run = 0,
    longest = 0,
    last = Number.NEGATIVE_INFINITY;
  for (const day of all) {
    run = day === last + 1 ? run + 1 : 1;
    longest = Math.max(longest, run);
    last = day;
  }
  return { now: last >= today - 1 ? run : 0, longest };
}

export const dailyOf = (games: Played[]): number[] =>
  games.flatMap((game) => (game.day !== undefined && counts(game) ? game.day : []));

/* ---- Over time ---- */

export interface Reviewed {
  game: Played;
  report: Summary;
}

/* Games with a report card that count, the oldest first. */
export const reviewedOf = (games: Played[]): Reviewed[] =>
  games
    .flatMap((game) => (game.report && counts(game) ? { game, report: game.report } : []))
    .sort((a, b) => a.game.at - b.game.at);

/* Choices are compared in one of these; games compared in another are another line. */
export const kindsOf = (all: Reviewed[]): Summary["counts"][] =>
  (["points", "win", "team"] as const).filter((kind) =>
    all.some(({ report }) => report.counts === kind),
  );
