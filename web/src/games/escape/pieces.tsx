/* What lies over the temple: adventurers, the way that is walked, what somebody points at. */
import { Seat } from "../../draw";
import type { Setup } from "../types";
import type { EscapeView, Side } from "./view";
import { argument, CHAMBER, column, EDGE, isChamber, middle, OUTSIDE, row, STEP } from "./view";

/* Where a seat's piece stands: in its own corner of the chamber, or before the wall. */
function spot(place: string, seat: number, mine: boolean): [number, number] {
  const size = 5 * CHAMBER + 2 * EDGE;
  if (isChamber(place)) {
    const [x, y] = middle(place),
      corners = [
        [-34, 30],
        [34, 30],
        [-34, -2],
        [34, -2],
      ] as const;
    return [x + corners[seat % 4]![0] * (mine ? 0.95 : 1), y + corners[seat % 4]![1]];
  }
  const [dx, dy] = STEP[place as Side] ?? [0, 0];
  return [size / 2 + dx * (size / 2 + OUTSIDE / 2), size / 2 + dy * (size / 2 + OUTSIDE / 2)];
}

export function Pieces({ view, setup }: { view: EscapeView; setup: Setup }) {
  return (
    <>
      {[...view.team]
        .sort((a) => (a.seat === view.own!.seat ? 1 : -1))
        .map(({ seat, place }) => {
          if (!place) return null;
          const mine = seat === view.own!.seat,
            scale = mine ? 1.4 : 1.1,
            [x, y] = spot(place, seat, mine);
          return (
            <g
              key={seat}
              class={`es-piece ${mine ? "es-mine" : ""}`}
              transform={`translate(${x - 14 * scale} ${y - 14 * scale}) scale(${scale})`}
            >
              <Seat seat={seat} name={setup.names[seat]!} size={28} />
            </g>
          );
        })}
    </>
  );
}

/* The way of who acts; that is a teammate, too. */
export function Walked({ view, draft }: { view: EscapeView; draft: string[] }) {
  const { before } = view,
    from = before?.team.find((mate) => mate.seat === before.acting)?.place;
  const places = [
    from,
    ...draft.flatMap((move) => argument(move, "enter") ?? argument(move, "dash") ?? []),
  ].filter(isChamber);
  if (places.length < 2) return null;
  return (
    <path
      class="es-walk"
      d={places
        .map((place, i) => `${i ? "L" : "M"}${middle(place)[0]} ${middle(place)[1] + 22}`)
        .join("")}
    />
  );
}

/* What somebody points at. */
export function Pointed({
  points,
  setup,
}: {
  points: { seat: number; what: string }[];
  setup: Setup;
}) {
  return (
    <>
      {points
        .filter(({ what }) => isChamber(what))
        .map(({ seat, what }, i, all) => {
          const beside = all.slice(0, i).filter((other) => other.what === what).length * 28;
          const x = EDGE + column(what) * CHAMBER,
            y = EDGE + row(what) * CHAMBER;
          return (
            <g key={seat} class="es-point">
              {["es-halo", ""].map((cls) => (
                <rect
                  key={cls}
                  class={cls}
                  x={x + 3}
                  y={y + 3}
                  width={CHAMBER - 6}
                  height={CHAMBER - 6}
                  rx={14}
                />
              ))}
              <g class="es-piece" transform={`translate(${x - 4 + beside} ${y - 4})`}>
                <Seat seat={seat} name={setup.names[seat]!} size={32} />
              </g>
            </g>
          );
        })}
    </>
  );
}

export function Arrows({ view, lit }: { view: EscapeView; lit: string[] }) {
  const place = view.own!.place;
  if (!isChamber(place)) return null;
  const [x, y] = middle(place);
  return (
    <>
      {lit.map((name) => {
        const [u, v] = middle(name),
          dx = Math.sign(u - x),
          dy = Math.sign(v - y),
          px = x + dx * 66,
          py = y + dy * 66;
        return (
          <path
            key={name}
            class="es-lead"
            d={`M${x + dx * 46} ${y + dy * 46}L${px} ${py}M${px} ${py}l${-dx * 9 - dy * 8} ${-dy * 9 - dx * 8}M${px} ${py}l${-dx * 9 + dy * 8} ${-dy * 9 + dx * 8}`}
          />
        );
      })}
    </>
  );
}
