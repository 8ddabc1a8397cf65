/* The map of hexes. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useKeys } from "../../hooks";
import { Badges, Hexes, Writing } from "./hexes";
import { Chooser, Links, Steps } from "./paths";
import type { Props } from "./view";
import {
  candidates,
  centre,
  chain,
  hexagon,
  KEYS,
  LOWEST,
  NUMBERS,
  pencil,
  REACH,
  Sheet,
  SIZE,
  TINT,
} from "./view";

export function HexMap({ view, me, legal, draft, onMove, t, hint, compact }: Props) {
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
  const { hexes: inPencil, paths } = pencil(view, sheet, draft);
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
        <Badges view={view} sheet={sheet} compact={compact} t={t} />
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
