/* What Lost Cities says. */
import { Icon } from "../../draw";
import { number, signed } from "../../i18n";
import type { Prompt, Translate } from "../types";
import { colourName, columnsOf, parse } from "./view";
import type { View } from "./view";

function Token({ colour, t, children }: { colour: string; t: Translate; children?: any }) {
  return <span class={`tok c-${colour}`}><Icon name={colour} />{colourName(colour, t)}{children}</span>;
}

/* ---- Tapped dice: a filter that the dice and the sheet share ---- */

export function moveWords(text: string, t: Translate): string {
  const move = parse(text);
  if (move.kind === "refuse") return t("lc.refused");
  if (move.kind === "decline") return t("lc.declined");
  if (move.kind === "push") return t("lc.pushed", { colour: colourName(move.colour, t) });
  if (move.kind === "circle") return t("lc.circled", { colour: colourName(move.colour, t) });
  return `${colourName(move.colour, t)} ${move.value}`;
}

export function moveNodes(text: string, t: Translate) {
  const move = parse(text);
  if (move.kind === "push") return <span class="acc"><Icon name="arrow" /><Token colour={move.colour} t={t} /></span>;
  if (move.kind === "circle") return <><Token colour={move.colour} t={t} /> <b>×2</b></>;
  if (move.kind === "write") return <><Token colour={move.colour} t={t} /> <b>{move.value}</b></>;
  return <>{moveWords(text, t)}</>;
}

/* What the pencil will do, in words and with symbols. */
function consequences(view: View, draft: string[], t: Translate): { words: string; rich: any } {
  const before = view.before ?? view;
  const parts: string[] = [];
  const rich: any[] = [];
  for (const colour of columnsOf(view)) {
    const now = view.sheet[colour]!, then = before.sheet[colour]!;
    if (now.count === then.count && now.circle === then.circle && now.summit === then.summit) continue;
    const last = now.circle && !then.circle ? "×2" : now.summit && !then.summit ? t("lc.summit") : now.numbers.slice(then.count).join(", ");
    parts.push(t("lc.becomes", { what: `${colourName(colour, t)} ${last}`, from: signed(then.points), to: signed(now.points) }));
    rich.push(<span key={colour}><span class={`tok c-${colour}`}><Icon name={colour} />{colourName(colour, t)} {last}</span> {signed(then.points)} → <b>{signed(now.points)}</b></span>);
  }
  const found = view.sheet.artefacts!.count - before.sheet.artefacts!.count;
  if (found) {
    const words = t(found === 1 ? "lc.oneArtefact" : "lc.artefactsMore", { n: found });
    parts.push(words);
    rich.push(<span key="artefacts"><Icon name="vase" cls="i" /> {words}</span>);
  }
  if (draft[0] === "-") {
    const dice = view.sheet.dice!;
    const words = dice.count === before.sheet.dice!.count ? t("lc.refuseNothing")
      : dice.count === 9 ? t("lc.refuseExhausts") : t("lc.refuseShades", { points: number(dice.points) });
    parts.push(words);
    rich.push(<span key="dice"><Icon name="die" cls="i" /> {words}</span>);
  }
  for (const column of Object.keys(view.sheet)) {
    if (view.sheet[column]!.bridge && !before.sheet[column]!.bridge) {
      const words = t("lc.crosses", { column: t(`lc.${column}`), bonus: view.bonus });
      parts.push(words);
      rich.push(<span class="won" key={`b${column}`}><Icon name="bridge" cls="i" /> {words}</span>);
    }
  }
  return { words: parts.join(". ") + ".", rich: rich.map((each, i) => (i ? [" · ", each] : each)) };
}

export function prompt(view: View, legal: string[], draft: string[], t: Translate): Prompt {
  const moves = legal.map(parse);
  if (draft.length && !legal.length) {
    const { words, rich } = consequences(view, draft, t);
    const first = parse(draft[0]!);
    const label = first.kind === "refuse" ? t(view.sheet.dice!.count === 9 && (view.before ?? view).sheet.dice!.count < 9 ? "lc.confirmExhaust" : "lc.confirmRefuse")
      : draft.length > 1 ? t("lc.confirmAll", { n: draft.length })
        : t(first.kind === "circle" ? "lc.confirmCircle" : "lc.confirmWrite", { colour: colourName(first.colour, t), value: first.value });
    return { headline: t("lc.pencilled"), short: t("lc.pencilledShort"), detail: words, rich, confirm: { label } };
  }
  if (moves.some((move) => move.kind === "push")) {
    const { words, rich } = consequences(view, draft, t);
    return { headline: t("lc.push"), short: t("lc.pushShort"), detail: words, rich, confirm: { label: t("lc.confirmDecline"), move: "> -" } };
  }
  const choices = moves.filter((move) => move.kind !== "refuse").length;
  return choices
    ? { headline: t("lc.choose"), short: t("lc.chooseShort"), detail: t(choices === 1 ? "lc.choiceOne" : "lc.choices", { n: choices }) }
    : { headline: t("lc.mustRefuse"), detail: t("lc.mustRefuseWhy"), confirm: { label: t("lc.confirmRefuse"), move: "-" } };
}

/* ---- Buttons, keys ---- */
