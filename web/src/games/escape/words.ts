/* What Escape says. */
import type { BoardProps, Effect, Lesson, Pointer, Prompt, Setup, Translate } from "../types";
import type { EscapeView, Props } from "./view";
import {
  argument,
  colourOf,
  FACES,
  hand,
  objects,
  sorted,
  unlocks,
  ways,
  without,
  words,
  wouldCross,
} from "./view";

function gainWords({ view, legal, setup, t }: Props): string | undefined {
  for (const [name] of ways(view, legal)) {
    const gain = unlocks(view, name);
    if (gain)
      return t("escape.gain", {
        name,
        colour: t(`escape.mystic.${gain.colour}`),
        other: gain.other,
        mate: setup.names[gain.seat]!,
      });
  }
  return undefined;
}

/* Who would finish something with which symbols: "Ruth needs torch, key". */
function teamNeeds({ view, setup, t }: Props): string | undefined {
  const needs = view.team
    .filter((mate) => mate.seat !== view.own?.seat && mate.lacks.length)
    .map((mate) =>
      t("escape.mateNeeds", {
        name: setup.names[mate.seat]!,
        dice: words(sorted([...new Set(mate.lacks)]), t),
      }),
    );
  return needs.length ? needs.join(" ") : undefined;
}

function goalWords(view: EscapeView, t: Translate): string {
  if (view.gems >= view.goal) return t("escape.allOut");
  const after = view.rounds - view.round - 1;
  const rounds = after > 0 ? t("escape.roundsLeft", { n: after }) : t("escape.lastRound");
  return `${t("escape.gemsLeft", { n: view.goal - view.gems })} ${rounds}`;
}

/* What ending the turn would throw away now: dice that still open a chamber, or that nobody has in the common pool. */
export function wasted({ view, legal, draft, t }: Props): string | undefined {
  if (!legal.includes("end")) return undefined;
  const open = [...ways(view, legal)].filter(([, way]) => way.enter).map(([name]) => name);
  if (open.length) return t("escape.wastes", { n: open.length, names: open.join(", ") });
  const kept = draft.length === 1 ? (argument(draft[0], "keep") ?? []) : [];
  return kept.length
    ? t("escape.wastesPool", { n: kept.length, dice: words(sorted(kept), t) })
    : undefined;
}

function explorePrompt(props: Props): Prompt {
  const { view, legal, draft, t } = props;
  const can = [...ways(view, legal)],
    confirm = wasted(props)
      ? undefined
      : { label: t("escape.end"), move: "end", final: t("escape.finalEnd") },
    idle = t(can.length ? "escape.idleChamber" : "escape.idleKeep");
  const detail =
    gainWords(props) ??
    (view.before?.phase === "after-roll" && draft.length === 1 ? teamNeeds(props) : undefined) ??
    goalWords(view, t);
  if (can.some(([, way]) => way.enter))
    return {
      headline: t("escape.explore"),
      short: t("escape.exploreShort"),
      detail,
      confirm,
      idle,
    };
  if (can.length)
    return {
      headline: t("escape.exploreBonus"),
      short: t("escape.exploreBonusShort"),
      detail,
      confirm,
      idle,
    };
  return {
    headline: t("escape.exploreNone"),
    idle,
    detail: !confirm
      ? t("escape.poolHow", { n: argument(draft[0], "keep")?.length ?? 0 })
      : draft.some((move) => /^(enter|dash)/.test(move))
        ? detail
        : goalWords(view, t),
    confirm,
  };
}

function rollPrompt(props: Props): Prompt {
  const { view, legal, draft, t } = props;
  const deciding = draft.length === 1 && argument(draft[0], "keep"),
    count = Math.min(2, view.unrolled);
  const label =
    view.unrolled === 0 ? t("escape.noDice") : t(count === 2 ? "escape.rollTwo" : "escape.rollOne");
  const confirm = { label, move: "roll", final: draft.length ? t("escape.finalRoll") : undefined };
  const may = ["heal", "dash"]
    .filter((verb) => legal.some((move) => move.startsWith(`${verb} `)))
    .map((verb) => t(`escape.${verb}How`))
    .join(" ");
  if (deciding)
    return {
      headline: t("escape.keepOrPool"),
      short: t("escape.keepOrPoolShort"),
      detail: [teamNeeds(props), may].filter(Boolean).join(" ") || t("escape.keepHow"),
      confirm,
    };
  return {
    headline: view.begun ? t("escape.rollOn") : t("escape.rollFirst"),
    detail: may || goalWords(view, t),
    confirm,
  };
}

/* The prompt after the last step of a draft, if that says it all. */
function donePrompt({ view, legal, draft, t }: Props): Prompt | null {
  const last = draft.at(-1);
  if (!last) return null;
  if (view.phase === "over")
    return {
      headline: t(view.won ? "escape.wonIf" : "escape.lostIf"),
      detail: view.won ? t("escape.wonHow") : undefined,
      confirm: { label: t("escape.confirm") },
    };
  if (last.startsWith("side ")) {
    const side = t(`escape.side.${last.slice(5)}`);
    return {
      headline: t("escape.comeFrom", { side }),
      detail: t("escape.sideHow"),
      confirm: { label: t("escape.sideConfirm", { side }) },
    };
  }
  if (legal.length) return null;
  const hands = argument(draft[0], "take");
  if (!hands) return { headline: t("escape.sure"), confirm: { label: t("escape.confirm") } };
  return {
    headline: t("escape.takeThese", { dice: objects(hands, t) }),
    short: words(hands, t),
    detail: t("escape.takeHow", { n: hands.length }),
    confirm: { label: t("escape.takeConfirm"), final: t("escape.finalTake") },
  };
}

/* Whether a move crosses something off this map, and whether the pencil has done so on any. */
const crosses = (view: EscapeView, move: string, map: number) =>
  move === `map ${map + 1}` && wouldCross(view.own!.maps[map]!, view.own!.taken).size > 0;
const openBoxes = (view: EscapeView) =>
  view.own!.maps.flatMap(({ bonus, gem }) => [...bonus, ...gem]).filter((box) => !box.crossed)
    .length;
const inPencil = (view: EscapeView) =>
  !view.before?.own || openBoxes(view) < openBoxes(view.before);

/* What is lost by crossing nothing off with dice that another treasure map could use. */
export function unused({ view, legal, draft, t }: Props): string | undefined {
  const own = view.before?.own,
    open = view.phase === "completing" && legal.length === 1 && own && !inPencil(view);
  if (!open || draft.some((move) => move.startsWith("complete "))) return undefined;
  const wanted = own.maps.some((map) => !map.completed && wouldCross(map, own.taken).size);
  return wanted ? t("escape.wastesDice", { n: own.taken.length }) : undefined;
}

/* The log has no view: there a treasure map on which nothing is crossed off is a move with a dash behind it. */
export function noted(move: string, view: () => EscapeView): string {
  if (!move.startsWith("map ")) return move;
  return crosses(view(), move, Number(move.slice(4)) - 1) ? move : `${move} -`;
}

export function prompt(all: BoardProps): Prompt {
  const props: Props = all,
    { view, legal, setup, t } = props;
  if (!view?.own) return { headline: "" };
  const done = donePrompt(props);
  if (done) return done;
  switch (view.phase) {
    case "sides":
      return {
        headline: t("escape.chooseSide"),
        detail: t("escape.sideHow"),
        idle: t("escape.idleSide"),
      };
    case "closing":
      return {
        headline: t("escape.closing"),
        detail: t("escape.closingHow", { dice: words(view.extra ?? [], t) }),
      };
    case "before-roll":
      return rollPrompt(props);
    case "after-roll":
      return {
        headline: t("escape.keepOrPool"),
        short: t("escape.keepOrPoolShort"),
        detail: teamNeeds(props) ?? t("escape.keepHow"),
        confirm: { label: t("escape.keepAll"), move: `keep ${hand(view.rolled)}` },
      };
    case "exploring":
      return explorePrompt(props);
    case "joker":
      return {
        headline: t("escape.joker"),
        detail: t(setup.options.variant === "lottery" ? "escape.lotteryHow" : "escape.jokerHow"),
      };
    case "unlocking":
      return { headline: t("escape.unlocking"), detail: t("escape.unlockingHow") };
    case "taking":
      return {
        headline: t("escape.take"),
        detail: t("escape.takeHow"),
        idle: t("escape.idleTake"),
      };
    case "crossing":
      return {
        headline: t("escape.cross", { dice: objects(view.own.taken, t) }),
        detail: view.own.maps.some((_, i) => legal.some((move) => crosses(view, move, i)))
          ? t("escape.crossHow")
          : t("escape.crossHow.none", { n: view.own.taken.length }),
        idle: t("escape.idleMap"),
      };
    case "completing":
      return legal.length > 1
        ? {
            headline: t("escape.completing"),
            detail: t("escape.completingHow"),
            idle: t("escape.idleMap"),
          }
        : {
            headline: t("escape.sure"),
            detail: goalWords(view, t),
            idle: t("escape.idleMap"),
            confirm: unused(props)
              ? undefined
              : {
                  label: t(
                    inPencil(view)
                      ? "escape.crossConfirm"
                      : props.draft.some((move) => move.startsWith("complete "))
                        ? "escape.confirm"
                        : "escape.crossConfirm.none",
                  ),
                  move: "leave",
                },
          };
    case "over":
      return {
        headline: t(view.won ? "escape.won" : "escape.lost", { n: view.gems, goal: view.goal }),
      };
    default:
      return { headline: t("escape.wait"), detail: goalWords(view, t) };
  }
}

/* A fresh roll is kept as a whole, in pencil, so that one tap goes on. The only move there is needs no tap; but a turn
 * is never ended, nor a roll made behind a pencil mark, by itself. */
export function forced({ view, legal, draft }: BoardProps): string | undefined {
  if (view?.phase === "after-roll" && !draft.length) return `keep ${hand(view.rolled)}`;
  const [only = "end", ...more] = legal;
  if (more.length || only === "end") return undefined;
  return draft.length && (only === "roll" || only === "leave") ? undefined : only;
}

const PLACES: Record<string, string[]> = {
  sides: [".es-gate", ".es-choices"],
  closing: [".es-closing"],
  "before-roll": [".es-unrolled", ".es-tray"],
  "after-roll": [".es-roll"],
  exploring: [".es-temple .es-lit", ".es-temple"],
  joker: [".es-choices"],
  unlocking: [".es-choices"],
  taking: [".es-offered"],
  crossing: [".es-map.es-lit"],
  completing: [".es-map.es-lit"],
};

export function guide({ view, legal, draft, t }: BoardProps): Lesson[] {
  const chose = draft[0]?.startsWith("side ") /* then it may be somebody else's turn */,
    kept = argument(draft[0], "keep") !== null && draft.length === 1;
  const phase = chose
    ? "sides"
    : kept && view.phase === "before-roll"
      ? "after-roll"
      : (view?.phase ?? "");
  const lesson = (name: string, at: string[]) => ({ name, at, words: t(`escape.guide.${name}`) });
  if (!PLACES[phase] || (phase === "exploring" && legal.length < 2)) return [];
  const first = lesson(phase, PLACES[phase]);
  if (phase === "exploring") return [first, lesson("goal", [".es-gemcard"])];
  return phase === "after-roll" ? [first, lesson("cursed", [".es-cursed"])] : [first];
}

/* ---- What the pencil does ---- */

function bonusEffects(before: EscapeView, after: EscapeView, t: Translate): Effect[] {
  return after.tracks.flatMap((track, i) => {
    const then = before.tracks[i]!,
      name = t(`escape.track.${track.name}`);
    const gained = track.marked - then.marked,
      used = track.used - then.used;
    return [
      ...(gained > 0
        ? [
            {
              words: t("escape.gains", { name, n: gained }),
              icon: track.name,
              rule: "ES3.5",
              good: true,
            },
          ]
        : []),
      ...(used > 0
        ? [{ words: t("escape.uses", { name, n: used }), icon: track.name, rule: "ES6.1" }]
        : []),
    ];
  });
}

function mapEffects(
  before: EscapeView,
  after: EscapeView,
  moves: string[],
  t: Translate,
): Effect[] {
  return (after.own?.maps ?? []).flatMap((map, i) => {
    const then = before.own?.maps[i];
    if (!then) return [];
    const open = (each: typeof map) =>
      [...each.bonus, ...each.gem].filter((box) => !box.crossed).length;
    const crossed = open(then) - open(map);
    return [
      ...(crossed > 0 || moves.includes(`map ${i + 1}`)
        ? [
            {
              words: t(crossed ? "escape.crosses" : "escape.crosses.none", {
                number: i + 1,
                n: crossed,
              }),
              icon: "pencil",
              rule: "ES5.2",
            },
          ]
        : []),
      ...(map.completed && !then.completed
        ? [
            {
              words: t("escape.completes", {
                number: i + 1,
                gives: t(`escape.track.${map.gives}`),
              }),
              icon: map.gives,
              rule: "ES5.3",
              good: true,
            },
          ]
        : []),
    ];
  });
}

/* What a decision about a roll means: which chambers the kept dice open, what goes where. */
function rollEffects(before: EscapeView, after: EscapeView, keep: string, t: Translate): Effect[] {
  const found: Effect[] = [];
  const open = (after.own?.reach ?? []).filter((name) =>
    without(after.kept, after.chambers.find((chamber) => chamber.name === name)!.entry),
  );
  if (open.length && after.own?.place === before.own?.place)
    found.push({
      words: t("escape.opens", { names: open.join(", "), n: open.length }),
      icon: "exit",
      rule: "ES3.1",
      good: true,
    });
  const pooled = without(before.rolled, argument(keep, "keep") ?? []);
  if (pooled?.length)
    found.push({
      words: t("escape.pools", { dice: words(pooled, t) }),
      icon: "plus",
      rule: "ES2.4",
    });
  if (before.black)
    found.push({ words: t("escape.curses", { n: before.black }), icon: "black", rule: "ES2.4" });
  return found;
}

export function effects(
  before: EscapeView,
  after: EscapeView,
  moves: string[],
  _: Setup,
  t: Translate,
): Effect[] {
  const found: Effect[] =
    before.phase === "after-roll" && moves[0]?.startsWith("keep")
      ? rollEffects(before, after, moves[0], t)
      : [];
  const gems = after.gems - before.gems;
  for (const action of after.unlocked.filter((each) => !before.unlocked.includes(each)))
    found.push({
      words: t("escape.unlocks", { colour: t(`escape.mystic.${colourOf(action)}`) }),
      icon: colourOf(action),
      rule: "ES4.2",
      good: true,
    });
  if (gems > 0)
    found.push({
      words: t("escape.gemsMore", { n: gems }),
      icon: "gem",
      rule: "ES3.5",
      good: true,
    });
  found.push(...bonusEffects(before, after, t), ...mapEffects(before, after, moves, t));
  const healed = moves.filter((move) => move.startsWith("heal"));
  if (healed.length)
    found.push({ words: t("escape.heals"), icon: "heal", rule: "ES6.3", good: true });
  return found;
}

/* ---- Hints and keys ---- */

export function hint(move: string, props: BoardProps): Pointer {
  const { legal, t } = props;
  const [verb = "", word = ""] = move.split(" ");
  const point = (area: string, spot: string): Pointer => ({
    area,
    words: t(`escape.hint.${area}`),
    spot,
  });
  if (verb === "side") return point("temple", `gate ${word}`);
  if (verb === "enter" || verb === "dash") return point("temple", `chamber ${word}`);
  if (verb === "close") return point("temple", "temple");
  if (verb === "use" || verb === "heal" || verb === "reroll")
    return point("bonuses", `track ${verb === "use" ? word : verb}`);
  if (verb === "map" || verb === "complete") return point("maps", `map ${word}`);
  if ((verb === "end" && wasted(props)) || (verb === "leave" && legal.length > 1))
    return point("dice", "pass");
  return point("dice", verb === "roll" || verb === "end" || verb === "leave" ? "confirm" : "dice");
}

export const keys = (t: Translate): [string, string][] => [
  ["← ↑ → ↓", t("escape.keys.walk")],
  ["1, 2", t("escape.keys.dice")],
  ["T K G", t("escape.keys.use")],
  ["J", t("escape.keys.dash")],
  ["R", t("escape.keys.reroll")],
  ["1 … 6", t("escape.keys.number")],
  ["−", t("escape.keys.pass")],
];

export function moveWords(text: string, t: Translate): string {
  const [verb = "", ...rest] = text.split(" ");
  const faces = rest
    .filter((word) => word !== "-")
    .map((word) => (FACES.includes(word) || word === "black" ? t(`escape.face.${word}`) : word))
    .join(", ");
  switch (verb) {
    case "side":
      return t("escape.word.side", { side: t(`escape.side.${rest[0]}`) });
    case "close":
      return t("escape.word.close", { name: rest[0]!, side: t(`escape.side.${rest[1]}`) });
    case "keep":
      return faces
        ? t("escape.word.keep", { dice: objects(argument(text, "keep")!, t) })
        : t("escape.word.keepNone");
    case "take":
      return t("escape.word.take", { dice: objects(rest, t) });
    case "use":
      return t("escape.word.use", { dice: faces });
    case "joker":
      return t("escape.word.joker", {
        what: rest[0] === "reroll" ? t("escape.track.reroll") : faces,
      });
    case "unlock":
      return t(`escape.word.${rest[0]}`);
    case "*":
      return t("escape.word.rolls", {
        dice: objects(
          rest.filter((word) => word !== "extra"),
          t,
        ),
      });
    case "heal":
    case "enter":
    case "dash":
    case "map":
    case "complete":
      return t(`escape.word.${verb}${rest[1] === "-" ? ".none" : ""}`, { name: rest[0]! });
    case "roll":
    case "reroll":
    case "end":
    case "leave":
      return t(`escape.word.${verb}`);
    default:
      return text;
  }
}

/* A turn in one line: what was kept, given to the pool and cursed, then where it led. */
export function told(moves: string[], t: Translate): string {
  let rolled: string[] = []; /* not decided yet */
  const faces: string[] = [],
    kept: string[] = [];
  const acts: string[] = [];
  for (const move of moves) {
    if (move.startsWith("* "))
      rolled = move
        .slice(2)
        .split(" ")
        .filter((word) => word !== "extra");
    else if (move === "reroll") rolled = [];
    else if (move.startsWith("keep")) {
      faces.push(...rolled);
      kept.push(...argument(move, "keep")!);
      rolled = [];
    } else if (move.startsWith("enter ") && acts.at(-1)?.startsWith("enter "))
      acts.push(`${acts.pop()}, ${move.slice(6)}`);
    else if (!["roll", "end", "leave"].includes(move)) acts.push(move);
  }
  const black = faces.filter((face) => face === "black");
  const pooled =
    without(
      faces.filter((face) => face !== "black"),
      kept,
    ) ?? [];
  const dice = [
    kept.length && t("escape.word.keep", { dice: objects(sorted(kept), t) }),
    pooled.length && t("escape.word.pool", { dice: objects(sorted(pooled), t) }),
    black.length && t("escape.word.rolls", { dice: objects(black, t) }),
  ];
  const done = [
    ...dice.filter(Boolean),
    ...acts.map((move) =>
      move.startsWith("enter ")
        ? t("escape.word.enter", { name: move.slice(6) })
        : moveWords(move, t),
    ),
  ];
  const own = moves.filter((move) => !move.startsWith("* "));
  return done.join("; ") || (own.length ? own : moves).map((move) => moveWords(move, t)).join(", ");
}

export const itemNodes = (name: string, t: Translate) =>
  t(`escape.item.${name.replaceAll(" ", "-")}`);
