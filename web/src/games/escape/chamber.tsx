/* One chamber: how it looks, what it says of itself, and whether it can be entered. */
import { IconAt } from "../../draw";
import type { Setup, Translate } from "../types";
import type { Chamber, EscapeView, Props, Way } from "./view";
import { CHAMBER, colourOf, column, EDGE, middle, objects, row, unlocks, words } from "./view";

function chamberLabel(
  view: EscapeView,
  setup: Setup,
  chamber: Chamber,
  way: Way | undefined,
  half: string,
  canPoint: boolean,
  t: Translate,
): string {
  const colour = colourOf(chamber.action),
    name = chamber.name;
  const parts = [
    t("escape.chamber", {
      name,
      dice: objects(chamber.entry, t),
    }),
  ];
  parts.push(
    colour
      ? t("escape.half", { colour: t(`escape.mystic.${colour}`), half: t(`escape.${half}`) })
      : t(`escape.action.${chamber.action}`),
  );
  if (view.own?.crossed.includes(name)) parts.push(t("escape.visited"));
  if (view.unlocked.includes(chamber.action)) parts.push(t("escape.unlocked"));
  for (const mate of view.team) {
    if (mate.place === name) parts.push(t("escape.isHere", { name: setup.names[mate.seat]! }));
  }
  const gain = unlocks(view, name);
  if (gain) parts.push(t("escape.otherHalf", { name: setup.names[gain.seat]! }));
  if (way?.enter) parts.push(t("escape.canEnter"));
  else if (way?.uses) parts.push(t("escape.canUse", { dice: words(way.uses, t) }));
  else if (way?.dash) parts.push(t("escape.canDash"));
  if (canPoint) parts.push(t("escape.canPoint"));
  return parts.join(" ");
}

function Inside({
  chamber,
  half,
  unlocked,
}: {
  chamber: Chamber;
  half: string;
  unlocked: boolean;
}) {
  const [x, top] = middle(chamber.name),
    y = top + 15,
    colour = colourOf(chamber.action);
  if (chamber.action === "exit")
    return (
      <g class="es-exiticon">
        <IconAt name="exit" x={x} y={y + 2} size={44} />
      </g>
    );
  if (!colour)
    return (
      <g class={`es-action es-a-${chamber.action}`}>
        <IconAt name={chamber.action} x={x} y={y} size={38} />
      </g>
    );
  const left = half === "left",
    id = `half-${chamber.name}`;
  return (
    <g>
      <clipPath id={id}>
        <rect x={left ? x - 26 : x} y={y - 26} width={26} height={52} />
      </clipPath>
      <circle cx={x} cy={y} r={24} class="es-mystic" />
      <g clip-path={`url(#${id})`}>
        <circle cx={x} cy={y} r={24} class="es-mysticfill" />
        <IconAt name={colour} x={x} y={y} size={30} cls="es-mysticicon" />
      </g>
      <path d={`M${x} ${y - 28}v56`} class="es-mysticline" />
      {unlocked && (
        <g class="es-tick">
          <circle cx={x + (left ? 14 : -14)} cy={y + 2} r={10} />
          <IconAt name="check" x={x + (left ? 14 : -14)} y={y + 2} size={14} />
        </g>
      )}
    </g>
  );
}

/* What a chamber is called stands in its lower left corner, or where no piece does. */
type NameAt = "left" | "middle" | "right";
const nameAt = (view: EscapeView, name: string, way: Way | undefined): NameAt => {
  const corners = view.team.flatMap(({ seat, place }) => (place === name ? seat % 4 : []));
  if (!corners.includes(0)) return "left";
  return corners.includes(1) || (way && !way.enter) ? "middle" : "right";
};

/* A chamber as it looks, whoever may enter it. */
export function Floor({
  chamber,
  half,
  crossed,
  pencil,
  unlocked,
  named = "left",
}: {
  chamber: Chamber;
  half: string;
  crossed?: boolean;
  pencil?: boolean;
  unlocked?: boolean;
  named?: NameAt;
}) {
  const { name } = chamber,
    x = EDGE + column(name) * CHAMBER,
    y = EDGE + row(name) * CHAMBER,
    [mx, my] = middle(name);
  return (
    <>
      <rect
        x={x + 5}
        y={y + 5}
        width={CHAMBER - 10}
        height={CHAMBER - 10}
        rx={9}
        class="es-floor"
      />
      {chamber.entry.map((symbol, i) => (
        <g key={i}>
          <rect x={mx + (i ? 2 : -32)} y={y + 11} width={30} height={28} rx={7} class="es-plate" />
          <IconAt
            name={symbol}
            x={mx + (i ? 17 : -17)}
            y={y + 25}
            size={20}
            cls={`es-f-${symbol}`}
          />
        </g>
      ))}
      <Inside chamber={chamber} half={half} unlocked={!!unlocked} />
      <text
        x={named === "left" ? x + 9 : named === "right" ? x + CHAMBER - 9 : mx}
        y={y + CHAMBER - 10}
        class={`es-name es-n-${named}`}
        aria-hidden="true"
      >
        {name}
      </text>
      {crossed && (
        <g class={`hand es-cross ${pencil ? "pencil" : "ink"}`}>
          <path
            pathLength={1}
            d={`M${mx - 19} ${my - 2}C${mx - 6} ${my + 10} ${mx + 7} ${my + 22} ${mx + 19} ${my + 32}`}
          />
          <path
            pathLength={1}
            d={`M${mx + 18} ${my - 3}C${mx + 6} ${my + 9} ${mx - 7} ${my + 21} ${mx - 19} ${my + 33}`}
          />
        </g>
      )}
    </>
  );
}

export const floorKind = (chamber: Chamber, crossed: boolean) =>
  `es-chamber ${colourOf(chamber.action) ? `c-${colourOf(chamber.action)}` : ""} ${chamber.action === "exit" ? "es-exit" : ""} ${crossed ? "es-crossed" : ""}`;

export function ChamberBox({
  props,
  chamber,
  half,
  way,
  armed,
  inPencil,
  stop,
  act,
}: {
  props: Props;
  chamber: Chamber;
  half: string;
  way: Way | undefined;
  armed: boolean;
  inPencil: boolean;
  stop: boolean;
  act(name: string): void;
}) {
  const { view, setup, t, mates } = props,
    { name } = chamber;
  const x = EDGE + (column(name) + 1) * CHAMBER - 18,
    y = EDGE + (row(name) + 1) * CHAMBER - 18;
  const crossed = view.own!.crossed.includes(name),
    lit = way && (way.enter || armed);
  const kind = `${floorKind(chamber, crossed)} ${lit ? "es-lit" : way ? "es-maybe" : ""} ${props.hint === `chamber ${name}` ? "es-hint" : ""}`;
  const label = chamberLabel(view, setup, chamber, way, half, !!mates?.onPoint, t);
  const about = way
    ? undefined
    : `escape.what.${colourOf(chamber.action) ? "special" : chamber.action}|${objects(chamber.entry, t)}`;
  const focus = {
    tabindex: stop ? 0 : -1,
    "data-chamber": name,
    "aria-label": label,
    "data-about": about,
  };
  const drawing = (
    <>
      <Floor
        chamber={chamber}
        half={half}
        crossed={crossed}
        pencil={inPencil}
        unlocked={view.unlocked.includes(chamber.action)}
        named={nameAt(view, name, way)}
      />
      {way && !way.enter && (
        <g class="es-by">
          <circle cx={x} cy={y} r={13} />
          <IconAt name={way.uses && !armed ? way.uses[0]! : "dash"} x={x} y={y} size={17} />
        </g>
      )}
    </>
  );
  if (!way && !mates?.onPoint)
    return (
      <g role="gridcell" class={kind} {...focus}>
        {drawing}
      </g>
    );
  return (
    <g role="gridcell" class={kind}>
      <g role="button" {...focus} onClick={() => act(name)}>
        {drawing}
      </g>
    </g>
  );
}
