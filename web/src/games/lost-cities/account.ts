/* LC9: where the points of a finished sheet come from. */
import { list, number } from "../../i18n";
import type { Reason, Setup, Translate } from "../types";
import type { View } from "./view";
import { columnOf } from "./view";

function expedition(view: View, colour: string, t: Translate): string {
  const { count, circle, points } = view.sheet[colour]!;
  if (!count && !circle) return t("lc.account.none");
  const words = [t("lc.account.numbers", { n: count })];
  if (circle) words.push(t("lc.account.doubled"));
  if (points < 0)
    words.push(t("lc.account.needs", { n: view.ladders.expedition.findIndex((each) => each > 0) }));
  return words.join("; ");
}

function why(view: View, column: string, t: Translate): string {
  if (column === "bridges") {
    const passed = Object.keys(view.sheet).filter((each) => view.sheet[each]!.bridge);
    return passed.length
      ? t("lc.account.bridges", { columns: list(passed.map((each) => t(`lc.${each}`))) })
      : t("lc.account.noBridge", { bonus: number(view.bonus) });
  }
  if (column === "dice" && view.sheet.dice!.count === 9) return t("lc.account.exhausted");
  return column === "artefacts" || column === "dice"
    ? t("lc.account.shaded", { n: view.sheet[column]!.count })
    : expedition(view, column, t);
}

export const account = (items: [string, number][], view: View, _: Setup, t: Translate): Reason[] =>
  items.map(([name, points]) => {
    const column = columnOf(name);
    return { item: t(`lc.${column}`), points, text: why(view, column, t) };
  });

/* LC8.1 */
export const ended = (views: View[], _: Setup, t: Translate): string =>
  t(
    views.every(({ sheet }) => sheet.dice!.count === 9) ? "lc.ended.exhausted" : "lc.ended.bridges",
  );
