/* The sheet: six expeditions, artefacts and dice symbols, bridges. */
import { useEffect, useRef, useState } from "preact/hooks";
import { COLOURS, Cross, Hand, Icon, Scribble, Seat } from "../../draw";
import { useCell } from "../../hooks";
import { list, number } from "../../i18n";
import type { BoardProps, Setup, Translate } from "../types";
import type { Move, View } from "./view";
import {
  asText,
  clear,
  colourName,
  columnIcon,
  columnsOf,
  fits,
  lit,
  pencilled,
  picked,
} from "./view";
import { moveWords } from "./words";

function Bridge({
  view,
  column,
  setup,
  seat,
  t,
}: {
  view: View;
  column: string;
  setup: Setup;
  seat: number;
  t: Translate;
}) {
  const owners = view.owners[column] ?? [];
  const mine = view.sheet[column]!.bridge;
  const lost = !mine && view.passed.includes(column);
  const soon = mine && !(view.before ?? view).sheet[column]!.bridge;
  const who = mine ? seat : owners[0];
  const label = mine
    ? t("lc.bridgeMine")
    : lost
      ? t("lc.bridgeGone", { name: list(owners.map((o) => setup.names[o]!)) })
      : t("lc.bridgeOpen", { bonus: view.bonus });
  return (
    <div
      role="gridcell"
      aria-label={label}
      data-about={`lc.what.bridge|${view.bonus}`}
      tabIndex={-1}
      class={`br ${mine ? "mine" : lost ? "lost" : "open"} ${soon ? "soon" : ""}`}
    >
      <Icon name="bridge" />
      <b>{view.bonus}</b>
      {(mine || lost) && who !== undefined && (
        <Seat seat={who} name={setup.names[who]!} size={18} />
      )}
    </div>
  );
}

/* A printed symbol that tells what it does. */
const about = (what: string | undefined) => (what ? { "data-about": what, tabIndex: -1 } : {});
const ABOUT: Record<string, string> = { ">": "lc.what.arrow", v: "lc.what.artefact" };

/* Where an arrow key leads: left and right from one spot to the next; up and down, and from there to all sides, to what
 * tells of itself. */
function neighbour(grid: HTMLElement, key: string): HTMLElement | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[key],
    now = document.activeElement as HTMLElement;
  if (!step) return undefined;
  const all = (within: Element, what: string) => [...within.querySelectorAll<HTMLElement>(what)];
  const upright = key === "ArrowUp" || key === "ArrowDown",
    columns = all(grid, ".col").map((each) => all(each, "[data-spot],[data-about]"));
  const chips = all(grid, ".chips button"),
    spots = all(grid, "[data-spot]"),
    here = columns.findIndex((each) => each.includes(now));
  const round = (among: HTMLElement[], by: number) =>
    among[(among.indexOf(now) + by + among.length) % among.length];
  if (chips.length) return round(chips, upright ? -step : step);
  if (spots.includes(now) ? !upright : here < 0)
    return spots.length ? round(spots, step) : columns[0]![0];
  if (upright) return columns[here]![columns[here]!.indexOf(now) + step];
  const height = (each: Element) => each.getBoundingClientRect().top,
    far = (each: Element) => Math.abs(height(each) - height(now));
  return [...(columns[here + step] ?? [])].sort((a, b) => far(a) - far(b))[0];
}

function boxLabel(view: View, colour: string, box: number, can: string, t: Translate): string {
  const kind = view.boxes[colour]![box];
  const value = view.sheet[colour]!.numbers[box];
  const words = [
    t("lc.box", { colour: colourName(colour, t), symbol: t(`lc.symbol.${colour}`), box: box + 1 }),
  ];
  if (kind === ">") words.push(t("lc.arrowBox"));
  if (kind === "v") words.push(t("lc.artefactBox"));
  words.push(
    value === undefined
      ? t("lc.empty")
      : box >= view.sheet[colour]!.count - pencilled(view, colour)
        ? t("lc.pencilledBox", { value })
        : String(value),
  );
  return words.join(", ") + "." + (can ? " " + can : "");
}

/* covered: chips are open somewhere and may lie over other spots, so only they are buttons. */
interface ColumnProps extends BoardProps {
  colour: string;
  moves: Move[];
  dim: boolean;
  focus: boolean;
  covered: boolean;
}

function ExpeditionColumn(props: ColumnProps) {
  const { colour, setup, seat, t, me, moves, dim, focus, covered } = props;
  const view = props.view as View;
  const pick = useCell(picked);
  const own = view.sheet[colour]!;
  const pencil = pencilled(view, colour);
  const summitPencil = own.summit && !(view.before ?? view).sheet[colour]!.summit;
  const circlePencil = own.circle && !(view.before ?? view).sheet[colour]!.circle;
  const pushing = moves[0]?.kind === "push";
  const values = moves
    .filter((move) => move.kind === "write")
    .map((move) => move.value)
    .sort((a, b) => a - b);
  const circle = moves.find((move) => move.kind === "circle");
  const base =
    props.draft.length && !props.legal.length
      ? (view.before ?? view).sheet[colour]!.count
      : own.count;
  const hinted =
    props.hint === colour || props.hint === (COLOURS.indexOf(colour) < 3 ? "left" : "right");
  const open = pick.open === colour && moves.length > 1;
  const ring = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) ring.current?.querySelector<HTMLButtonElement>(".chips button")?.focus();
  }, [open]);
  const below = own.numbers.length ? own.numbers[own.numbers.length - 1]! : 1;
  const can = pushing
    ? t("lc.canPush", { value: base < 9 ? below : t("lc.summit") })
    : values.length
      ? t("lc.canWrite", { values: values.join(` ${t("or")} `) })
      : "";
  const act = (event: Event) => {
    if (!me || !moves.length || (event.target as Element).closest(".br")) return;
    event.preventDefault(); /* nobody asks about a symbol here */
    if (moves.length === 1) {
      clear();
      props.onMove(asText(moves[0]!));
    } else {
      picked.set({ ...pick, open: open ? null : colour });
    }
  };
  const target = (box: number) => me && (pushing || values.length > 0) && box === base;
  const button = (label: string, child: any, tab: boolean) => (
    <button
      type="button"
      class="spot"
      aria-label={label}
      tabIndex={tab ? 0 : -1}
      data-spot={colour}
      aria-expanded={moves.length > 1 ? open : undefined}
    >
      {child}
    </button>
  );
  const boxes = [];
  for (let box = 8; box >= 0; box--) {
    const kind = view.boxes[colour]![box];
    const value = own.numbers[box];
    const isTarget = target(box),
      isButton = isTarget && !covered;
    const isPencil = value !== undefined && box >= own.count - pencil;
    const label = boxLabel(view, colour, box, isTarget ? can : "", t);
    const inner = (
      <>
        {kind !== "." && <Icon name={kind === ">" ? "arrow" : "vase"} cls="bg" />}
        {value !== undefined && (
          <Hand
            text={value}
            pencil={isPencil}
            seed={box * 7 + colour.length}
            key={`${value}${isPencil}`}
          />
        )}
        {isPencil && (
          <span class="pb">
            <Icon name="pencil" />
          </span>
        )}
        {isTarget && value === undefined && (
          <span class="cands">
            {pushing ? <i>{below}</i> : values.map((each) => <i>{each}</i>)}
          </span>
        )}
      </>
    );
    boxes.push(
      <div
        role="gridcell"
        key={box}
        aria-label={isButton ? undefined : label}
        {...(isButton ? {} : about(ABOUT[kind!]))}
        class={`bx ${value !== undefined ? "full" : ""} ${isTarget ? "target" : ""} ${isPencil ? "sel" : ""}`}
      >
        {isButton ? button(label, inner, focus) : inner}
      </div>,
    );
    if (box === view.bridge - 1)
      boxes.push(<Bridge key="bridge" {...{ view, column: colour, setup, seat, t }} />);
  }
  const summitTarget = me && !covered && base >= 9 && (pushing || values.length > 0);
  const summitLabel = t(own.summit ? "lc.summitDone" : "lc.summitOpen");
  const circleButton = circle && me && !values.length && !covered;
  const circleState = own.circle
    ? t("lc.circleMarked")
    : own.count
      ? t("lc.circleShut")
      : t("lc.circleOpen");
  return (
    <div
      role="row"
      ref={ring}
      class={`col c-${colour} ${moves.length && me ? "legal" : ""} ${dim ? "dim" : ""} ${hinted ? "hinted" : ""}`}
      onClick={act}
      aria-label={colourName(colour, t)}
    >
      <div role="rowheader" class="hd">
        <Icon name={colour} />
        <span>{colourName(colour, t)}</span>
      </div>
      <div
        role="gridcell"
        aria-label={summitTarget ? undefined : summitLabel}
        {...(summitTarget ? {} : about("lc.what.end"))}
        class={`bx sum ${own.summit ? "full" : ""} ${summitTarget ? "target" : ""} ${summitPencil ? "sel" : ""}`}
      >
        {summitTarget ? (
          button(`${summitLabel}. ${t("lc.canSummit")}`, <Icon name="vase" />, focus)
        ) : (
          <Icon name="vase" />
        )}
        {own.summit && <Cross pencil={summitPencil} />}
      </div>
      {boxes}
      <div
        role="gridcell"
        aria-label={circleButton ? undefined : circleState}
        {...(circleButton ? {} : about("lc.what.circle"))}
        class={`ring ${own.circle ? "on" : ""} ${circle && me ? "target" : ""} ${!own.circle && own.count ? "shut" : ""} ${circlePencil ? "psel" : ""}`}
      >
        <em />
        {own.circle ? (
          <Cross pencil={circlePencil} />
        ) : circle && me ? (
          circleButton ? (
            button(`${circleState}. ${t("lc.canCircle")}`, <b>×2?</b>, focus)
          ) : (
            <b>×2?</b>
          )
        ) : (
          <b>×2</b>
        )}
      </div>
      <div
        role="gridcell"
        class={`sc ${own.points < 0 ? "neg" : ""}`}
        aria-label={t("points", { n: own.points })}
      >
        {number(own.points)}
      </div>
      {open && (
        <div
          class="chips"
          role="gridcell"
          aria-label={t("lc.chooseFor", { colour: colourName(colour, t) })}
          onClick={(event) => event.stopPropagation()}
        >
          {moves.map((move) => (
            <button
              type="button"
              key={asText(move)}
              class="b chipb"
              aria-label={moveWords(asText(move), t)}
              onClick={() => {
                clear();
                props.onMove(asText(move));
              }}
            >
              {move.kind === "circle" ? "×2" : move.value}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function SideColumn({
  view,
  column,
  setup,
  seat,
  t,
}: {
  view: View;
  column: "artefacts" | "dice";
  setup: Setup;
  seat: number;
  t: Translate;
}) {
  const own = view.sheet[column]!;
  const was = (view.before ?? view).sheet[column]!.count;
  const ladder = view.ladders[column];
  const steps = [];
  for (let step = 8; step >= 0; step--) {
    const full = step < own.count;
    const pencil = full && step >= was;
    steps.push(
      <div
        role="gridcell"
        key={step}
        class={`bx stp ${full && !pencil ? "full" : ""} ${pencil ? "will" : ""}`}
        aria-label={t(full ? "lc.stepShaded" : "lc.stepOpen", {
          step: step + 1,
          points: number(ladder[step + 1]!),
        })}
        {...about(
          `lc.what.${column === "dice" && step === 8 ? "exhausted" : column}|${number(ladder[step + 1]!)}`,
        )}
      >
        <b>{number(ladder[step + 1]!)}</b>
        {full && <Scribble pencil={pencil} />}
      </div>,
    );
    if (step === view.bridge - 1)
      steps.push(<Bridge key="bridge" {...{ view, column, setup, seat, t }} />);
  }
  return (
    <div role="row" class={`col side ${column}`} aria-label={t(`lc.${column}`)}>
      <div role="rowheader" class="hd">
        <Icon name={columnIcon(column)} />
        <span>{t(column === "dice" ? "lc.diceHead" : "lc.artefacts")}</span>
      </div>
      <div role="gridcell" class="bx nil" aria-hidden="true" />
      {steps}
      <div role="gridcell" class="ring nil" aria-hidden="true" />
      <div
        role="gridcell"
        class={`sc ${own.points < 0 ? "neg" : ""}`}
        aria-label={t("points", { n: own.points })}
      >
        {number(own.points)}
      </div>
    </div>
  );
}

function Ladder({ view, t }: { view: View; t: Translate }) {
  const steps = [];
  for (let step = 8; step >= 0; step--) {
    const points = number(view.ladders.expedition[step + 1]!);
    steps.push(
      <div
        role="gridcell"
        class="bx nil"
        key={step}
        aria-label={t("lc.ladderStep", { n: step + 1, points })}
        {...about(`lc.what.ladder|${points}`)}
      >
        {points}
      </div>,
    );
    if (step === view.bridge - 1)
      steps.push(<div class="br nil" key="bridge" role="presentation" />);
  }
  const none = number(view.ladders.expedition[0]!);
  return (
    <div role="row" class="col lad" aria-label={t("lc.ladder")}>
      <div class="hd" role="presentation" />
      <div class="bx nil" role="presentation" />
      {steps}
      <div
        role="gridcell"
        class="ring nil"
        aria-label={t("lc.ladderStep", { n: 0, points: none })}
        {...about(`lc.what.none|${none}`)}
      >
        {none}
      </div>
      <div class="sc nil" aria-hidden="true">
        =
      </div>
    </div>
  );
}

export function Board(props: BoardProps) {
  const view = props.view as View;
  const { t, me, setup, seat, legal, draft } = props;
  const pick = useCell(picked);
  const [at, setAt] = useState("");
  const grid = useRef<HTMLDivElement>(null);
  const all = me ? lit(view, legal, draft).filter((move) => fits(move, pick)) : [];
  const colours = columnsOf(view);
  const lively = colours.filter((colour) => all.some((move) => move.colour === colour));
  const focus = lively.includes(at) ? at : lively[0];
  const covered = pick.open !== null && all.filter((move) => move.colour === pick.open).length > 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = grid.current && neighbour(grid.current, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (next.dataset.spot) setAt(next.dataset.spot);
  };
  return (
    <div
      class={`lc-sheet n${colours.length}`}
      role="grid"
      aria-label={t("lc.sheetOf", { name: setup.names[seat]! })}
      ref={grid}
      tabIndex={focus ? undefined : 0}
      onKeyDown={onKeyDown}
    >
      <Ladder view={view} t={t} />
      {colours.map((colour) => (
        <ExpeditionColumn
          key={colour}
          {...props}
          colour={colour}
          moves={all.filter((move) => move.colour === colour)}
          dim={me && all.length > 0 && !lively.includes(colour)}
          focus={colour === focus}
          covered={covered}
        />
      ))}
      <div class="gap" role="presentation" />
      <SideColumn {...{ view, column: "artefacts", setup, seat, t }} />
      <SideColumn {...{ view, column: "dice", setup, seat, t }} />
    </div>
  );
}
