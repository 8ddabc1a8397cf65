/* What Roller says. */
import type { Prompt, Translate } from "../types";
import { LOWEST, areaName } from "./view";
import type { Own, RollerView } from "./view";

function pencilled(draft: string[], t: Translate): string | undefined {
  const counts: [number, number][] = [];
  let number = 0, two = false;
  for (const step of draft) {
    const [verb, word] = step.split(" ");
    if (verb === "take") number = Number(word);
    if (verb === "bonus") two = word === "two";
    if (verb !== "put") continue;
    const wrote = two ? 2 : number, entry = counts.find((pair) => pair[1] === wrote);
    if (entry) entry[0]++;
    else counts.push([1, wrote]);
    two = false;
  }
  return counts.length ? t("roller.pencilled", { list: counts.map(([count, n]) => t("roller.times", { count, number: n })).join(", ") }) : undefined;
}

function rowsPrompt(own: Own, draft: string[], t: Translate): Prompt {
  const numbers = own.selected.filter(Boolean);
  const detail = pencilled(draft, t);
  if (numbers.length === 2) return { headline: t("roller.rows", { first: numbers[0]! }), detail: t("roller.rowsHow", { second: numbers[1]! }) };
  if (numbers.length === 1) return { headline: t("roller.rowsOne", { first: numbers[0]! }), detail: t("roller.rowsHowOne") };
  return { headline: t("roller.rowsVoid"), detail: detail ?? t("roller.rowsVoidHow") };
}

function pathPrompt(view: RollerView, own: Own, draft: string[], t: Translate): Prompt {
  const detail = pencilled(draft, t) ?? t("roller.tapHex"), { number, left } = own;
  const fresh = left === view.counts[number - LOWEST];
  if (fresh) return { headline: t(left === 1 ? "roller.pathStartOne" : "roller.pathStart", { number, left }), detail };
  return { headline: t(left === 1 ? "roller.pathOne" : "roller.path", { number, left }), detail };
}

export function prompt(view: RollerView, legal: string[], draft: string[], t: Translate): Prompt {
  const own = view?.own;
  const last = draft.at(-1) ?? "";
  if (!own) return { headline: "" };
  if (last.startsWith("rows")) {
    return { headline: t("roller.ready", { total: own.total }), detail: t("roller.readyHow"), confirm: { label: t("roller.done", { round: view.round + 1 }) } };
  }
  if (view.phase === "over") return { headline: t("roller.over", { total: own.total }) };
  if (view.phase === "roll") return { headline: t("roller.rollDue") };
  if (own.step === "wait" || legal.length === 0) return { headline: t("roller.wait") };
  if (own.step === "path") return pathPrompt(view, own, draft, t);
  if (own.step === "more") return { headline: t("roller.more", { number: own.number }), detail: pencilled(draft, t) ?? t("roller.tapHex") };
  if (own.step === "two") return { headline: t("roller.two"), detail: pencilled(draft, t) ?? t("roller.tapHex") };
  if (own.step === "third") return { headline: t("roller.third"), detail: t("roller.chooseHow") };
  if (legal.some((move) => move.startsWith("rows"))) return rowsPrompt(own, draft, t);
  const detail = pencilled(draft, t);
  if (legal.includes("skip")) return { headline: t("roller.void"), detail: detail ?? t("roller.voidHow") };
  return { headline: t(own.selections ? "roller.second" : "roller.first"), detail: detail ?? t("roller.chooseHow") };
}

export function moveWords(text: string, t: Translate): string {
  const [verb, word = "", last = ""] = text.split(" ");
  if (verb === "take") return t("roller.word.take", { number: word });
  if (verb === "put") return t("roller.word.put", { hex: word });
  if (verb === "skip") return t("roller.word.skip");
  if (verb === "bonus") return t(`roller.word.${word}`);
  if (verb === "rows") return t("roller.word.rows", { red: word === "-" ? "×" : word, green: last === "-" ? "×" : last });
  return text;
}

export function itemNodes(name: string, t: Translate): string {
  const pair = /^pair (\d)$/.exec(name);
  if (pair) return t("roller.item.pair", { number: pair[1]! });
  if (name === "bonuses") return t("roller.item.bonuses");
  if (name === "red row") return t("roller.red");
  if (name === "green row") return t("roller.green");
  return areaName(name, t);
}

/* The round's dice and number stay until the draft is in ink, even where it was the last one to end the round. */
export function settle(before: RollerView, after: RollerView): RollerView {
  return { ...after, phase: before.phase, round: before.round, counts: before.counts };
}

/* ---- Beside the board ---- */
