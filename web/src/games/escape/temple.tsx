/* The temple, and how one walks in it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { IconAt } from "../../draw";
import { useKeys } from "../../hooks";
import type { Translate } from "../types";
import { ChamberBox } from "./chamber";
import { Closings, Doors, Gates } from "./pathways";
import { Arrows, Pieces, Pointed, Walked } from "./pieces";
import type { Props, Way } from "./view";
import {
  argument,
  CHAMBER,
  chamberAt,
  column,
  EDGE,
  isChamber,
  middle,
  OUTSIDE,
  row,
  SIDES,
  STEP,
  ways,
  words,
} from "./view";

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
    { phase, team } = view.before ?? view /* pencil does not change the temple's size */,
    out =
      phase === "sides" || team.some((mate) => mate.place && !isChamber(mate.place)) ? OUTSIDE : 0;
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
