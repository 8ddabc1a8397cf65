/* Lost Cities in the lobby: a picture (a flat paper cut, 360 x 230 from y = -25), its words, and where the rest of it
 * is. */
import { COLOURS, HandAt, IconAt } from "../../draw";
import type { Game } from "../types";
import style from "./style.css";

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

const texts = {
  en: {
    "game.lost-cities.title": "Lost Cities",
    "game.lost-cities.blurb":
      "Lead six expeditions through the jungle. Begin only what you can finish.",
    "game.lost-cities.minutes": "20",
    "game.lost-cities.example": "See this game sheet",
    "option.order": "The others choose",
    "option.order.simultaneous": "at the same time",
    "option.order.sequence": "in turn",
  } as Record<string, string>,
  de: {
    "game.lost-cities.title": "Lost Cities",
    "game.lost-cities.blurb":
      "Sechs Expeditionen durch den Dschungel. Beginne nur, was du auch zu Ende bringst.",
    "game.lost-cities.minutes": "20",
    "game.lost-cities.example": "Dieses Spielblatt ansehen",
    "option.order": "Die anderen wählen",
    "option.order.simultaneous": "gleichzeitig",
    "option.order.sequence": "der Reihe nach",
  } as Record<string, string>,
};

export const lostCities: Game = {
  Art: Expeditions,
  texts,
  style,
  board: () => import("./index").then((module) => module.lostCities),
  pictures: () => import("./rules").then((module) => module.pictures),
  options: () => import("./options").then((module) => module.options),
  example: {
    link: "lost-cities-425",
    rule: "LC10.1",
    words: "game.lost-cities.example",
    load: () => import("./example").then((module) => module.example),
  },
};
