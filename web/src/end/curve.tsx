/* Lines over a game, one for each seat: how points came in, or what was to be expected. */
import { Seat } from "../draw";
import { useMedia } from "../hooks";
import { number, t } from "../i18n";

/* The least of 1, 2, 5, 10, 20, 50 … that takes at most five steps. */
const roundStep = (range: number) => {
  const power = 10 ** Math.floor(Math.log10(range / 5));
  return power * ([1, 2, 5].find((digit) => digit * power * 5 >= range) ?? 10);
};

interface Props {
  points: number[][];
  names: string[];
  goal?: number;
  turns?: number[] /* where the points are; one after the other without it */;
  marks?: number[] /* turns that are pointed at ... */;
  marked?: number /* ... on this seat's line */;
  free?: boolean /* the axis need not begin at 0 */;
  tell?(value: number): string;
}

/* From the axis' bottom to its top. */
function axis({ points, goal, free }: Props) {
  const all = points.flat(),
    low = free ? Math.min(...all) : Math.min(0, ...all);
  const high = Math.max(low + 10, free ? low : 10, goal ?? low, ...all);
  const step = roundStep(high - low);
  return { step, bottom: Math.floor(low / step) * step, top: Math.ceil(high / step) * step };
}

/* Labels at the right end are pushed apart, best first. */
function placed(last: number[], y: (value: number) => number) {
  let free = 0;
  const places = last
    .map((_, seat) => seat)
    .sort((a, b) => last[b]! - last[a]!)
    .map((seat) => {
      free = Math.max(free + 20, y(last[seat]!));
      return { seat, at: free };
    });
  const over = Math.max(0, free - 326);
  return places.map(({ seat, at }) => ({ seat, at: at - over }));
}

export function Curve(props: Props) {
  const { points, names, goal, marks = [], marked = 0, tell = number } = props;
  const turns = props.turns ?? points.map((_, i) => i),
    final = Math.max(1, turns[turns.length - 1]!);
  const end = useMedia("(max-width: 760px)") ? 274 : 474; /* of the lines; labels follow */
  const { step, bottom, top } = axis(props);
  const x = (turn: number) => 44 + (turn / final) * (end - 44);
  const y = (value: number) => 320 - ((value - bottom) / (top - bottom)) * 300;
  const lines = [];
  for (let value = bottom; value <= top; value += step)
    lines.push(
      <g key={value}>
        <path class={`gl ${value === 0 ? "z" : ""}`} d={`M44 ${y(value)}H${end}`} />
        <text class="ax" x="38" y={y(value) + 4} text-anchor="end">
          {tell(value)}
        </text>
      </g>,
    );
  const last = points[points.length - 1]!;
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
      {[0, Math.floor(final / 2), final].map((i) => (
        <text key={i} class="ax" x={x(i)} y="342" text-anchor="middle">
          {i || t("end.start")}
        </text>
      ))}
      {marks.map((turn) => (
        <path key={turn} class="mk" d={`M${x(turn)} 20V320`} />
      ))}
      {names.map((_, seat) => (
        <polyline
          key={seat}
          class={`ln l${seat}`}
          points={points
            .map((totals, i) => `${x(turns[i]!).toFixed(1)},${y(totals[seat]!).toFixed(1)}`)
            .join(" ")}
        />
      ))}
      {marks.map((turn) => (
        <circle
          key={turn}
          class="mk"
          cx={x(turn)}
          cy={y(points[turns.filter((each) => each <= turn).length - 1]?.[marked] ?? bottom)}
          r="6"
        />
      ))}
      {placed(last, y).map(({ seat, at }) => (
        <g key={seat}>
          <svg x={end + 10} y={at - 10} width="20" height="20">
            <Seat seat={seat} name={names[seat]!} size={20} />
          </svg>
          <text class="en" x={end + 36} y={at + 5}>
            {tell(last[seat]!)}
          </text>
        </g>
      ))}
    </svg>
  );
}
