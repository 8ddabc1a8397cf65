/* Lost Cities on screen: the sheet, its dice, the bridge race, and what to say about all of it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { COLOURS, Cross, Hand, HandAt, Icon, IconAt, Scribble, Seat } from "../draw";
import { useCell } from "../hooks";
import { list, number, signed } from "../i18n";
import { cell } from "../store";
import type { BoardProps, GameUi, Prompt, Setup, Translate } from "./types";
import { Rules } from "./lost-cities-rules";

/* ---- The view: state_json of the game ---- */

interface Column { count: number; points: number; bridge: boolean }
interface Expedition extends Column { numbers: number[]; circle: boolean; summit: boolean }
interface View {
  phase: string; turn: number; active: number; acting: number[]; accelerating: boolean;
  dice: { colours: string[]; numbers: number[]; takenColour: number; takenNumber: number } | null;
  owners: Record<string, number[]>; passed: string[]; boxes: Record<string, string>;
  ladders: Record<"expedition" | "artefacts" | "dice", number[]>; bridge: number; bonus: number;
  sheet: Record<string, Expedition>; total: number; before?: View; alternatives?: string[];
}

const columnIcon = (name: string) => (name === "artefacts" ? "vase" : name === "dice" ? "die" : name);
const colourName = (colour: string, t: Translate) => t(`lc.${colour}`);
const columnsOf = (view: View) => COLOURS.filter((colour) => view.boxes[colour]);

/* "red 3", "red x", "-", "> red", "> -" */
interface Move { kind: "write" | "circle" | "refuse" | "push" | "decline"; colour: string; value: number }
function parse(text: string): Move {
  const [first = "", second = ""] = text.split(" ");
  if (first === "-") return { kind: "refuse", colour: "", value: 0 };
  if (first === ">") return { kind: second === "-" ? "decline" : "push", colour: second === "-" ? "" : second, value: 0 };
  return { kind: second === "x" ? "circle" : "write", colour: first, value: second === "x" ? 0 : Number(second) };
}

function Token({ colour, t, children }: { colour: string; t: Translate; children?: any }) {
  return <span class={`tok c-${colour}`}><Icon name={colour} />{colourName(colour, t)}{children}</span>;
}

/* ---- Tapped dice: a filter that the dice and the sheet share ---- */

interface Pick { colour: string | null; die: number | null; open: string | null } /* die: its face; open: a column's chips */
const nothing: Pick = { colour: null, die: null, open: null };
const picked = cell<Pick>(nothing);
const clear = () => picked.set(nothing);

const writtenAs = (die: number) => (die === 0 ? 10 : die);

/* What is lit: steps that may come next, or what could replace the pencil. */
function lit(view: View, legal: string[], draft: string[]): Move[] {
  return (draft.length && !legal.length ? view.alternatives ?? [] : legal).map(parse);
}

function fits(move: Move, pick: Pick): boolean {
  if (move.kind === "refuse" || move.kind === "decline" || move.kind === "push") return move.kind === "push";
  const value = move.kind === "circle" ? 10 : move.value;
  return (pick.colour === null || move.colour === pick.colour) && (pick.die === null || value === writtenAs(pick.die));
}

const asText = (move: Move) =>
  move.kind === "push" ? `> ${move.colour}` : move.kind === "circle" ? `${move.colour} x` : `${move.colour} ${move.value}`;

/* Dice chosen far enough that only one move is left: play it. */
function settlePick(pick: Pick, props: BoardProps): void {
  const moves = lit(props.view, props.legal, props.draft).filter((move) => fits(move, pick));
  if (pick.colour !== null && pick.die !== null) {
    if (moves.length === 1) {
      clear();
      props.onMove(asText(moves[0]!));
      return;
    }
    picked.set({ ...pick, open: moves.length ? pick.colour : null });
    return;
  }
  picked.set(pick);
}

/* The dice of a pencilled pair, to show them lifted. */
function draftPair(draft: string[]): { colour: string | null; die: number | null } {
  const first = draft[0] ? parse(draft[0]) : null;
  if (!first || !first.colour || first.kind === "push") return { colour: null, die: null };
  const value = first.kind === "circle" ? 10 : first.value;
  return { colour: first.colour, die: value === 10 ? 0 : value };
}

/* ---- Dice ---- */

function Dice(props: BoardProps) {
  const { me, t, draft, legal, setup } = props;
  const view = props.view as View;
  const pick = useCell(picked);
  useEffect(clear, [view.turn, view.phase, props.seat]);
  const dice = view.dice;
  if (!dice) return null;
  const before = view.before ?? view;
  const taken = before.dice ?? dice;
  const taker = <Seat seat={before.active} name={setup.names[before.active] ?? ""} size={20} />;
  const pair = draftPair(draft);
  const moves = lit(view, legal, draft);
  const choosing = me && moves.some((move) => move.kind === "write" || move.kind === "circle" || move.kind === "refuse");
  const chosen = { colour: pick.colour ?? pair.colour, die: pick.die ?? pair.die };
  const usable = (colour: string | null, die: number | null) =>
    moves.some((move) => fits(move, { colour, die, open: null }));
  const shown = { colour: false, die: false }; /* of equal dice, only one is lifted */
  const tap = (next: Pick) => settlePick(next, props);
  const dieClass = (gone: boolean, on: boolean, use: boolean) => (gone ? "off gone" : on ? "on" : choosing && !use ? "off" : "");
  return (
    <div class="tray">
      <div class="dg" role="group" aria-label={t("lc.colourDice")}>
        {dice.colours.map((colour, i) => {
          const gone = i === taken.takenColour;
          const on = !gone && !shown.colour && chosen.colour === colour;
          shown.colour ||= on;
          return (
            <button type="button" key={i} class={`die cdie c-${colour} ${dieClass(gone, on, usable(colour, null))}`} disabled={!choosing || gone || !usable(colour, null)}
              aria-pressed={on} aria-label={t(gone ? "lc.dieTaken" : "lc.colourDie", { colour: colourName(colour, t), name: setup.names[before.active] ?? "" })}
              onClick={() => tap({ ...nothing, colour: pick.colour === colour ? null : colour, die: pick.die })}>
              <Icon name={colour} /><span class="dname">{colourName(colour, t)}</span>{gone && taker}
            </button>
          );
        })}
      </div>
      <span class="plus" aria-hidden="true">+</span>
      <div class="dg" role="group" aria-label={t("lc.numberDice")}>
        {dice.numbers.map((die, i) => {
          const gone = i === taken.takenNumber;
          const on = !gone && !shown.die && chosen.die === die;
          shown.die ||= on;
          return (
            <button type="button" key={i} class={`die ndie ${dieClass(gone, on, usable(null, die))}`} disabled={!choosing || gone || !usable(null, die)} aria-pressed={on}
              aria-label={t(gone ? "lc.dieTaken" : die === 0 ? "lc.numberDieZero" : "lc.numberDie", { number: die, colour: String(die), name: setup.names[before.active] ?? "" })}
              onClick={() => tap({ ...nothing, die: pick.die === die ? null : die, colour: pick.colour })}>
              <b>{die}</b>{die === 0 && <span class="dname">= 10</span>}{gone && taker}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/* ---- The sheet ---- */

/* How many boxes of a column the draft has pencilled. */
function pencilled(view: View, colour: string): number {
  return view.sheet[colour]!.count - (view.before ?? view).sheet[colour]!.count;
}

function Bridge({ view, column, setup, seat, t }: { view: View; column: string; setup: Setup; seat: number; t: Translate }) {
  const owners = view.owners[column] ?? [];
  const mine = view.sheet[column]!.bridge;
  const lost = !mine && view.passed.includes(column);
  const soon = mine && !(view.before ?? view).sheet[column]!.bridge;
  const who = mine ? seat : owners[0];
  const label = mine ? t("lc.bridgeMine") : lost ? t("lc.bridgeGone", { name: list(owners.map((o) => setup.names[o]!)) }) : t("lc.bridgeOpen", { bonus: view.bonus });
  return (
    <div role="gridcell" aria-label={label} class={`br ${mine ? "mine" : lost ? "lost" : "open"} ${soon ? "soon" : ""}`}>
      <Icon name="bridge" /><b>{view.bonus}</b>{(mine || lost) && who !== undefined && <Seat seat={who} name={setup.names[who]!} size={18} />}
    </div>
  );
}

function boxLabel(view: View, colour: string, box: number, can: string, t: Translate): string {
  const kind = view.boxes[colour]![box];
  const value = view.sheet[colour]!.numbers[box];
  const words = [t("lc.box", { colour: colourName(colour, t), symbol: t(`lc.symbol.${colour}`), box: box + 1 })];
  if (kind === ">") words.push(t("lc.arrowBox"));
  if (kind === "v") words.push(t("lc.artefactBox"));
  words.push(value === undefined ? t("lc.empty") : box >= view.sheet[colour]!.count - pencilled(view, colour) ? t("lc.pencilledBox", { value }) : String(value));
  return words.join(", ") + "." + (can ? " " + can : "");
}

/* covered: chips are open somewhere and may lie over other spots, so only they are buttons. */
interface ColumnProps extends BoardProps { colour: string; moves: Move[]; dim: boolean; focus: boolean; covered: boolean }

function ExpeditionColumn(props: ColumnProps) {
  const { colour, setup, seat, t, me, moves, dim, focus, covered } = props;
  const view = props.view as View;
  const pick = useCell(picked);
  const own = view.sheet[colour]!;
  const pencil = pencilled(view, colour);
  const summitPencil = own.summit && !(view.before ?? view).sheet[colour]!.summit;
  const circlePencil = own.circle && !(view.before ?? view).sheet[colour]!.circle;
  const pushing = moves[0]?.kind === "push";
  const values = moves.filter((move) => move.kind === "write").map((move) => move.value).sort((a, b) => a - b);
  const circle = moves.find((move) => move.kind === "circle");
  const base = props.draft.length && !props.legal.length ? (view.before ?? view).sheet[colour]!.count : own.count;
  const open = pick.open === colour && moves.length > 1;
  const ring = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (open) ring.current?.querySelector<HTMLButtonElement>(".chips button")?.focus();
  }, [open]);
  const below = own.numbers.length ? own.numbers[own.numbers.length - 1]! : 1;
  const can = pushing ? t("lc.canPush", { value: base < 9 ? below : t("lc.summit") })
    : values.length ? t("lc.canWrite", { values: values.join(` ${t("or")} `) }) : "";
  const act = () => {
    if (!me || !moves.length) return;
    if (moves.length === 1) {
      clear();
      props.onMove(asText(moves[0]!));
    } else {
      picked.set({ ...pick, open: open ? null : colour });
    }
  };
  const target = (box: number) => me && (pushing || values.length > 0) && box === base;
  const button = (label: string, child: any, tab: boolean) => (
    <button type="button" class="spot" aria-label={label} tabIndex={tab ? 0 : -1} data-spot={colour} aria-expanded={moves.length > 1 ? open : undefined}>{child}</button>
  );
  const boxes = [];
  for (let box = 8; box >= 0; box--) {
    const kind = view.boxes[colour]![box];
    const value = own.numbers[box];
    const isTarget = target(box);
    const isPencil = value !== undefined && box >= own.count - pencil;
    const label = boxLabel(view, colour, box, isTarget ? can : "", t);
    const inner = (
      <>
        {kind !== "." && <Icon name={kind === ">" ? "arrow" : "vase"} cls="bg" />}
        {value !== undefined && <Hand text={value} pencil={isPencil} seed={box * 7 + colour.length} key={`${value}${isPencil}`} />}
        {isPencil && <span class="pb"><Icon name="pencil" /></span>}
        {isTarget && value === undefined && (
          <span class="cands">{pushing ? <i>{below}</i> : values.map((each) => <i>{each}</i>)}</span>
        )}
      </>
    );
    boxes.push(
      <div role="gridcell" key={box} aria-label={isTarget && !covered ? undefined : label}
        class={`bx ${value !== undefined ? "full" : ""} ${isTarget ? "target" : ""} ${isPencil ? "sel" : ""}`}>
        {isTarget && !covered ? button(label, inner, focus) : inner}
      </div>,
    );
    if (box === view.bridge - 1) boxes.push(<Bridge key="bridge" {...{ view, column: colour, setup, seat, t }} />);
  }
  const summitTarget = me && !covered && base >= 9 && (pushing || values.length > 0);
  const summitLabel = t(own.summit ? "lc.summitDone" : "lc.summitOpen");
  const circleState = own.circle ? t("lc.circleMarked") : own.count ? t("lc.circleShut") : t("lc.circleOpen");
  return (
    <div role="row" ref={ring} class={`col c-${colour} ${moves.length && me ? "legal" : ""} ${dim ? "dim" : ""}`} onClick={act} aria-label={colourName(colour, t)}>
      <div role="rowheader" class="hd"><Icon name={colour} /><span>{colourName(colour, t)}</span></div>
      <div role="gridcell" aria-label={summitTarget ? undefined : summitLabel} class={`bx sum ${own.summit ? "full" : ""} ${summitTarget ? "target" : ""} ${summitPencil ? "sel" : ""}`}>
        {summitTarget ? button(`${summitLabel}. ${t("lc.canSummit")}`, <Icon name="vase" />, focus) : <Icon name="vase" />}
        {own.summit && <Cross pencil={summitPencil} />}
      </div>
      {boxes}
      <div role="gridcell" aria-label={circle && me && !values.length && !covered ? undefined : circleState} class={`ring ${own.circle ? "on" : ""} ${circle && me ? "target" : ""} ${!own.circle && own.count ? "shut" : ""} ${circlePencil ? "psel" : ""}`}>
        <em />
        {own.circle ? <Cross pencil={circlePencil} /> : circle && me ? (values.length || covered ? <b>×2?</b> : button(`${circleState}. ${t("lc.canCircle")}`, <b>×2?</b>, focus)) : <b>×2</b>}
      </div>
      <div role="gridcell" class={`sc ${own.points < 0 ? "neg" : ""}`} aria-label={t("points", { n: own.points })}>{number(own.points)}</div>
      {open && (
        <div class="chips" role="gridcell" aria-label={t("lc.chooseFor", { colour: colourName(colour, t) })} onClick={(event) => event.stopPropagation()}>
          {moves.map((move) => (
            <button type="button" key={asText(move)} class="b chipb" aria-label={moveWords(asText(move), t)}
              onClick={() => { clear(); props.onMove(asText(move)); }}>
              {move.kind === "circle" ? "×2" : move.value}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function SideColumn({ view, column, setup, seat, t }: { view: View; column: "artefacts" | "dice"; setup: Setup; seat: number; t: Translate }) {
  const own = view.sheet[column]!;
  const was = (view.before ?? view).sheet[column]!.count;
  const ladder = view.ladders[column];
  const steps = [];
  for (let step = 8; step >= 0; step--) {
    const full = step < own.count;
    const pencil = full && step >= was;
    steps.push(
      <div role="gridcell" key={step} class={`bx stp ${full && !pencil ? "full" : ""} ${pencil ? "will" : ""}`}
        aria-label={t(full ? "lc.stepShaded" : "lc.stepOpen", { step: step + 1, points: ladder[step + 1]! })}>
        <b>{number(ladder[step + 1]!)}</b>{full && <Scribble pencil={pencil} />}
      </div>,
    );
    if (step === view.bridge - 1) steps.push(<Bridge key="bridge" {...{ view, column, setup, seat, t }} />);
  }
  return (
    <div role="row" class={`col side ${column}`} aria-label={t(`lc.${column}`)}>
      <div role="rowheader" class="hd"><Icon name={columnIcon(column)} /><span>{t(`lc.${column}`)}</span></div>
      <div role="gridcell" class="bx nil" aria-hidden="true" />
      {steps}
      <div role="gridcell" class="ring nil" aria-hidden="true" />
      <div role="gridcell" class={`sc ${own.points < 0 ? "neg" : ""}`} aria-label={t("points", { n: own.points })}>{number(own.points)}</div>
    </div>
  );
}

function Ladder({ view }: { view: View }) {
  const steps = [];
  for (let step = 8; step >= 0; step--) {
    steps.push(<div class="bx nil" key={step}>{number(view.ladders.expedition[step + 1]!)}</div>);
    if (step === view.bridge - 1) steps.push(<div class="br nil" key="bridge" />);
  }
  return <div class="col lad" aria-hidden="true"><div class="hd" /><div class="bx nil" />{steps}<div class="ring nil" /><div class="sc nil">=</div></div>;
}

function Board(props: BoardProps) {
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
    const step = event.key === "ArrowRight" || event.key === "ArrowUp" ? 1 : event.key === "ArrowLeft" || event.key === "ArrowDown" ? -1 : 0;
    if (!step) return;
    event.preventDefault();
    const chips = [...(grid.current?.querySelectorAll<HTMLElement>(".chips button") ?? [])];
    const among = chips.length ? chips : [...(grid.current?.querySelectorAll<HTMLElement>("[data-spot]") ?? [])];
    const now = among.indexOf(document.activeElement as HTMLElement);
    const next = among[(now + step + among.length) % among.length];
    next?.focus();
    if (next?.dataset.spot) setAt(next.dataset.spot);
  };
  return (
    <div class={`lc-sheet n${colours.length}`} role="grid" aria-label={t("lc.sheetOf", { name: setup.names[seat]! })} ref={grid} onKeyDown={onKeyDown}>
      <Ladder view={view} />
      {colours.map((colour) => (
        <ExpeditionColumn key={colour} {...props} colour={colour} moves={all.filter((move) => move.colour === colour)}
          dim={me && all.length > 0 && !lively.includes(colour)} focus={colour === focus} covered={covered} />
      ))}
      <div class="gap" role="presentation" />
      <SideColumn {...{ view, column: "artefacts", setup, seat, t }} />
      <SideColumn {...{ view, column: "dice", setup, seat, t }} />
    </div>
  );
}

/* ---- Words ---- */

function moveWords(text: string, t: Translate): string {
  const move = parse(text);
  if (move.kind === "refuse") return t("lc.refused");
  if (move.kind === "decline") return t("lc.declined");
  if (move.kind === "push") return t("lc.pushed", { colour: colourName(move.colour, t) });
  if (move.kind === "circle") return t("lc.circled", { colour: colourName(move.colour, t) });
  return `${colourName(move.colour, t)} ${move.value}`;
}

function moveNodes(text: string, t: Translate) {
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

function prompt(view: View, legal: string[], draft: string[], t: Translate): Prompt {
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

function Actions(props: BoardProps) {
  const { legal, t, view, draft } = props;
  const could = [...legal, ...((view as View).alternatives ?? [])].includes("-");
  const next = (view.before ?? view).sheet.dice.count;
  if (!props.me) return null;
  const points = next < 9 ? number((view as View).ladders.dice[next + 1]!) : "0";
  return (
    <button type="button" class="b line refuse" disabled={!could} aria-pressed={draft[0] === "-"} title={next < 9 ? t("lc.refuseShades", { points }) : t("lc.refuseNothing")}
      onClick={() => { clear(); props.onMove("-"); }}>
      <span>{t("lc.refuse")}</span>
    </button>
  );
}

const LETTERS: Record<string, string> = { r: "red", o: "orange", y: "yellow", g: "green", b: "blue", p: "purple" };

function onKey(key: string, props: BoardProps): boolean {
  const pick = picked.get();
  const colour = LETTERS[key.toLowerCase()];
  const moves = lit(props.view, props.legal, props.draft);
  if (key === "Escape" && (pick.colour || pick.die !== null || pick.open)) {
    clear();
    return true;
  }
  if (key === "-" || key === "−") {
    clear();
    props.onMove("-");
    return true;
  }
  if (colour && moves.some((move) => move.kind === "push" && move.colour === colour)) {
    props.onMove(`> ${colour}`);
    return true;
  }
  if (colour) {
    settlePick({ ...pick, colour, open: null }, props);
    return true;
  }
  if (key.toLowerCase() === "x") {
    const circles = moves.filter((move) => move.kind === "circle" && (!pick.colour || move.colour === pick.colour));
    if (circles.length !== 1) return false;
    clear();
    props.onMove(asText(circles[0]!));
    return true;
  }
  if (/^[0-9]$/.test(key)) {
    if (pick.open && moves.some((move) => move.colour === pick.open && move.value === writtenAs(Number(key)))) {
      clear();
      props.onMove(`${pick.open} ${writtenAs(Number(key))}`);
    } else settlePick({ ...pick, die: Number(key), open: null }, props);
    return true;
  }
  return false;
}

/* ---- Other seats ---- */

function Mini({ view }: { view: View }) {
  const bars: any[] = [];
  COLOURS.forEach((colour, x) => {
    const own = view.sheet[colour];
    if (!own) return;
    for (let i = 0; i < 9; i++)
      bars.push(<rect x={x * 13 + 1} y={(8 - i) * 8 + 1 + (i < 7 ? 3 : 0)} width="11" height="6.5" rx="1.5" class={`${i < own.count ? "f" : "e"} c-${colour}`} />);
    bars.push(own.circle
      ? <><g class={`c-${colour}`}><circle cx={x * 13 + 6.5} cy="82.5" r="4.3" class="f" /></g><path d={`m${x * 13 + 4.5} 80.5 4 4m0-4-4 4`} class="mx" /></>
      : <circle cx={x * 13 + 6.5} cy="82.5" r="3.8" class={`e c-${colour}`} />);
  });
  (["artefacts", "dice"] as const).forEach((column, j) => {
    for (let i = 0; i < 9; i++)
      bars.push(<rect x={(6 + j) * 13 + 5} y={(8 - i) * 8 + 1 + (i < 7 ? 3 : 0)} width="11" height="6.5" rx="1.5" class={`${i < view.sheet[column]!.count ? "f" : "e"} st`} />);
  });
  return <svg class="mini" viewBox="0 0 110 88" aria-hidden="true"><path d="M0 26.3H110" class="mb" />{bars}</svg>;
}

function Rail({ views, setup, seat, t }: { views: View[]; setup: Setup; seat: number; t: Translate }) {
  const view = views[seat]!;
  const columns = [...columnsOf(view), "artefacts", "dice"];
  return (
    <section class="card race" aria-label={t("lc.race")}>
      <h2><Icon name="bridge" />{t("lc.race")} <span>{t("lc.raceRule", { n: view.bridge, bonus: view.bonus })}</span></h2>
      <ol>
        {columns.map((column) => {
          const owners = view.owners[column] ?? [];
          const won = owners.length > 0;
          const counts = views.map((each) => Math.min(view.bridge, each.sheet[column]!.count));
          const words = won ? t("lc.raceWon", { column: t(`lc.${column}`), name: list(owners.map((o) => setup.names[o]!)) })
            : `${t(`lc.${column}`)}: ${counts.map((n, i) => `${setup.names[i]} ${n}`).join(", ")}`;
          return (
            <li key={column} class={`rr ${won ? "won" : ""} c-${column}`}>
              <span class="vh">{words}</span>
              <Icon name={columnIcon(column)} cls="rk" />
              <div class="rt" aria-hidden="true">
                {Array.from({ length: view.bridge }, (_, n) => (
                  <span class={`rc ${n + 1 === view.bridge ? "goal" : ""}`} key={n}>
                    {counts.map((count, i) => count === n + 1 && (!won || owners.includes(i)) && <Seat key={i} seat={i} name={setup.names[i]!} size={14} />)}
                  </span>
                ))}
              </div>
              <span class="rw" aria-hidden="true">{won ? <>{owners.slice(0, 2).map((o) => <Seat key={o} seat={o} name={setup.names[o]!} size={16} />)} +{view.bonus}</> : t("lc.open")}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

/* ---- Lobby ---- */

function Art() {
  const numbers: Record<string, number[]> = { red: [2, 3, 3, 5], orange: [1, 2, 4, 4, 6, 7], yellow: [3], green: [1, 2, 5, 8, 9], blue: [4, 6, 7], purple: [2, 9] };
  return (
    <>
      <rect width="360" height="230" y="-25" fill="var(--blue-t)" /><circle cx="292" cy="34" r="24" fill="var(--yellow-f)" />
      <path d="M-10 108C40 46 84 62 128 92s100-66 148-34 70 40 94 30v130H-10z" fill="var(--green-t)" />
      <path d="M-10 150c80-34 150-14 220-8s110-24 160-8v90H-10z" fill="var(--green)" opacity=".28" />
      <path d="M14 74C110 92 250 92 346 70" fill="none" stroke="var(--stone)" stroke-width="3.5" stroke-linecap="round" />
      <path d="M14 64C110 82 250 82 346 60" fill="none" stroke="var(--stone)" stroke-width="1.8" />
      {Array.from({ length: 18 }, (_, i) => {
        const x = 22 + i * 18.6, u = (x - 14) / 332, y = 74 + u * (1 - u) * 52 - u * 4;
        return <path key={i} d={`M${x} ${y - 9}v9`} stroke="var(--stone)" stroke-width="1.6" />;
      })}
      {COLOURS.map((colour, i) => {
        const x = 22 + i * 54, column = numbers[colour]!;
        return (
          <g key={colour} class={`c-${colour}`}>
            {column.map((value, k) => {
              const y = 162 - k * 23;
              return (
                <g key={k} transform={`rotate(${((i * 7 + k * 5) % 4) - 1.5} ${x + 22} ${y + 10})`}>
                  <rect x={x} y={y} width="45" height="21" rx="6" fill="var(--t)" stroke="var(--c)" stroke-width="1.8" />
                  <HandAt text={value} x={x + 22.5} y={y + 10.5} height={17} />
                </g>
              );
            })}
            <g class="tint"><IconAt name={colour} x={x + 22.5} y={162 - column.length * 23 + 6} size={25} /></g>
          </g>
        );
      })}
    </>
  );
}

function Face({ face, throwIndex, t }: { face: string; throwIndex: number; t: Translate }) {
  if (throwIndex === 0) return <><Icon name={face} /><span class="dname">{colourName(face, t)}</span></>;
  return <b>{face}</b>;
}

export const lostCities: GameUi = {
  Board, Dice, prompt, moveWords, moveNodes, Actions, Mini, Rail, Rules, Art, Face, onKey, layout: "lc",
  settle: (before: View, after: View) => ({
    ...before, sheet: after.sheet, total: after.total, accelerating: after.turn === before.turn && after.accelerating,
  }),
  diceWords: (faces, t) => faces.split(" ").map((face) => (COLOURS.includes(face) ? colourName(face, t) : face)).join(", "),
  roller: (turn, setup) => turn % setup.seats,
  itemNodes: (name, t) => (name === "bridges"
    ? <span class="tok c-art"><Icon name="bridge" />{t("lc.bridges")}</span>
    : <span class={`tok c-${name === "artefacts" || name === "dice" ? "art" : name}`}><Icon name={columnIcon(name)} />{t(`lc.${name}`)}</span>),
  news: (before: View[], after: View[], setup, t) =>
    after.flatMap((view, seat) => Object.keys(view.sheet)
      .filter((column) => view.sheet[column]!.bridge && !before[seat]!.sheet[column]!.bridge)
      .map((column) => ({ seat, icon: "bridge", words: t("lc.crossed", { name: setup.names[seat]!, column: t(`lc.${column}`), bonus: view.bonus }) }))),
};
