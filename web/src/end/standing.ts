/* Where a seat stands at the end, and against whom it is compared. */
import type { Reason } from "../games/types";
import { list, number, t } from "../i18n";
import type { Snapshot } from "../session";

const stays =
  ({ status }: Snapshot) =>
  (seat: number) =>
    !status.resigned.includes(seat);
const seatsOf = ({ setup }: Snapshot) => setup.names.map((_, seat) => seat);

/* Best first; who resigned comes last. */
export const ranking = (shot: Snapshot): number[] =>
  seatsOf(shot).sort(
    (a, b) => Number(stays(shot)(b)) - Number(stays(shot)(a)) || shot.totals[b]! - shot.totals[a]!,
  );

/* Who won, or for the winner whoever came next; nobody where all score together or one is alone. */
export function rivalOf(shot: Snapshot, seat: number): number | undefined {
  if (shot.status.won !== undefined) return undefined;
  return ranking(shot).find((other) => other !== seat && stays(shot)(other));
}

export function placeWords(shot: Snapshot, seat: number): string {
  const { setup, status, totals } = shot;
  if (status.resigned.includes(seat)) return t("end.resignedSub");
  const rival = rivalOf(shot, seat);
  if (rival === undefined) return "";
  const place =
    1 +
    ranking(shot).filter((other) => stays(shot)(other) && totals[other]! > totals[seat]!).length;
  const ahead = totals[seat]! - totals[rival]!;
  if (!ahead && status.winners.includes(seat))
    return t("end.placeShared", {
      names: list(status.winners.filter((each) => each !== seat).map((each) => setup.names[each]!)),
    });
  const values = { place, seats: setup.seats, n: Math.abs(ahead), name: setup.names[rival]! };
  return t(ahead >= 0 ? "end.placeAhead" : "end.placeBehind", values);
}

export interface Difference extends Reason {
  against?: number /* more than the rival has of it */;
}

/* What won it comes first for who is ahead, what cost it for who is behind. What both have is in the score. */
export function differences(own: Reason[], rivals: Reason[] | undefined): Difference[] {
  if (!rivals) return own;
  const all = own.map((reason, i) => ({ ...reason, against: reason.points - rivals[i]!.points }));
  const ahead = all.reduce((sum, { against }) => sum + against, 0) >= 0;
  const made = all.filter(({ against }) => against !== 0);
  return made.sort((a, b) => (ahead ? b.against - a.against : a.against - b.against));
}

export const signed = (value: number) => (value > 0 ? `+${value}` : number(value));
