/* A game in a few pictures: each has a title, a text, and the numbers of the rules that it tells. */
import type { JSX } from "preact";
import { IconAt } from "../draw";
import { language } from "../i18n";
import { rules as texts } from "../i18n/rules";

interface Card { picture: JSX.Element; rules: string }

/* Texts are `${name}.r1.title`, `${name}.r1.text` and so on; pictures are 220 x 132. */
export function RuleCards({ name, cards }: { name: string; cards: Card[] }) {
  const t = (key: string) => texts[language()][key]!;
  return (
    <ol class="rules">
      {cards.map(({ picture, rules }, i) => (
        <li class="card rule" key={i}>
          <svg viewBox="0 0 220 132" aria-hidden="true">{picture}</svg>
          <div><h2>{i + 1}. {t(`${name}.r${i + 1}.title`)}</h2><p>{t(`${name}.r${i + 1}.text`)}</p><small>{rules}</small></div>
        </li>
      ))}
    </ol>
  );
}

/* A die in a picture: a colour's symbol, a symbol, or a number. */
export function PictureDie({ x, y, colour, icon, value, cls = "" }: { x: number; y: number; colour?: string; icon?: string; value?: number; cls?: string }) {
  return (
    <g class={colour ? `c-${colour}` : cls}>
      <rect x={x} y={y} width="36" height="36" rx="9" fill={colour ? "var(--c)" : "var(--die)"} stroke={colour ? "var(--c)" : "var(--die-edge)"} class={icon ? "picdie" : ""} />
      {colour ? <g class="ondie"><IconAt name={colour} x={x + 18} y={y + 18} size={21} /></g>
        : icon ? <IconAt name={icon} x={x + 18} y={y + 18} size={23} cls="picdieicon" />
          : <text x={x + 18} y={y + 25} text-anchor="middle" class="dietext">{value}</text>}
    </g>
  );
}

/* An arrow that leads from dice to what they do. */
export const Lead = ({ x, y }: { x: number; y: number }) => <path class="lead" d={`M${x} ${y}h26M${x + 18} ${y - 9}l10 9-10 9`} />;
