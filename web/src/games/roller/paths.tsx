/* What is drawn over the hexes: paths and chains; and the numbers to choose from in one of them. */
import type { Translate } from "../types";
import { centre, type Sheet, SIZE, TINT } from "./view";

export function Chooser({
  sheet,
  hex,
  numbers,
  scale,
  choose,
  t,
}: {
  sheet: Sheet;
  hex: number;
  numbers: number[];
  scale: number;
  choose(number: number): void;
  t: Translate;
}) {
  const [x, y] = centre(sheet.cells[hex]!),
    radius = Math.max(25, 23 / scale),
    step = 2 * radius + 6;
  const { box } = sheet,
    width = numbers.length * step;
  const left = Math.min(Math.max(x - width / 2, box.x), box.x + box.width - width) + step / 2;
  const top = y - SIZE - radius < box.y + radius ? y + SIZE + radius : y - SIZE - radius;
  return (
    <g class="ro-chooser">
      <rect
        x={left - step / 2 - 3}
        y={top - radius - 6}
        width={width + 6}
        height={2 * radius + 12}
        rx={radius + 6}
      />
      {numbers.map((number, i) => (
        <g
          class={`c-${TINT[number]}`}
          role="button"
          tabindex={0}
          data-choose={number}
          aria-label={t("roller.choose", { number, name: sheet.cells[hex]!.name })}
          onClick={() => choose(number)}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === " ") choose(number);
          }}
        >
          <circle cx={left + i * step} cy={top} r={radius} />
          <text x={left + i * step} y={top + 9}>
            {number}
          </text>
        </g>
      ))}
    </g>
  );
}

export function Links({ sheet, hexes, cls }: { sheet: Sheet; hexes: number[]; cls: string }) {
  const spots = hexes.map((hex) => centre(sheet.cells[hex]!));
  return (
    <path
      class={cls}
      d={spots.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("")}
    />
  );
}

/* Short strokes over the edges that a path crosses. */
export function Steps({
  sheet,
  hexes,
  to = [],
  cls,
}: {
  sheet: Sheet;
  hexes: number[];
  to?: number[];
  cls: string;
}) {
  const pairs = to.length
    ? to.map((hex) => [hexes[0]!, hex])
    : hexes.slice(1).map((hex, i) => [hexes[i]!, hex]);
  const path = pairs.map(([a, b]) => {
    const [x, y] = centre(sheet.cells[a!]!),
      [u, v] = centre(sheet.cells[b!]!);
    const part = (k: number) => `${(x + (u - x) * k).toFixed(1)} ${(y + (v - y) * k).toFixed(1)}`;
    return `M${part(0.39)}L${part(0.61)}`;
  });
  return <path class={cls} d={path.join("")} />;
}
