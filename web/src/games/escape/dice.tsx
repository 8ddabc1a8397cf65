/* The dice: rolled, kept, in the pool, cursed. */
import { useLayoutEffect, useState } from "preact/hooks";
import { Icon } from "../../draw";
import { useKeys, walk } from "../../hooks";
import type { DiceProps } from "../types";
import type { EscapeView, Props } from "./view";
import { argument, hand, SIDES, sorted, wanting, ways, without } from "./view";

function Die({
  face,
  cls = "",
  label,
  note,
  onClick,
  pressed,
}: {
  face: string;
  cls?: string;
  label: string;
  note?: string;
  onClick?: () => void;
  pressed?: boolean;
}) {
  const inner = (
    <>
      <Icon name={face} />
      {note && <span class="es-dienote">{note}</span>}
    </>
  );
  if (!onClick)
    return (
      <span class={`die es-die es-d-${face} ${cls}`} role="img" aria-label={label}>
        {inner}
      </span>
    );
  return (
    <button
      type="button"
      class={`die es-die es-d-${face} ${cls}`}
      aria-label={label}
      aria-pressed={pressed}
      onClick={onClick}
    >
      {inner}
    </button>
  );
}

export function Cursed({ view, legal, me, onMove, t }: Props) {
  return (
    <div class="es-group es-cursed">
      <small>{t("escape.cursed")}</small>
      <div class="es-spaces" onKeyDown={walk}>
        {view.cursed.map((count, i) => {
          const heal = me && legal.includes(`heal ${i + 1}`);
          const inner = (
            <>
              <small>{i + 1}</small>
              {count > 0 && (
                <span class="die es-die es-d-black es-small">
                  <Icon name="black" />
                </span>
              )}
              {count > 1 && <b>×{count}</b>}
            </>
          );
          const label = t("escape.space", { space: i + 1, n: count });
          return [
            heal ? (
              <button
                key={i}
                type="button"
                class="es-space es-lit"
                aria-label={`${label} ${t("escape.healThis")}`}
                onClick={() => onMove(`heal ${i + 1}`)}
              >
                {inner}
              </button>
            ) : (
              <div
                key={i}
                class="es-space"
                role="img"
                aria-label={label}
                data-about="escape.what.cursed"
                tabIndex={i ? -1 : 0}
              >
                {inner}
              </div>
            ),
            <span key={`${i}>`} class="es-arrow" aria-hidden="true">
              <Icon name="chev" />
            </span>,
          ];
        })}
      </div>
    </div>
  );
}

/* The roll under decision: every die is kept or lies in the pool. */
function Rolled({ view, setup, me, draft, onMove, t }: Props & { view: EscapeView }) {
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
          const who = wanting(roll, setup, face),
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
                <span class="es-wanted" title={t("escape.wantedBy", { names: who.join(", ") })}>
                  {t("escape.wanted", { name: who[0]! })}
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
function Taking({ view, legal, draft, onMove, onUndo, t }: Props) {
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

function Choices({
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

let offered = ""; /* the roll whose dice were last put in pencil as kept */

export function Dice(props: DiceProps) {
  const view: EscapeView = props.view,
    { legal, me, mates, onMove, t } = props;
  const draft = props.draft.length ? props.draft : (mates?.draft ?? []);
  const more = { ...props, view, draft };
  /* A fresh roll is kept as a whole, in pencil, so that one tap goes on. */
  const roll =
    view?.phase === "after-roll" && me && !draft.length
      ? JSON.stringify([
          view.round,
          view.acting,
          view.unrolled,
          view.rolled,
          view.kept,
          view.pool,
          view.cursed,
          view.tracks,
        ])
      : "";
  useLayoutEffect(() => {
    if (!roll || roll === offered) return;
    offered = roll;
    onMove(`keep ${hand(view.rolled)}`);
  }, [roll]);
  if (!view?.own) return null;
  const start = view.before?.phase ?? view.phase;
  const walked = draft.some((move) => /^(enter|dash|use|joker|unlock)/.test(move));
  const spent = draft.flatMap(
    (move) =>
      argument(move, "enter")?.flatMap(
        (name) => view.chambers.find((chamber) => chamber.name === name)!.entry,
      ) ?? [],
  );
  const usable = new Set(
    [...ways(view, legal)]
      .filter(([, way]) => way.enter)
      .flatMap(([name]) => view.chambers.find((chamber) => chamber.name === name)!.entry),
  );
  const jokers = legal.filter((move) => move.startsWith("joker ")),
    unlocking = legal.filter((move) => move.startsWith("unlock "));
  const sides =
    me && start === "sides"
      ? SIDES.map((side) => `side ${side}`).filter(
          (move) => legal.includes(move) || (draft.length && view.alternatives?.includes(move)),
        )
      : [];
  const deciding = start === "after-roll" && !walked && (me || draft.length > 0),
    taking = me && start === "taking";
  const face = (name: string) => t(`escape.face.${name}`);
  const { kept, pool } =
    deciding && view.before ? view.before : view; /* the roll itself is shown apart */
  return (
    <div class="es-tray">
      {sides.length > 0 && (
        <Choices
          moves={sides}
          label={t("escape.chooseSide")}
          onMove={onMove}
          icon={() => "exit"}
          name={(move) => t(`escape.side.${move.slice(5)}`)}
        />
      )}
      {jokers.length > 0 && (
        <Choices
          moves={jokers}
          label={t("escape.joker")}
          onMove={onMove}
          icon={(move) => move.slice(6)}
          name={(move) =>
            t(move === "joker reroll" ? "escape.track.reroll" : `escape.face.${move.slice(6)}`)
          }
        />
      )}
      {unlocking.length > 0 && (
        <Choices
          moves={unlocking}
          label={t("escape.unlocking")}
          onMove={onMove}
          icon={(move) => (move === "unlock die" ? "die" : "gem")}
          name={(move) => t(`escape.${move.replace(" ", ".")}`)}
        />
      )}
      {deciding && <Rolled {...more} />}
      {taking && <Taking {...more} />}
      {view.own.taken.length > 0 && !taking && (
        <div class="es-group">
          <small>{t("escape.taken")}</small>
          <div class="es-dice">
            {view.own.taken.map((die, i) => (
              <Die key={i} face={die} label={face(die)} />
            ))}
          </div>
        </div>
      )}
      {!taking && start !== "sides" && (
        <>
          {kept.length + spent.length > 0 && (
            <div class="es-group">
              <small>{t("escape.kept")}</small>
              <div class="es-dice">
                {sorted(spent).map((die, i) => (
                  <Die
                    key={`s${i}`}
                    face={die}
                    cls="es-spent"
                    label={t("escape.spentDie", { face: face(die) })}
                  />
                ))}
                {kept.map((die, i) => (
                  <Die
                    key={i}
                    face={die}
                    cls={usable.has(die) ? "es-avail" : ""}
                    label={face(die)}
                  />
                ))}
              </div>
            </div>
          )}
          {view.unrolled > 0 && !deciding && (
            <div class="es-group">
              <small>{t("escape.toRoll")}</small>
              <div class="es-dice es-unrolled">
                {Array.from({ length: view.unrolled }, (_, i) => (
                  <span
                    key={i}
                    class={`die es-die es-blank ${i < 2 ? "" : "es-later"}`}
                    aria-hidden="true"
                  />
                ))}
                <span class="es-sr">{view.unrolled}</span>
              </div>
            </div>
          )}
          {pool.length > 0 && (
            <div class="es-group es-pool">
              <small>{t("escape.teamPool")}</small>
              <div class="es-dice">
                {pool.map((die, i) => (
                  <Die key={i} face={die} cls="es-flat" label={face(die)} />
                ))}
              </div>
            </div>
          )}
          {view.extra && (
            <div class="es-group es-pool">
              <small>{t("escape.extra")}</small>
              <div class="es-dice">
                {view.extra.map((die, i) => (
                  <Die key={i} face={die} cls="es-flat" label={face(die)} />
                ))}
              </div>
            </div>
          )}
        </>
      )}
      {!props.compact && start !== "sides" && <Cursed {...more} />}
    </div>
  );
}
