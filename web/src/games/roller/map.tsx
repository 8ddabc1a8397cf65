/* The map of hexes. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { HandAt, IconAt } from "../../draw";
import { useKeys } from "../../hooks";
import type { Translate } from "../types";
import type { Props, RollerView } from "./view";
import {
  areaName,
  candidates,
  centre,
  chain,
  hexagon,
  KEYS,
  LOWEST,
  letters,
  NUMBERS,
  pencil,
  REACH,
  Sheet,
  SIZE,
  TINT,
} from "./view";

function hexLabel(
  view: RollerView,
  sheet: Sheet,
  hex: number,
  lit: number[] | undefined,
  inPencil: boolean,
  t: Translate,
): string {
  const cell = view.cells[hex]!,
    own = view.own,
    number = own?.numbers[hex] ?? 0;
  const holds =
    cell.print === "x"
      ? t("roller.crossed")
      : cell.print
        ? t("roller.printed", { number: cell.print })
        : number
          ? t(inPencil ? "roller.holdsPencil" : "roller.holds", { number })
          : t("roller.empty");
  let label = t("roller.hex", {
    name: cell.name,
    holds,
    area: areaName(view.areas[cell.area]!.name, t),
  });
  if (!lit) return label;
  const near = [
    ...new Set(sheet.beside[hex]!.map((other) => own?.numbers[other] ?? 0).filter(Boolean)),
  ];
  if (near.length) label += t("roller.nextTo", { list: near.join(", ") });
  if (own?.step === "path") {
    const count = view.counts[own.number - LOWEST] ?? 0;
    return (
      label +
      t(own.left === 1 ? "roller.lastOf" : "roller.nthOf", {
        number: own.number,
        nth: count - own.left + 1,
        count,
      })
    );
  }
  return label + t("roller.canWrite", { list: lit.join(t("roller.or")) });
}

function Chooser({
  sheet,
  hex,
  numbers,
  scale,
  choose,
  t,
}: {
  sheet: Sheet;
  hex: number;
  numbers: number[];
  scale: number;
  choose(number: number): void;
  t: Translate;
}) {
  const [x, y] = centre(sheet.cells[hex]!),
    radius = Math.max(25, 23 / scale),
    step = 2 * radius + 6;
  const { box } = sheet,
    width = numbers.length * step;
  const left = Math.min(Math.max(x - width / 2, box.x), box.x + box.width - width) + step / 2;
  const top = y - SIZE - radius < box.y + radius ? y + SIZE + radius : y - SIZE - radius;
  return (
    <g class="ro-chooser">
      <rect
        x={left - step / 2 - 3}
        y={top - radius - 6}
        width={width + 6}
        height={2 * radius + 12}
        rx={radius + 6}
      />
      {numbers.map((number, i) => (
        <g
          class={`c-${TINT[number]}`}
          role="button"
          tabindex={0}
          data-choose={number}
          aria-label={t("roller.choose", { number, name: sheet.cells[hex]!.name })}
          onClick={() => choose(number)}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === " ") choose(number);
          }}
        >
          <circle cx={left + i * step} cy={top} r={radius} />
          <text x={left + i * step} y={top + 9}>
            {number}
          </text>
        </g>
      ))}
    </g>
  );
}

function Links({ sheet, hexes, cls }: { sheet: Sheet; hexes: number[]; cls: string }) {
  const spots = hexes.map((hex) => centre(sheet.cells[hex]!));
  return (
    <path
      class={cls}
      d={spots.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("")}
    />
  );
}

/* Short strokes over the edges that a path crosses. */
function Steps({
  sheet,
  hexes,
  to = [],
  cls,
}: {
  sheet: Sheet;
  hexes: number[];
  to?: number[];
  cls: string;
}) {
  const pairs = to.length
    ? to.map((hex) => [hexes[0]!, hex])
    : hexes.slice(1).map((hex, i) => [hexes[i]!, hex]);
  const path = pairs.map(([a, b]) => {
    const [x, y] = centre(sheet.cells[a!]!),
      [u, v] = centre(sheet.cells[b!]!);
    const part = (k: number) => `${(x + (u - x) * k).toFixed(1)} ${(y + (v - y) * k).toFixed(1)}`;
    return `M${part(0.39)}L${part(0.61)}`;
  });
  return <path class={cls} d={path.join("")} />;
}

function Hexes({
  view,
  sheet,
  lit,
  inPencil,
  focus,
  tap,
  t,
}: {
  view: RollerView;
  sheet: Sheet;
  lit: Map<number, number[]>;
  inPencil: Set<number>;
  focus: number;
  tap(hex: number): void;
  t: Translate;
}) {
  const about = (print: number | "x" | undefined) =>
    print === "x" ? "roller.what.x" : print ? `roller.what.print|${print}` : undefined;
  const rows = new Map<number, number[]>();
  view.cells.forEach((cell, hex) => rows.set(cell.r, [...(rows.get(cell.r) ?? []), hex]));
  const cellOf = (hex: number) => {
    const cell = view.cells[hex]!,
      number = view.own?.numbers[hex] ?? 0,
      can = lit.get(hex),
      [x, y] = centre(cell);
    const kind =
      cell.print === "x"
        ? "ro-x"
        : cell.print
          ? `ro-print c-${TINT[cell.print]}`
          : number
            ? `ro-full c-${TINT[number]}`
            : "ro-empty";
    const middle = view.areas[cell.area]!.kind === "middle" ? "ro-middle" : "";
    const label = hexLabel(view, sheet, hex, can, inPencil.has(hex), t),
      stop = hex === focus ? 0 : -1;
    const shape = <polygon points={hexagon(x, y, SIZE - (can ? 2.6 : 1.2))} />;
    return (
      <g
        key={hex}
        role="gridcell"
        class={`ro-hex ${kind} ${middle} ${can ? "ro-lit" : ""}`}
        {...(can
          ? {}
          : {
              tabindex: stop,
              "data-hex": hex,
              "aria-label": label,
              "data-about": about(cell.print),
            })}
      >
        {can ? (
          <g
            role="button"
            tabindex={stop}
            data-hex={hex}
            aria-label={label}
            onClick={(event) => {
              if (event.detail === 0) tap(hex);
            }}
          >
            {shape}
          </g>
        ) : (
          shape
        )}
      </g>
    );
  };
  return (
    <>
      {[...rows.keys()]
        .sort((a, b) => a - b)
        .map((r) => (
          <g
            key={r}
            role="row"
            aria-label={t("roller.row", {
              name: view.cells[rows.get(r)![0]!]!.name.replace(/\d+$/, ""),
            })}
          >
            {rows.get(r)!.map(cellOf)}
          </g>
        ))}
    </>
  );
}

function Writing({
  view,
  lit,
  inPencil,
  step,
}: {
  view: RollerView;
  lit: Map<number, number[]>;
  inPencil: Set<number>;
  step?: string;
}) {
  return (
    <>
      {view.cells.map((cell, hex) => {
        const [x, y] = centre(cell),
          number = view.own?.numbers[hex] ?? 0,
          can = lit.get(hex);
        if (cell.print === "x")
          return <IconAt key={hex} name="cross" x={x} y={y} size={30} cls="ro-xx" />;
        if (cell.print)
          return (
            <text key={hex} x={x} y={y + 9.5} class="ro-printed">
              {cell.print}
            </text>
          );
        if (number)
          return (
            <HandAt
              key={`${hex} ${number}`}
              text={number}
              x={x}
              y={y}
              height={38}
              cls={inPencil.has(hex) ? "pencil ro-drawn" : "ink"}
            />
          );
        if (!can) return null;
        const small =
          step === "choose" || step === "third" ? (can.length > 3 ? "ro-tiny" : "ro-small") : "";
        return (
          <text key={hex} x={x} y={y + (small ? 6 : 8)} class={`ro-candidate ${small}`}>
            {can.join(" ")}
          </text>
        );
      })}
    </>
  );
}

function Badges({ view, sheet, t }: { view: RollerView; sheet: Sheet; t: Translate }) {
  const letter = letters(view);
  return (
    <>
      {view.areas.map((area, i) => {
        const spot = area.kind === "middle" ? null : sheet.badge(i),
          status = view.own?.areas[i];
        if (!spot || !status) return null;
        const text = status.left ? t("roller.left", { count: status.left }) : `+${status.points}`;
        return (
          <g
            key={i}
            data-about={`roller.what.area|${letter[i]}`}
            class={`ro-badge ${status.left ? "" : "ro-done"}`}
            transform={`translate(${spot[0].toFixed(1)} ${spot[1].toFixed(1)})`}
          >
            <rect x="-35" y="-13" width="70" height="26" rx="13" />
            <text y="5">
              <tspan class="ro-letter">{letter[i]}</tspan>
              {` ${text}`}
            </text>
          </g>
        );
      })}
    </>
  );
}

export function HexMap({ view, me, legal, draft, onMove, t, hint }: Props) {
  const sheet = useMemo(() => new Sheet(view.cells), [view.cells.map((cell) => cell.name).join()]);
  const svg = useRef<SVGSVGElement>(null);
  const written = useRef(false); /* the tap that is on was for a hex */
  const drag = useRef(-1); /* the last hex of a path that is being drawn */
  const [held, hold] =
    useState(-1); /* the hex that a finger is on; it is written when the finger leaves it */
  const [open, setOpen] = useState<{ hex: number; scale: number } | null>(null);
  const [chosen, setFocus] = useState(-1);
  const wanted = useRef(-1);
  const begin =
    useRef(false); /* a number was chosen by key: the focus goes where its path may begin */
  const own = view.own;
  const lit = me ? candidates(view, legal) : new Map<number, number[]>();
  const { hexes: inPencil, paths } = pencil(view, sheet, me ? draft : []);
  /* The one stop of the Tab key: where the arrows have led, else the first legal hex. */
  const within =
    chosen >= 0 && (wanted.current === chosen || svg.current?.contains(document.activeElement));
  const focus =
    lit.has(chosen) || within || !lit.size ? Math.max(chosen, 0) : lit.keys().next().value!;
  const current = own?.step === "path" || own?.step === "more" ? paths.at(-1) : undefined;

  useEffect(() => setOpen(null), [legal.join()]);
  useEffect(() => {
    if (begin.current && lit.size) goTo(lit.keys().next().value!);
    begin.current = false;
  }, [draft]);
  useEffect(() => {
    if (wanted.current < 0) return;
    svg.current?.querySelector<SVGElement>(`[data-hex="${wanted.current}"]`)?.focus();
    wanted.current = -1;
  });

  const scale = () =>
    svg.current ? svg.current.getBoundingClientRect().width / sheet.box.width : 1;
  const write = (hex: number, number: number) => {
    setOpen(null);
    if (legal.includes(`take ${number}`)) onMove(`take ${number}`);
    onMove(`put ${view.cells[hex]!.name}`);
  };
  const tap = (hex: number) => {
    const can = lit.get(hex);
    if (!can) return;
    if (can.length === 1) write(hex, can[0]!);
    else setOpen({ hex, scale: scale() });
  };
  const reach = () => Math.max(REACH / scale(), SIZE);
  /* How far a point on the screen is from the middle of a hex. */
  const away = (event: PointerEvent) => {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(
      svg.current!.getScreenCTM()!.inverse(),
    );
    return (hex: number) => {
      const [x, y] = centre(view.cells[hex]!);
      return Math.hypot(point.x - x, point.y - y);
    };
  };
  /* The legal hex that is meant by a point on the screen. */
  const meant = (event: PointerEvent, within: number): number => {
    const far = away(event);
    return [...lit.keys()].reduce(
      (best, hex) => (far(hex) < (best < 0 ? within : far(best)) ? hex : best),
      -1,
    );
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest("[data-choose]")) return;
    drag.current = -1;
    written.current = meant(event, reach()) >= 0;
    hold(meant(event, reach()));
    setOpen(null);
  };
  const move = (event: PointerEvent) => {
    if (event.buttons === 0) return;
    if (held >= 0) {
      if (away(event)(held) > reach()) leave();
    } else if (drag.current >= 0 && !open) {
      const hex = meant(event, SIZE * 0.72);
      if (
        hex < 0 ||
        hex === drag.current ||
        lit.get(hex)!.length > 1 ||
        legal.some((text) => text.startsWith("take"))
      )
        return;
      drag.current = hex;
      tap(hex);
    }
  };
  const leave = () => {
    drag.current = held;
    hold(-1);
    tap(held);
  };
  const up = () => {
    if (held >= 0) leave();
    drag.current = -1;
  };
  const goTo = (hex: number) => {
    if (hex < 0) return;
    wanted.current = hex;
    setFocus(hex);
  };
  const vertical = (hex: number, up: number) => {
    const both: [number, number][] =
      up < 0
        ? [
            [1, -1],
            [0, -1],
          ]
        : [
            [0, 1],
            [-1, 1],
          ];
    return both.map((step) => sheet.step(hex, step)).find((other) => other >= 0) ?? -1;
  };
  const key = (event: KeyboardEvent) => {
    const target = (event.target as Element).closest("[data-hex]");
    if (!target || event.ctrlKey || event.altKey || event.metaKey) return;
    const hex = Number(target.getAttribute("data-hex"));
    if (event.key === "Enter" || event.key === " ") {
      if (!lit.has(hex)) return; /* it may tell what is printed there */
      goTo(hex);
      tap(hex);
    } else if (event.key === "Escape" && open) setOpen(null);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown")
      goTo(vertical(hex, event.key === "ArrowUp" ? -1 : 1));
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight")
      goTo(sheet.step(hex, KEYS[event.key]!));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useKeys(me, (event) => {
    const { code } = event,
      digit = /^\d$/.test(event.key) ? Number(event.key) : -1;
    const bonus = code === "KeyT" ? "third" : digit === 1 ? "more" : digit === 2 ? "two" : "";
    const step = code.startsWith("Arrow") ? undefined : KEYS[code];
    if (open && lit.get(open.hex)?.includes(digit)) write(open.hex, digit);
    else if (digit >= LOWEST && legal.includes(`take ${digit}`)) {
      begin.current = true;
      onMove(`take ${digit}`);
    } else if (bonus && legal.includes(`bonus ${bonus}`)) onMove(`bonus ${bonus}`);
    else if ((event.key === "-" || event.key === "−") && legal.includes("skip")) onMove("skip");
    else if (step && current && own!.last >= 0) tap(sheet.step(own!.last, step));
    else if (step) goTo(sheet.step(focus, step));
    else return false;
    return true;
  });

  const { x, y, width, height } = sheet.box;
  const last = current?.hexes.at(-1) ?? -1;
  return (
    <svg
      ref={svg}
      class="ro-map"
      viewBox={`${x} ${y} ${width} ${height}`}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={() => hold(-1)}
      onPointerLeave={() => hold(-1)}
      onKeyDown={key}
      onClick={(event) => {
        if (written.current) event.preventDefault();
      }}
    >
      <g role="grid" aria-label={t("roller.map", { count: view.cells.length })}>
        <Hexes
          view={view}
          sheet={sheet}
          lit={lit}
          inPencil={inPencil}
          focus={focus}
          tap={tap}
          t={t}
        />
      </g>
      <g aria-hidden="true" class="ro-over">
        {NUMBERS.filter((number) => own?.pairs[number - LOWEST]).map((number) => (
          <g class={`c-${TINT[number]}`}>
            <Links sheet={sheet} hexes={chain(view, sheet, number)} cls="ro-chain" />
          </g>
        ))}
        <path d={sheet.borders()} class="ro-border" />
        {[...lit.keys()].map((hex) => (
          <polygon
            key={hex}
            points={hexagon(...centre(view.cells[hex]!), SIZE - 2.6)}
            class={`ro-outline ${hex === held ? "ro-held" : ""}`}
          />
        ))}
        {paths.map(
          (path) =>
            path.hexes.length > 0 && (
              <>
                {path.hexes.map((hex) => (
                  <polygon
                    points={hexagon(...centre(view.cells[hex]!), SIZE - 2.2)}
                    class={path === current ? "ro-on" : "ro-was"}
                  />
                ))}
                <Steps
                  sheet={sheet}
                  hexes={path.from < 0 ? path.hexes : [path.from, ...path.hexes]}
                  cls={path === current ? "ro-path" : "ro-path ro-past"}
                />
              </>
            ),
        )}
        {view.cells.map(
          (cell, hex) =>
            (hint === `hex ${hex}` || hint === `area ${cell.area}`) && (
              <polygon
                key={`hint${hex}`}
                points={hexagon(...centre(cell), SIZE - 6)}
                class="ro-hint"
              />
            ),
        )}
        {last >= 0 && (
          <Steps
            sheet={sheet}
            hexes={[last]}
            to={[...lit.keys()].filter((hex) => sheet.beside[last]!.includes(hex))}
            cls="ro-lead"
          />
        )}
        <Writing view={view} lit={lit} inPencil={inPencil} step={own?.step} />
        <Badges view={view} sheet={sheet} t={t} />
      </g>
      {open && lit.get(open.hex) && (
        <Chooser
          sheet={sheet}
          hex={open.hex}
          numbers={lit.get(open.hex)!}
          scale={open.scale}
          choose={(number) => write(open.hex, number)}
          t={t}
        />
      )}
    </svg>
  );
}
