/* The pictures of Roller, by the rule that they show. */
import { HandAt, IconAt } from "../../draw";
import { Lead, PictureDie } from "../pictures";
import type { Pictures } from "../types";
import { hexagon, TINT } from "./view";

const R = 19;

/* A hex of a picture: p printed, l lit, s in pencil; x and y count hexes. */
function Hex({
  at: [q, r],
  number = 0,
  kind = "",
}: {
  at: [number, number];
  number?: number;
  kind?: string;
}) {
  const x = 40 + R * Math.sqrt(3) * (q + r / 2),
    y = 38 + R * 1.5 * r;
  const cls =
    kind === "l"
      ? "ro-lit"
      : kind === "p"
        ? `ro-print c-${TINT[number]}`
        : number
          ? `ro-full c-${TINT[number]}`
          : "ro-empty";
  return (
    <g class={cls}>
      <polygon points={hexagon(x, y, R - 0.8)} class={kind === "l" ? "picmark" : ""} />
      {number > 0 &&
        (kind === "p" ? (
          <text x={x} y={y + 6} class="picprint">
            {number}
          </text>
        ) : (
          <HandAt
            text={number}
            x={x}
            y={y}
            height={20}
            cls={kind === "s" || kind === "l" ? "pencil" : "ink"}
          />
        ))}
    </g>
  );
}

type Spot = [number, number, number, string?];
const Hexes = ({ all }: { all: Spot[] }) => (
  <>
    {all.map(([q, r, number, kind], i) => (
      <Hex key={i} at={[q, r]} number={number} kind={kind} />
    ))}
  </>
);

function Row({
  y,
  colour,
  numbers,
  sum,
}: {
  y: number;
  colour: string;
  numbers: (number | "")[];
  sum: number;
}) {
  return (
    <g class={`c-${colour}`}>
      <g class="tint">
        <IconAt name={colour} x={18} y={y + 14} size={18} />
      </g>
      {numbers.map((number, i) => (
        <g key={i}>
          <rect x={34 + i * 29} y={y} width="26" height="28" rx="6" fill="var(--t)" />
          {number !== "" && <HandAt text={number} x={47 + i * 29} y={y + 14} height={20} />}
        </g>
      ))}
      <text x={47 + numbers.length * 29} y={y + 20} text-anchor="middle" class="pictext">
        = {sum}
      </text>
    </g>
  );
}

function Bonus({ y, icon }: { y: number; icon: string }) {
  return (
    <g>
      <rect x="30" y={y} width="160" height="32" rx="9" class="stonebox" />
      <g class="tint stone">
        <IconAt name={icon} x={50} y={y + 16} size={20} />
      </g>
      <text x="172" y={y + 21} text-anchor="middle" class="pictext">
        +2
      </text>
    </g>
  );
}

const AREA: Spot[] = [
  [1, 0, 6],
  [2, 0, 6],
  [0, 1, 3],
  [1, 1, 6, "p"],
  [2, 1, 7],
  [0, 2, 3],
  [1, 2, 6],
];

export const pictures: Pictures = {
  "RO2.1": (
    <>
      {[3, 3, 4, 5, 5, 5, 7, 8].map((value, i) => (
        <PictureDie key={i} x={20 + (i % 4) * 48} y={22 + Math.floor(i / 4) * 50} value={value} />
      ))}
    </>
  ),
  "RO2.2": (
    <>
      <PictureDie x={6} y={10} value={7} />
      <PictureDie x={6} y={48} value={7} />
      <PictureDie x={6} y={86} value={7} />
      <Lead x={50} y={66} />
      <g transform="translate(62 2)">
        <Hexes
          all={[
            [0, 0, 0],
            [1, 0, 7, "l"],
            [2, 0, 0],
            [0, 1, 7, "l"],
            [1, 1, 7, "l"],
            [2, 1, 0],
            [-1, 2, 7, "p"],
            [0, 2, 0],
            [1, 2, 0],
          ]}
        />
      </g>
    </>
  ),
  "RO2.6": (
    <>
      <Row y={34} colour="red" numbers={[6, 3, 4, "", 5]} sum={6} />
      <Row y={76} colour="green" numbers={[3, 5, 8, "", ""]} sum={3} />
    </>
  ),
  RO3: (
    <>
      <Bonus y={12} icon="plus" />
      <Bonus y={50} icon="pencil" />
      <Bonus y={88} icon="die" />
    </>
  ),
  "RO4.2": (
    <>
      <g transform="translate(-22 8)">
        <Hexes all={AREA} />
      </g>
      <Lead x={132} y={66} />
      <text x="188" y="74" text-anchor="middle" class="picbig">
        +6
      </text>
    </>
  ),
  "RO4.4": (
    <>
      <g transform="translate(-20 10)">
        <Hexes
          all={[
            [0, 0, 5, "p"],
            [1, 0, 5],
            [2, 0, 0],
            [1, 1, 5],
            [2, 1, 0],
            [1, 2, 5],
            [2, 2, 5, "p"],
            [0, 1, 0],
            [0, 2, 0],
          ]}
        />
      </g>
      <Lead x={142} y={66} />
      <text x="198" y="74" text-anchor="middle" class="picbig">
        +5
      </text>
    </>
  ),
};
