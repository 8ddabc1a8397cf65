/* Roller on screen. All of it is drawn from the sheet in the view, so a sheet of one's own looks right as well. */
import { useMemo } from "preact/hooks";
import { addTexts } from "../../i18n";
import { Costly } from "../costly";
import type { BoardProps, GameUi, Setup, Translate } from "../types";
import { account, ended } from "./account";
import { Board, Dice } from "./sheet";
import { texts } from "./texts";
import type { RollerView } from "./view";
import { centre, hexagon, Sheet, SIZE, TINT } from "./view";
import { effects, guide, hint, itemNodes, keys, moveWords, prompt, settle, told } from "./words";

addTexts(texts);

/* A void selection is a step of its own. */
function Actions({ legal, me, onMove, t }: BoardProps) {
  if (!me || !legal.includes("skip")) return null;
  return <Costly label={t("roller.skip")} onDo={() => onMove("skip")} />;
}

/* Somebody's map at a glance. */
function Mini({ view }: { view: any; setup: Setup; seat: number; t: Translate }) {
  const sheetView: RollerView = view;
  const sheet = useMemo(() => new Sheet(sheetView?.cells ?? []), [sheetView?.cells?.length]);
  if (!sheetView?.own) return null;
  const size = 10,
    k = size / SIZE,
    { x, y, width, height } = sheet.box;
  return (
    <svg
      class="mini ro-mini"
      viewBox={`${x * k} ${(y + 12) * k} ${width * k} ${(height - 24) * k}`}
      aria-hidden="true"
    >
      {sheetView.cells.map((cell, hex) => {
        const [u, v] = centre(cell, size),
          number = sheetView.own!.numbers[hex]!;
        const kind =
          cell.print === "x"
            ? "ro-x"
            : cell.print
              ? `ro-print c-${TINT[cell.print]}`
              : number
                ? `ro-full c-${TINT[number]}`
                : "ro-empty";
        return (
          <g key={hex} class={kind}>
            <polygon points={hexagon(u, v, size - 0.6)} />
            {number > 0 && (
              <text x={u} y={v + 4} class={cell.print ? "ro-printed" : ""}>
                {number}
              </text>
            )}
          </g>
        );
      })}
      <path d={sheet.borders(size)} class="ro-border" />
    </svg>
  );
}

function Face({ face }: { face: string; throwIndex: number; t: Translate }) {
  return <b class={`ro-face c-${TINT[Number(face)]}`}>{face}</b>;
}

/* What a round brought a seat. */
function news(
  before: RollerView[],
  after: RollerView[],
  { seat }: { seat: number },
  setup: Setup,
  t: Translate,
) {
  return effects(before[seat]!, after[seat]!, [], setup, t)
    .filter((effect) => effect.good)
    .map((effect) => ({
      seat,
      icon: effect.icon!,
      words: `${setup.names[seat]}: ${effect.words}`,
    }));
}

export const roller: GameUi = {
  Board,
  prompt,
  Dice,
  moveWords,
  effects,
  hint,
  keys,
  guide,
  account,
  ended,
  told,
  Mini,
  Actions,
  itemNodes,
  outcomes: 96 /* of 1,287 */,
  settle,
  news,
  Face,
  /* Inside a path there is often one hex left, and without numbers that fit only one way to go on. */
  forced: ({ legal }) => (legal.length === 1 ? legal[0] : undefined),
  midway: (view: RollerView) => ["path", "two", "third"].includes(view.own?.step ?? ""),
  layout: "ro-table",
  time: (view: RollerView, _, t) =>
    t("roller.time", { round: Math.min(view.round + 1, view.rounds), rounds: view.rounds }),
  heading: (turn, dice, _, t) => t("roller.heading", { round: turn + 1, dice }),
};
