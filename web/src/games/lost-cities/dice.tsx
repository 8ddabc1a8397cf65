/* The dice, which filter what is lit on the sheet. */
import { useEffect } from "preact/hooks";
import { Icon, Seat } from "../../draw";
import { useCell } from "../../hooks";
import type { BoardProps, Translate } from "../types";
import type { Pick, View } from "./view";
import { clear, colourName, draftPair, fits, lit, nothing, picked, settlePick } from "./view";

export function Dice(props: BoardProps) {
  const { me, t, draft, legal, setup } = props;
  const view = props.view as View;
  const pick = useCell(picked);
  useEffect(clear, [view.turn, view.phase, props.seat]);
  const dice = view.dice;
  if (!dice) return null;
  const before = view.before ?? view;
  const taken = before.dice ?? dice;
  const taker = <Seat seat={before.active} name={setup.names[before.active] ?? ""} size={20} />;
  const pair = draftPair(draft);
  const moves = lit(view, legal, draft);
  const choosing =
    me &&
    moves.some((move) => move.kind === "write" || move.kind === "circle" || move.kind === "refuse");
  const chosen = { colour: pick.colour ?? pair.colour, die: pick.die ?? pair.die };
  const usable = (colour: string | null, die: number | null) =>
    moves.some((move) => fits(move, { colour, die, open: null }));
  const shown = { colour: false, die: false }; /* of equal dice, only one is lifted */
  const tap = (next: Pick) => settlePick(next, props);
  const dieClass = (gone: boolean, on: boolean, use: boolean) =>
    gone ? "off gone" : on ? "on" : choosing && !use ? "off" : "";
  return (
    <div class="lc-tray">
      <div class="dg" role="group" aria-label={t("lc.colourDice")}>
        {dice.colours.map((colour, i) => {
          const gone = i === taken.takenColour;
          const on = !gone && !shown.colour && chosen.colour === colour;
          shown.colour ||= on;
          return (
            <button
              type="button"
              key={`${view.turn} ${i}`}
              class={`die cdie c-${colour} ${dieClass(gone, on, usable(colour, null))}`}
              disabled={!choosing || gone || !usable(colour, null)}
              aria-pressed={on}
              aria-label={t(gone ? "lc.dieTaken" : "lc.colourDie", {
                colour: colourName(colour, t),
                name: setup.names[before.active] ?? "",
              })}
              onClick={() =>
                tap({ ...nothing, colour: pick.colour === colour ? null : colour, die: pick.die })
              }
            >
              <Icon name={colour} />
              <span class="dname">{colourName(colour, t)}</span>
              {gone && taker}
            </button>
          );
        })}
      </div>
      <span class="plus" aria-hidden="true">
        +
      </span>
      <div class="dg" role="group" aria-label={t("lc.numberDice")}>
        {dice.numbers.map((die, i) => {
          const gone = i === taken.takenNumber;
          const on = !gone && !shown.die && chosen.die === die;
          shown.die ||= on;
          return (
            <button
              type="button"
              key={`${view.turn} ${i}`}
              class={`die ndie ${dieClass(gone, on, usable(null, die))}`}
              disabled={!choosing || gone || !usable(null, die)}
              aria-pressed={on}
              aria-label={t(
                gone ? "lc.dieTaken" : die === 0 ? "lc.numberDieZero" : "lc.numberDie",
                { number: die, colour: String(die), name: setup.names[before.active] ?? "" },
              )}
              onClick={() =>
                tap({ ...nothing, die: pick.die === die ? null : die, colour: pick.colour })
              }
            >
              <b>{die}</b>
              {die === 0 && <span class="dname">= 10</span>}
              {gone && taker}
            </button>
          );
        })}
      </div>
    </div>
  );
}

/* ---- The sheet ---- */

export function Face({ face, throwIndex, t }: { face: string; throwIndex: number; t: Translate }) {
  if (throwIndex === 0)
    return (
      <>
        <Icon name={face} />
        <span class="dname">{colourName(face, t)}</span>
      </>
    );
  return <b>{face}</b>;
}
