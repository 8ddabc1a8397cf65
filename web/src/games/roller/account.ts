/* RO4: where the points of a finished sheet come from. */
import type { Reason, Setup, Translate } from "../types";
import type { RollerView } from "./view";
import { BONUSES, LOWEST } from "./view";
import { itemNodes } from "./words";

function why(view: RollerView, name: string, points: number, t: Translate): string {
  const own = view.own!,
    pair = /^pair (\d)$/.exec(name),
    row = /^(red|green) row$/.exec(name);
  if (pair) return t(points ? "roller.account.connected" : "roller.account.apart");
  if (row)
    return t(
      `roller.account.${points > LOWEST ? "straight" : points ? "straightOne" : "noStraight"}`,
      { first: LOWEST, next: LOWEST + 1, last: points },
    );
  if (name === "bonuses")
    return points
      ? t("roller.account.bonuses", { n: BONUSES.length - own.used.length })
      : t("roller.account.noBonus");
  const { left, most } = own.areas[view.areas.findIndex((area) => area.name === name)]!;
  return left
    ? t("roller.account.empty", { n: left })
    : t("roller.account.filled", { number: most });
}

export const account = (
  items: [string, number][],
  view: RollerView,
  _: Setup,
  t: Translate,
): Reason[] =>
  items.map(([name, points]) => ({
    item: itemNodes(name, t, view),
    points,
    text: why(view, name, points, t),
  }));

/* RO1.5 */
export const ended = ([view]: RollerView[], _: Setup, t: Translate): string =>
  t("roller.ended", { n: view!.rounds });
