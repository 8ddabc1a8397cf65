/* Escape in the lobby: a picture (a flat paper cut, 360 x 230 from y = -25), its words, and where the rest of it is. */
import { IconAt } from "../../draw";
import type { Game } from "../types";
import style from "./style.css";

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

const texts = {
  en: {
    "game.escape.title": "Escape",
    "game.escape.blurb": "One temple, one team. Gather the gems and get everybody to the exit.",
    "game.escape.minutes": "30",
    "option.difficulty": "Difficulty",
    "option.difficulty.easy": "easy",
    "option.difficulty.normal": "normal",
    "option.difficulty.hard": "hard",
    "option.variant": "Variant",
    "option.variant.none": "none",
    "option.variant.closed": "closed pathways",
    "option.variant.lottery": "joker chamber lottery",
    "option.variant.dice": "dice chambers",
    "new.sheet.escape": "Temple sheet",
    "sheet.own.escape": "A temple sheet of my own\u00a0…",
    "sheet.bad.escape": "This temple sheet cannot be played on yet:",
    "sheet.otherGame.escape": "This is a temple sheet for {game}.",
    "sheet.otherOptions.escape":
      "This temple sheet goes with other options. Change those, or choose another temple sheet.",
    "sheet.offline.escape":
      "A server must check a new temple sheet before anybody plays on it, and none is answering. Try again later.",
  } as Record<string, string>,
  de: {
    "game.escape.title": "Escape",
    "game.escape.blurb":
      "Ein Tempel, ein Team. Sammelt die Edelsteine und bringt alle zum Ausgang.",
    "game.escape.minutes": "30",
    "option.difficulty": "Schwierigkeit",
    "option.difficulty.easy": "leicht",
    "option.difficulty.normal": "normal",
    "option.difficulty.hard": "schwer",
    "option.variant": "Variante",
    "option.variant.none": "keine",
    "option.variant.closed": "versperrte Wege",
    "option.variant.lottery": "Jokerkammer-Lotterie",
    "option.variant.dice": "Würfelkammern",
    "new.sheet.escape": "Tempelbogen",
    "sheet.own.escape": "Ein eigener Tempelbogen\u00a0…",
    "sheet.bad.escape": "Auf diesem Tempelbogen kann noch nicht gespielt werden:",
    "sheet.otherGame.escape": "Das ist ein Tempelbogen für {game}.",
    "sheet.otherOptions.escape":
      "Dieser Tempelbogen gehört zu anderen Optionen. Ändere sie oder wähle einen anderen Tempelbogen.",
    "sheet.offline.escape":
      "Einen neuen Tempelbogen muss erst ein Server prüfen, und gerade antwortet keiner. Versuche " +
      "es später noch einmal.",
  } as Record<string, string>,
};

export const escape: Game = {
  Art: Temple,
  texts,
  style,
  board: () => import("./index").then((module) => module.escape),
  pictures: () => import("./rules").then((module) => module.pictures),
  options: () => import("./options").then((module) => module.options),
  round: (turn, seats) => Math.floor(turn / seats) + 1,
};
