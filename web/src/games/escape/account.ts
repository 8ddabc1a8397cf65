/* ES7: where the team's gems come from, how far a seat was from the exit, and what the curse kept from the team. */
import { list } from "../../i18n";
import type { Reason, Setup, Translate } from "../types";
import type { EscapeView } from "./view";
import { chamberAt, colourOf, column, isChamber, row, STEP } from "./view";
import { itemNodes } from "./words";

/* How many chambers one has to enter to come from a place to the exit, past closed pathways; 0 in it. */
export function wayOut(view: EscapeView): number {
  const { place, closedEast, closedSouth } = view.own!;
  const open = view.chambers.flatMap(({ name, ways }) =>
    ways.map((side) => {
      const next = chamberAt(column(name) + STEP[side][0], row(name) + STEP[side][1]);
      const shut =
        (side === "east" ? closedEast : side === "west" ? [] : closedSouth).includes(
          side === "north" ? next : name,
        ) ||
        (side === "west" && closedEast.includes(next));
      return { from: next || side, to: shut ? "" : name };
    }),
  );
  let reached = new Set([view.chambers.find(({ action }) => action === "exit")!.name]);
  for (let steps = 0; steps <= view.chambers.length; steps++) {
    if (reached.has(place ?? "")) return steps;
    reached = new Set([
      ...reached,
      ...open.filter(({ to }) => reached.has(to)).map(({ from }) => from),
    ]);
  }
  return view.chambers.length;
}

/* Of the team's gems, those from the chambers or the treasure maps of one seat. */
function share(view: EscapeView, name: string): number {
  const { crossed, maps } = view.own!;
  return name === "maps"
    ? maps.filter((map) => map.completed && map.gem.every((box) => box.crossed)).length
    : view.chambers.filter((each) => each.action === "gem" && crossed.includes(each.name)).length;
}

function why(
  view: EscapeView,
  [name, points]: [string, number],
  { names }: Setup,
  t: Translate,
): string {
  if (name === "tracks") {
    const full = view.tracks.filter((track) => track.marked >= track.gem);
    return full.length
      ? list(full.map((track) => t(`escape.track.${track.name}`)))
      : t("escape.account.noTrack");
  }
  if (name === "special chambers")
    return view.unlocked.length
      ? list(view.unlocked.map((action) => t(`escape.mystic.${colourOf(action)}`)))
      : t("escape.account.noSpecial");
  if (!points) return t("escape.account.none");
  return t("escape.account.share", {
    share: Math.min(points, share(view, name)),
    name: names[view.own!.seat]!,
  });
}

/* The gems are the team's; the rest is about the seat whose sheet it is. */
export function account(
  items: [string, number][],
  view: EscapeView,
  setup: Setup,
  t: Translate,
): Reason[] {
  const { place } = view.own!,
    n = wayOut(view),
    cursed = view.cursed.reduce((sum, dice) => sum + dice, 0);
  return [
    ...items.map((item) => ({
      item: itemNodes(item[0], t),
      points: item[1],
      text: why(view, item, setup, t),
    })),
    {
      item: t("escape.account.exit"),
      points: 0,
      untold: true,
      text: !n
        ? t("escape.account.out")
        : t(isChamber(place) ? "escape.account.away" : "escape.account.outside", {
            n,
            place: place ?? "",
          }),
    },
    {
      item: t("escape.account.cursed"),
      points: 0,
      untold: true,
      text: t("escape.account.cursedDice", { n: cursed }),
    },
  ];
}

/* ES7 */
export function ended([view]: EscapeView[], _: Setup, t: Translate): string {
  const exit = view!.chambers.find(({ action }) => action === "exit")!.name,
    out = view!.team.every(({ place }) => place === exit);
  return out && view!.gems >= view!.goal
    ? t("escape.ended.won")
    : t("escape.ended.lost", { n: view!.rounds });
}
