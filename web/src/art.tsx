/* Pictures of the games for the lobby: flat paper cuts, 360 x 230 from y = -25. */
import type { JSX } from "preact";
import { COLOURS, HandAt, IconAt } from "./draw";

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
                fill={start ? "var(--c)" : value ? "var(--t)" : "var(--paper2)"}
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

function Temple() {
  return (
    <g class="temple-art">
      <rect width="360" height="230" y="-25" fill="var(--orange-t)" />
      <path fill="var(--wall)" d="M52 206V92h30V66h32V42h28V22h76v20h28v24h32v26h30v114z" />
      <path
        fill="#fff"
        opacity=".09"
        d="M52 92h30v7H52zM82 66h32v7H82zM114 42h28v7h-28zM142 22h76v7h-76zM218 42h28v7h-28zM246 66h32v7h-32zM278 92h30v7h-30z"
      />
      <path d="M136 206v-84a44 44 0 0 1 88 0v84z" fill="#15100b" />
      <path d="M150 206v-82a30 30 0 0 1 60 0v82z" fill="#f5b942" opacity=".95" />
      <path d="M162 206v-78a18 18 0 0 1 36 0v78z" fill="#fff0b8" />
      <g class="a1">
        <IconAt name="adventurer" x={180} y={172} size={58} />
      </g>
      {[104, 256].map((x) => (
        <g key={x}>
          <circle cx={x} cy="112" r="25" fill="#ffd76a" opacity=".35" />
          <g class="a2">
            <IconAt name="torch" x={x} y={118} size={40} />
          </g>
        </g>
      ))}
      <g class="a3">
        <IconAt name="gem" x={28} y={158} size={24} />
        <IconAt name="gem" x={334} y={150} size={30} />
      </g>
      <g class="a4">
        <IconAt name="gold" x={322} y={48} size={38} />
      </g>
      <g class="a5">
        <IconAt name="black" x={40} y={50} size={34} />
      </g>
    </g>
  );
}

function Expeditions() {
  const numbers: Record<string, number[]> = {
    red: [2, 3, 3, 5],
    orange: [1, 2, 4, 4, 6, 7],
    yellow: [3],
    green: [1, 2, 5, 8, 9],
    blue: [4, 6, 7],
    purple: [2, 9],
  };
  return (
    <>
      <rect width="360" height="230" y="-25" fill="var(--blue-t)" />
      <circle cx="292" cy="34" r="24" fill="var(--yellow-f)" />
      <path
        d="M-10 108C40 46 84 62 128 92s100-66 148-34 70 40 94 30v130H-10z"
        fill="var(--green-t)"
      />
      <path
        d="M-10 150c80-34 150-14 220-8s110-24 160-8v90H-10z"
        fill="var(--green)"
        opacity=".28"
      />
      <path
        d="M14 74C110 92 250 92 346 70"
        fill="none"
        stroke="var(--stone)"
        stroke-width="3.5"
        stroke-linecap="round"
      />
      <path d="M14 64C110 82 250 82 346 60" fill="none" stroke="var(--stone)" stroke-width="1.8" />
      {Array.from({ length: 18 }, (_, i) => {
        const x = 22 + i * 18.6,
          u = (x - 14) / 332,
          y = 74 + u * (1 - u) * 52 - u * 4;
        return <path key={i} d={`M${x} ${y - 9}v9`} stroke="var(--stone)" stroke-width="1.6" />;
      })}
      {COLOURS.map((colour, i) => {
        const x = 22 + i * 54,
          column = numbers[colour]!;
        return (
          <g key={colour} class={`c-${colour}`}>
            {column.map((value, k) => {
              const y = 162 - k * 23;
              return (
                <g key={k} transform={`rotate(${((i * 7 + k * 5) % 4) - 1.5} ${x + 22} ${y + 10})`}>
                  <rect
                    x={x}
                    y={y}
                    width="45"
                    height="21"
                    rx="6"
                    fill="var(--t)"
                    stroke="var(--c)"
                    stroke-width="1.8"
                  />
                  <HandAt text={value} x={x + 22.5} y={y + 10.5} height={17} />
                </g>
              );
            })}
            <g class="tint">
              <IconAt name={colour} x={x + 22.5} y={162 - column.length * 23 + 6} size={25} />
            </g>
          </g>
        );
      })}
    </>
  );
}

export const art: Record<string, () => JSX.Element> = {
  "lost-cities": Expeditions,
  roller: Hexes,
  escape: Temple,
};
