/* The sheet: six expeditions, artefacts and dice symbols. */
import { useRef, useState } from "preact/hooks";
import { useCell } from "../../hooks";
import type { BoardProps } from "../types";
import { Ladder, SideColumn } from "./columns";
import { ExpeditionColumn } from "./expedition";
import type { View } from "./view";
import { columnsOf, fits, lit, picked } from "./view";

/* Where an arrow key leads: left and right from one spot to the next; up and down, and from there to all sides, to what
 * tells of itself. */
function neighbour(grid: HTMLElement, key: string): HTMLElement | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[key],
    now = document.activeElement as HTMLElement;
  if (!step) return undefined;
  const all = (within: Element, what: string) => [...within.querySelectorAll<HTMLElement>(what)];
  const upright = key === "ArrowUp" || key === "ArrowDown",
    columns = all(grid, ".col").map((each) => all(each, "[data-spot],[data-about]"));
  const chips = all(grid, ".chips button"),
    spots = all(grid, "[data-spot]"),
    here = columns.findIndex((each) => each.includes(now));
  const round = (among: HTMLElement[], by: number) =>
    among[(among.indexOf(now) + by + among.length) % among.length];
  if (chips.length) return round(chips, step);
  if (spots.includes(now) ? !upright : here < 0)
    return spots.length ? round(spots, step) : columns[0]![0];
  if (upright) return columns[here]![columns[here]!.indexOf(now) + step];
  const height = (each: Element) => each.getBoundingClientRect().top,
    far = (each: Element) => Math.abs(height(each) - height(now));
  return [...(columns[here + step] ?? [])].sort((a, b) => far(a) - far(b))[0];
}

export function Board(props: BoardProps) {
  const view = props.view as View;
  const { t, me, setup, seat, legal, draft } = props;
  const pick = useCell(picked);
  const [at, setAt] = useState("");
  const grid = useRef<HTMLDivElement>(null);
  const all = me ? lit(view, legal, draft).filter((move) => fits(move, pick)) : [];
  const colours = columnsOf(view);
  const lively = colours.filter((colour) => all.some((move) => move.colour === colour));
  const focus = lively.includes(at) ? at : lively[0];
  const covered = pick.open !== null && all.filter((move) => move.colour === pick.open).length > 1;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = grid.current && neighbour(grid.current, event.key);
    if (!next) return;
    event.preventDefault();
    next.focus();
    if (next.dataset.spot) setAt(next.dataset.spot);
  };
  return (
    <div
      class={`lc-sheet n${colours.length}`}
      role="grid"
      aria-label={t("lc.sheetOf", { name: setup.names[seat]! })}
      ref={grid}
      tabIndex={focus ? undefined : 0}
      onKeyDown={onKeyDown}
    >
      <Ladder view={view} t={t} />
      {colours.map((colour) => (
        <ExpeditionColumn
          key={colour}
          {...props}
          colour={colour}
          moves={all.filter((move) => move.colour === colour)}
          dim={me && all.length > 0 && !lively.includes(colour)}
          focus={colour === focus}
          covered={covered}
        />
      ))}
      <div class="gap" role="presentation" />
      <SideColumn {...{ view, column: "artefacts", setup, seat, t }} />
      <SideColumn {...{ view, column: "dice", setup, seat, t }} />
    </div>
  );
}
