/* A seat's filled sheet, and what brought it its points; any seat can be looked at. */
import { Seat } from "../draw";
import type { GameUi } from "../games/types";
import { useMedia } from "../hooks";
import { inGame, t } from "../i18n";
import type { Snapshot } from "../session";
import { differences, rivalOf, signed } from "./standing";

/* In points, item by item; against whoever came next, if anybody did. */
export function Account({ shot, ui, seat, items }: AtEnd & { seat: number }) {
  const { setup, views } = shot,
    rival = rivalOf(shot, seat);
  const of = (each: number) => ui.account(items[each] ?? items[0]!, views[each], setup, t);
  const rows = differences(of(seat), rival === undefined ? undefined : of(rival));
  return (
    <section class="card">
      <table class="why">
        <caption>
          {rival === undefined
            ? t("end.account")
            : t("end.difference", { name: setup.names[rival]! })}
        </caption>
        <tbody>
          {rows.map(({ item, points, text, untold, against }) => (
            <tr key={item}>
              <th scope="row">
                {item} <small>{text}</small>
              </th>
              <td class={points < 0 ? "neg" : ""}>{!untold && signed(points)}</td>
              {against !== undefined && (
                <td class={`diff ${against < 0 ? "neg" : "pos"}`}>{signed(against)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

export interface AtEnd {
  shot: Snapshot;
  ui: GameUi;
  items: [string, number][][];
}

function Sheet({ shot, ui, seat }: AtEnd & { seat: number }) {
  const compact = useMedia("(max-width: 760px)");
  const view = shot.views[seat];
  return (
    <div class={`endsheet ${ui.layout ?? ""} n${shot.setup.seats}`}>
      <div class="paper">
        <ui.Board
          view={{ ...view, before: view, alternatives: [] }}
          setup={shot.setup}
          seat={seat}
          me={false}
          legal={[]}
          draft={[]}
          onMove={() => undefined}
          onUndo={() => undefined}
          t={t}
          compact={compact}
        />
      </div>
    </div>
  );
}

export const seatTag = ({ status }: Snapshot, seat: number) =>
  status.resigned.includes(seat) ? t("end.resignedTag") : "";

export function SeatSheet({
  seat,
  you,
  onSeat,
  ...at
}: AtEnd & { seat: number; you: number; onSeat(seat: number): void }) {
  const { setup } = at.shot,
    all = inGame(setup.game)("end.sheets");
  return (
    <section class="card seatend" aria-label={all}>
      {setup.seats > 1 && (
        <div class="endtabs" role="group" aria-label={all}>
          {setup.names.map((name, each) => (
            <button
              type="button"
              key={each}
              class={`chip ${each === seat ? "me" : ""}`}
              aria-pressed={each === seat}
              onClick={() => onSeat(each)}
            >
              <Seat seat={each} name={name} size={24} />
              <span>{each === you ? t("you") : name}</span>
              {seatTag(at.shot, each) && <small>{seatTag(at.shot, each)}</small>}
            </button>
          ))}
        </div>
      )}
      <Sheet {...at} seat={seat} />
    </section>
  );
}
