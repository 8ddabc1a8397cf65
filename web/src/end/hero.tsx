/* The result, as it is for whoever looks at it: who won, where one stands, and why the game ended. */
import type { ComponentChildren } from "preact";
import { Icon, Seat } from "../draw";
import { list, number, t } from "../i18n";
import { standingOf } from "../table/use-table";
import type { AtEnd } from "./seat-account";
import { seatTag } from "./seat-account";
import { placeWords, ranking } from "./standing";

/* Somebody has won with points. */
const byPoints = ({ setup, status }: AtEnd["shot"]) =>
  status.won === undefined && setup.seats > 1 && status.winners.length > 0;

/* What stands before the result: "Ada won with", "Your score:". */
export const leadOf = (shot: AtEnd["shot"], you: number): string =>
  byPoints(shot) ? titleOf(shot, you) : `${titleOf(shot, you)}:`;

function titleOf({ setup, status }: AtEnd["shot"], you: number): string {
  const { winners, won, resigned } = status,
    names = winners.map((seat) => setup.names[seat]!);
  if (resigned.includes(you) && (won !== undefined || setup.seats === 1 || !winners.length))
    return t("end.resigned");
  if (won !== undefined) return t(won ? "end.teamWon" : "end.teamLost");
  if (setup.seats === 1) return t("end.solo");
  if (!winners.length) return t("end.nobody");
  if (winners.length > 1) return t("end.shared", { names: list(names) });
  return winners[0] === you ? t("end.won") : t("end.wonBy", { names: names[0]! });
}

export function resultOf({ shot, ui }: AtEnd): string {
  const { status, totals, views } = shot;
  if (status.won !== undefined) return standingOf(ui, views[0], 0, totals[0]!).words;
  const points = number(totals[status.winners[0] ?? 0]!);
  return byPoints(shot) ? t("end.withPoints", { n: points }) : points;
}

export function Hero({
  you,
  aside,
  children,
  ...at
}: AtEnd & { you: number; aside: ComponentChildren; children: ComponentChildren }) {
  const { shot, ui } = at,
    { setup, status, totals, views } = shot,
    team = status.won !== undefined;
  const goals = team && ui.goals?.(views[0], setup, t);
  const place = you >= 0 ? placeWords(shot, you) : "";
  return (
    <section class="card hero">
      <div>
        <h1>
          {leadOf(shot, you)} <span class="big">{resultOf(at)}</span>
        </h1>
        {place && <p class="place">{place}</p>}
        <p class="ended">{ui.ended(views, setup, t)}</p>
        {setup.seats > 1 && !team && (
          <p class="ranks">
            {ranking(shot).map((seat) => (
              <span class="rk2" key={seat}>
                <Seat seat={seat} name={setup.names[seat]!} size={22} label={setup.names[seat]!} />
                <b>{number(totals[seat]!)}</b>
                {seatTag(shot, seat) && <small>{seatTag(shot, seat)}</small>}
              </span>
            ))}
          </p>
        )}
        {goals && (
          <ul class="goals">
            {goals.map(({ words, met }) => (
              <li key={words} class={met ? "met" : ""}>
                <Icon name={met ? "check" : "cross"} />
                {words}
              </li>
            ))}
          </ul>
        )}
        {team && status.resigned.length > 0 && (
          <p class="ranks">
            {status.resigned.map((seat) => (
              <span class="rk2" key={seat}>
                <Seat seat={seat} name={setup.names[seat]!} size={22} label={setup.names[seat]!} />
                <small>{seatTag(shot, seat)}</small>
              </span>
            ))}
          </p>
        )}
      </div>
      {aside}
      <div class="hb2">{children}</div>
    </section>
  );
}
