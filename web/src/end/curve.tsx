/* How the points came in, a line for each seat. */
import { Seat } from "../draw";
import { useMedia } from "../hooks";
import { number, t } from "../i18n";

/* The least of 1, 2, 5, 10, 20, 50 … that takes at most five steps. */
const roundStep = (range: number) => {
  const power = 10 ** Math.floor(Math.log10(range / 5));
  return power * ([1, 2, 5].find((digit) => digit * power * 5 >= range) ?? 10);
};

export function Curve({
  points,
  names,
  goal,
}: {
  points: number[][];
  names: string[];
  goal?: number;
}) {
  const low = Math.min(0, ...points.flat()),
    high = Math.max(10, goal ?? 0, ...points.flat());
  const end = useMedia("(max-width: 760px)") ? 274 : 474; /* of the lines; labels follow */
  const step = roundStep(high - low);
  const bottom = Math.floor(low / step) * step,
    top = Math.ceil(high / step) * step;
  const x = (i: number) => 44 + (i / Math.max(1, points.length - 1)) * (end - 44);
  const y = (value: number) => 320 - ((value - bottom) / (top - bottom)) * 300;
  const lines = [];
  for (let value = bottom; value <= top; value += step)
    lines.push(
      <g key={value}>
        <path class={`gl ${value === 0 ? "z" : ""}`} d={`M44 ${y(value)}H${end}`} />
        <text class="ax" x="38" y={y(value) + 4} text-anchor="end">
          {number(value)}
        </text>
      </g>,
    );
  const last = points[points.length - 1]!;
  /* Labels at the right end are pushed apart, best first. */
  const order = names.map((_, seat) => seat).sort((a, b) => last[b]! - last[a]!);
  let free = 0;
  const places = order.map((seat) => {
    free = Math.max(free + 20, y(last[seat]!));
    return { seat, at: free };
  });
  const over = Math.max(0, free - 326);
  return (
    <svg viewBox={`0 0 ${end + 86} 350`} aria-hidden="true">
      {lines}
      {goal !== undefined && (
        <g>
          <path class="gl goal" d={`M44 ${y(goal)}H${end}`} />
          <text class="ax" x={end + 10} y={y(goal) + 4}>
            {t("end.goal")}
          </text>
        </g>
      )}
      {[0, Math.floor((points.length - 1) / 2), points.length - 1].map((i) => (
        <text key={i} class="ax" x={x(i)} y="342" text-anchor="middle">
          {i || t("end.start")}
        </text>
      ))}
      {names.map((_, seat) => (
        <polyline
          key={seat}
          class={`ln l${seat}`}
          points={points
            .map((totals, i) => `${x(i).toFixed(1)},${y(totals[seat]!).toFixed(1)}`)
            .join(" ")}
        />
      ))}
      {places.map(({ seat, at }) => (
        <g key={seat}>
          <svg x={end + 10} y={at - over - 10} width="20" height="20">
            <Seat seat={seat} name={names[seat]!} size={20} />
          </svg>
          <text class="en" x={end + 36} y={at - over + 5}>
            {number(last[seat]!)}
          </text>
        </g>
      ))}
    </svg>
  );
}
