/* A figure over one's games: a small line, the oldest game at the left. What it shows stands in a table beside it. */
import { t } from "../i18n";

const WIDE = 320,
  HIGH = 120,
  LEFT = 52,
  TOP = 12,
  BOTTOM = 108;

export function Chart({
  what,
  values,
  tell,
}: {
  what: string;
  values: number[];
  tell(value: number): string;
}) {
  const low = Math.min(...values),
    high = Math.max(...values),
    spread = high - low || 1;
  const x = (i: number) =>
    values.length === 1 ? WIDE / 2 : LEFT + (i / (values.length - 1)) * (WIDE - LEFT - 12);
  const y = (value: number) =>
    high === low ? (TOP + BOTTOM) / 2 : BOTTOM - ((value - low) / spread) * (BOTTOM - TOP);
  const lines = high === low ? [low] : [low, high];
  const words = t("history.chart", {
    what,
    n: values.length,
    first: tell(values[0]!),
    last: tell(values[values.length - 1]!),
  });
  return (
    <figure class="hchart">
      <figcaption>{what}</figcaption>
      <svg viewBox={`0 0 ${WIDE} ${HIGH}`} role="img" aria-label={words}>
        {lines.map((value) => (
          <g key={value}>
            <path class="gl" d={`M${LEFT} ${y(value)}H${WIDE - 4}`} />
            <text class="ax" x={LEFT - 6} y={y(value) + 4} text-anchor="end">
              {tell(value)}
            </text>
          </g>
        ))}
        <polyline
          class="ln l0"
          points={values.map((value, i) => `${x(i).toFixed(1)},${y(value).toFixed(1)}`).join(" ")}
        />
        {values.length <= 40 &&
          values.map((value, i) => <circle key={i} class="dot" cx={x(i)} cy={y(value)} r="3.5" />)}
      </svg>
    </figure>
  );
}
