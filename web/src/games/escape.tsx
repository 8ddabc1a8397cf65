/* Escape: the temple, the team's adventure sheet, the maps. Everything is drawn from the sheet in the view. While a
 * draft is pencilled, `view.before` is the position without it. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Cross, Icon, IconAt, Seat } from "../draw";
import { settings } from "../store";
import type { BoardProps, DiceProps, GameUi, Prompt, Setup, Translate } from "./types";
import "./escape.css";

type Side = "north" | "east" | "south" | "west";
interface Chamber { name: string; entry: string[]; action: string; ways: Side[] }
interface Track { name: string; boxes: number; marked: number; used: number; gem: number }
interface MapBox { symbol: string; crossed: boolean }
interface TreasureMap { bonus: MapBox[]; gem: MapBox[]; gives: string; completed: boolean }
interface Own {
  seat: number; place?: string; crossed: string[]; reach: string[]; closedEast: string[]; closedSouth: string[];
  taken: string[]; maps: TreasureMap[];
}
export interface EscapeView {
  phase: string; active: number; acting: number; round: number; rounds: number; goal: number; gems: number; gemBoxes: number; won: boolean;
  kept: string[]; pool: string[]; rolled: string[]; black: number; unrolled: number; begun: boolean; added: number; cursed: number[];
  unlocked: string[]; extra?: string[]; tracks: Track[]; chambers: Chamber[];
  team: { seat: number; place?: string; taken: string[]; lacks: string[] }[];
  own?: Own; before?: EscapeView; alternatives?: string[];
}
type Props = Omit<BoardProps, "view"> & { view: EscapeView };

const FACES = ["torch", "key", "adventurer", "gold"];
const SIDES: Side[] = ["north", "east", "south", "west"];
const STEP: Record<Side, [number, number]> = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] };
const CHAMBER = 110;
const EDGE = 10;
const OUTSIDE = 48;

/* ---- Small questions ---- */

const column = (name: string) => Number(name[1]) - 1;
const row = (name: string) => name.charCodeAt(0) - 97;
const chamberAt = (x: number, y: number) => (x >= 0 && x < 5 && y >= 0 && y < 5 ? `${"abcde"[y]}${x + 1}` : "");
const isChamber = (place: string | undefined): place is string => !!place && /^[a-e][1-5]$/.test(place);
const middle = (name: string): [number, number] => [EDGE + (column(name) + 0.5) * CHAMBER, EDGE + (row(name) + 0.5) * CHAMBER];
const colourOf = (action: string) => (action.startsWith("special:") ? action.slice(8) : "");
const ready = (view: EscapeView, track: string) => {
  const found = view.tracks.find((each) => each.name === track);
  return found ? found.marked - found.used : 0;
};
const sorted = (dice: string[]) => [...dice].sort((a, b) => FACES.indexOf(a) - FACES.indexOf(b));
const hand = (dice: string[]) => (dice.length ? sorted(dice).join(" ") : "-");
const argument = (move: string | undefined, verb: string) =>
  move?.startsWith(`${verb} `) ? move.slice(verb.length + 1).split(" ").filter((word) => word !== "-") : null;

/* `dice` without `spent`; null if some are missing. */
function without(dice: string[], spent: string[]): string[] | null {
  const left = [...dice];
  for (const die of spent) {
    const at = left.indexOf(die);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/* How a chamber can be entered: with the dice at hand, with temporary dice first, or by dash. */
interface Way { enter: boolean; uses: string[] | null; dash: boolean }

function ways(view: EscapeView, legal: string[]): Map<string, Way> {
  const found = new Map<string, Way>();
  if (!legal.includes("end")) return found;
  for (const name of view.own?.reach ?? []) {
    const enter = legal.includes(`enter ${name}`), dash = legal.includes(`dash ${name}`);
    const kept = [...view.kept], uses: string[] = [];
    for (const symbol of view.chambers.find((chamber) => chamber.name === name)!.entry) {
      const at = kept.indexOf(symbol);
      if (at >= 0) kept.splice(at, 1);
      else uses.push(symbol);
    }
    const can = !enter && uses.every((symbol) => uses.filter((each) => each === symbol).length <= (symbol === "adventurer" ? 0 : ready(view, symbol)));
    if (enter || dash || can) found.set(name, { enter, uses: can ? uses : null, dash });
  }
  return found;
}

/* The colours that a step into a chamber would unlock, with the chamber of the other half. */
function unlocks(view: EscapeView, name: string): { colour: string; other: string; seat: number } | null {
  const action = view.chambers.find((chamber) => chamber.name === name)!.action, colour = colourOf(action);
  if (!colour || view.unlocked.includes(action)) return null;
  const other = view.chambers.find((chamber) => chamber.action === action && chamber.name !== name)!.name;
  const mate = view.team.find((each) => each.place === other && each.seat !== view.own?.seat);
  return mate ? { colour, other, seat: mate.seat } : null;
}

const words = (dice: string[], t: Translate) => dice.map((die) => t(`escape.face.${die}`)).join(", ");

/* Letter and arrow keys, wherever the focus is, except in fields and with modifiers. */
function useKeys(on: boolean, call: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(call);
  latest.current = call;
  useEffect(() => {
    if (!on) return;
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented || target?.closest?.("input,textarea,select,dialog")) return;
      if (/^[a-z]$/i.test(event.key) && !settings.get().letters) return;
      if (latest.current(event)) event.preventDefault();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [on]);
}

/* ---- The temple ---- */

function chamberLabel(view: EscapeView, setup: Setup, chamber: Chamber, way: Way | undefined, half: string, t: Translate): string {
  const colour = colourOf(chamber.action), name = chamber.name;
  const parts = [t("escape.chamber", { name, first: t(`escape.face.${chamber.entry[0]}`), second: t(`escape.face.${chamber.entry[1]}`) })];
  parts.push(colour ? t("escape.half", { colour: t(`escape.mystic.${colour}`), half: t(`escape.${half}`) }) : t(`escape.action.${chamber.action}`));
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
  return parts.join(" ");
}

function Inside({ chamber, half, unlocked }: { chamber: Chamber; half: string; unlocked: boolean }) {
  const [x, top] = middle(chamber.name), y = top + 15, colour = colourOf(chamber.action);
  if (chamber.action === "exit") return <g class="es-exiticon"><IconAt name="exit" x={x} y={y + 2} size={44} /></g>;
  if (!colour) return <g class={`es-action es-a-${chamber.action}`}><IconAt name={chamber.action} x={x} y={y} size={38} /></g>;
  const left = half === "left", id = `half-${chamber.name}`;
  return (
    <g>
      <clipPath id={id}><rect x={left ? x - 26 : x} y={y - 26} width={26} height={52} /></clipPath>
      <circle cx={x} cy={y} r={24} class="es-mystic" />
      <g clip-path={`url(#${id})`}><circle cx={x} cy={y} r={24} class="es-mysticfill" /><IconAt name={colour} x={x} y={y} size={30} cls="es-mysticicon" /></g>
      <path d={`M${x} ${y - 28}v56`} class="es-mysticline" />
      {unlocked && <g class="es-tick"><circle cx={x + (left ? 14 : -14)} cy={y + 2} r={10} /><IconAt name="check" x={x + (left ? 14 : -14)} y={y + 2} size={14} /></g>}
    </g>
  );
}

function ChamberBox({ props, chamber, half, way, armed, inPencil, stop, act }: {
  props: Props; chamber: Chamber; half: string; way: Way | undefined; armed: boolean; inPencil: boolean; stop: boolean; act(name: string): void;
}) {
  const { view, setup, t } = props, { name } = chamber;
  const x = EDGE + column(name) * CHAMBER, y = EDGE + row(name) * CHAMBER, [mx, my] = middle(name);
  const crossed = view.own!.crossed.includes(name), lit = way && (way.enter || armed), colour = colourOf(chamber.action);
  const kind = `${colour ? `c-${colour}` : ""} ${chamber.action === "exit" ? "es-exit" : ""} ${crossed ? "es-crossed" : ""} ${lit ? "es-lit" : way ? "es-maybe" : ""}`;
  const label = chamberLabel(view, setup, chamber, way, half, t);
  const focus = { tabindex: stop ? 0 : -1, "data-chamber": name, "aria-label": label };
  const drawing = (
    <>
      <rect x={x + 5} y={y + 5} width={CHAMBER - 10} height={CHAMBER - 10} rx={9} class="es-floor" />
      {chamber.entry.map((symbol, i) => (
        <g key={i}>
          <rect x={mx + (i ? 2 : -32)} y={y + 11} width={30} height={28} rx={7} class="es-plate" />
          <IconAt name={symbol} x={mx + (i ? 17 : -17)} y={y + 25} size={20} cls={`es-f-${symbol}`} />
        </g>
      ))}
      <Inside chamber={chamber} half={half} unlocked={view.unlocked.includes(chamber.action)} />
      {crossed && (
        <g class={`hand es-cross ${inPencil ? "pencil" : "ink"}`}>
          <path d={`M${mx - 19} ${my - 2}C${mx - 6} ${my + 10} ${mx + 7} ${my + 22} ${mx + 19} ${my + 32}`} />
          <path d={`M${mx + 18} ${my - 3}C${mx + 6} ${my + 9} ${mx - 7} ${my + 21} ${mx - 19} ${my + 33}`} />
        </g>
      )}
      {way && !way.enter && (
        <g class="es-by"><circle cx={x + CHAMBER - 18} cy={y + CHAMBER - 18} r={13} />
          <IconAt name={way.uses && !armed ? way.uses[0]! : "dash"} x={x + CHAMBER - 18} y={y + CHAMBER - 18} size={17} /></g>
      )}
    </>
  );
  if (!way) return <g role="gridcell" class={`es-chamber ${kind}`} {...focus}>{drawing}</g>;
  return (
    <g role="gridcell" class={`es-chamber ${kind}`}>
      <g role="button" {...focus} onClick={() => act(name)}>{drawing}</g>
    </g>
  );
}

function Doors({ view }: { view: EscapeView }) {
  const doors = [];
  for (const { name, ways: open } of view.chambers) {
    const [x, y] = middle(name);
    for (const side of open) {
      const [dx, dy] = STEP[side], inner = chamberAt(column(name) + dx, row(name) + dy);
      if (inner && (side === "north" || side === "west")) continue;
      const cx = x + (dx * CHAMBER) / 2, cy = y + (dy * CHAMBER) / 2, out = inner ? 0 : 4;
      const closed = (side === "east" && view.own!.closedEast.includes(name)) || (side === "south" && view.own!.closedSouth.includes(name));
      doors.push(
        <g key={name + side}>
          <rect x={cx - (dx ? 6 : 13) - (dx < 0 ? out : 0)} y={cy - (dy ? 6 : 13) - (dy < 0 ? out : 0)} width={dx ? 12 + out : 26} height={dy ? 12 + out : 26} class={closed ? "es-shut" : "es-door"} />
          {closed && <g class="hand ink"><path d={`M${cx - 8} ${cy - 8}L${cx + 8} ${cy + 8}M${cx + 8} ${cy - 8}L${cx - 8} ${cy + 8}`} /></g>}
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
      {legal.filter((move) => move.startsWith("close ")).map((move) => {
        const [, name = "", side = "north"] = move.split(" "), [x, y] = middle(name), [dx, dy] = STEP[side as Side];
        const cx = x + (dx * CHAMBER) / 2 - dx * 12, cy = y + (dy * CHAMBER) / 2 - dy * 12;
        return (
          <g key={move} role="button" tabindex={0} class="es-closing" aria-label={t("escape.closeThis", { name, side: t(`escape.side.${side}`) })}
            onClick={() => onMove(move)} onKeyDown={(event) => { if (event.key === "Enter" || event.key === " ") onMove(move); }}>
            <circle cx={cx} cy={cy} r={21} /><IconAt name="cross" x={cx} y={cy} size={22} />
          </g>
        );
      })}
    </>
  );
}

/* The four sides, where one is still to be chosen. */
function Gates({ view, legal, draft, onMove, t }: Props) {
  const size = 5 * CHAMBER + 2 * EDGE, chosen = argument(draft[0], "side")?.[0];
    const sides = SIDES.filter((side) => legal.includes(`side ${side}`) || (chosen && view.alternatives?.includes(`side ${side}`)));
  return (
    <>
      {sides.map((side) => {
        const [dx, dy] = STEP[side], cx = size / 2 + dx * (size / 2 + OUTSIDE / 2 + 2), cy = size / 2 + dy * (size / 2 + OUTSIDE / 2 + 2);
        const width = dx ? OUTSIDE - 6 : size * 0.7, height = dx ? size * 0.7 : OUTSIDE - 6;
        const turn = { north: 180, east: 270, south: 0, west: 90 }[side];
        return (
          <g key={side} role="button" tabindex={0} class={`es-gate ${chosen === side ? "es-chosen" : ""}`} aria-label={t("escape.comeFrom", { side: t(`escape.side.${side}`) })}
            onClick={() => onMove(`side ${side}`)} onKeyDown={(event) => { if (event.key === "Enter" || event.key === " ") onMove(`side ${side}`); }}>
            <rect x={cx - width / 2} y={cy - height / 2} width={width} height={height} rx={14} />
            <g transform={`rotate(${turn} ${cx} ${cy})`}><IconAt name="arrow" x={cx} y={cy} size={30} /></g>
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
    const [x, y] = middle(place), corners = [[-34, 30], [34, 30], [-34, -2], [34, -2]] as const;
    return [x + corners[seat % 4]![0] * (mine ? 0.95 : 1), y + corners[seat % 4]![1]];
  }
  const [dx, dy] = STEP[place as Side] ?? [0, 0];
  return [size / 2 + dx * (size / 2 + OUTSIDE / 2), size / 2 + dy * (size / 2 + OUTSIDE / 2)];
}

function Pieces({ view, setup }: { view: EscapeView; setup: Setup }) {
  return (
    <>
      {[...view.team].sort((a) => (a.seat === view.own!.seat ? 1 : -1)).map(({ seat, place }) => {
        if (!place) return null;
        const mine = seat === view.own!.seat, scale = mine ? 1.4 : 1.1, [x, y] = spot(place, seat, mine);
        return (
          <g key={seat} class={`es-piece ${mine ? "es-mine" : ""}`} transform={`translate(${x - 14 * scale} ${y - 14 * scale}) scale(${scale})`}>
            <Seat seat={seat} name={setup.names[seat]!} size={28} />
          </g>
        );
      })}
    </>
  );
}

function Walked({ view, draft }: { view: EscapeView; draft: string[] }) {
  const places = [view.before?.own?.place, ...draft.flatMap((move) => argument(move, "enter") ?? argument(move, "dash") ?? [])].filter(isChamber);
  if (places.length < 2) return null;
  return <path class="es-walk" d={places.map((place, i) => `${i ? "L" : "M"}${middle(place)[0]} ${middle(place)[1] + 22}`).join("")} />;
}

function Arrows({ view, lit }: { view: EscapeView; lit: string[] }) {
  const place = view.own!.place;
  if (!isChamber(place)) return null;
  const [x, y] = middle(place);
  return (
    <>
      {lit.map((name) => {
        const [u, v] = middle(name), dx = Math.sign(u - x), dy = Math.sign(v - y), px = x + dx * 66, py = y + dy * 66;
        return <path key={name} class="es-lead" d={`M${x + dx * 46} ${y + dy * 46}L${px} ${py}M${px} ${py}l${-dx * 9 - dy * 8} ${-dy * 9 - dx * 8}M${px} ${py}l${-dx * 9 + dy * 8} ${-dy * 9 + dx * 8}`} />;
      })}
    </>
  );
}

function Chooser({ name, way, take, t }: { name: string; way: Way; take(by: "uses" | "dash"): void; t: Translate }) {
  const [x, y] = middle(name), top = y < 120 ? y + 78 : y - 78, left = Math.min(Math.max(x, 80), 490);
  const options = [["uses", way.uses ?? []], ["dash", ["dash"]]] as const;
  return (
    <g class="es-chooser">
      <rect x={left - 76} y={top - 36} width={152} height={72} rx={36} />
      {options.map(([by, icons], i) => (
        <g key={by} role="button" tabindex={0} aria-label={by === "dash" ? t("escape.byDash") : t("escape.byUse", { dice: words([...icons], t) })}
          onClick={() => take(by)} onKeyDown={(event) => { if (event.key === "Enter" || event.key === " ") take(by); }}>
          <circle cx={left + (i ? 36 : -36)} cy={top} r={31} />
          {icons.map((icon, k) => <IconAt key={k} name={icon} x={left + (i ? 36 : -36) + (k - (icons.length - 1) / 2) * 25} y={top} size={icons.length > 1 ? 24 : 32} cls={`es-f-${icon}`} />)}
        </g>
      ))}
    </g>
  );
}

function Temple({ props, armed, disarm }: { props: Props; armed: boolean; disarm(): void }) {
  const { view, setup, legal, draft, me, onMove, t } = props;
  const svg = useRef<SVGSVGElement>(null);
  const [asked, setAsked] = useState("");
  const [focus, setFocus] = useState("");
  const wanted = useRef("");
  const can = me ? ways(view, legal) : new Map<string, Way>();
  const place = view.own!.place;
  const pencil = new Set(draft.flatMap((move) => argument(move, "enter") ?? argument(move, "dash") ?? []));
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
    if (!way) return;
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
    const side = SIDES.find((each) => event.key === { north: "ArrowUp", east: "ArrowRight", south: "ArrowDown", west: "ArrowLeft" }[each]);
    if (event.key === "Enter" || event.key === " ") {
      goTo(at);
      act(at);
    }
    else if (event.key === "Escape" && asked) setAsked("");
    else if (side && (at !== place || !can.size)) goTo(chamberAt(column(at) + STEP[side][0], row(at) + STEP[side][1]));
    else return;
    event.preventDefault();
  };
  useKeys(me, (event) => {
    const side = SIDES.find((each) => event.key === { north: "ArrowUp", east: "ArrowRight", south: "ArrowDown", west: "ArrowLeft" }[each]);
    if (side && legal.includes(`side ${side}`)) onMove(`side ${side}`);
    else if (side && isChamber(place) && can.size) {
      const name = chamberAt(column(place) + STEP[side][0], row(place) + STEP[side][1]);
      if (!can.has(name)) return false;
      act(name);
    } else if (side && can.size) goTo([...can.keys()][0]!);
    else return false;
    return true;
  });

  const size = 5 * CHAMBER + 2 * EDGE, out = view.phase === "sides" || view.team.some((mate) => mate.place && !isChamber(mate.place)) ? OUTSIDE : 0;
  const seen = new Set<string>(), halves = new Map<string, string>();
  for (const { name, action } of view.chambers) {
    halves.set(name, seen.has(action) ? "right" : "left");
    seen.add(action);
  }
  const rows = "abcde".split("").map((letter) => view.chambers.filter((chamber) => chamber.name[0] === letter));
  return (
    <svg ref={svg} class="es-temple" viewBox={`${-out} ${-out} ${size + 2 * out} ${size + 2 * out}`} onKeyDown={key}>
      <rect x={6} y={6} width={5 * CHAMBER + 8} height={5 * CHAMBER + 8} rx={12} class="es-wall" />
      <g aria-hidden="true"><Doors view={view} /></g>
      <g role="grid" aria-label={t("escape.temple")}>
        {rows.map((chambers, i) => (
          <g key={i} role="row" aria-label={t("escape.row", { name: "abcde"[i]! })}>
            {chambers.map((chamber) => (
              <ChamberBox key={chamber.name} props={props} chamber={chamber} half={halves.get(chamber.name)!} way={can.get(chamber.name)} armed={armed && !!can.get(chamber.name)?.dash}
                inPencil={pencil.has(chamber.name)} stop={stop === chamber.name} act={act} />
            ))}
          </g>
        ))}
      </g>
      <g aria-hidden="true" class="es-over">
        <Walked view={view} draft={draft} />
        <Arrows view={view} lit={[...can].filter(([, way]) => way.enter).map(([name]) => name)} />
        <Pieces view={view} setup={setup} />
      </g>
      {me && <Gates {...props} />}
      {me && <Closings {...props} />}
      {asked && can.get(asked) && <Chooser name={asked} way={can.get(asked)!} take={(by) => go(asked, by)} t={t} />}
    </svg>
  );
}

/* ---- The adventure sheet ---- */

function Gems({ view, t }: { view: EscapeView; t: Translate }) {
  const left = Math.max(0, view.goal - view.gems);
  return (
    <div class="es-gemcard" aria-label={t("escape.gemsOf", { gems: view.gems, goal: view.goal })} role="img">
      <h3><Icon name="gem" cls="es-gemicon" />{t("escape.gems")} <b>{view.gems}</b> {t("escape.of", { goal: view.goal })}<span>{left ? t("escape.toGo", { left }) : t("escape.enough")}</span></h3>
      <div class="es-gems">
        {Array.from({ length: view.gemBoxes }, (_, i) => (
          <i key={i} class={`${i < view.gems ? "es-on" : ""} ${i + 1 === view.goal ? "es-goal" : ""} ${i >= view.goal ? "es-over2" : ""}`}><Icon name="gem" /></i>
        ))}
      </div>
    </div>
  );
}

function Rounds({ view, t }: { view: EscapeView; t: Translate }) {
  return (
    <div class="es-roundcard" role="img" aria-label={t("escape.roundOf", { round: Math.min(view.round + 1, view.rounds), rounds: view.rounds })}>
      <h3><Icon name="clock" />{t("escape.rounds")}</h3>
      <div class="es-rounds">{Array.from({ length: view.rounds }, (_, i) => <i key={i} class={i < view.round ? "es-past" : i === view.round ? "es-now" : ""}>{i < view.round ? <Cross /> : i + 1}</i>)}</div>
    </div>
  );
}

/* What tapping a track does now, if anything. */
function trackMove(view: EscapeView, legal: string[], track: string): string {
  if (track === "dash") return legal.some((move) => move.startsWith("dash ")) ? "dash" : "";
  if (track === "heal") return [3, 2, 1].map((space) => `heal ${space}`).find((move) => legal.includes(move)) ?? "";
  if (track === "reroll") return legal.includes("reroll") || (view.before?.phase === "after-roll" && legal.length > 0 && ready(view, "reroll") > 0) ? "reroll" : "";
  return legal.includes(`use ${track}`) ? `use ${track}` : "";
}

function Tracks({ view, legal, draft, me, onMove, onUndo, t, armed, arm }: Props & { armed: boolean; arm(): void }) {
  return (
    <div class="es-trackcard">
      <h3>{t("escape.bonuses")}<span>{t("escape.tapToUse")}</span></h3>
      <ol class="es-tracks">
        {view.tracks.map((track) => {
          const left = track.marked - track.used, move = me ? trackMove(view, legal, track.name) : "";
          const tap = () => {
            if (move === "dash") arm();
            else {
              if (move === "reroll") draft.forEach(() => onUndo());
              onMove(move);
            }
          };
          return (
            <li key={track.name}>
              <button type="button" class={`es-track ${move ? "es-can" : ""} ${armed && track.name === "dash" ? "es-armed" : ""}`} disabled={!move} onClick={tap} aria-pressed={track.name === "dash" ? armed : undefined}
                aria-label={t("escape.track", { name: t(`escape.track.${track.name}`), left, marked: track.marked, boxes: track.boxes, gem: track.gem })} title={t(`escape.track.${track.name}`)}>
                <span class={`es-trackicon es-f-${track.name}`}><Icon name={track.name} /></span>
                <span class="es-trackname">{t(`escape.track.${track.name}`)}</span>
                <span class="es-boxes">
                  {Array.from({ length: track.boxes }, (_, i) => (
                    <i key={i} class={i + 1 === track.gem ? "es-gembox" : ""}>{i < track.used ? <Cross /> : i < track.marked ? <Icon name="check" /> : i + 1 === track.gem ? <Icon name="gem" /> : null}</i>
                  ))}
                </span>
                <b class="es-count">{left}</b>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/* The boxes of a map that dice would cross off: the bonus side is served first. */
function wouldCross(map: TreasureMap, dice: string[]): Set<MapBox> {
  const left = [...dice], boxes = new Set<MapBox>();
  for (const box of [...map.bonus, ...map.gem]) {
    const at = box.crossed ? -1 : left.indexOf(box.symbol);
    if (at < 0) continue;
    left.splice(at, 1);
    boxes.add(box);
  }
  return boxes;
}

function Maps({ view, legal, draft, me, onMove, t, open, toggle, compact }: Props & { open: boolean; toggle(): void }) {
  const maps = view.own!.maps, done = maps.filter((map) => !map.completed && map.bonus.every((box) => box.crossed)).length;
  const before = view.before?.own?.maps;
  const inPencil = (map: number, side: "bonus" | "gem", box: number) => draft.length > 0 && !!before && !before[map]?.[side][box]?.crossed;
  return (
    <div class={`es-mapcard ${open ? "es-open" : ""}`}>
      {compact ? (
        <button type="button" class="b line es-mapbutton" aria-expanded={open} onClick={toggle}>{done ? t("escape.mapsReady", { count: done }) : t("escape.maps")}</button>
      ) : <h3>{t("escape.maps")}<span>{t("escape.mapSides")}</span></h3>}
      <div class="es-maps">
        {maps.map((map, i) => {
          const cross = me && legal.includes(`map ${i + 1}`), finish = me && legal.includes(`complete ${i + 1}`);
          const soon = cross ? wouldCross(map, view.own!.taken) : new Set<MapBox>();
          const side = (key: "bonus" | "gem", gives: string) => (
            <span class={`es-mapside es-${key}`}>
              {map[key].map((box, k) => (
                <span key={k} class={`es-mapbox ${box.crossed ? "es-x" : soon.has(box) ? "es-soon" : ""}`}><Icon name={box.symbol} cls={`es-f-${box.symbol}`} />{box.crossed && <Cross pencil={inPencil(i, key, k)} />}</span>
              ))}
              <span class="es-gives"><Icon name={gives} cls={gives === "gem" ? "es-gemicon" : ""} /></span>
            </span>
          );
          const sideWords = (key: "bonus" | "gem") => map[key].map((box) => `${t(`escape.face.${box.symbol}`)}${box.crossed ? " ✓" : ""}`).join(", ");
          const label = `${t("escape.map", { number: i + 1, bonus: sideWords("bonus"), gives: t(`escape.track.${map.gives}`), gem: sideWords("gem") })}${map.completed ? ` ${t("escape.mapDone")}` : cross ? ` ${t("escape.mapCross", { count: soon.size })}` : finish ? ` ${t("escape.mapFinish")}` : ""}`;
          return (
            <button key={i} type="button" class={`es-map ${map.completed ? "es-done" : ""} ${cross || finish ? "es-lit" : ""}`} disabled={!cross && !finish} aria-label={label}
              onClick={() => onMove(cross ? `map ${i + 1}` : `complete ${i + 1}`)}>
              {side("bonus", map.gives)}{side("gem", "gem")}
              {finish && <em>{t("escape.complete")}</em>}{map.completed && <em class="es-closed">✓</em>}
            </button>
          );
        })}
      </div>
    </div>
  );
}

function Board(props: BoardProps) {
  const view: EscapeView = props.view;
  const [armed, setArmed] = useState(false);
  const [open, setOpen] = useState(false);
  const mapStep = props.me && props.legal.some((move) => /^(map|complete)/.test(move));
  useEffect(() => { if (!props.legal.some((move) => move.startsWith("dash "))) setArmed(false); }, [props.legal.join()]);
  const more = { ...props, view };
  useKeys(props.me, (event) => {
    const letter = event.key.toLowerCase(), use = { t: "torch", k: "key", g: "gold" }[letter];
    if (letter === "j" && props.legal.some((move) => move.startsWith("dash "))) setArmed(!armed);
    else if (use && props.legal.includes(`use ${use}`)) props.onMove(`use ${use}`);
    else return false;
    return true;
  });
  if (!view?.own) return null;
  return (
    <div class={`es-board ${props.compact ? "es-compact" : ""} ${open || mapStep ? "es-mapopen" : ""}`}>
      <div class="es-templewrap"><Temple props={more} armed={armed} disarm={() => setArmed(false)} /></div>
      <div class="es-sheet">
        <Gems view={view} t={props.t} />
        <Rounds view={view} t={props.t} />
        <Tracks {...more} armed={armed} arm={() => setArmed(!armed)} />
        <div class="es-lower">
          {props.compact && <Cursed {...more} />}
          <Maps {...more} open={open || mapStep} toggle={() => setOpen(!open)} />
        </div>
      </div>
    </div>
  );
}

/* ---- Dice ---- */

function Die({ face, cls = "", label, note, onClick, pressed }: {
  face: string; cls?: string; label: string; note?: string; onClick?: () => void; pressed?: boolean;
}) {
  const inner = <><Icon name={face} />{note && <span class="es-dienote">{note}</span>}</>;
  if (!onClick) return <span class={`die es-die es-d-${face} ${cls}`} role="img" aria-label={label}>{inner}</span>;
  return <button type="button" class={`die es-die es-d-${face} ${cls}`} aria-label={label} aria-pressed={pressed} onClick={onClick}>{inner}</button>;
}

function Cursed({ view, legal, me, onMove, t }: Props) {
  return (
    <div class="es-group es-cursed">
      <small>{t("escape.cursed")}</small>
      <div class="es-spaces">
        {view.cursed.map((count, i) => {
          const heal = me && legal.includes(`heal ${i + 1}`);
          const inner = <><small>{i + 1}</small>{count > 0 && <span class="die es-die es-d-black es-small"><Icon name="black" /></span>}{count > 1 && <b>×{count}</b>}</>;
          const label = t("escape.space", { space: i + 1, count });
          return [
            heal ? <button key={i} type="button" class="es-space es-lit" aria-label={`${label} ${t("escape.healThis")}`} onClick={() => onMove(`heal ${i + 1}`)}>{inner}</button>
              : <div key={i} class="es-space" role="img" aria-label={label}>{inner}</div>,
            <span key={`${i}>`} class="es-arrow" aria-hidden="true"><Icon name="chev" /></span>,
          ];
        })}
      </div>
    </div>
  );
}

/* Which teammates would finish something with a symbol. */
const wanting = (view: EscapeView, setup: Setup, face: string) =>
  view.team.filter((mate) => mate.seat !== view.own?.seat && mate.lacks.includes(face)).map((mate) => setup.names[mate.seat]!);

/* The roll under decision: every die is kept or lies in the pool. */
function Rolled({ view, setup, draft, onMove, t }: Props & { view: EscapeView }) {
  const roll = view.before?.phase === "after-roll" ? view.before : view;
  const kept = argument(draft[0], "keep") ?? (draft.length ? [] : roll.rolled);
  const spare = [...kept];
  const derived = roll.rolled.map((face) => {
    const at = spare.indexOf(face);
    if (at >= 0) spare.splice(at, 1);
    return at >= 0;
  });
  /* Of two equal dice it is the tapped one that changes. */
  const [tapped, setTapped] = useState<boolean[]>([]);
  const flags = tapped.length === roll.rolled.length && hand(roll.rolled.filter((_, i) => tapped[i])) === hand(kept) ? tapped : derived;
  const toggle = (index: number) => {
    const next = flags.map((keep, i) => (i === index ? !keep : keep));
    setTapped(next);
    onMove(`keep ${hand(roll.rolled.filter((_, i) => next[i]))}`);
  };
  useKeys(true, (event) => {
    const index = Number(event.key) - 1;
    if (!(index in flags)) return false;
    toggle(index);
    return true;
  });
  return (
    <div class="es-group es-roll">
      <small>{t("escape.rolled")}</small>
      <div class="es-dice">
        {roll.rolled.map((face, i) => {
          const who = wanting(roll, setup, face), keep = flags[i]!;
          return (
            <div key={i} class="es-toggle">
              <Die face={face} cls={keep ? "es-kept" : "es-pooled"} pressed={keep} onClick={() => toggle(i)} label={t(keep ? "escape.keptDie" : "escape.pooledDie", { face: t(`escape.face.${face}`) })} />
              <span class={keep ? "es-keeps" : "es-pools"}>{t(keep ? "escape.keep" : "escape.pool")}</span>
              {who.length > 0 && <span class="es-wanted" title={t("escape.wantedBy", { names: who.join(", ") })}>{t("escape.wanted", { name: who[0]! })}</span>}
            </div>
          );
        })}
        {Array.from({ length: roll.black }, (_, i) => (
          <div key={`black${i}`} class="es-toggle"><Die face="black" label={t("escape.face.black")} /><span class="es-pools">{t("escape.goesCursed")}</span></div>
        ))}
      </div>
    </div>
  );
}

/* Dice of the common pool to take: one or two. */
function Taking({ view, draft, onMove, onUndo, t }: Props) {
  const pool = view.before?.phase === "taking" ? view.before.pool : view.pool, taken = argument(draft[0], "take") ?? [];
  const spare = [...taken];
  const toggle = (face: string, on: boolean) => {
    const next = on ? without(taken, [face])! : [...taken.slice(-1), face];
    if (next.length) onMove(`take ${hand(next)}`);
    else draft.forEach(() => onUndo());
  };
  const lacks = view.before?.team ?? view.team, mine = lacks.find((mate) => mate.seat === view.own?.seat)?.lacks ?? [];
  return (
    <div class="es-group">
      <small>{t("escape.teamPool")}</small>
      <div class="es-dice">
        {pool.map((face, i) => {
          const at = spare.indexOf(face), on = at >= 0;
          if (on) spare.splice(at, 1);
          return (
            <div key={i} class="es-toggle">
              <Die face={face} cls={on ? "es-kept" : "es-offered"} pressed={on} onClick={() => toggle(face, on)} label={t(on ? "escape.takenDie" : "escape.freeDie", { face: t(`escape.face.${face}`) })} />
              <span class={on ? "es-keeps" : "es-pools"}>{on ? t("escape.mine") : mine.includes(face) ? t("escape.helps") : "\u00a0"}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Choices({ moves, label, onMove, name, icon }: { moves: string[]; label: string; onMove(move: string): void; name(move: string): string; icon(move: string): string }) {
  return (
    <div class="es-group es-choices" role="group" aria-label={label}>
      {moves.map((move) => <button key={move} type="button" class="es-choice" onClick={() => onMove(move)}><Icon name={icon(move)} cls={`es-f-${icon(move)}`} /><span>{name(move)}</span></button>)}
    </div>
  );
}

let offered = ""; /* the roll whose dice were last put in pencil as kept */

function Dice(props: DiceProps) {
  const view: EscapeView = props.view, { legal, draft, me, onMove, t } = props;
  const more = { ...props, view };
  /* A fresh roll is kept as a whole, in pencil, so that one tap goes on. */
  const roll = view?.phase === "after-roll" && me && !draft.length ? JSON.stringify([view.round, view.acting, view.unrolled, view.rolled, view.kept, view.pool, view.cursed, view.tracks]) : "";
  useEffect(() => {
    if (!roll || roll === offered) return;
    offered = roll;
    onMove(`keep ${hand(view.rolled)}`);
  }, [roll]);
  if (!view?.own) return null;
  const start = view.before?.phase ?? view.phase;
  const walked = draft.some((move) => /^(enter|dash|use|joker|unlock)/.test(move));
  const spent = draft.flatMap((move) => argument(move, "enter")?.flatMap((name) => view.chambers.find((chamber) => chamber.name === name)!.entry) ?? []);
  const usable = new Set([...ways(view, legal)].filter(([, way]) => way.enter).flatMap(([name]) => view.chambers.find((chamber) => chamber.name === name)!.entry));
  const jokers = legal.filter((move) => move.startsWith("joker ")), unlocking = legal.filter((move) => move.startsWith("unlock "));
  const sides = me && start === "sides" ? SIDES.map((side) => `side ${side}`).filter((move) => legal.includes(move) || (draft.length && view.alternatives?.includes(move))) : [];
  const deciding = me && start === "after-roll" && !walked, taking = me && start === "taking";
  const face = (name: string) => t(`escape.face.${name}`);
  const { kept, pool } = deciding && view.before ? view.before : view; /* the roll itself is shown apart */
  return (
    <div class="es-tray">
      {sides.length > 0 && <Choices moves={sides} label={t("escape.chooseSide")} onMove={onMove} icon={() => "exit"} name={(move) => t(`escape.side.${move.slice(5)}`)} />}
      {jokers.length > 0 && <Choices moves={jokers} label={t("escape.joker")} onMove={onMove} icon={(move) => move.slice(6)} name={(move) => t(move === "joker reroll" ? "escape.track.reroll" : `escape.face.${move.slice(6)}`)} />}
      {unlocking.length > 0 && <Choices moves={unlocking} label={t("escape.unlocking")} onMove={onMove} icon={(move) => (move === "unlock die" ? "die" : "gem")} name={(move) => t(`escape.${move.replace(" ", ".")}`)} />}
      {deciding && <Rolled {...more} />}
      {taking && <Taking {...more} />}
      {(view.own.taken.length > 0 && !taking) && <div class="es-group"><small>{t("escape.taken")}</small><div class="es-dice">{view.own.taken.map((die, i) => <Die key={i} face={die} label={face(die)} />)}</div></div>}
      {!taking && view.phase !== "sides" && (
        <>
          {kept.length + spent.length > 0 && (
            <div class="es-group">
              <small>{t("escape.kept")}</small>
              <div class="es-dice">
                {sorted(spent).map((die, i) => <Die key={`s${i}`} face={die} cls="es-spent" label={t("escape.spentDie", { face: face(die) })} />)}
                {kept.map((die, i) => <Die key={i} face={die} cls={usable.has(die) ? "es-avail" : ""} label={face(die)} />)}
              </div>
            </div>
          )}
          {view.unrolled > 0 && !deciding && (
            <div class="es-group"><small>{t("escape.toRoll")}</small><div class="es-dice es-unrolled">{Array.from({ length: view.unrolled }, (_, i) => <span key={i} class={`die es-die es-blank ${i < 2 ? "" : "es-later"}`} aria-hidden="true" />)}<span class="es-sr">{view.unrolled}</span></div></div>
          )}
          {pool.length > 0 && <div class="es-group es-pool"><small>{t("escape.teamPool")}</small><div class="es-dice">{pool.map((die, i) => <Die key={i} face={die} cls="es-flat" label={face(die)} />)}</div></div>}
          {view.extra && <div class="es-group es-pool"><small>{t("escape.extra")}</small><div class="es-dice">{view.extra.map((die, i) => <Die key={i} face={die} cls="es-flat" label={face(die)} />)}</div></div>}
        </>
      )}
      {!props.compact && view.phase !== "sides" && <Cursed {...more} />}
    </div>
  );
}

/* ---- Words ---- */

function gainWords(view: EscapeView, legal: string[], t: Translate): string | undefined {
  for (const [name] of ways(view, legal)) {
    const gain = unlocks(view, name);
    if (gain) return t("escape.gain", { name, colour: t(`escape.mystic.${gain.colour}`), other: gain.other });
  }
  return undefined;
}

function teamNeeds(view: EscapeView, t: Translate): string | undefined {
  const lacks = FACES.filter((face) => view.team.some((mate) => mate.seat !== view.own?.seat && mate.lacks.includes(face)));
  return lacks.length ? t("escape.teamNeeds", { dice: words(lacks, t) }) : undefined;
}

const goalWords = (view: EscapeView, t: Translate) =>
  view.gems >= view.goal ? t("escape.allOut") : t("escape.goalLeft", { left: view.goal - view.gems, rounds: view.rounds - view.round });

function explorePrompt(view: EscapeView, legal: string[], draft: string[], t: Translate): Prompt {
  const can = [...ways(view, legal)], confirm = { label: t("escape.end"), move: "end" };
  const detail = gainWords(view, legal, t) ?? (view.before?.phase === "after-roll" && draft.length === 1 ? teamNeeds(view, t) : undefined) ?? goalWords(view, t);
  if (can.some(([, way]) => way.enter)) return { headline: t("escape.explore"), short: t("escape.exploreShort"), detail, confirm };
  if (can.length) return { headline: t("escape.exploreBonus"), detail, confirm };
  return { headline: t("escape.exploreNone"), detail: draft.some((move) => /^(enter|dash)/.test(move)) ? detail : goalWords(view, t), confirm };
}

function rollPrompt(view: EscapeView, legal: string[], draft: string[], t: Translate): Prompt {
  const kept = argument(draft[0], "keep"), count = Math.min(2, view.unrolled);
  const label = view.unrolled === 0 ? t("escape.noDice") : t(count === 2 ? "escape.rollTwo" : "escape.rollOne");
  const confirm = { label, move: "roll" };
  if (kept) return { headline: t("escape.keepOrPool"), short: t("escape.keepOrPoolShort"), detail: teamNeeds(view, t) ?? t("escape.keepHow"), confirm };
  const heal = legal.some((move) => move.startsWith("heal "));
  return { headline: view.begun ? t("escape.rollOn") : t("escape.rollFirst"), detail: heal ? t("escape.healHow") : goalWords(view, t), confirm };
}

function prompt(view: EscapeView, legal: string[], draft: string[], t: Translate): Prompt {
  const last = draft.at(-1), taken = view.own?.taken ?? [];
  if (!view?.own) return { headline: "" };
  if (draft.length && view.phase === "over") return { headline: t(view.won ? "escape.wonIf" : "escape.lostIf"), detail: t("escape.wonHow"), confirm: { label: t("escape.confirm") } };
  if (last?.startsWith("side ")) {
    const side = t(`escape.side.${last.slice(5)}`);
    return { headline: t("escape.comeFrom", { side }), detail: t("escape.sideHow"), confirm: { label: t("escape.sideConfirm", { side }) } };
  }
  if (draft.length && !legal.length) {
    const hands = argument(draft[0], "take");
    if (hands) return { headline: t("escape.takeThese", { dice: words(hands, t) }), detail: t("escape.takeHow"), confirm: { label: t("escape.takeConfirm") } };
    return { headline: t("escape.sure"), confirm: { label: t("escape.confirm") } };
  }
  switch (view.phase) {
    case "sides": return { headline: t("escape.chooseSide"), detail: t("escape.sideHow") };
    case "closing": return { headline: t("escape.closing"), detail: t("escape.closingHow", { dice: words(view.extra ?? [], t) }) };
    case "before-roll": return rollPrompt(view, legal, draft, t);
    case "after-roll": return { headline: t("escape.keepOrPool"), short: t("escape.keepOrPoolShort"), detail: teamNeeds(view, t) ?? t("escape.keepHow"), confirm: { label: t("escape.keepAll"), move: `keep ${hand(view.rolled)}` } };
    case "exploring": return explorePrompt(view, legal, draft, t);
    case "joker": return { headline: t("escape.joker"), detail: t("escape.jokerHow") };
    case "unlocking": return { headline: t("escape.unlocking"), detail: t("escape.unlockingHow") };
    case "taking": return { headline: t("escape.take"), detail: t("escape.takeHow") };
    case "crossing": return { headline: t("escape.cross", { dice: words(taken, t) }), detail: t("escape.crossHow") };
    case "completing": return legal.length > 1
      ? { headline: t("escape.completing"), detail: t("escape.completingHow"), confirm: { label: t("escape.leave"), move: "leave" } }
      : { headline: t("escape.completingNone"), detail: goalWords(view, t), confirm: { label: t("escape.leave"), move: "leave" } };
    case "over": return { headline: t(view.won ? "escape.won" : "escape.lost", { gems: view.gems, goal: view.goal }) };
    default: return { headline: t("escape.wait"), detail: goalWords(view, t) };
  }
}

function moveWords(text: string, t: Translate): string {
  const [verb = "", ...rest] = text.split(" ");
  const faces = rest.filter((word) => word !== "-").map((word) => (FACES.includes(word) || word === "black" ? t(`escape.face.${word}`) : word)).join(", ");
  switch (verb) {
    case "side": return t("escape.word.side", { side: t(`escape.side.${rest[0]}`) });
    case "close": return t("escape.word.close", { name: rest[0]!, side: t(`escape.side.${rest[1]}`) });
    case "keep": return faces ? t("escape.word.keep", { dice: faces }) : t("escape.word.keepNone");
    case "take": return t("escape.word.take", { dice: faces });
    case "use": return t("escape.word.use", { dice: faces });
    case "joker": return t("escape.word.joker", { what: rest[0] === "reroll" ? t("escape.track.reroll") : faces });
    case "unlock": return t(`escape.unlock.${rest[0]}`);
    case "heal": case "enter": case "dash": case "map": case "complete": return t(`escape.word.${verb}`, { name: rest[0]! });
    case "roll": case "reroll": case "end": case "leave": return t(`escape.word.${verb}`);
    default: return text;
  }
}

const itemNodes = (name: string, t: Translate) => t(`escape.item.${name.replace(" ", "-")}`);

/* ---- Beside the board ---- */

function Actions({ view, legal, draft, me, onMove, onUndo, t }: BoardProps) {
  if (!me || !trackMove(view, legal, "reroll") || draft.length > 1) return null;
  return (
    <button type="button" class="b line" onClick={() => { draft.forEach(() => onUndo()); onMove("reroll"); }}>
      <Icon name="reroll" /><span>{t("escape.reroll", { left: ready(view, "reroll") })}</span>
    </button>
  );
}

function Mini({ view, setup, seat }: { view: any; setup: Setup; seat: number; t: Translate }) {
  const temple: EscapeView = view;
  if (!temple?.own) return null;
  return (
    <svg class="mini es-mini" viewBox="-14 -14 138 138" aria-hidden="true">
      <rect x={-2} y={-2} width={114} height={114} rx={6} class="es-wall" />
      {temple.chambers.map(({ name, action }) => {
        const x = column(name) * 22 + 1, y = row(name) * 22 + 1, crossed = temple.own!.crossed.includes(name), colour = colourOf(action);
        return (
          <g key={name} class={`es-chamber ${colour ? `c-${colour}` : ""} ${action === "exit" ? "es-exit" : ""} ${crossed ? "es-crossed" : ""}`}>
            <rect x={x} y={y} width={20} height={20} rx={3} class="es-floor" />
            {action === "exit" ? <g class="es-exiticon"><IconAt name="exit" x={x + 10} y={y + 10} size={14} /></g>
              : <g class={colour ? "es-minicolour" : `es-action es-a-${action}`}><IconAt name={colour || action} x={x + 10} y={y + 10} size={12} /></g>}
            {crossed && <path class="es-minicross" d={`M${x + 4} ${y + 4}l12 12m0-12l-12 12`} />}
          </g>
        );
      })}
      {temple.own.place && (() => {
        const place = temple.own!.place!, [dx, dy] = STEP[place as Side] ?? [0, 0];
        const [x, y] = isChamber(place) ? [column(place) * 22 + 11, row(place) * 22 + 11] : [55 + dx * 60, 55 + dy * 60];
        return <g class="es-piece" transform={`translate(${x - 8} ${y - 8}) scale(.57)`}><Seat seat={seat} name={setup.names[seat]!} size={28} /></g>;
      })()}
    </svg>
  );
}

function Rail({ views, setup, seat, t }: { views: any[]; setup: Setup; seat: number; t: Translate }) {
  const view: EscapeView | undefined = views[seat];
  if (!view?.team) return null;
  return (
    <div class="card es-team">
      <h2>{t("escape.team")}<span>{t("escape.roundOf", { round: Math.min(view.round + 1, view.rounds), rounds: view.rounds })}</span></h2>
      <ol>
        {view.team.map((mate) => {
          const chamber = view.chambers.find(({ name }) => name === mate.place), colour = chamber ? colourOf(chamber.action) : "";
          const doing = mate.seat === view.active && view.phase !== "sides" ? t("escape.onTurn") : colour ? t("escape.inHalf", { colour: t(`escape.mystic.${colour}`) })
            : chamber?.action === "exit" ? t("escape.atExit") : mate.lacks.length ? t("escape.lacks", { dice: words(mate.lacks, t) }) : "\u00a0";
          return (
            <li key={mate.seat} class={mate.seat === view.acting ? "es-acting" : ""}>
              <Seat seat={mate.seat} name={setup.names[mate.seat]!} size={28} />
              <div><b>{setup.names[mate.seat]}</b><small>{doing}</small></div>
              <span class="es-place">{isChamber(mate.place) ? mate.place : mate.place ? t(`escape.side.${mate.place}`) : "–"}</span>
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

/* Four chambers and somebody on the way. */
function Art() {
  const rooms: [number, number, string, string][] = [[0, 0, "gem", ""], [1, 0, "blue", "blue"], [2, 0, "heal", ""], [0, 1, "torch", ""], [1, 1, "exit", "exit"], [2, 1, "red", "red"]];
  return (
    <svg class="gart es-art" viewBox="0 -25 360 230" aria-hidden="true">
      <rect x={44} y={-4} width={272} height={188} rx={12} class="es-wall" />
      {rooms.map(([x, y, icon, kind]) => (
        <g key={icon} class={`es-chamber ${kind && kind !== "exit" ? `c-${kind}` : ""} ${kind === "exit" ? "es-exit" : ""}`}>
          <rect x={52 + x * 88} y={4 + y * 90} width={80} height={82} rx={9} class="es-floor" />
          <g class={kind === "exit" ? "es-exiticon" : kind ? "es-minicolour" : `es-action es-a-${icon}`}><IconAt name={icon} x={92 + x * 88} y={45 + y * 90} size={42} /></g>
        </g>
      ))}
      {[0, 1].map((x) => <rect key={x} x={130 + x * 88} y={32} width={12} height={26} class="es-door" />)}
      <rect x={167} y={84} width={26} height={12} class="es-door" />
    </svg>
  );
}

export const escape: GameUi = {
  Board, prompt, Dice, moveWords, Actions, Mini, Rail, Face, Art, itemNodes, layout: "ro es-table", instant: (move) => move === "reroll",
};
