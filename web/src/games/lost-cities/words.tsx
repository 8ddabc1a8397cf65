/* What Lost Cities says. */
import { COLOURS, Icon } from "../../draw";
import type { Said } from "../../engine";
import { list, number } from "../../i18n";
import type { BoardProps, Effect, Lesson, News, Pointer, Prompt, Setup, Translate } from "../types";
import type { View } from "./view";
import { colourName, columnsOf, parse } from "./view";

function Token({ colour, t, children }: { colour: string; t: Translate; children?: any }) {
  return (
    <span class={`tok c-${colour}`}>
      <Icon name={colour} />
      {colourName(colour, t)}
      {children}
    </span>
  );
}

/* ---- Tapped dice: a filter that the dice and the sheet share ---- */

export function moveWords(text: string, t: Translate): string {
  const move = parse(text);
  if (move.kind === "refuse") return t("lc.refused");
  if (move.kind === "decline") return t("lc.declined");
  if (move.kind === "push") return t("lc.pushed", { colour: colourName(move.colour, t) });
  if (move.kind === "circle") return t("lc.circled", { colour: colourName(move.colour, t) });
  return t("lc.written", { colour: colourName(move.colour, t), value: move.value });
}

export function moveNodes(text: string, t: Translate) {
  const move = parse(text);
  if (move.kind === "push")
    return (
      <span class="acc">
        <Icon name="arrow" />
        <Token colour={move.colour} t={t} />
      </span>
    );
  if (move.kind === "circle")
    return (
      <>
        <Token colour={move.colour} t={t} /> <b>×2</b>
      </>
    );
  if (move.kind === "write")
    return (
      <>
        <Token colour={move.colour} t={t} /> <b>{move.value}</b>
      </>
    );
  return <>{moveWords(text, t)}</>;
}

/* LC9: what the pencil is worth, expedition by expedition, and what it sets off. */
export function effects(
  before: View,
  after: View,
  moves: string[],
  setup: Setup,
  t: Translate,
): Effect[] {
  const found: Effect[] = [];
  for (const colour of columnsOf(after)) {
    const now = after.sheet[colour]!,
      then = before.sheet[colour]!;
    if (now.count === then.count && now.circle === then.circle && now.summit === then.summit)
      continue;
    const last =
      now.circle && !then.circle
        ? "×2"
        : now.summit && !then.summit
          ? t("lc.summit")
          : now.numbers.slice(then.count).join(", ");
    found.push({
      words: t("lc.becomes", {
        what: `${colourName(colour, t)}\u00a0${last}`,
        from: number(then.points),
        to: number(now.points),
      }),
      rule: "LC9.2",
      nodes: (
        <>
          <span class={`tok c-${colour}`}>
            <Icon name={colour} />
            {`${colourName(colour, t)}\u00a0${last}`}
          </span>{" "}
          {number(then.points)} → <b>{number(now.points)}</b>
        </>
      ),
    });
  }
  const artefacts = after.sheet.artefacts!.count - before.sheet.artefacts!.count;
  if (artefacts)
    found.push({ words: t("lc.artefactsMore", { n: artefacts }), icon: "vase", rule: "LC5.1" });
  if (moves[0] === "-") {
    const dice = after.sheet.dice!;
    const words =
      dice.count === before.sheet.dice!.count
        ? t("lc.refuseNothing")
        : dice.count === 9
          ? t(setup.seats === 1 ? "lc.refuseEnds" : "lc.refuseExhausts")
          : t("lc.refuseShades", { points: number(dice.points) });
    found.push({ words, icon: "die", rule: dice.count === 9 ? "LC6.2" : "LC6.1" });
  }
  for (const column of Object.keys(after.sheet)) {
    if (after.sheet[column]!.bridge && !before.sheet[column]!.bridge)
      found.push({
        words: t("lc.crosses", { column: t(`lc.${column}`), bonus: after.bonus }),
        icon: "bridge",
        rule: "LC7.2",
        good: true,
      });
  }
  return found;
}

/* LC2.10: what is said aloud at the table. */
export function news(
  _: View[],
  after: View[],
  { seat, said }: { seat: number; said: Said[] },
  setup: Setup,
  t: Translate,
): News[] {
  const { owners, bonus } = after[seat]!,
    name = setup.names[seat]!,
    found: News[] = [];
  const of = (kind: string) => said.filter((each) => each.kind === kind);
  const tell = (
    icon: string,
    key: string,
    values: Record<string, string | number> = {},
    move = false,
  ) => found.push({ seat, icon, words: t(key, { name, ...values }), move });
  const accelerated = of("acceleration"),
    artefacts = of("artefact");
  if (accelerated.length)
    tell(
      "arrow",
      "lc.newsAccelerates",
      { colours: list(accelerated.map(({ what }) => colourName(what, t))) },
      true,
    );
  if (artefacts.length)
    tell("vase", "lc.newsArtefacts", { n: artefacts.length, all: artefacts.at(-1)!.number });
  for (const { what, number: points } of of("bridge"))
    tell("bridge", points ? "lc.newsBridge" : "lc.newsBridgeLate", {
      column: t(`lc.${what}`),
      bonus,
      owners: list((owners[what] ?? []).map((each) => setup.names[each]!)),
    });
  if (of("exhausted").length) tell("die", "lc.newsExhausted");
  return found;
}

/* LC2.7: the active seat's choice leaves dice that the others see; theirs are shown together. */
function final({ view, seat, setup, turns, t }: BoardProps): string | undefined {
  if (setup.seats === 1) return undefined;
  return t(
    (view.before ?? view).active === seat
      ? "lc.finalActive"
      : turns || setup.options.order === "sequence"
        ? "lc.finalSequence"
        : "lc.finalOthers",
  );
}

export function prompt(props: BoardProps): Prompt {
  const { legal, draft, t } = props,
    view: View = props.view;
  const moves = legal.map(parse);
  if (draft.length && !legal.length) {
    const first = parse(draft[0]!),
      written = draft.filter((move) => parse(move).kind !== "decline").length;
    const label =
      first.kind === "refuse"
        ? t(
            view.sheet.dice!.count === 9 && (view.before ?? view).sheet.dice!.count < 9
              ? "lc.confirmExhaust"
              : "lc.confirmRefuse",
          )
        : written > 1
          ? t("lc.confirmAll", { n: written })
          : t(first.kind === "circle" ? "lc.confirmCircle" : "lc.confirmWrite", {
              colour: colourName(first.colour, t),
              value: first.value,
            });
    return {
      headline: t("lc.pencilled"),
      short: t("lc.pencilledShort"),
      confirm: { label, final: final(props) },
    };
  }
  if (moves.some((move) => move.kind === "push"))
    return {
      headline: t("lc.push"),
      short: t("lc.pushShort"),
      idle: t("lc.idlePush"),
    };
  const choices = moves.filter((move) => move.kind !== "refuse").length;
  return choices
    ? {
        headline: t("lc.choose"),
        short: t("lc.chooseShort"),
        detail: t("lc.choices", { n: choices }),
      }
    : {
        headline: t("lc.mustRefuse"),
        detail: t("lc.mustRefuseWhy"),
        confirm: { label: t("lc.confirmRefuse"), move: "-", final: final(props) },
      };
}

const SPOTS = [".bx.target", ".ring.target"];
const DICE = [".tray .die:not(:disabled)"];
const ACTS = [".btns .go"];

export function guide({ legal, draft, view, setup, seat, t }: BoardProps): Lesson[] {
  const lesson = (name: string, at: string[]) => ({ name, at, words: t(`lc.guide.${name}`) });
  if (draft.length && !legal.length) return [lesson("pencil", ACTS)];
  if (legal.some((move) => parse(move).kind === "push")) return [lesson("push", SPOTS)];
  if (legal.length === 1) return [lesson("refuse", ACTS)];
  const who = setup.seats === 1 ? "solo" : view.active === seat ? "active" : "other";
  return [lesson("rise", SPOTS), lesson("cost", [".lad .bx", ".lad .ring"]), lesson(who, DICE)];
}

export function hint(move: string, { t }: BoardProps): Pointer {
  const { kind, colour } = parse(move);
  if (kind === "refuse" || kind === "decline")
    return {
      area: "dice",
      words: t("lc.hint.dice"),
      spot: "refuse",
    };
  /* The area is the half of the sheet that the column is in. */
  const half = COLOURS.indexOf(colour) < 3 ? "left" : "right";
  return { area: half, words: t(`lc.hint.${half}`), spot: colour };
}

export const keys = (t: Translate): [string, string][] => [
  ["R O Y G B P", t("lc.keys.colour")],
  ["0 … 9", t("lc.keys.number")],
  ["X", t("lc.keys.circle")],
  ["−", t("lc.keys.refuse")],
];
