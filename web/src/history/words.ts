/* A finished game in words. */
import { gameInfo, sheetTitle } from "../app";
import { label, language, number, t } from "../i18n";
import { decimal, percent } from "../report/words";
import { mineOf } from "./stats";
import type { Played, PlayedSeat, Summary } from "./types";

export const titleOf = (game: string) => label(`game.${game}.title`, game);
export const sheetOf = ({ game, sheet, title }: Played) =>
  title?.[language()] ?? sheetTitle(gameInfo(game), sheet);
export const levelOf = (bot: string) => label(`level.${bot}`, bot);

export const dateOf = (at: number) =>
  new Date(at).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" });
export const dayOf = (at: number) => new Date(at).toLocaleDateString(language());

/* A team counts gems, everybody else points. */
export const pointsOf = (team: boolean, points: number | string) =>
  t(team ? "history.gems" : "history.points", {
    n: typeof points === "number" ? number(points) : points,
  });

export function resultOf(game: Played): string {
  const mine = mineOf(game),
    { won, seats } = game;
  if (!mine) return t("history.watched");
  if (mine.resigned) return t("history.resigned");
  const points = pointsOf(won !== undefined, mine.points);
  if (won !== undefined) return t(won ? "history.escaped" : "history.notEscaped", { points });
  if (mine.place === undefined) return points;
  if (mine.place > 1) return t("history.place", { place: mine.place, seats: seats.length, points });
  const shared = seats.filter(({ place }) => place === 1).length > 1;
  return t(shared ? "history.shared" : "history.won", { points });
}

export const seatWords = ({ name, bot, points, resigned }: PlayedSeat): string =>
  t(bot ? "history.seatBot" : "history.seat", {
    name,
    level: bot ? levelOf(bot) : "",
    points: resigned ? t("end.resignedTag") : number(points),
  });

/* What else is to be said of it. */
export function marksOf(game: Played, hasRecord: boolean): string[] {
  const { day, where, taken, hints, seats, me, report } = game,
    here = seats.filter((seat) => seat.here).length;
  return [
    day !== undefined ? t("history.mark.daily") : where === "server" && t("history.mark.server"),
    taken && t(`history.mark.${taken}`),
    here > 1 && t("history.mark.for", { name: seats[me]!.name }),
    hints && t("history.mark.hints", { n: hints }),
    report && t("history.adjustedIs", { n: adjustedOf(report) }),
    !hasRecord && t("history.mark.short"),
  ].filter((mark): mark is string => !!mark);
}

/* ---- Figures of the report card ---- */

export const adjustedOf = ({ counts, adjusted }: Summary, value = adjusted) =>
  counts === "team" ? percent(value) : decimal(value, 0);
export const lossOf = (counts: Summary["counts"], loss: number) =>
  counts === "points" ? decimal(loss, 2) : decimal(100 * loss, 1);
/* Percentage points say so, where the heading does not. */
export const shareOf = (points: string) => t("history.share", { n: points });
export const goodOf = ({ near, choices }: Summary) => percent(near / choices);
