/* The hexes of the map: what is printed and written in them, what they say of themselves, the badges of the areas. */
import { HandAt, IconAt } from "../../draw";
import type { Translate } from "../types";
import type { RollerView } from "./view";
import { areaName, centre, hexagon, LOWEST, letters, type Sheet, SIZE, TINT } from "./view";

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

export function Hexes({
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

export function Writing({
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
            <text key={hex} x={x} y={y + 9.5} class={`ro-printed c-${TINT[cell.print]}`}>
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

/* On a small screen there is room for the letter. */
export function Badges({
  view,
  sheet,
  compact,
  t,
}: {
  view: RollerView;
  sheet: Sheet;
  compact: boolean;
  t: Translate;
}) {
  const letter = letters(view);
  return (
    <>
      {view.areas.map((area, i) => {
        const spot = area.kind === "middle" ? null : sheet.badge(i),
          status = view.own?.areas[i];
        if (!spot || !status) return null;
        const text = !status.left
          ? ` +${status.points}`
          : compact || view.phase === "over"
            ? ""
            : ` ${t("roller.left", { count: status.left })}`;
        const wide = text ? 70 : 32;
        return (
          <g
            key={i}
            data-about={`roller.what.area|${letter[i]}`}
            class={`ro-badge ${status.left ? "" : "ro-done"}`}
            transform={`translate(${spot[0].toFixed(1)} ${spot[1].toFixed(1)})`}
          >
            <rect x={-wide / 2} y="-13" width={wide} height="26" rx="13" />
            <text y="5">
              <tspan class="ro-letter">{letter[i]}</tspan>
              {text}
            </text>
          </g>
        );
      })}
    </>
  );
}
