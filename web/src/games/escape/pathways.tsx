/* Between the chambers and before the walls: doors, pathways that may be closed, the four sides. */
import { IconAt } from "../../draw";
import type { EscapeView, Props, Side } from "./view";
import {
  argument,
  CHAMBER,
  chamberAt,
  column,
  EDGE,
  middle,
  OUTSIDE,
  row,
  SIDES,
  STEP,
} from "./view";

export function Doors({ view }: { view: EscapeView }) {
  const doors = [];
  for (const { name, ways: open } of view.chambers) {
    const [x, y] = middle(name);
    for (const side of open) {
      const [dx, dy] = STEP[side],
        inner = chamberAt(column(name) + dx, row(name) + dy);
      if (inner && (side === "north" || side === "west")) continue;
      const cx = x + (dx * CHAMBER) / 2,
        cy = y + (dy * CHAMBER) / 2,
        out = inner ? 0 : 4;
      const closed =
        (side === "east" && view.own!.closedEast.includes(name)) ||
        (side === "south" && view.own!.closedSouth.includes(name));
      doors.push(
        <g key={name + side}>
          <rect
            x={cx - (dx ? 6 : 13) - (dx < 0 ? out : 0)}
            y={cy - (dy ? 6 : 13) - (dy < 0 ? out : 0)}
            width={dx ? 12 + out : 26}
            height={dy ? 12 + out : 26}
            class={closed ? "es-shut" : "es-door"}
          />
          {closed && (
            <g class="hand ink">
              <path
                d={`M${cx - 8} ${cy - 8}L${cx + 8} ${cy + 8}M${cx + 8} ${cy - 8}L${cx - 8} ${cy + 8}`}
              />
            </g>
          )}
        </g>,
      );
    }
  }
  return <>{doors}</>;
}

/* Pathways that may be closed. */
export function Closings({ legal, onMove, t }: Props) {
  return (
    <>
      {legal
        .filter((move) => move.startsWith("close "))
        .map((move) => {
          const [, name = "", side = "north"] = move.split(" "),
            [x, y] = middle(name),
            [dx, dy] = STEP[side as Side];
          const cx = x + (dx * CHAMBER) / 2 - dx * 12,
            cy = y + (dy * CHAMBER) / 2 - dy * 12;
          return (
            <g
              key={move}
              role="button"
              tabindex={0}
              class="es-closing"
              aria-label={t("escape.closeThis", { name, side: t(`escape.side.${side}`) })}
              onClick={() => onMove(move)}
              onKeyDown={(event) => {
                if (event.key === "Enter" || event.key === " ") onMove(move);
              }}
            >
              <circle cx={cx} cy={cy} r={21} />
              <IconAt name="cross" x={cx} y={cy} size={22} />
            </g>
          );
        })}
    </>
  );
}

/* The four sides, where one is still to be chosen. */
export function Gates({ view, legal, draft, onMove, t, hint }: Props) {
  const size = 5 * CHAMBER + 2 * EDGE,
    chosen = argument(draft[0], "side")?.[0];
  const sides = SIDES.filter(
    (side) =>
      legal.includes(`side ${side}`) || (chosen && view.alternatives?.includes(`side ${side}`)),
  );
  return (
    <>
      {sides.map((side) => {
        const [dx, dy] = STEP[side],
          cx = size / 2 + dx * (size / 2 + OUTSIDE / 2 + 2),
          cy = size / 2 + dy * (size / 2 + OUTSIDE / 2 + 2);
        const width = dx ? OUTSIDE - 6 : size * 0.7,
          height = dx ? size * 0.7 : OUTSIDE - 6;
        const turn = { north: 180, east: 270, south: 0, west: 90 }[side];
        return (
          <g
            key={side}
            role="button"
            tabindex={0}
            class={`es-gate ${chosen === side ? "es-chosen" : ""} ${hint === `gate ${side}` ? "es-hint" : ""}`}
            aria-label={t("escape.comeFrom", { side: t(`escape.side.${side}`) })}
            onClick={() => onMove(`side ${side}`)}
            onKeyDown={(event) => {
              if (event.key === "Enter" || event.key === " ") onMove(`side ${side}`);
            }}
          >
            <rect x={cx - width / 2} y={cy - height / 2} width={width} height={height} rx={14} />
            <g transform={`rotate(${turn} ${cx} ${cy})`}>
              <IconAt name="arrow" x={cx} y={cy} size={30} />
            </g>
          </g>
        );
      })}
    </>
  );
}
