/* The dice: rolled, kept, in the pool, cursed. */
import type { DiceProps } from "../types";
import { Choices, Rolled, Taking } from "./choices";
import { Cursed, Die } from "./die";
import type { EscapeView } from "./view";
import { argument, SIDES, sorted, ways } from "./view";

export function Dice(props: DiceProps) {
  const view: EscapeView = props.view,
    { legal, me, mates, onMove, t } = props;
  const draft = props.draft.length ? props.draft : (mates?.draft ?? []);
  const more = { ...props, view, draft };
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
      {!props.compact && start !== "sides" && !jokers.length && !unlocking.length && (
        <Cursed {...more} />
      )}
    </div>
  );
}
