/* Lost Cities on screen. */
import { COLOURS, Icon, Seat } from "../../draw";
import { addTexts, list, number } from "../../i18n";
import { Costly } from "../costly";
import type { BoardProps, GameUi, Setup, Translate } from "../types";
import { account, ended } from "./account";
import { Dice, Face } from "./dice";
import { Board } from "./sheet";
import { texts } from "./texts";
import type { View } from "./view";
import {
  asText,
  clear,
  colourName,
  columnIcon,
  columnOf,
  columnsOf,
  lit,
  picked,
  settlePick,
  writtenAs,
} from "./view";
import { effects, guide, hint, keys, moveNodes, moveWords, news, prompt } from "./words";

addTexts(texts);

/* LC4: an acceleration that is not wanted is given up in pencil; with the ninth refusal the dice symbols are lost. */
function Actions({ legal, draft, view, me, setup, hint, onMove, t }: BoardProps) {
  const { before, alternatives, ladders, sheet } = view as View;
  const next = (before ?? view).sheet.dice.count;
  if (!me) return null;
  const play = (move: string) => () => {
    clear();
    onMove(move);
  };
  if (legal.includes("> -"))
    return (
      <Costly
        cls="refuse"
        label={t("lc.confirmDecline")}
        hinted={hint === "refuse"}
        onDo={play("> -")}
      />
    );
  if (legal.length === 1 && legal[0] === "-" && !draft.length)
    return null; /* the primary one does it */
  const could = [...legal, ...(alternatives ?? [])].includes("-"),
    how = t(
      next < 8
        ? "lc.refuseShades"
        : next > 8
          ? "lc.refuseNothing"
          : setup.seats === 1
            ? "lc.refuseEnds"
            : "lc.refuseExhausts",
      { points: next < 9 ? number(ladders.dice[next + 1]!) : "0" },
    );
  return (
    <Costly
      cls="refuse"
      label={t("lc.refuse")}
      title={how}
      costs={
        next === 8 && sheet.dice!.count === 8 && legal.length > 1
          ? `${how[0]!.toUpperCase()}${how.slice(1)}.`
          : undefined
      }
      disabled={!could}
      pressed={draft[0] === "-"}
      hinted={hint === "refuse"}
      onDo={play("-")}
    />
  );
}

const LETTERS: Record<string, string> = {
  r: "red",
  o: "orange",
  y: "yellow",
  g: "green",
  b: "blue",
  p: "purple",
};

function onKey(key: string, props: BoardProps): boolean {
  const pick = picked.get();
  const colour = LETTERS[key.toLowerCase()];
  const moves = lit(props.view, props.legal, props.draft);
  if (key === "Escape" && (pick.colour || pick.die !== null || pick.open)) {
    clear();
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
    const circles = moves.filter(
      (move) => move.kind === "circle" && (!pick.colour || move.colour === pick.colour),
    );
    if (circles.length !== 1) return false;
    clear();
    props.onMove(asText(circles[0]!));
    return true;
  }
  if (/^[0-9]$/.test(key)) {
    if (
      pick.open &&
      moves.some((move) => move.colour === pick.open && move.value === writtenAs(Number(key)))
    ) {
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
      bars.push(
        <rect
          x={x * 13 + 1}
          y={(8 - i) * 8 + 1 + (i < 7 ? 3 : 0)}
          width="11"
          height="6.5"
          rx="1.5"
          class={`${i < own.count ? "f" : "e"} c-${colour}`}
        />,
      );
    bars.push(
      own.circle ? (
        <g class={`c-${colour}`}>
          <circle cx={x * 13 + 6.5} cy="82.5" r="4.3" class="f" />
          <path d={`m${x * 13 + 4.5} 80.5 4 4m0-4-4 4`} class="mx" />
        </g>
      ) : (
        <circle cx={x * 13 + 6.5} cy="82.5" r="3.8" class={`e c-${colour}`} />
      ),
    );
  });
  (["artefacts", "dice"] as const).forEach((column, j) => {
    for (let i = 0; i < 9; i++)
      bars.push(
        <rect
          x={(6 + j) * 13 + 5}
          y={(8 - i) * 8 + 1 + (i < 7 ? 3 : 0)}
          width="11"
          height="6.5"
          rx="1.5"
          class={`${i < view.sheet[column]!.count ? "f" : "e"} st`}
        />,
      );
  });
  return (
    <svg class="mini" viewBox="0 0 110 88" aria-hidden="true">
      <path d="M0 26.3H110" class="mb" />
      {bars}
    </svg>
  );
}

function Rail({
  views,
  setup,
  seat,
  t,
}: {
  views: View[];
  setup: Setup;
  seat: number;
  t: Translate;
}) {
  const view = views[seat]!;
  const columns = [...columnsOf(view), "artefacts", "dice"];
  return (
    <section class="card race" aria-label={t("lc.race")}>
      <h2>
        <Icon name="bridge" />
        {t("lc.race")} <span>{t("lc.raceRule", { n: view.bridge, bonus: view.bonus })}</span>
      </h2>
      <ol>
        {columns.map((column) => {
          const owners = view.owners[column] ?? [];
          const won = owners.length > 0;
          const counts = views.map((each) => Math.min(view.bridge, each.sheet[column]!.count));
          const words = won
            ? t("lc.raceWon", {
                column: t(`lc.${column}`),
                name: list(owners.map((o) => setup.names[o]!)),
              })
            : `${t(`lc.${column}`)}: ${counts.map((n, i) => `${setup.names[i]} ${n}`).join(", ")}`;
          return (
            <li key={column} class={`rr ${won ? "won" : ""} c-${column}`}>
              <span class="vh">{words}</span>
              <Icon name={columnIcon(column)} cls="rk" />
              <div class="rt" aria-hidden="true">
                {Array.from({ length: view.bridge }, (_, n) => (
                  <span class={`rc ${n + 1 === view.bridge ? "goal" : ""}`} key={n}>
                    {counts.map(
                      (count, i) =>
                        count === n + 1 &&
                        (!won || owners.includes(i)) && (
                          <Seat key={i} seat={i} name={setup.names[i]!} size={14} />
                        ),
                    )}
                  </span>
                ))}
              </div>
              <span class="rw" aria-hidden="true">
                {won ? (
                  <>
                    {owners.slice(0, 2).map((o) => (
                      <Seat key={o} seat={o} name={setup.names[o]!} size={16} />
                    ))}{" "}
                    +{view.bonus}
                  </>
                ) : (
                  t("lc.open")
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}

function Legend({ t }: { t: Translate }) {
  return (
    <>
      {[
        ["arrow", "lc.legendArrow"],
        ["vase", "lc.legendVase"],
        ["bridge", "lc.legendBridge"],
      ].map(([icon, words]) => (
        <span key={icon} class="lg lgx">
          <Icon name={icon!} />
          {t(words!)}
        </span>
      ))}
    </>
  );
}

export const lostCities: GameUi = {
  Board,
  Dice,
  prompt,
  moveWords,
  moveNodes,
  effects,
  hint,
  keys,
  guide,
  account,
  ended,
  Actions,
  Mini,
  Rail,
  Legend,
  Face,
  onKey,
  layout: "lc-table",
  sheetTitle: "table.journey",
  settle: (before: View, after: View) => ({
    ...before,
    sheet: after.sheet,
    total: after.total,
    accelerating: after.turn === before.turn && after.accelerating,
  }),
  faceWords: (face, t) => (COLOURS.includes(face) ? colourName(face, t) : face),
  diceWords: (faces, t) => {
    const all = faces.split(" "),
      colours = all.filter((face) => COLOURS.includes(face));
    return `${colours.map((colour) => colourName(colour, t)).join(", ")}; ${all.slice(colours.length).join(", ")}`;
  },
  time: (_, turn, t) => t("table.turn", { n: turn + 1 }),
  heading: (turn, _, setup, t) =>
    t(setup.seats === 1 ? "lc.turn" : "lc.turnRolled", {
      n: turn + 1,
      name: setup.names[turn % setup.seats]!,
    }),
  roller: (turn, setup) => turn % setup.seats,
  itemWords: (item, t) => t(`lc.${columnOf(item)}`),
  itemNodes: (item, t) => {
    const name = columnOf(item);
    return (
      <span class={`tok c-${COLOURS.includes(name) ? name : "art"}`}>
        <Icon name={name === "bridges" ? "bridge" : columnIcon(name)} />
        {t(`lc.${name}`)}
      </span>
    );
  },
  news,
};
