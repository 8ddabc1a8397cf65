/* Roller: the map of hexes, the two rows, the bonuses. All of it is drawn from the sheet in the view, so a sheet of
 * one's own looks right as well. Hexes are known by their index in the sheet. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { HandAt, Hand, Icon, IconAt, Cross } from "../draw";
import { settings } from "../store";
import type { BoardProps, DiceProps, GameUi, Prompt, Setup, Translate } from "./types";
import "./roller.css";

interface Cell { name: string; q: number; r: number; area: number; print?: number | "x" }
interface Row { boxes: number[]; points: number }
interface Own {
  seat: number; numbers: number[]; red: Row; green: Row;
  step: "choose" | "path" | "more" | "two" | "third" | "wait";
  selections: number; selected: number[]; chosen: number[]; number: number; left: number; last: number;
  bonus: boolean; used: number[]; openings: number[][]; pairs: boolean[]; total: number;
  areas: { left: number; most: number; times: number; points: number }[];
}
export interface RollerView {
  phase: "roll" | "write" | "over"; round: number; rounds: number; dice: number; counts: number[]; acting: number[];
  areas: { name: string; kind: "middle" | "outer"; hexes: number }[]; cells: Cell[]; own?: Own;
}

type Props = Omit<BoardProps, "view"> & { view: RollerView };

const LOWEST = 3;
const NUMBERS = [3, 4, 5, 6, 7, 8];
const TINT: Record<number, string> = { 2: "dice", 3: "red", 4: "orange", 5: "yellow", 6: "green", 7: "blue", 8: "purple" };
const BONUSES = ["more", "two", "third"] as const;
const BONUS_ICON = { more: "plus", two: "pencil", third: "die" };
const BOX_VOID = 1;

/* ---- Geometry: axial coordinates, tops pointing up ---- */

const SIZE = 40;
const WIDE = Math.sqrt(3) * SIZE;
const REACH = 28; /* CSS pixels from the centre of a legal hex within which a tap is meant for it */
const DIRECTIONS: [number, number][] = [[1, 0], [1, -1], [0, -1], [-1, 0], [-1, 1], [0, 1]];
const KEYS: Record<string, [number, number]> = {
  KeyW: [0, -1], KeyE: [1, -1], KeyA: [-1, 0], KeyD: [1, 0], KeyZ: [-1, 1], KeyX: [0, 1],
  ArrowLeft: [-1, 0], ArrowRight: [1, 0],
};

const centre = (cell: Cell, size = SIZE): [number, number] => [size * Math.sqrt(3) * (cell.q + cell.r / 2), size * 1.5 * cell.r];
const corner = (x: number, y: number, size: number, angle: number) =>
  `${(x + size * Math.cos(angle)).toFixed(1)} ${(y + size * Math.sin(angle)).toFixed(1)}`;
const hexagon = (x: number, y: number, size: number) =>
  [0, 1, 2, 3, 4, 5].map((i) => corner(x, y, size, (Math.PI / 180) * (60 * i - 30)).replace(" ", ",")).join(" ");

class Sheet {
  readonly at = new Map<string, number>();
  readonly beside: number[][];
  readonly box: { x: number; y: number; width: number; height: number };

  constructor(readonly cells: Cell[]) {
    cells.forEach((cell, hex) => this.at.set(`${cell.q},${cell.r}`, hex));
    this.beside = cells.map((_, hex) => DIRECTIONS.map((step) => this.step(hex, step)).filter((other) => other >= 0));
    const xs = cells.map((cell) => centre(cell)[0]), ys = cells.map((cell) => centre(cell)[1]);
    const x = Math.min(...xs) - WIDE / 2 - 4, y = Math.min(...ys) - SIZE - 16;
    this.box = { x, y, width: Math.max(...xs) + WIDE / 2 + 4 - x, height: Math.max(...ys) + SIZE + 16 - y };
  }

  step(hex: number, [q, r]: [number, number]): number {
    const cell = this.cells[hex]!;
    return this.at.get(`${cell.q + q},${cell.r + r}`) ?? -1;
  }

  /* The lines between areas, and around the sheet. */
  borders(size = SIZE): string {
    let path = "";
    this.cells.forEach((cell, hex) => {
      const [x, y] = centre(cell, size);
      for (const step of DIRECTIONS) {
        const other = this.step(hex, step);
        if (other >= 0 && this.cells[other]!.area === cell.area) continue;
        const angle = Math.atan2(1.5 * step[1], Math.sqrt(3) * (step[0] + step[1] / 2));
        path += `M${corner(x, y, size, angle - Math.PI / 6)}L${corner(x, y, size, angle + Math.PI / 6)}`;
      }
    });
    return path;
  }

  /* Where an area's badge hangs: on the rim of the sheet, as far out as the area goes; null inside. */
  badge(area: number): [number, number] | null {
    const middle = [this.box.x + this.box.width / 2, this.box.y + this.box.height / 2] as const;
    let best: [number, number] | null = null, far = -1;
    this.cells.forEach((cell, hex) => {
      if (cell.area !== area || this.beside[hex]!.length > 4) return;
      const [x, y] = centre(cell);
      for (const up of [-1, 1]) { /* a free top or bottom corner */
        if (this.step(hex, [0, up]) >= 0 || this.step(hex, [up < 0 ? 1 : -1, up]) >= 0) continue;
        const distance = Math.hypot(x - middle[0], y + up * SIZE - middle[1]);
        if (distance > far) [best, far] = [[x, y + up * (SIZE + 1)], distance];
      }
    });
    return best;
  }
}

/* ---- What is in pencil ---- */

interface Path { number: number; hexes: number[]; from: number }

function pencil(view: RollerView, sheet: Sheet, draft: string[]): { hexes: Set<number>; paths: Path[]; rows: string[] | null } {
  const names = new Map(view.cells.map((cell, hex) => [cell.name, hex]));
  const hexes = new Set<number>(), paths: Path[] = [];
  let two = false, rows: string[] | null = null;
  for (const step of draft) {
    const [verb, word = "", last] = step.split(" ");
    if (verb === "take") paths.push({ number: Number(word), hexes: [], from: -1 });
    if (verb === "bonus") two = word === "two";
    if (verb === "rows") rows = [word, last!];
    const hex = verb === "put" ? names.get(word) : undefined;
    if (hex === undefined) continue;
    hexes.add(hex);
    if (!two) paths.at(-1)?.hexes.push(hex);
    two = false;
  }
  for (const path of paths) {
    const near = path.hexes.length ? sheet.beside[path.hexes[0]!]! : [];
    const start = near.filter((hex) => view.own?.numbers[hex] === path.number && !path.hexes.includes(hex));
    path.from = start.find((hex) => typeof view.cells[hex]!.print === "number") ?? start.find((hex) => !hexes.has(hex)) ?? start[0] ?? -1;
  }
  return { hexes, paths, rows };
}

/* The numbers that can be written in each hex with the next step or two. */
function candidates(view: RollerView, legal: string[]): Map<number, number[]> {
  const lit = new Map<number, number[]>();
  const own = view.own;
  if (!own) return lit;
  view.cells.forEach((cell, hex) => {
    if (legal.includes(`put ${cell.name}`)) lit.set(hex, [own.step === "two" ? 2 : own.number]);
  });
  for (const number of NUMBERS) {
    if (!legal.includes(`take ${number}`)) continue;
    for (const hex of own.openings[number - LOWEST] ?? []) lit.set(hex, [...(lit.get(hex) ?? []), number]);
  }
  return lit;
}

/* A chain of hexes with the number that leads from one of its prints to the other. */
function chain(view: RollerView, sheet: Sheet, number: number): number[] {
  const [start, end] = view.cells.flatMap((cell, hex) => (cell.print === number ? [hex] : []));
  if (start === undefined || end === undefined) return [];
  const before = new Map<number, number>([[start, -1]]);
  for (const hex of before.keys()) {
    for (const next of sheet.beside[hex]!) {
      if (!before.has(next) && view.own?.numbers[next] === number) before.set(next, hex);
    }
  }
  const way: number[] = [];
  for (let hex = before.has(end) ? end : -1; hex >= 0; hex = before.get(hex)!) way.push(hex);
  return way;
}

const letters = (view: RollerView) => {
  let next = 0;
  return view.areas.map((area) => (area.kind === "middle" ? "M" : "ABCDEFGHIJKLNO"[next++]!));
};
const known = new Set(["middle", "east", "south-east", "south", "south-west", "west", "north-west", "north", "north-east", "shell",
  "head", "tail", "north-rim", "south-rim", "north-east-leg", "south-east-leg", "south-west-leg", "north-west-leg"]);
const areaName = (name: string, t: Translate) => (known.has(name) ? t(`roller.area.${name}`) : name.replace(/-/g, " "));

/* ---- The map ---- */

function hexLabel(view: RollerView, sheet: Sheet, hex: number, lit: number[] | undefined, inPencil: boolean, t: Translate): string {
  const cell = view.cells[hex]!, own = view.own, number = own?.numbers[hex] ?? 0;
  const holds = cell.print === "x" ? t("roller.crossed") : cell.print ? t("roller.printed", { number: cell.print })
    : number ? t(inPencil ? "roller.holdsPencil" : "roller.holds", { number }) : t("roller.empty");
  let label = t("roller.hex", { name: cell.name, holds, area: areaName(view.areas[cell.area]!.name, t) });
  if (!lit) return label;
  const near = [...new Set(sheet.beside[hex]!.map((other) => own?.numbers[other] ?? 0).filter(Boolean))];
  if (near.length) label += t("roller.nextTo", { list: near.join(", ") });
  if (own?.step === "path") {
    const count = view.counts[own.number - LOWEST] ?? 0;
    return label + t(own.left === 1 ? "roller.lastOf" : "roller.nthOf", { number: own.number, nth: count - own.left + 1, count });
  }
  return label + t("roller.canWrite", { list: lit.join(t("roller.or")) });
}

function Chooser({ sheet, hex, numbers, scale, choose, t }: {
  sheet: Sheet; hex: number; numbers: number[]; scale: number; choose(number: number): void; t: Translate;
}) {
  const [x, y] = centre(sheet.cells[hex]!), radius = Math.max(25, 23 / scale), step = 2 * radius + 6;
  const { box } = sheet, width = numbers.length * step;
  const left = Math.min(Math.max(x - width / 2, box.x), box.x + box.width - width) + step / 2;
  const top = y - SIZE - radius < box.y + radius ? y + SIZE + radius : y - SIZE - radius;
  return (
    <g class="ro-chooser">
      <rect x={left - step / 2 - 3} y={top - radius - 6} width={width + 6} height={2 * radius + 12} rx={radius + 6} />
      {numbers.map((number, i) => (
        <g class={`c-${TINT[number]}`} role="button" tabindex={0} data-choose={number}
          aria-label={t("roller.choose", { number, name: sheet.cells[hex]!.name })}
          onClick={() => choose(number)} onKeyDown={(event) => { if (event.key === "Enter" || event.key === " ") choose(number); }}>
          <circle cx={left + i * step} cy={top} r={radius} />
          <text x={left + i * step} y={top + 9}>{number}</text>
        </g>
      ))}
    </g>
  );
}

function Links({ sheet, hexes, cls }: { sheet: Sheet; hexes: number[]; cls: string }) {
  const spots = hexes.map((hex) => centre(sheet.cells[hex]!));
  return <path class={cls} d={spots.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("")} />;
}

/* Short strokes over the edges that a path crosses. */
function Steps({ sheet, hexes, to = [], cls }: { sheet: Sheet; hexes: number[]; to?: number[]; cls: string }) {
  const pairs = to.length ? to.map((hex) => [hexes[0]!, hex]) : hexes.slice(1).map((hex, i) => [hexes[i]!, hex]);
  const path = pairs.map(([a, b]) => {
    const [x, y] = centre(sheet.cells[a!]!), [u, v] = centre(sheet.cells[b!]!);
    const part = (k: number) => `${(x + (u - x) * k).toFixed(1)} ${(y + (v - y) * k).toFixed(1)}`;
    return `M${part(0.39)}L${part(0.61)}`;
  });
  return <path class={cls} d={path.join("")} />;
}

function Hexes({ view, sheet, lit, inPencil, focus, tap, t }: {
  view: RollerView; sheet: Sheet; lit: Map<number, number[]>; inPencil: Set<number>; focus: number; tap(hex: number): void; t: Translate;
}) {
  const rows = new Map<number, number[]>();
  view.cells.forEach((cell, hex) => rows.set(cell.r, [...(rows.get(cell.r) ?? []), hex]));
  const cellOf = (hex: number) => {
    const cell = view.cells[hex]!, number = view.own?.numbers[hex] ?? 0, can = lit.get(hex), [x, y] = centre(cell);
    const kind = cell.print === "x" ? "ro-x" : cell.print ? `ro-print c-${TINT[cell.print]}` : number ? `ro-full c-${TINT[number]}` : "ro-empty";
    const middle = view.areas[cell.area]!.kind === "middle" ? "ro-middle" : "";
    const label = hexLabel(view, sheet, hex, can, inPencil.has(hex), t), stop = hex === focus ? 0 : -1;
    const shape = <polygon points={hexagon(x, y, SIZE - (can ? 2.6 : 1.2))} />;
    return (
      <g key={hex} role="gridcell" class={`ro-hex ${kind} ${middle} ${can ? "ro-lit" : ""}`} {...(can ? {} : { tabindex: stop, "data-hex": hex, "aria-label": label })}>
        {can ? <g role="button" tabindex={stop} data-hex={hex} aria-label={label} onClick={(event) => { if (event.detail === 0) tap(hex); }}>{shape}</g> : shape}
      </g>
    );
  };
  return (
    <>
      {[...rows.keys()].sort((a, b) => a - b).map((r) => (
        <g key={r} role="row" aria-label={t("roller.row", { name: view.cells[rows.get(r)![0]!]!.name.replace(/\d+$/, "") })}>{rows.get(r)!.map(cellOf)}</g>
      ))}
    </>
  );
}

function Writing({ view, lit, inPencil, step }: { view: RollerView; lit: Map<number, number[]>; inPencil: Set<number>; step?: string }) {
  return (
    <>
      {view.cells.map((cell, hex) => {
        const [x, y] = centre(cell), number = view.own?.numbers[hex] ?? 0, can = lit.get(hex);
        if (cell.print === "x") return <IconAt key={hex} name="cross" x={x} y={y} size={30} cls="ro-xx" />;
        if (cell.print) return <text key={hex} x={x} y={y + 9.5} class="ro-printed">{cell.print}</text>;
        if (number) return <HandAt key={`${hex} ${number}`} text={number} x={x} y={y} height={38} cls={inPencil.has(hex) ? "pencil ro-drawn" : "ink"} />;
        if (!can) return null;
        const small = step === "choose" || step === "third" ? (can.length > 3 ? "ro-tiny" : "ro-small") : "";
        return <text key={hex} x={x} y={y + (small ? 6 : 8)} class={`ro-candidate ${small}`}>{can.join(" ")}</text>;
      })}
    </>
  );
}

function Badges({ view, sheet, t }: { view: RollerView; sheet: Sheet; t: Translate }) {
  const letter = letters(view);
  return (
    <>
      {view.areas.map((area, i) => {
        const spot = area.kind === "middle" ? null : sheet.badge(i), status = view.own?.areas[i];
        if (!spot || !status) return null;
        const text = status.left ? t("roller.left", { count: status.left }) : `+${status.points}`;
        return (
          <g key={i} class={`ro-badge ${status.left ? "" : "ro-done"}`} transform={`translate(${spot[0].toFixed(1)} ${spot[1].toFixed(1)})`}>
            <rect x="-35" y="-13" width="70" height="26" rx="13" />
            <text y="5"><tspan class="ro-letter">{letter[i]}</tspan>{` ${text}`}</text>
          </g>
        );
      })}
    </>
  );
}

function HexMap({ view, me, legal, draft, onMove, t }: Props) {
  const sheet = useMemo(() => new Sheet(view.cells), [view.cells.map((cell) => cell.name).join()]);
  const svg = useRef<SVGSVGElement>(null);
  const drag = useRef(-1);
  const [open, setOpen] = useState<{ hex: number; scale: number } | null>(null);
  const [chosen, setFocus] = useState(-1);
  const wanted = useRef(-1);
  const own = view.own;
  const lit = me ? candidates(view, legal) : new Map<number, number[]>();
  const { hexes: inPencil, paths } = pencil(view, sheet, me ? draft : []);
  /* The one stop of the Tab key: where the arrows have led, else the first legal hex. */
  const within = chosen >= 0 && (wanted.current === chosen || svg.current?.contains(document.activeElement));
  const focus = lit.has(chosen) || within || !lit.size ? Math.max(chosen, 0) : lit.keys().next().value!;
  const current = own?.step === "path" || own?.step === "more" ? paths.at(-1) : undefined;

  useEffect(() => setOpen(null), [legal.join()]);
  useEffect(() => {
    if (wanted.current < 0) return;
    svg.current?.querySelector<SVGElement>(`[data-hex="${wanted.current}"]`)?.focus();
    wanted.current = -1;
  });

  const scale = () => (svg.current ? svg.current.getBoundingClientRect().width / sheet.box.width : 1);
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
  /* The legal hex that is meant by a point on the screen. */
  const meant = (event: PointerEvent, reach: number): number => {
    const place = svg.current!.getScreenCTM()!.inverse();
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(place);
    let best = -1, least = reach;
    for (const hex of lit.keys()) {
      const [x, y] = centre(view.cells[hex]!), distance = Math.hypot(point.x - x, point.y - y);
      if (distance < least) [best, least] = [hex, distance];
    }
    return best;
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || (event.target as Element).closest("[data-choose]")) return;
    const hex = meant(event, Math.max(REACH / scale(), SIZE));
    drag.current = hex;
    if (hex < 0) return setOpen(null);
    tap(hex);
  };
  const move = (event: PointerEvent) => {
    if (drag.current < 0 || event.buttons === 0 || open) return;
    const hex = meant(event, SIZE * 0.72);
    if (hex >= 0 && hex !== drag.current && lit.get(hex)!.length === 1 && !legal.some((text) => text.startsWith("take"))) {
      drag.current = hex;
      tap(hex);
    }
  };
  const goTo = (hex: number) => {
    if (hex < 0) return;
    wanted.current = hex;
    setFocus(hex);
  };
  const vertical = (hex: number, up: number) => {
    const both: [number, number][] = up < 0 ? [[1, -1], [0, -1]] : [[0, 1], [-1, 1]];
    return both.map((step) => sheet.step(hex, step)).find((other) => other >= 0) ?? -1;
  };
  const key = (event: KeyboardEvent) => {
    const target = (event.target as Element).closest("[data-hex]");
    if (!target || event.ctrlKey || event.altKey || event.metaKey) return;
    const hex = Number(target.getAttribute("data-hex"));
    if (event.key === "Enter" || event.key === " ") {
      goTo(hex);
      tap(hex);
    } else if (event.key === "Escape" && open) setOpen(null);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") goTo(vertical(hex, event.key === "ArrowUp" ? -1 : 1));
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") goTo(sheet.step(hex, KEYS[event.key]!));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  useLetters(me, (code, digit) => {
    if (open && lit.get(open.hex)?.includes(digit)) return write(open.hex, digit);
    if (digit >= LOWEST && legal.includes(`take ${digit}`)) return onMove(`take ${digit}`);
    const bonus = code === "KeyT" ? "third" : digit === 1 ? "more" : digit === 2 ? "two" : "";
    if (bonus && legal.includes(`bonus ${bonus}`)) return onMove(`bonus ${bonus}`);
    const step = KEYS[code];
    if (!step || code.startsWith("Arrow")) return;
    const walking = current && own!.last >= 0;
    const hex = sheet.step(walking ? own!.last : focus, step);
    if (walking && lit.has(hex)) tap(hex);
    else if (!walking) goTo(hex);
  });

  const { x, y, width, height } = sheet.box;
  const last = current?.hexes.at(-1) ?? -1;
  return (
    <svg ref={svg} class="ro-map" viewBox={`${x} ${y} ${width} ${height}`} onPointerDown={down} onPointerMove={move} onPointerUp={() => { drag.current = -1; }} onKeyDown={key}>
      <g role="grid" aria-label={t("roller.map", { count: view.cells.length })}>
        <Hexes view={view} sheet={sheet} lit={lit} inPencil={inPencil} focus={focus} tap={tap} t={t} />
      </g>
      <g aria-hidden="true" class="ro-over">
        {NUMBERS.filter((number) => own?.pairs[number - LOWEST]).map((number) => (
          <g class={`c-${TINT[number]}`}><Links sheet={sheet} hexes={chain(view, sheet, number)} cls="ro-chain" /></g>
        ))}
        <path d={sheet.borders()} class="ro-border" />
        {[...lit.keys()].map((hex) => <polygon key={hex} points={hexagon(...centre(view.cells[hex]!), SIZE - 2.6)} class="ro-outline" />)}
        {paths.map((path) => path.hexes.length > 0 && (
          <>
            {path.hexes.map((hex) => <polygon points={hexagon(...centre(view.cells[hex]!), SIZE - 2.2)} class={path === current ? "ro-on" : "ro-was"} />)}
            <Steps sheet={sheet} hexes={path.from < 0 ? path.hexes : [path.from, ...path.hexes]} cls={path === current ? "ro-path" : "ro-path ro-past"} />
          </>
        ))}
        {last >= 0 && <Steps sheet={sheet} hexes={[last]} to={[...lit.keys()].filter((hex) => sheet.beside[last]!.includes(hex))} cls="ro-lead" />}
        <Writing view={view} lit={lit} inPencil={inPencil} step={own?.step} />
        <Badges view={view} sheet={sheet} t={t} />
      </g>
      {open && lit.get(open.hex) && (
        <Chooser sheet={sheet} hex={open.hex} numbers={lit.get(open.hex)!} scale={open.scale} choose={(number) => write(open.hex, number)} t={t} />
      )}
    </svg>
  );
}

/* Letter and digit keys, wherever the focus is, except in fields and with modifiers. */
function useLetters(on: boolean, call: (code: string, digit: number) => void): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    if (!on) return;
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || target?.closest?.("input,textarea,select,[contenteditable],dialog")) return;
      if (/^[a-z]$/i.test(event.key) && !settings.get().letters) return;
      latest.current(event.code, /^\d$/.test(event.key) ? Number(event.key) : -1);
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [on]);
}

/* ---- Rows, bonuses, pairs, areas ---- */

function Rows({ view, legal, draft, me, onMove, onUndo, t }: Props) {
  const own = view.own!;
  const penciled = me && draft.at(-1)?.startsWith("rows") ? draft.at(-1)!.split(" ").slice(1) : null;
  const choices = me ? legal.filter((move) => move.startsWith("rows")) : [];
  const round = view.round;
  /* Either box offers the first number; the other number takes the other box. In pencil, a tap swaps them. */
  const first = String(own.selected.find(Boolean) ?? "-"), second = String(own.selected.filter(Boolean)[1] ?? "-");
  const offers = choices.length ? [`rows ${first} ${second}`, `rows ${second} ${first}`]
    : penciled && penciled[0] !== penciled[1] ? [0, 1].map(() => `rows ${penciled[1]} ${penciled[0]}`) : [];
  const choose = (move: string) => {
    if (penciled) onUndo();
    onMove(move);
  };
  const say = (word: string) => (word === "-" ? t("roller.nothing") : word);
  const box = (colour: "red" | "green", index: number, value: number, i: number) => {
    const now = i === round && (view.phase === "write" || penciled), soft = !!penciled && i === round, row = t(`roller.${colour}`);
    const holds = value === 0 ? t("roller.boxOpen") : value === BOX_VOID ? t("roller.boxVoid") : String(value);
    const drawn = value === BOX_VOID ? <Cross pencil={soft} /> : value ? <Hand text={value} pencil={soft} seed={i * 5 + index} /> : now ? <i>?</i> : null;
    const move = i === round ? offers[index] : undefined;
    if (!move) return <li key={i} class={now ? "ro-now" : ""} aria-label={t("roller.box", { row, round: i + 1, holds })}>{drawn}</li>;
    const words = move.split(" ").slice(1), word = words[index]!, other = say(words[1 - index]!);
    return (
      <li key={i} class={penciled ? "ro-swap" : "ro-offer"}>
        <button type="button" onClick={() => choose(move)}
          aria-label={t(word === "-" ? "roller.boxPutVoid" : "roller.boxPut", { row, number: word, other })}>
          {penciled ? drawn : word === "-" ? "×" : word}
        </button>
      </li>
    );
  };
  return (
    <div class="ro-rows">
      {(["red", "green"] as const).map((colour, index) => (
        <div key={colour} class={`ro-row c-${colour}`}>
          <div class="ro-rowhead"><Icon name={colour} /><span>{t(`roller.${colour}`)}</span><b>{own[colour].points || "–"}</b></div>
          <ol>{own[colour].boxes.map((value, i) => box(colour, index, value, i))}</ol>
        </div>
      ))}
    </div>
  );
}

function Bonuses({ view, legal, me, onMove, t }: Props) {
  const own = view.own!;
  return (
    <div class="ro-bonuses">
      {BONUSES.map((bonus, i) => {
        const used = own.used.includes(i), can = me && legal.includes(`bonus ${bonus}`);
        const note = used ? t("roller.bonus.used") : t(`roller.bonus.${bonus}How`);
        return (
          <button key={bonus} type="button" class={`ro-bonus ${used ? "ro-used" : ""} ${can ? "" : "ro-not"}`} disabled={!can} onClick={() => onMove(`bonus ${bonus}`)}
            aria-label={`${t(`roller.bonus.${bonus}`)}: ${note}${used ? "" : `, ${t("roller.bonus.keptLabel")}`}`}>
            <span class="ro-bonusicon"><Icon name={BONUS_ICON[bonus]} /></span>
            <span><b>{t(`roller.bonus.${bonus}`)}</b><small>{note}</small></span>
            <em>{used ? "" : t("roller.bonus.kept")}</em>
          </button>
        );
      })}
    </div>
  );
}

function Standing({ view, t }: { view: RollerView; t: Translate }) {
  const own = view.own!, letter = letters(view);
  return (
    <div class="ro-standing">
      <h3>{t("roller.pairs")}</h3>
      <ol class="ro-pairs">
        {NUMBERS.map((number, i) => (
          <li key={number} class={`c-${TINT[number]} ${own.pairs[i] ? "ro-ok" : ""}`}
            aria-label={t("roller.pair", { number, state: own.pairs[i] ? t("roller.joined", { number }) : t("roller.apart") })}>
            {number}{own.pairs[i] && <Icon name="check" />}
          </li>
        ))}
      </ol>
      <h3>{t("roller.areas")}</h3>
      <ol class="ro-areas">
        {view.areas.map((area, i) => {
          const { left, points, most } = own.areas[i]!, name = areaName(area.name, t);
          const label = left ? t("roller.areaOpen", { letter: letter[i]!, name, count: left, most: most || t("roller.none") })
            : t("roller.areaDone", { letter: letter[i]!, name, points });
          return <li key={i} class={left ? "" : "ro-done"} aria-label={label} title={label}><b>{letter[i]}{area.kind === "middle" && <small>×2</small>}</b>{left ? left : `+${points}`}</li>;
        })}
      </ol>
    </div>
  );
}

function Board(props: BoardProps) {
  const view: RollerView = props.view;
  if (!view?.own) return null;
  return (
    <div class={`ro-board ${props.compact ? "ro-compact" : ""}`}>
      <div class="ro-mapwrap"><HexMap {...props} view={view} /></div>
      <div class="ro-side">
        <Rows {...props} view={view} />
        <p class="ro-note">{props.t("roller.rowNote")}</p>
        <Bonuses {...props} view={view} />
        <Standing view={view} t={props.t} />
      </div>
    </div>
  );
}

/* ---- Dice ---- */

function Dice({ view, legal, draft, me, onMove, t }: DiceProps) {
  const roll: RollerView = view, own = roll?.own;
  if (!own) return null;
  const groups = NUMBERS.map((number) => ({ number, count: roll.counts[number - LOWEST] ?? 0 })).filter(({ count }) => count > 0);
  const choosing = legal.some((move) => move.startsWith("take")) || legal.includes("skip");
  return (
    <div class="ro-groups" role="group" aria-label={t("roller.diceLabel")}>
      {groups.map(({ number, count }) => {
        const writing = (own.step === "path" || own.step === "more") && own.number === number;
        const done = !writing && (own.chosen.includes(number) || draft.includes(`take ${number}`));
        const can = me && legal.includes(`take ${number}`);
        const other = me && draft.length === 1 && own.step === "path" && !writing && !done; /* still free to change one's mind */
        const spare = !choosing && legal.includes("bonus third") && (own.openings[number - LOWEST]?.length ?? 0) > 0 && !done;
        const note = done ? t("roller.written") : writing ? t("roller.writing", { done: count - own.left, count }) : can ? t("roller.pick")
          : spare ? t("roller.bonusOnly") : choosing ? t("roller.noRoom") : t(own.selections < 2 ? "roller.later" : "roller.unused");
        const state = done ? "ro-written" : writing ? "ro-writing" : can ? "ro-can" : "ro-idle";
        return (
          <button key={number} type="button" class={`ro-group ${state}`} aria-label={`${t("roller.group", { count, number })}, ${note}`}
            aria-pressed={writing} disabled={!can && !other && !writing} onClick={() => { if (!writing) onMove(`take ${number}`); }}>
            <span class="ro-dice">
              {Array.from({ length: count }, (_, i) => (
                <span key={i} class={`die ndie c-${TINT[number]} ${writing && own.step === "path" && i < count - own.left ? "spent" : ""}`}><b>{number}</b></span>
              ))}
            </span>
            <small>{done && <Icon name="check" />}{note}</small>
          </button>
        );
      })}
    </div>
  );
}

/* ---- Words ---- */

function pencilled(draft: string[], t: Translate): string | undefined {
  const counts: [number, number][] = [];
  let number = 0, two = false;
  for (const step of draft) {
    const [verb, word] = step.split(" ");
    if (verb === "take") number = Number(word);
    if (verb === "bonus") two = word === "two";
    if (verb !== "put") continue;
    const wrote = two ? 2 : number, entry = counts.find((pair) => pair[1] === wrote);
    if (entry) entry[0]++;
    else counts.push([1, wrote]);
    two = false;
  }
  return counts.length ? t("roller.pencilled", { list: counts.map(([count, n]) => t("roller.times", { count, number: n })).join(", ") }) : undefined;
}

function rowsPrompt(own: Own, draft: string[], t: Translate): Prompt {
  const numbers = own.selected.filter(Boolean);
  const detail = pencilled(draft, t);
  if (numbers.length === 2) return { headline: t("roller.rows", { first: numbers[0]! }), detail: t("roller.rowsHow", { second: numbers[1]! }) };
  if (numbers.length === 1) return { headline: t("roller.rowsOne", { first: numbers[0]! }), detail: t("roller.rowsHowOne") };
  return { headline: t("roller.rowsVoid"), detail: detail ?? t("roller.rowsVoidHow") };
}

function pathPrompt(view: RollerView, own: Own, draft: string[], t: Translate): Prompt {
  const detail = pencilled(draft, t) ?? t("roller.tapHex"), { number, left } = own;
  const fresh = left === view.counts[number - LOWEST];
  if (fresh) return { headline: t(left === 1 ? "roller.pathStartOne" : "roller.pathStart", { number, left }), detail };
  return { headline: t(left === 1 ? "roller.pathOne" : "roller.path", { number, left }), detail };
}

function prompt(view: RollerView, legal: string[], draft: string[], t: Translate): Prompt {
  const own = view?.own;
  const last = draft.at(-1) ?? "";
  if (!own) return { headline: "" };
  if (last.startsWith("rows")) {
    return { headline: t("roller.ready", { total: own.total }), detail: t("roller.readyHow"), confirm: { label: t("roller.done", { round: view.round + 1 }) } };
  }
  if (view.phase === "over") return { headline: t("roller.over", { total: own.total }) };
  if (view.phase === "roll") return { headline: t("roller.rollDue") };
  if (own.step === "wait" || legal.length === 0) return { headline: t("roller.wait") };
  if (own.step === "path") return pathPrompt(view, own, draft, t);
  if (own.step === "more") return { headline: t("roller.more", { number: own.number }), detail: pencilled(draft, t) ?? t("roller.tapHex") };
  if (own.step === "two") return { headline: t("roller.two"), detail: pencilled(draft, t) ?? t("roller.tapHex") };
  if (own.step === "third") return { headline: t("roller.third"), detail: t("roller.chooseHow") };
  if (legal.some((move) => move.startsWith("rows"))) return rowsPrompt(own, draft, t);
  const detail = pencilled(draft, t);
  if (legal.includes("skip")) return { headline: t("roller.void"), detail: detail ?? t("roller.voidHow") };
  return { headline: t(own.selections ? "roller.second" : "roller.first"), detail: detail ?? t("roller.chooseHow") };
}

function moveWords(text: string, t: Translate): string {
  const [verb, word = "", last = ""] = text.split(" ");
  if (verb === "take") return t("roller.word.take", { number: word });
  if (verb === "put") return t("roller.word.put", { hex: word });
  if (verb === "skip") return t("roller.word.skip");
  if (verb === "bonus") return t(`roller.word.${word}`);
  if (verb === "rows") return t("roller.word.rows", { red: word === "-" ? "×" : word, green: last === "-" ? "×" : last });
  return text;
}

function itemNodes(name: string, t: Translate): string {
  const pair = /^pair (\d)$/.exec(name);
  if (pair) return t("roller.item.pair", { number: pair[1]! });
  if (name === "bonuses") return t("roller.item.bonuses");
  if (name === "red row") return t("roller.red");
  if (name === "green row") return t("roller.green");
  return areaName(name, t);
}

/* The round's dice and number stay until the draft is in ink, even where it was the last one to end the round. */
function settle(before: RollerView, after: RollerView): RollerView {
  return { ...after, phase: before.phase, round: before.round, counts: before.counts };
}

/* ---- Beside the board ---- */

/* A void selection is a step of its own. */
function Actions({ legal, me, onMove, t }: BoardProps) {
  if (!me || !legal.includes("skip")) return null;
  return <button type="button" class="b line" onClick={() => onMove("skip")}>{t("roller.skip")}</button>;
}

/* Somebody's map at a glance. */
function Mini({ view }: { view: any; setup: Setup; seat: number; t: Translate }) {
  const sheetView: RollerView = view;
  const sheet = useMemo(() => new Sheet(sheetView?.cells ?? []), [sheetView?.cells?.length]);
  if (!sheetView?.own) return null;
  const size = 10, k = size / SIZE, { x, y, width, height } = sheet.box;
  return (
    <svg class="mini ro-mini" viewBox={`${x * k} ${(y + 12) * k} ${width * k} ${(height - 24) * k}`} aria-hidden="true">
      {sheetView.cells.map((cell, hex) => {
        const [u, v] = centre(cell, size), number = sheetView.own!.numbers[hex]!;
        const kind = cell.print === "x" ? "ro-x" : cell.print ? `ro-print c-${TINT[cell.print]}` : number ? `ro-full c-${TINT[number]}` : "ro-empty";
        return (
          <g key={hex} class={kind}>
            <polygon points={hexagon(u, v, size - 0.6)} />
            {number > 0 && <text x={u} y={v + 4} class={cell.print ? "ro-printed" : ""}>{number}</text>}
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

/* A flower of hexes with a path through it. */
function Art() {
  const flower: [number, number, number][] = [[0, 0, 7], [1, 0, 0], [1, -1, 7], [0, -1, 4], [-1, 0, 4], [-1, 1, 5], [0, 1, 5], [2, -1, 7], [2, -2, 8], [-2, 1, 3], [-2, 0, 0], [1, 1, 6]];
  const spot = ([q, r]: [number, number, number]): [number, number] => [180 + 58 * (q + r / 2), 92 + 50.2 * r];
  return (
    <svg class="gart ro-art" viewBox="0 -25 360 230" aria-hidden="true">
      {flower.map((hex) => {
        const [x, y] = spot(hex), number = hex[2], printed = number === 8 || number === 3 || number === 6;
        return (
          <g class={number ? `${printed ? "ro-print" : "ro-full"} c-${TINT[number]}` : "ro-empty"}>
            <polygon points={hexagon(x, y, 32)} />
            {printed ? <text x={x} y={y + 9} class="ro-printed">{number}</text> : number > 0 && <HandAt text={number} x={x} y={y} height={32} />}
          </g>
        );
      })}
    </svg>
  );
}

export const roller: GameUi = { Board, prompt, Dice, moveWords, Mini, Actions, itemNodes, settle, Art, Face, layout: "ro ro-table" };
