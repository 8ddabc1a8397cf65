/* The columns beside the expeditions: points, artefacts, dice symbols; and the bonus bridges. */
import { Icon, Scribble, Seat } from "../../draw";
import { list, number } from "../../i18n";
import type { Setup, Translate } from "../types";
import type { View } from "./view";
import { columnIcon } from "./view";

export function Bridge({
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
export const about = (what: string | undefined) =>
  what ? { "data-about": what, tabIndex: -1 } : {};

export function SideColumn({
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

export function Ladder({ view, t }: { view: View; t: Translate }) {
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
