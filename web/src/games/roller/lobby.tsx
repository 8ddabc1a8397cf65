/* Roller in the lobby: a picture (a flat paper cut, 360 x 230 from y = -25), its words, and where the rest of it is. */
import { HandAt } from "../../draw";
import type { Game } from "../types";
import style from "./style.css";

const COLOUR_OF: Record<number, string> = {
  3: "red",
  4: "orange",
  5: "yellow",
  6: "green",
  7: "blue",
  8: "purple",
};

const corners = (x: number, y: number, size: number) =>
  Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 180) * (60 * i - 30);
    return `${(x + size * Math.cos(angle)).toFixed(1)},${(y + size * Math.sin(angle)).toFixed(1)}`;
  }).join(" ");

function Hexes() {
  const rows = [".55.66.8", "5P46P.88", "44.677P8", ".4P.7733", ".44..733"];
  const printed: Record<string, number> = { "1,1": 5, "1,4": 6, "2,6": 8, "3,2": 4 };
  const size = 27,
    width = size * Math.sqrt(3);
  return (
    <>
      <rect width="360" height="230" y="-25" fill="var(--purple-t)" />
      {rows.map((row, j) =>
        [...row].map((c, i) => {
          const x = 2 + i * width + (j % 2 ? width / 2 : 0),
            y = 8 + j * size * 1.5;
          const start = printed[`${j},${i}`],
            value = start ?? (/\d/.test(c) ? Number(c) : 0);
          return (
            <g key={`${j},${i}`} class={value ? `c-${COLOUR_OF[value]}` : ""}>
              <polygon
                points={corners(x, y, size - 1.2)}
                fill={start ? "var(--f)" : value ? "var(--t)" : "var(--paper2)"}
                stroke={value && !start ? "var(--c)" : "none"}
                stroke-opacity=".35"
              />
              {start ? (
                <text
                  x={x}
                  y={y + 8}
                  text-anchor="middle"
                  font-weight="700"
                  font-size="22"
                  class="onhex"
                >
                  {start}
                </text>
              ) : value ? (
                <HandAt text={value} x={x} y={y} height={27} />
              ) : null}
            </g>
          );
        }),
      )}
    </>
  );
}

const texts = {
  en: {
    "game.roller.title": "Roller",
    "game.roller.blurb": "Select two numbers a round and lead them across the hexagons.",
    "game.roller.minutes": "10",
  } as Record<string, string>,
  de: {
    "game.roller.title": "Roller",
    "game.roller.blurb": "Wähle jede Runde zwei Zahlen und führe ihre Wege durch die Sechsecke.",
    "game.roller.minutes": "10",
  } as Record<string, string>,
};

export const roller: Game = {
  Art: Hexes,
  texts,
  style,
  board: () => import("./index").then((module) => module.roller),
  pictures: () => import("./rules").then((module) => module.pictures),
  round: (turn) => turn + 1,
};
