/* The temple: chambers, doors, pieces, the way that is walked. */
import { useEffect, useRef, useState } from "preact/hooks";
import { IconAt, Seat } from "../../draw";
import { useKeys } from "../../hooks";
import type { Setup, Translate } from "../types";
import type { Chamber, EscapeView, Props, Side, Way } from "./view";
import {
  argument,
  CHAMBER,
  chamberAt,
  colourOf,
  column,
  EDGE,
  isChamber,
  middle,
  OUTSIDE,
  row,
  SIDES,
  STEP,
  unlocks,
  ways,
  words,
} from "./view";

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
      first: t(`escape.face.${chamber.entry[0]}`),
      second: t(`escape.face.${chamber.entry[1]}`),
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

/* A chamber as it looks, whoever may enter it. */
export function Floor({
  chamber,
  half,
  crossed,
  pencil,
  unlocked,
}: {
  chamber: Chamber;
  half: string;
  crossed?: boolean;
  pencil?: boolean;
  unlocked?: boolean;
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

function ChamberBox({
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
  const [first, second] = chamber.entry.map((face) => `@escape.face.${face}`);
  const about = way
    ? undefined
    : `escape.what.${colourOf(chamber.action) ? "special" : chamber.action}|${first}|${second}`;
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

function Doors({ view }: { view: EscapeView }) {
  const doors = [];
  for (const { name, ways: open } of view.chambers) {
    const [x, y] = middle(name);
    for (const side of open) {
      const [dx, dy] = STEP[side],
        inner = chamberAt(column(name) + dx, row(name) + dy);
      if (inner && (side === "north" || side === "west")) continue;
      const cx = x + (dx * CHAMBER) / 2,
        cy = y + (dy * CHAMBER) / 2,
        out = inner ? 0 : 4;
      const closed =
        (side === "east" && view.own!.closedEast.includes(name)) ||
        (side === "south" && view.own!.closedSouth.includes(name));
      doors.push(
        <g key={name + side}>
          <rect
            x={cx - (dx ? 6 : 13) - (dx < 0 ? out : 0)}
            y={cy - (dy ? 6 : 13) - (dy < 0 ? out : 0)}
            width={dx ? 12 + out : 26}
            height={dy ? 12 + out : 26}
            class={closed ? "es-shut" : "es-door"}
          />
          {closed && (
            <g class="hand ink">
              <path
                d={`M${cx - 8} ${cy - 8}L${cx + 8} ${cy + 8}M${cx + 8} ${cy - 8}L${cx - 8} ${cy + 8}`}
              />
            </g>
          )}
        </g>,
      );
    }
  }
  return <>{doors}</>;
}

/* Pathways that may be closed. */
function Closings({ legal, onMove, t }: Props) {
  return (
    <>
      {legal
        .filter((move) => move.startsWith("close "))
        .map((move) => {
          const [, name = "", side = "north"] = move.split(" "),
            [x, y] = middle(name),
            [dx, dy] = STEP[side as Side];
          const cx = x + (dx * CHAMBER) / 2 - dx * 12,
            cy = y + (dy * CHAMBER) / 2 - dy * 12;
          return (
            <g
              key={move}
              role="button"
              tabindex={0}
              class="es-closing"
              aria-label={t("escape.closeThis", { name, side: t(`escape.side.${side}`) })}
              onClick={() => onMove(move)}
              onKeyDown={(event) => {
                if (event.key === "Enter" || event.key === " ") onMove(move);
              }}
            >
              <circle cx={cx} cy={cy} r={21} />
              <IconAt name="cross" x={cx} y={cy} size={22} />
            </g>
          );
        })}
    </>
  );
}

/* The four sides, where one is still to be chosen. */
function Gates({ view, legal, draft, onMove, t, hint }: Props) {
  const size = 5 * CHAMBER + 2 * EDGE,
    chosen = argument(draft[0], "side")?.[0];
  const sides = SIDES.filter(
    (side) =>
      legal.includes(`side ${side}`) || (chosen && view.alternatives?.includes(`side ${side}`)),
  );
  return (
    <>
      {sides.map((side) => {
        const [dx, dy] = STEP[side],
          cx = size / 2 + dx * (size / 2 + OUTSIDE / 2 + 2),
          cy = size / 2 + dy * (size / 2 + OUTSIDE / 2 + 2);
        const width = dx ? OUTSIDE - 6 : size * 0.7,
          height = dx ? size * 0.7 : OUTSIDE - 6;
        const turn = { north: 180, east: 270, south: 0, west: 90 }[side];
        return (
          <g
            key={side}
            role="button"
            tabindex={0}
            class={`es-gate ${chosen === side ? "es-chosen" : ""} ${hint === `gate ${side}` ? "es-hint" : ""}`}
            aria-label={t("escape.comeFrom", { side: t(`escape.side.${side}`) })}
            onClick={() => onMove(`side ${side}`)}
            onKeyDown={(event) => {
              if (event.key === "Enter" || event.key === " ") onMove(`side ${side}`);
            }}
          >
            <rect x={cx - width / 2} y={cy - height / 2} width={width} height={height} rx={14} />
            <g transform={`rotate(${turn} ${cx} ${cy})`}>
              <IconAt name="arrow" x={cx} y={cy} size={30} />
            </g>
          </g>
        );
      })}
    </>
  );
}

/* Where a seat's piece stands: in its own corner of the chamber, or before the wall. */
function spot(place: string, seat: number, mine: boolean): [number, number] {
  const size = 5 * CHAMBER + 2 * EDGE;
  if (isChamber(place)) {
    const [x, y] = middle(place),
      corners = [
        [-34, 30],
        [34, 30],
        [-34, -2],
        [34, -2],
      ] as const;
    return [x + corners[seat % 4]![0] * (mine ? 0.95 : 1), y + corners[seat % 4]![1]];
  }
  const [dx, dy] = STEP[place as Side] ?? [0, 0];
  return [size / 2 + dx * (size / 2 + OUTSIDE / 2), size / 2 + dy * (size / 2 + OUTSIDE / 2)];
}

function Pieces({ view, setup }: { view: EscapeView; setup: Setup }) {
  return (
    <>
      {[...view.team]
        .sort((a) => (a.seat === view.own!.seat ? 1 : -1))
        .map(({ seat, place }) => {
          if (!place) return null;
          const mine = seat === view.own!.seat,
            scale = mine ? 1.4 : 1.1,
            [x, y] = spot(place, seat, mine);
          return (
            <g
              key={seat}
              class={`es-piece ${mine ? "es-mine" : ""}`}
              transform={`translate(${x - 14 * scale} ${y - 14 * scale}) scale(${scale})`}
            >
              <Seat seat={seat} name={setup.names[seat]!} size={28} />
            </g>
          );
        })}
    </>
  );
}

/* The way of who acts; that is a teammate, too. */
function Walked({ view, draft }: { view: EscapeView; draft: string[] }) {
  const { before } = view,
    from = before?.team.find((mate) => mate.seat === before.acting)?.place;
  const places = [
    from,
    ...draft.flatMap((move) => argument(move, "enter") ?? argument(move, "dash") ?? []),
  ].filter(isChamber);
  if (places.length < 2) return null;
  return (
    <path
      class="es-walk"
      d={places
        .map((place, i) => `${i ? "L" : "M"}${middle(place)[0]} ${middle(place)[1] + 22}`)
        .join("")}
    />
  );
}

/* What somebody points at. */
function Pointed({ points, setup }: { points: { seat: number; what: string }[]; setup: Setup }) {
  return (
    <>
      {points
        .filter(({ what }) => isChamber(what))
        .map(({ seat, what }, i, all) => {
          const beside = all.slice(0, i).filter((other) => other.what === what).length * 28;
          const x = EDGE + column(what) * CHAMBER,
            y = EDGE + row(what) * CHAMBER;
          return (
            <g key={seat} class="es-point">
              {["es-halo", ""].map((cls) => (
                <rect
                  key={cls}
                  class={cls}
                  x={x + 3}
                  y={y + 3}
                  width={CHAMBER - 6}
                  height={CHAMBER - 6}
                  rx={14}
                />
              ))}
              <g class="es-piece" transform={`translate(${x - 4 + beside} ${y - 4})`}>
                <Seat seat={seat} name={setup.names[seat]!} size={32} />
              </g>
            </g>
          );
        })}
    </>
  );
}

function Arrows({ view, lit }: { view: EscapeView; lit: string[] }) {
  const place = view.own!.place;
  if (!isChamber(place)) return null;
  const [x, y] = middle(place);
  return (
    <>
      {lit.map((name) => {
        const [u, v] = middle(name),
          dx = Math.sign(u - x),
          dy = Math.sign(v - y),
          px = x + dx * 66,
          py = y + dy * 66;
        return (
          <path
            key={name}
            class="es-lead"
            d={`M${x + dx * 46} ${y + dy * 46}L${px} ${py}M${px} ${py}l${-dx * 9 - dy * 8} ${-dy * 9 - dx * 8}M${px} ${py}l${-dx * 9 + dy * 8} ${-dy * 9 + dx * 8}`}
          />
        );
      })}
    </>
  );
}

function Chooser({
  name,
  way,
  take,
  t,
}: {
  name: string;
  way: Way;
  take(by: "uses" | "dash"): void;
  t: Translate;
}) {
  const [x, y] = middle(name),
    top = y < 120 ? y + 78 : y - 78,
    left = Math.min(Math.max(x, 80), 490);
  const options = [
    ["uses", way.uses ?? []],
    ["dash", ["dash"]],
  ] as const;
  return (
    <g class="es-chooser">
      <rect x={left - 76} y={top - 36} width={152} height={72} rx={36} />
      {options.map(([by, icons], i) => (
        <g
          key={by}
          role="button"
          tabindex={0}
          aria-label={
            by === "dash" ? t("escape.byDash") : t("escape.byUse", { dice: words([...icons], t) })
          }
          onClick={() => take(by)}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === " ") take(by);
          }}
        >
          <circle cx={left + (i ? 36 : -36)} cy={top} r={31} />
          {icons.map((icon, k) => (
            <IconAt
              key={k}
              name={icon}
              x={left + (i ? 36 : -36) + (k - (icons.length - 1) / 2) * 25}
              y={top}
              size={icons.length > 1 ? 24 : 32}
              cls={`es-f-${icon}`}
            />
          ))}
        </g>
      ))}
    </g>
  );
}

export function Temple({ props, armed, disarm }: { props: Props; armed: boolean; disarm(): void }) {
  const { view, setup, legal, draft, me, mates, onMove, t } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [asked, setAsked] = useState("");
  const [focus, setFocus] = useState("");
  const wanted = useRef("");
  const can = me ? ways(view, legal) : new Map<string, Way>();
  const walks =
    can.size > 0 && (armed || legal.includes("end")); /* before a roll no stray key spends a dash */
  const place = view.own!.place;
  const pencil = new Set(
    draft.flatMap((move) => argument(move, "enter") ?? argument(move, "dash") ?? []),
  );
  const stop = focus || [...can.keys()][0] || (isChamber(place) ? place : "c3");
  useEffect(() => setAsked(""), [draft.join()]);
  useEffect(() => {
    if (!wanted.current) return;
    svg.current?.querySelector<SVGElement>(`[data-chamber=${wanted.current}]`)?.focus();
    wanted.current = "";
  });

  const go = (name: string, by: "enter" | "uses" | "dash") => {
    setAsked("");
    disarm();
    if (by === "uses") can.get(name)!.uses!.forEach((symbol) => onMove(`use ${symbol}`));
    onMove(by === "dash" ? `dash ${name}` : `enter ${name}`);
  };
  const act = (name: string) => {
    const way = can.get(name);
    if (!way) return mates?.onPoint?.(name);
    if (armed && way.dash) go(name, "dash");
    else if (way.enter) go(name, "enter");
    else if (way.uses && way.dash) setAsked(name);
    else go(name, way.uses ? "uses" : "dash");
  };
  const goTo = (name: string) => {
    if (!name) return;
    wanted.current = name;
    setFocus(name);
  };
  const key = (event: KeyboardEvent) => {
    const at = (event.target as Element).closest("[data-chamber]")?.getAttribute("data-chamber");
    if (!at || event.ctrlKey || event.altKey || event.metaKey) return;
    const side = SIDES.find(
      (each) =>
        event.key ===
        { north: "ArrowUp", east: "ArrowRight", south: "ArrowDown", west: "ArrowLeft" }[each],
    );
    if (event.key === "Enter" || event.key === " ") {
      goTo(at);
      act(at);
      if (!can.has(at)) return; /* it tells what is printed there */
    } else if (event.key === "Escape" && asked) setAsked("");
    else if (side && (at !== place || !walks))
      goTo(chamberAt(column(at) + STEP[side][0], row(at) + STEP[side][1]));
    else return;
    event.preventDefault();
  };
  useKeys(me, (event) => {
    const side = SIDES.find(
      (each) =>
        event.key ===
        { north: "ArrowUp", east: "ArrowRight", south: "ArrowDown", west: "ArrowLeft" }[each],
    );
    if (side && legal.includes(`side ${side}`)) onMove(`side ${side}`);
    else if (side && isChamber(place) && walks) {
      const name = chamberAt(column(place) + STEP[side][0], row(place) + STEP[side][1]);
      if (!can.has(name)) return false;
      act(name);
    } else if (side && walks) goTo([...can.keys()][0]!);
    else return false;
    return true;
  });

  const size = 5 * CHAMBER + 2 * EDGE,
    out =
      view.phase === "sides" || view.team.some((mate) => mate.place && !isChamber(mate.place))
        ? OUTSIDE
        : 0;
  const seen = new Set<string>(),
    halves = new Map<string, string>();
  for (const { name, action } of view.chambers) {
    halves.set(name, seen.has(action) ? "right" : "left");
    seen.add(action);
  }
  const rows = "abcde"
    .split("")
    .map((letter) => view.chambers.filter((chamber) => chamber.name[0] === letter));
  return (
    <svg
      ref={svg}
      class="es-temple"
      viewBox={`${-out} ${-out} ${size + 2 * out} ${size + 2 * out}`}
      onKeyDown={key}
    >
      <rect x={6} y={6} width={5 * CHAMBER + 8} height={5 * CHAMBER + 8} rx={12} class="es-wall" />
      <g aria-hidden="true">
        <Doors view={view} />
      </g>
      <g role="grid" aria-label={t("escape.temple")}>
        {rows.map((chambers, i) => (
          <g key={i} role="row" aria-label={t("escape.row", { name: "abcde"[i]! })}>
            {chambers.map((chamber) => (
              <ChamberBox
                key={chamber.name}
                props={props}
                chamber={chamber}
                half={halves.get(chamber.name)!}
                way={can.get(chamber.name)}
                armed={armed && !!can.get(chamber.name)?.dash}
                inPencil={pencil.has(chamber.name)}
                stop={stop === chamber.name}
                act={act}
              />
            ))}
          </g>
        ))}
      </g>
      <g aria-hidden="true" class="es-over">
        <Walked view={view} draft={draft.length ? draft : (mates?.draft ?? [])} />
        <Arrows view={view} lit={[...can].filter(([, way]) => way.enter).map(([name]) => name)} />
        <Pieces view={view} setup={setup} />
        {mates && <Pointed points={mates.points} setup={setup} />}
      </g>
      {me && <Gates {...props} />}
      {me && <Closings {...props} />}
      {asked && can.get(asked) && (
        <Chooser name={asked} way={can.get(asked)!} take={(by) => go(asked, by)} t={t} />
      )}
    </svg>
  );
}
