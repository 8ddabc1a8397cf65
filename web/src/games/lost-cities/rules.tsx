/* The pictures of Lost Cities, by the rule that they show. */
import type { JSX } from "preact";
import { HandAt, IconAt } from "../../draw";
import { PictureDie } from "../pictures";
import type { Pictures } from "../types";

/* A column of boxes: what is written, what is printed. */
function Boxes({
  x,
  colour,
  numbers,
  kinds = "........",
  lit,
}: {
  x: number;
  colour: string;
  numbers: number[];
  kinds?: string;
  lit?: number;
}) {
  const boxes: JSX.Element[] = [];
  for (let i = 0; i < 5; i++) {
    const y = 106 - i * 24;
    const target = lit === i;
    boxes.push(
      <g key={i} class={`c-${colour}`}>
        <rect
          x={x}
          y={y}
          width="52"
          height="21"
          rx="6"
          fill={target ? "var(--mark)" : "var(--t)"}
          stroke={target ? "var(--mark-line)" : "var(--c)"}
          stroke-width={target ? 2.5 : i < numbers.length ? 1.5 : 0}
        />
        {kinds[i] !== "." && (
          <g class="tint">
            <IconAt name={kinds[i] === ">" ? "arrow" : "vase"} x={x + 11} y={y + 10.5} size={14} />
          </g>
        )}
        {numbers[i] !== undefined && (
          <HandAt
            text={numbers[i]!}
            x={x + 29}
            y={y + 10.5}
            height={17}
            cls={target ? "pencil" : "ink"}
          />
        )}
      </g>,
    );
  }
  return <>{boxes}</>;
}

/* Seven boxes from the bottom up; the bridge lies before the seventh. */
function Passing({ numbers }: { numbers: number[] }) {
  return (
    <g class="c-yellow">
      {numbers.map((number, i) => {
        const y = i < 6 ? 117 - i * 15 : 4,
          lit = i === 6;
        return (
          <g key={i}>
            <rect
              x={84}
              y={y}
              width="52"
              height="13"
              rx="4"
              fill={lit ? "var(--mark)" : "var(--t)"}
              stroke={lit ? "var(--mark-line)" : "var(--c)"}
              stroke-width={lit ? 2.5 : 1.5}
            />
            <HandAt text={number} x={110} y={y + 6.5} height={11} cls={lit ? "pencil" : "ink"} />
          </g>
        );
      })}
    </g>
  );
}

export const pictures: Pictures = {
  LC2: (
    <>
      <PictureDie x={20} y={20} colour="orange" />
      <PictureDie x={20} y={76} value={6} />
      <path class="lead" d="M66 66h34M92 57l10 9-10 9" />
      <Boxes x={124} colour="orange" numbers={[1, 2, 5, 6]} lit={3} />
    </>
  ),
  LC3: (
    <>
      <Boxes x={34} colour="green" numbers={[1, 2, 2, 7]} />
      <Boxes x={124} colour="blue" numbers={[4, 3]} />
      <path class="strike" d="M118 76l64 34" />
    </>
  ),
  LC9: (
    <>
      {[-20, -10, 5, 50].map((points, i) => {
        const height = Math.abs(points) * 1.2;
        return (
          <g key={i} class={points < 0 ? "c-red" : "c-green"}>
            <rect
              x={14 + i * 50}
              y={points < 0 ? 86 : 86 - height}
              width="36"
              height={height}
              rx="3"
              fill="var(--t)"
              stroke="var(--c)"
              stroke-width="1.5"
            />
            <text
              x={32 + i * 50}
              y={points < 0 ? 102 + height : 80 - height}
              text-anchor="middle"
              class="pictext"
            >
              {points < 0 ? `−${-points}` : points}
            </text>
          </g>
        );
      })}
      <g class="tint stone">
        <path d="M6 86h208" stroke="currentColor" stroke-width="2" stroke-linecap="round" />
      </g>
    </>
  ),
  LC4: (
    <>
      <Boxes x={34} colour="red" numbers={[2, 2]} kinds=".>v.>" lit={1} />
      <path class="lead" d="M98 80h16M108 72l9 8-9 8" />
      <Boxes x={128} colour="purple" numbers={[4, 4]} kinds="v.>.." lit={1} />
    </>
  ),
  LC7: (
    <>
      <Passing numbers={[1, 3, 3, 4, 6, 6, 8]} />
      <rect x="58" y="19" width="104" height="21" rx="4" class="stonebox" />
      <g class="tint stone">
        <IconAt name="bridge" x={86} y={29} size={20} />
      </g>
      <text x="124" y="35" text-anchor="middle" class="pictext">
        +20
      </text>
    </>
  ),
  LC6: (
    <>
      {Array.from({ length: 9 }, (_, i) => (
        <g key={i}>
          <rect x={12 + i * 22} y="54" width="19" height="24" rx="5" class="stonebox" />
          {i < 5 && <path class="scrib ink" d={`M${15 + i * 22} 58l6-1-5 8 9-7-8 12 9-8`} />}
        </g>
      ))}
      <g class="tint stone">
        <IconAt name="die" x={110} y={28} size={30} />
      </g>
      <text x="197" y="100" text-anchor="middle" class="pictext">
        0
      </text>
      <text x="175" y="100" text-anchor="middle" class="pictext">
        70
      </text>
    </>
  ),
};
