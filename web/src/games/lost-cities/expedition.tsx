/* One expedition: its boxes, its double point circle, the artefact at its end. */
import { useEffect, useRef } from "preact/hooks";
import { COLOURS, Cross, Hand, Icon } from "../../draw";
import { useCell } from "../../hooks";
import { number } from "../../i18n";
import type { BoardProps, Translate } from "../types";
import { about, Bridge } from "./columns";
import type { Move, View } from "./view";
import { asText, clear, colourName, pencilled, picked } from "./view";
import { moveWords } from "./words";

const ABOUT: Record<string, string> = { ">": "lc.what.arrow", v: "lc.what.artefact" };

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

export function ExpeditionColumn(props: ColumnProps) {
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
  const summitTarget = target(9),
    summitButton = summitTarget && !covered;
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
        aria-label={summitButton ? undefined : summitLabel}
        {...(summitButton ? {} : about("lc.what.end"))}
        class={`bx sum ${own.summit ? "full" : ""} ${summitTarget ? "target" : ""} ${summitPencil ? "sel" : ""}`}
      >
        {summitButton ? (
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
        <div /* beside the column, which stays in sight */
          class={`chips ${COLOURS.indexOf(colour) < 3 ? "" : "before"}`}
          style={{ "--box": base }}
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
