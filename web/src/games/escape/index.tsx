/* Escape on screen. Everything is drawn from the sheet in the view. */
import { Icon, IconAt, Seat } from "../../draw";
import { addTexts } from "../../i18n";
import { Costly } from "../costly";
import type { BoardProps, GameUi, Setup, Translate } from "../types";
import { account, ended } from "./account";
import { Dice } from "./dice";
import { helpTexts } from "./help-texts";
import { Board } from "./sheet";
import { texts } from "./texts";
import { toldTexts } from "./told-texts";
import type { EscapeView, Side } from "./view";
import {
  colourOf,
  column,
  FACES,
  isChamber,
  ready,
  reroll,
  row,
  STEP,
  trackMove,
  words,
} from "./view";
import {
  effects,
  forced,
  guide,
  hint,
  itemNodes,
  keys,
  moveWords,
  noted,
  prompt,
  told,
  unused,
  wasted,
} from "./words";

for (const each of [texts, toldTexts, helpTexts]) addTexts(each);

/* Ending a turn with dice that could still do something, crossing nothing off with such, and leaving treasure maps that
 * could be completed. */
function Passing(props: BoardProps) {
  const { legal, hint, onMove, t } = props,
    ends = wasted(props),
    dice = unused(props);
  const move = ends ? "end" : dice || (legal.includes("leave") && legal.length > 1) ? "leave" : "";
  if (!move) return null;
  return (
    <Costly
      key={move}
      label={t(dice ? "escape.crossConfirm.none" : `escape.${move}`)}
      costs={ends ?? dice}
      hinted={hint === "pass"}
      onDo={() => onMove(move)}
    />
  );
}

function Actions(props: BoardProps) {
  const { view, legal, draft, me, compact, onMove, onUndo, t } = props;
  if (!me) return null;
  /* On a small screen one button fits there; the track can be tapped, too. */
  const again =
    trackMove(view, legal, "reroll") && draft.length < 2 && !(compact && legal.includes("end"));
  return (
    <>
      {again && (
        <button type="button" class="b line" onClick={() => reroll({ draft, onUndo, onMove })}>
          <Icon name="reroll" />
          <span>{t("escape.reroll", { left: ready(view, "reroll") })}</span>
        </button>
      )}
      <Passing {...props} />
    </>
  );
}

function Mini({ view, setup, seat }: { view: any; setup: Setup; seat: number; t: Translate }) {
  const temple: EscapeView = view;
  if (!temple?.own) return null;
  return (
    <svg class="mini es-mini" viewBox="-14 -14 138 138" aria-hidden="true">
      <rect x={-2} y={-2} width={114} height={114} rx={6} class="es-wall" />
      {temple.chambers.map(({ name, action }) => {
        const x = column(name) * 22 + 1,
          y = row(name) * 22 + 1,
          crossed = temple.own!.crossed.includes(name),
          colour = colourOf(action);
        return (
          <g
            key={name}
            class={`es-chamber ${colour ? `c-${colour}` : ""} ${action === "exit" ? "es-exit" : ""} ${crossed ? "es-crossed" : ""}`}
          >
            <rect x={x} y={y} width={20} height={20} rx={3} class="es-floor" />
            {action === "exit" ? (
              <g class="es-exiticon">
                <IconAt name="exit" x={x + 10} y={y + 10} size={14} />
              </g>
            ) : (
              <g class={colour ? "es-minicolour" : `es-action es-a-${action}`}>
                <IconAt name={colour || action} x={x + 10} y={y + 10} size={12} />
              </g>
            )}
            {crossed && <path class="es-minicross" d={`M${x + 4} ${y + 4}l12 12m0-12l-12 12`} />}
          </g>
        );
      })}
      {temple.own.place &&
        (() => {
          const place = temple.own!.place!,
            [dx, dy] = STEP[place as Side] ?? [0, 0];
          const [x, y] = isChamber(place)
            ? [column(place) * 22 + 11, row(place) * 22 + 11]
            : [55 + dx * 60, 55 + dy * 60];
          return (
            <g class="es-piece" transform={`translate(${x - 8} ${y - 8}) scale(.57)`}>
              <Seat seat={seat} name={setup.names[seat]!} size={28} />
            </g>
          );
        })()}
    </svg>
  );
}

function Rail({
  views,
  setup,
  seat,
  t,
}: {
  views: any[];
  setup: Setup;
  seat: number;
  t: Translate;
}) {
  const view: EscapeView | undefined = views[seat];
  if (!view?.team) return null;
  return (
    <div class="card es-team">
      <h2>
        {t("escape.team")}
        <span>
          {t("escape.roundOf", {
            round: Math.min(view.round + 1, view.rounds),
            rounds: view.rounds,
          })}
        </span>
      </h2>
      <ol>
        {view.team.map((mate) => {
          const chamber = view.chambers.find(({ name }) => name === mate.place),
            colour = chamber ? colourOf(chamber.action) : "";
          const doing =
            mate.seat === view.active && view.phase !== "sides"
              ? t("escape.onTurn")
              : colour
                ? t("escape.inHalf", { colour: t(`escape.mystic.${colour}`) })
                : chamber?.action === "exit"
                  ? t("escape.atExit")
                  : mate.lacks.length
                    ? t("escape.lacks", { dice: words(mate.lacks, t) })
                    : "";
          return (
            <li
              key={mate.seat}
              class={mate.seat === (view.before ?? view).acting ? "es-acting" : ""}
            >
              <Seat seat={mate.seat} name={setup.names[mate.seat]!} size={28} />
              <div>
                <b>{setup.names[mate.seat]}</b>
                {doing && <small>{doing}</small>}
              </div>
              <span class="es-place">
                {isChamber(mate.place)
                  ? mate.place
                  : mate.place
                    ? t(`escape.side.${mate.place}`)
                    : t("escape.sideOpen")}
              </span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function Face({ face }: { face: string; throwIndex: number; t: Translate }) {
  return <Icon name={face} cls={`es-f-${face}`} />;
}

/* What a turn brought the team; the same in every seat's view. */
function news(
  before: EscapeView[],
  after: EscapeView[],
  { seat }: { seat: number },
  setup: Setup,
  t: Translate,
) {
  return effects(before[0]!, after[0]!, [], setup, t)
    .filter((effect) => effect.icon === "gem" || effect.rule === "ES4.2")
    .map((effect) => ({
      seat,
      icon: effect.icon!,
      words:
        effect.icon === "gem"
          ? t("escape.newsGems", { gain: effect.words, n: after[0]!.gems, goal: after[0]!.goal })
          : effect.words,
    }));
}

/* ES7.1 */
function goals(view: EscapeView, setup: Setup, t: Translate) {
  const exit = view.chambers.find(({ action }) => action === "exit")!.name;
  return [
    {
      words: t("escape.gemsOf", { n: view.gems, goal: view.goal }),
      met: view.gems >= view.goal,
      points: view.goal,
    },
    ...view.team.map(({ seat, place }) => ({
      words: t(
        place === exit ? "escape.inExit" : isChamber(place) ? "escape.notInExit" : "escape.outside",
        { name: setup.names[seat]!, place: place ?? "" },
      ),
      met: place === exit,
    })),
  ];
}

export const escape: GameUi = {
  Board,
  goals,
  team: { asks: FACES, isPlace: isChamber },
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
  verbs: true,
  noted,
  news,
  Actions,
  Mini,
  Rail,
  Face,
  itemNodes,
  layout: "es-table",
  forced,
  instant: (move) => ["roll", "reroll", "end", "leave"].includes(move),
  preface: (move) => move.startsWith("side "),
  time: (view: EscapeView, _, t) =>
    t("escape.time", { round: Math.min(view.round + 1, view.rounds), rounds: view.rounds }),
  heading: (turn, dice, setup, t) =>
    t("escape.heading", {
      round: Math.floor(turn / setup.seats) + 1,
      name: setup.names[turn % setup.seats]!,
    }) +
    (dice
      ? ` · ${t("escape.extra")}: ${words(
          dice.split(" ").filter((word) => word !== "extra"),
          t,
        )}`
      : ""),
  standing: (view: EscapeView, _, t) => {
    const place = view.own?.place;
    return {
      short: isChamber(place) ? place : place ? t(`escape.side.${place}`) : t("escape.sideOpen"),
      words: t("escape.gemsOf", { n: view.gems, goal: view.goal }),
    };
  },
  faceWords: (face, t) => t(`escape.face.${face}`),
  diceWords: (faces, t) =>
    words(
      faces.split(" ").filter((word) => word !== "extra"),
      t,
    ),
};
