/* What Escape says. */
import type { Prompt, Translate } from "../types";
import { FACES, argument, hand, unlocks, ways, words } from "./view";
import type { EscapeView } from "./view";

function gainWords(view: EscapeView, legal: string[], t: Translate): string | undefined {
  for (const [name] of ways(view, legal)) {
    const gain = unlocks(view, name);
    if (gain) return t("escape.gain", { name, colour: t(`escape.mystic.${gain.colour}`), other: gain.other });
  }
  return undefined;
}

function teamNeeds(view: EscapeView, t: Translate): string | undefined {
  const lacks = FACES.filter((face) => view.team.some((mate) => mate.seat !== view.own?.seat && mate.lacks.includes(face)));
  return lacks.length ? t("escape.teamNeeds", { dice: words(lacks, t) }) : undefined;
}

const goalWords = (view: EscapeView, t: Translate) =>
  view.gems >= view.goal ? t("escape.allOut") : t("escape.goalLeft", { left: view.goal - view.gems, rounds: view.rounds - view.round });

function explorePrompt(view: EscapeView, legal: string[], draft: string[], t: Translate): Prompt {
  const can = [...ways(view, legal)], confirm = { label: t("escape.end"), move: "end" };
  const detail = gainWords(view, legal, t) ?? (view.before?.phase === "after-roll" && draft.length === 1 ? teamNeeds(view, t) : undefined) ?? goalWords(view, t);
  if (can.some(([, way]) => way.enter)) return { headline: t("escape.explore"), short: t("escape.exploreShort"), detail, confirm };
  if (can.length) return { headline: t("escape.exploreBonus"), detail, confirm };
  return { headline: t("escape.exploreNone"), detail: draft.some((move) => /^(enter|dash)/.test(move)) ? detail : goalWords(view, t), confirm };
}

function rollPrompt(view: EscapeView, legal: string[], draft: string[], t: Translate): Prompt {
  const kept = argument(draft[0], "keep"), count = Math.min(2, view.unrolled);
  const label = view.unrolled === 0 ? t("escape.noDice") : t(count === 2 ? "escape.rollTwo" : "escape.rollOne");
  const confirm = { label, move: "roll" };
  if (kept) return { headline: t("escape.keepOrPool"), short: t("escape.keepOrPoolShort"), detail: teamNeeds(view, t) ?? t("escape.keepHow"), confirm };
  const heal = legal.some((move) => move.startsWith("heal "));
  return { headline: view.begun ? t("escape.rollOn") : t("escape.rollFirst"), detail: heal ? t("escape.healHow") : goalWords(view, t), confirm };
}

export function prompt(view: EscapeView, legal: string[], draft: string[], t: Translate): Prompt {
  const last = draft.at(-1), taken = view.own?.taken ?? [];
  if (!view?.own) return { headline: "" };
  if (draft.length && view.phase === "over") return { headline: t(view.won ? "escape.wonIf" : "escape.lostIf"), detail: t("escape.wonHow"), confirm: { label: t("escape.confirm") } };
  if (last?.startsWith("side ")) {
    const side = t(`escape.side.${last.slice(5)}`);
    return { headline: t("escape.comeFrom", { side }), detail: t("escape.sideHow"), confirm: { label: t("escape.sideConfirm", { side }) } };
  }
  if (draft.length && !legal.length) {
    const hands = argument(draft[0], "take");
    if (hands) return { headline: t("escape.takeThese", { dice: words(hands, t) }), detail: t("escape.takeHow"), confirm: { label: t("escape.takeConfirm") } };
    return { headline: t("escape.sure"), confirm: { label: t("escape.confirm") } };
  }
  switch (view.phase) {
    case "sides": return { headline: t("escape.chooseSide"), detail: t("escape.sideHow") };
    case "closing": return { headline: t("escape.closing"), detail: t("escape.closingHow", { dice: words(view.extra ?? [], t) }) };
    case "before-roll": return rollPrompt(view, legal, draft, t);
    case "after-roll": return { headline: t("escape.keepOrPool"), short: t("escape.keepOrPoolShort"), detail: teamNeeds(view, t) ?? t("escape.keepHow"), confirm: { label: t("escape.keepAll"), move: `keep ${hand(view.rolled)}` } };
    case "exploring": return explorePrompt(view, legal, draft, t);
    case "joker": return { headline: t("escape.joker"), detail: t("escape.jokerHow") };
    case "unlocking": return { headline: t("escape.unlocking"), detail: t("escape.unlockingHow") };
    case "taking": return { headline: t("escape.take"), detail: t("escape.takeHow") };
    case "crossing": return { headline: t("escape.cross", { dice: words(taken, t) }), detail: t("escape.crossHow") };
    case "completing": return legal.length > 1
      ? { headline: t("escape.completing"), detail: t("escape.completingHow"), confirm: { label: t("escape.leave"), move: "leave" } }
      : { headline: t("escape.completingNone"), detail: goalWords(view, t), confirm: { label: t("escape.leave"), move: "leave" } };
    case "over": return { headline: t(view.won ? "escape.won" : "escape.lost", { gems: view.gems, goal: view.goal }) };
    default: return { headline: t("escape.wait"), detail: goalWords(view, t) };
  }
}

export function moveWords(text: string, t: Translate): string {
  const [verb = "", ...rest] = text.split(" ");
  const faces = rest.filter((word) => word !== "-").map((word) => (FACES.includes(word) || word === "black" ? t(`escape.face.${word}`) : word)).join(", ");
  switch (verb) {
    case "side": return t("escape.word.side", { side: t(`escape.side.${rest[0]}`) });
    case "close": return t("escape.word.close", { name: rest[0]!, side: t(`escape.side.${rest[1]}`) });
    case "keep": return faces ? t("escape.word.keep", { dice: faces }) : t("escape.word.keepNone");
    case "take": return t("escape.word.take", { dice: faces });
    case "use": return t("escape.word.use", { dice: faces });
    case "joker": return t("escape.word.joker", { what: rest[0] === "reroll" ? t("escape.track.reroll") : faces });
    case "unlock": return t(`escape.unlock.${rest[0]}`);
    case "heal": case "enter": case "dash": case "map": case "complete": return t(`escape.word.${verb}`, { name: rest[0]! });
    case "roll": case "reroll": case "end": case "leave": return t(`escape.word.${verb}`);
    default: return text;
  }
}

export const itemNodes = (name: string, t: Translate) => t(`escape.item.${name.replace(" ", "-")}`);

/* ---- Beside the board ---- */
