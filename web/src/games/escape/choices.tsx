/* What is chosen at the dice: which to keep, which to take, and one of a few things. */
import { useState } from "preact/hooks";
import { Icon, Seat } from "../../draw";
import { useKeys } from "../../hooks";
import { Die } from "./die";
import type { EscapeView, Props } from "./view";
import { argument, hand, wanting, without } from "./view";

/* The roll under decision: every die is kept or lies in the pool. */
export function Rolled({ view, setup, me, draft, onMove, t }: Props & { view: EscapeView }) {
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
  const flags =
    tapped.length === roll.rolled.length &&
    hand(roll.rolled.filter((_, i) => tapped[i])) === hand(kept)
      ? tapped
      : derived;
  const names = (seats: number[]) => seats.map((seat) => setup.names[seat]!).join(", ");
  const toggle = (index: number) => {
    const next = flags.map((keep, i) => (i === index ? !keep : keep));
    setTapped(next);
    onMove(`keep ${hand(roll.rolled.filter((_, i) => next[i]))}`);
  };
  useKeys(me, (event) => {
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
          const who = wanting(roll, face),
            keep = flags[i]!;
          return (
            <div key={i} class="es-toggle">
              <Die
                face={face}
                cls={keep ? "es-kept" : "es-pooled"}
                pressed={keep}
                onClick={me ? () => toggle(i) : undefined}
                label={t(keep ? "escape.keptDie" : "escape.pooledDie", {
                  face: t(`escape.face.${face}`),
                })}
              />
              <span class={keep ? "es-keeps" : "es-pools"}>
                {t(keep ? "escape.keep" : "escape.pool")}
              </span>
              {who.length > 0 && (
                <span class="es-wanted" title={t("escape.wantedBy", { names: names(who) })}>
                  {who.map((seat) => (
                    <Seat
                      key={seat}
                      seat={seat}
                      name={setup.names[seat]!}
                      size={18}
                      label={t("escape.wanted", { name: setup.names[seat]! })}
                    />
                  ))}
                </span>
              )}
            </div>
          );
        })}
        {Array.from({ length: roll.black }, (_, i) => (
          <div key={`black${i}`} class="es-toggle">
            <Die face="black" label={t("escape.face.black")} />
            <span class="es-pools">{t("escape.goesCursed")}</span>
          </div>
        ))}
      </div>
    </div>
  );
}

/* Dice of the common pool to take: one or two. */
export function Taking({ view, legal, draft, onMove, onUndo, t }: Props) {
  const pool = view.before?.phase === "taking" ? view.before.pool : view.pool,
    taken = argument(draft[0], "take") ?? [];
  const spare = [...taken];
  const flags = pool.map((face) => {
    const at = spare.indexOf(face);
    if (at >= 0) spare.splice(at, 1);
    return at >= 0;
  });
  const toggle = (index: number) => {
    const face = pool[index]!,
      next = flags[index] ? without(taken, [face])! : [...taken.slice(-1), face];
    if (next.length) onMove(`take ${hand(next)}`);
    else draft.forEach(() => onUndo());
  };
  /* Once maps are asked for, numbers mean them. */
  useKeys(!legal.some((move) => move.startsWith("map ")), (event) => {
    const index = Number(event.key) - 1;
    if (!(index in flags)) return false;
    toggle(index);
    return true;
  });
  const lacks = view.before?.team ?? view.team,
    mine = lacks.find((mate) => mate.seat === view.own?.seat)?.lacks ?? [];
  return (
    <div class="es-group">
      <small>{t("escape.teamPool")}</small>
      <div class="es-dice">
        {pool.map((face, i) => {
          const on = flags[i]!;
          return (
            <div key={i} class="es-toggle">
              <Die
                face={face}
                cls={on ? "es-kept" : "es-offered"}
                pressed={on}
                onClick={() => toggle(i)}
                label={t(on ? "escape.takenDie" : "escape.freeDie", {
                  face: t(`escape.face.${face}`),
                })}
              />
              <span class={on ? "es-keeps" : "es-pools"}>
                {on ? t("escape.mine") : mine.includes(face) ? t("escape.helps") : "\u00a0"}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}

export function Choices({
  moves,
  label,
  onMove,
  name,
  icon,
}: {
  moves: string[];
  label: string;
  onMove(move: string): void;
  name(move: string): string;
  icon(move: string): string;
}) {
  useKeys(true, (event) => {
    const move = moves[Number(event.key) - 1];
    if (move) onMove(move);
    return !!move;
  });
  return (
    <div class="es-group es-choices" role="group" aria-label={label}>
      {moves.map((move) => (
        <button key={move} type="button" class="es-choice" onClick={() => onMove(move)}>
          <Icon name={icon(move)} cls={`es-f-${icon(move)}`} />
          <span>{name(move)}</span>
        </button>
      ))}
    </div>
  );
}
