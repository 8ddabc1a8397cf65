/* What Roller says. */
import type { BoardProps, Effect, Lesson, Pointer, Prompt, Setup, Translate } from "../types";
import type { Own, RollerView } from "./view";
import { areaName, LOWEST, letters, NUMBERS } from "./view";

/* The numbers that these moves write, hex by hex. */
function written(moves: string[]): number[] {
  const numbers: number[] = [];
  let number = 0,
    two = false;
  for (const step of moves) {
    const [verb, word] = step.split(" ");
    if (verb === "take") number = Number(word);
    if (verb === "bonus") two = word === "two";
    if (verb !== "put") continue;
    numbers.push(two ? 2 : number);
    two = false;
  }
  return numbers;
}

/* How often each of them is: "3 × 7, 2 × 4". */
function tally(moves: string[], t: Translate): string {
  const counts = new Map<number, number>();
  for (const number of written(moves)) counts.set(number, (counts.get(number) ?? 0) + 1);
  return [...counts].map(([number, count]) => t("roller.times", { count, number })).join(", ");
}

function rowsPrompt(own: Own, t: Translate): Prompt {
  const numbers = own.selected.filter(Boolean);
  const idle = t("roller.idleRow");
  if (numbers.length === 2)
    return {
      headline: t("roller.rows", { first: numbers[0]! }),
      detail: t("roller.rowsHow", { second: numbers[1]! }),
      idle,
    };
  if (numbers.length === 1)
    return {
      headline: t("roller.rowsOne", { first: numbers[0]! }),
      detail: t("roller.rowsHowOne"),
      idle,
    };
  return { headline: t("roller.rowsVoid"), detail: t("roller.rowsVoidHow"), idle };
}

function pathPrompt(view: RollerView, own: Own, t: Translate): Prompt {
  const detail = t("roller.tapHex"),
    { number, left } = own,
    idle = t("roller.idlePath");
  const fresh = left === view.counts[number - LOWEST];
  if (fresh)
    return {
      headline: t(left === 1 ? "roller.pathStartOne" : "roller.pathStart", { number, left }),
      detail,
      idle,
    };
  return {
    headline: t(left === 1 ? "roller.pathOne" : "roller.path", { number, left }),
    detail,
    idle,
  };
}

export function prompt({ view, legal, draft, turns, t }: BoardProps): Prompt {
  const own: Own | undefined = view?.own;
  const last = draft.at(-1) ?? "";
  if (!own) return { headline: "" };
  if (last.startsWith("rows"))
    return {
      headline: t("roller.ready", { total: own.total }),
      detail: t("roller.readyHow"),
      confirm: {
        label: t("roller.done", { round: view.round + 1 }),
        final: t(turns ? "roller.finalTurns" : "roller.final"),
      },
    };
  if (view.phase === "over") return { headline: t("roller.over", { total: own.total }) };
  if (view.phase === "roll") return { headline: t("roller.rollDue") };
  if (own.step === "wait" || legal.length === 0) return { headline: t("roller.wait") };
  if (own.step === "path") return pathPrompt(view, own, t);
  if (own.step === "more")
    return {
      headline: t("roller.more", { number: own.number }),
      detail: t("roller.tapHex"),
      idle: t("roller.idlePath"),
    };
  if (own.step === "two")
    return { headline: t("roller.two"), detail: t("roller.tapHex"), idle: t("roller.idlePath") };
  if (own.step === "third") return { headline: t("roller.third"), detail: t("roller.chooseHow") };
  if (legal.some((move) => move.startsWith("rows"))) return rowsPrompt(own, t);
  if (legal.includes("skip")) return { headline: t("roller.void"), detail: t("roller.voidHow") };
  return {
    headline: t(own.selections ? "roller.second" : "roller.first"),
    detail: t("roller.chooseHow"),
    idle: t("roller.idleNumber"),
  };
}

const HEXES = [".ro-lit"];
const DICE = [".ro-group.ro-can", ".ro-groups"];
const BONUSES_AT = [".ro-bonuses", ".strip .chip.me b", ".ph .pts"];
const AREAS = [".ro-areas", ".ro-badge"];

export function guide({ view, legal, draft, t }: BoardProps): Lesson[] {
  const own: Own | undefined = view?.own;
  const lesson = (name: string, at: string[]) => ({ name, at, words: t(`roller.guide.${name}`) });
  if (draft.at(-1)?.startsWith("rows")) return [lesson("done", [".btns .go"])];
  if (own?.step === "path" || own?.step === "more") return [lesson("path", HEXES)];
  if (legal.some((move) => move.startsWith("rows"))) return [lesson("rows", [".ro-offer"])];
  if (legal.includes("skip")) return [lesson("skip", [".btns [data-costly]"])];
  if (own?.selections) return [lesson("second", DICE)];
  return [lesson("first", [...HEXES, ...DICE]), lesson("six", BONUSES_AT), lesson("areas", AREAS)];
}

/* RO4: what the pencil completes, and how the total changes. */
export function effects(
  before: RollerView,
  after: RollerView,
  moves: string[],
  _: Setup,
  t: Translate,
): Effect[] {
  const then = before.own,
    now = after.own,
    found: Effect[] = [];
  if (!then || !now) return found;
  const letter = letters(after);
  const wrote = tally(moves, t);
  if (wrote) found.push({ words: wrote, icon: "pencil", rule: "RO2.2", told: true });
  now.areas.forEach((area, i) => {
    if (area.left === 0 && then.areas[i]!.left > 0)
      found.push({
        words: t("roller.fills", { letter: letter[i]!, points: area.points }),
        icon: "check",
        rule: after.areas[i]!.kind === "middle" ? "RO4.3" : "RO4.2",
        good: true,
      });
  });
  NUMBERS.forEach((number, i) => {
    if (now.pairs[i] && !then.pairs[i])
      found.push({ words: t("roller.joins", { number }), icon: "link", rule: "RO4.4", good: true });
  });
  for (const row of ["red", "green"] as const) {
    if (now[row].points !== then[row].points)
      found.push({
        words: t("roller.rowGrows", {
          row: t(`roller.${row}`),
          from: then[row].points,
          to: now[row].points,
        }),
        icon: row,
        rule: "RO4.6",
      });
  }
  const spent = now.used.filter((bonus) => !then.used.includes(bonus)).length;
  if (spent) found.push({ words: t("roller.spends"), icon: "die", rule: "RO4.5" });
  return found;
}

/* A hint's area: dice, rows, bonuses, or the part of the map where the number begins. */
export function hint(move: string, { view, t }: BoardProps): Pointer {
  const [verb, word = ""] = move.split(" "),
    { cells, areas, own } = view as RollerView;
  const at =
    verb === "put"
      ? cells.findIndex((cell) => cell.name === word)
      : verb === "take"
        ? (own?.openings[Number(word) - LOWEST]?.[0] ?? -1)
        : -1;
  if (verb === "put" && at >= 0)
    return {
      area: `area ${cells[at]!.area}`,
      words: t("roller.hint.area", { area: areaName(areas[cells[at]!.area]!.name, t) }),
      spot: `hex ${at}`,
    };
  if (verb === "take" && at >= 0)
    return { area: "dice", words: t("roller.hint.dice"), spot: `number ${word}` };
  if (verb === "bonus")
    return { area: "bonuses", words: t("roller.hint.bonuses"), spot: `bonus ${word}` };
  if (verb === "rows") return { area: "rows", words: t("roller.hint.rows"), spot: "rows" };
  return { area: "dice", words: t("roller.hint.dice"), spot: "confirm" };
}

export const keys = (t: Translate): [string, string][] => [
  ["3 … 8", t("roller.keys.number")],
  ["W E A D Z X", t("roller.keys.walk")],
  ["1, 2, T", t("roller.keys.bonus")],
  ["R, G", t("roller.keys.rows")],
  ["−", t("roller.keys.skip")],
];

/* "3 × 7, 2 × 4 · red 7, green 4". */
export function told(moves: string[], t: Translate): string {
  const rows = moves.find((move) => move.startsWith("rows"));
  const bonuses = moves
    .filter((move) => move.startsWith("bonus"))
    .map((move) => moveWords(move, t));
  const numbers = tally(moves, t);
  const parts = [
    numbers && t("roller.word.wrote", { list: numbers }),
    ...bonuses,
    rows && moveWords(rows, t),
  ].filter(Boolean);
  return parts.length ? parts.join("; ") : moves.map((move) => moveWords(move, t)).join(", ");
}

export function moveWords(text: string, t: Translate, before: string[] = []): string {
  const [verb, word = "", last = ""] = text.split(" ");
  if (verb === "take") return t("roller.word.take", { number: word });
  if (verb === "put") {
    const number = written([...before, text]).at(-1)!;
    return t(number ? "roller.word.write" : "roller.word.put", { number, hex: word });
  }
  if (verb === "skip") return t("roller.word.skip");
  if (verb === "bonus") return t(`roller.word.${word}`);
  if (verb === "rows")
    return t("roller.word.rows", {
      red: word === "-" ? "×" : word,
      green: last === "-" ? "×" : last,
    });
  return text;
}

export function itemNodes(name: string, t: Translate, view?: RollerView): string {
  const pair = /^pair (\d)$/.exec(name);
  if (pair) return t("roller.item.pair", { number: pair[1]! });
  if (name === "bonuses") return t("roller.item.bonuses");
  if (name === "red row") return t("roller.red");
  if (name === "green row") return t("roller.green");
  const letter = view && letters(view)[view.areas.findIndex((area) => area.name === name)];
  return t(letter ? "roller.item.letter" : "roller.item.area", {
    letter: letter ?? "",
    name: areaName(name, t),
  });
}

/* The round's dice and number stay until the draft is in ink, even where it was the last one to end the round. */
export function settle(before: RollerView, after: RollerView): RollerView {
  return { ...after, phase: before.phase, round: before.round, counts: before.counts };
}
