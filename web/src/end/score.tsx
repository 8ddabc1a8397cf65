/* The score, line by line, of all seats. */
import { Seat } from "../draw";
import type { GameUi } from "../games/types";
import { number, t } from "../i18n";
import type { Snapshot } from "../session";

export function Score({
  shot: { setup, totals, status, views },
  ui,
  items,
  you,
}: {
  shot: Snapshot;
  ui: GameUi;
  items: [string, number][][];
  you: number;
}) {
  const team = status.won !== undefined;
  const best = (row: number) => Math.max(...items.map((each) => each[row]![1]));
  return (
    <section class={`card bd ${team ? "team" : ""}`} aria-label={t("end.score")}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("end.score")}</th>
            {team ? (
              <td>
                {setup.names.map((name, seat) => (
                  <Seat key={seat} seat={seat} name={name} size={22} />
                ))}
                <small>{t("end.team")}</small>
              </td>
            ) : (
              setup.names.map((name, seat) => (
                <td key={seat} class={seat === you ? "me" : ""}>
                  <Seat seat={seat} name={name} size={22} />
                  <small>{seat === you ? t("you") : name}</small>
                </td>
              ))
            )}
          </tr>
        </thead>
        <tbody>
          {items[0]!.map(([name], row) => (
            <tr key={name}>
              <th scope="row">{ui.itemNodes?.(name, t, views[0]) ?? name}</th>
              {items.map((each, seat) => (
                <td
                  key={seat}
                  class={`${seat === you && !team ? "me" : ""} ${items.length > 1 && each[row]![1] === best(row) && best(row) > 0 ? "best" : ""}`}
                >
                  <b class={each[row]![1] < 0 ? "neg" : ""}>{number(each[row]![1])}</b>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t("end.total")}</th>
            {totals.slice(0, items.length).map((total, seat) => (
              <td key={seat} class={seat === you && !team ? "me" : ""}>
                <b>{number(total)}</b>
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
