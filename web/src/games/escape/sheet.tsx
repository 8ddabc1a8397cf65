/* The board: the temple and the team's adventure sheet with gems, rounds, bonuses and maps. */
import { useEffect, useState } from "preact/hooks";
import { Cross, Icon } from "../../draw";
import { useKeys, useTapElsewhere } from "../../hooks";
import type { BoardProps, Translate } from "../types";
import { Cursed } from "./die";
import { Temple } from "./temple";
import type { EscapeView, MapBox, Props } from "./view";
import { reroll, trackMove, wouldCross } from "./view";

function Gems({ view, t }: { view: EscapeView; t: Translate }) {
  const left = Math.max(0, view.goal - view.gems);
  return (
    <div
      class="es-gemcard"
      data-about={`escape.what.gems|${view.goal}`}
      tabIndex={0}
      aria-label={t("escape.gemsOf", { n: view.gems, goal: view.goal })}
      role="img"
    >
      <h3>
        <Icon name="gem" cls="es-gemicon" />
        {t("escape.gems")} <b>{view.gems}</b> {t("escape.of", { goal: view.goal })}
        {view.phase !== "over" && (
          <span>{left ? t("escape.toGo", { left }) : t("escape.enough")}</span>
        )}
      </h3>
      <div class="es-gems">
        {Array.from({ length: view.gemBoxes }, (_, i) => (
          <i
            key={i}
            class={`${i < view.gems ? "es-on" : ""} ${i + 1 === view.goal ? "es-goal" : ""} ${i >= view.goal ? "es-over2" : ""}`}
          >
            <Icon name="gem" />
          </i>
        ))}
      </div>
    </div>
  );
}

function Rounds({ view, t }: { view: EscapeView; t: Translate }) {
  return (
    <div
      class="es-roundcard"
      data-about={`escape.what.rounds|${view.rounds}`}
      tabIndex={0}
      role="img"
      aria-label={t("escape.roundOf", {
        round: Math.min(view.round + 1, view.rounds),
        rounds: view.rounds,
      })}
    >
      <h3>
        <Icon name="clock" />
        {t("escape.rounds")}
      </h3>
      <div class="es-rounds">
        {Array.from({ length: view.rounds }, (_, i) => (
          <i key={i} class={i < view.round ? "es-past" : i === view.round ? "es-now" : ""}>
            {i < view.round ? <Cross /> : i + 1}
          </i>
        ))}
      </div>
    </div>
  );
}

function Tracks({
  view,
  legal,
  draft,
  me,
  onMove,
  onUndo,
  t,
  armed,
  arm,
  hint,
}: Props & { armed: boolean; arm(): void }) {
  return (
    <div class={`es-trackcard ${hint === "bonuses" ? "hinted" : ""}`}>
      <h3>
        {t("escape.bonuses")}
        {view.phase !== "over" && <span>{t("escape.tapToUse")}</span>}
      </h3>
      <ol class="es-tracks">
        {view.tracks.map((track) => {
          const left = track.marked - track.used,
            move = me ? trackMove(view, legal, track.name) : "";
          const tap = () => {
            if (move === "dash") arm();
            else {
              if (move === "reroll") reroll({ draft, onUndo, onMove });
              else onMove(move);
            }
          };
          return (
            <li key={track.name}>
              <button
                type="button"
                class={`es-track ${move ? "es-can" : ""} ${armed && track.name === "dash" ? "es-armed" : ""} ${hint === `track ${track.name}` ? "hinted" : ""}`}
                aria-disabled={!move}
                data-about={move ? undefined : `escape.what.use.${track.name}|${track.gem}`}
                onClick={() => move && tap()}
                aria-pressed={track.name === "dash" ? armed : undefined}
                aria-label={t("escape.track", {
                  name: t(`escape.track.${track.name}`),
                  left,
                  marked: track.marked,
                  boxes: track.boxes,
                  gem: track.gem,
                })}
                title={t(`escape.track.${track.name}How`)}
              >
                <span class={`es-trackicon es-f-${track.name}`}>
                  <Icon name={track.name} />
                </span>
                <span class="es-trackname">{t(`escape.track.${track.name}`)}</span>
                <span class="es-boxes">
                  {Array.from({ length: track.boxes }, (_, i) => (
                    <i
                      key={i}
                      class={i + 1 === track.gem ? "es-gembox" : ""}
                      data-about={i + 1 === track.gem && !move ? "escape.what.gembox" : undefined}
                    >
                      {i < track.used ? (
                        <Cross />
                      ) : i < track.marked ? (
                        <Icon name="check" />
                      ) : i + 1 === track.gem ? (
                        <Icon name="gem" />
                      ) : null}
                    </i>
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

function Maps({
  view,
  legal,
  draft,
  me,
  onMove,
  t,
  open,
  toggle,
  compact,
  hint,
}: Props & { open: boolean; toggle(): void }) {
  const maps = view.own!.maps,
    done = maps.filter((map) => !map.completed && map.bonus.every((box) => box.crossed)).length;
  const before = view.before?.own?.maps;
  const inPencil = (map: number, side: "bonus" | "gem", box: number) =>
    draft.length > 0 && !!before && !before[map]?.[side][box]?.crossed;
  return (
    <div class={`es-mapcard ${open ? "es-open" : ""} ${hint === "maps" ? "hinted" : ""}`}>
      {compact ? (
        <button type="button" class="b line es-mapbutton" aria-expanded={open} onClick={toggle}>
          {done ? t("escape.mapsReady", { n: done }) : t("escape.maps")}
        </button>
      ) : (
        <h3>
          {t("escape.maps")}
          <span>{t("escape.mapSides")}</span>
        </h3>
      )}
      <div class="es-maps">
        {maps.map((map, i) => {
          const cross = me && legal.includes(`map ${i + 1}`),
            finish = me && legal.includes(`complete ${i + 1}`);
          const soon = cross ? wouldCross(map, view.own!.taken) : new Set<MapBox>();
          const side = (key: "bonus" | "gem", gives: string) => (
            <span class={`es-mapside es-${key}`}>
              {map[key].map((box, k) => (
                <span
                  key={k}
                  class={`es-mapbox ${box.crossed ? "es-x" : soon.has(box) ? "es-soon" : ""}`}
                >
                  <Icon name={box.symbol} cls={`es-f-${box.symbol}`} />
                  {box.crossed && <Cross pencil={inPencil(i, key, k)} />}
                </span>
              ))}
              {key === "bonus" && <small class="es-mapno">{i + 1}</small>}
              <span class="es-gives">
                <Icon name={gives} cls={gives === "gem" ? "es-gemicon" : ""} />
              </span>
            </span>
          );
          const sideWords = (key: "bonus" | "gem") =>
            map[key]
              .map((box) => `${t(`escape.face.${box.symbol}`)}${box.crossed ? " ✓" : ""}`)
              .join(", ");
          const state = map.completed
            ? t("escape.mapDone")
            : cross
              ? t(soon.size ? "escape.mapCross" : "escape.mapCross.none", { n: soon.size })
              : finish
                ? t("escape.mapFinish")
                : "";
          const words = t("escape.map", {
            number: i + 1,
            bonus: sideWords("bonus"),
            gives: t(`escape.track.${map.gives}`),
            gem: sideWords("gem"),
          });
          const label = state ? `${words} ${state}` : words;
          return (
            <button
              key={i}
              type="button"
              class={`es-map ${map.completed ? "es-done" : ""} ${cross || finish ? "es-lit" : ""} ${hint === `map ${i + 1}` ? "hinted" : ""}`}
              aria-disabled={!cross && !finish}
              data-about={
                cross || finish ? undefined : `escape.what.map|@escape.track.${map.gives}`
              }
              aria-label={label}
              onClick={() =>
                (cross || finish) && onMove(cross ? `map ${i + 1}` : `complete ${i + 1}`)
              }
            >
              {side("bonus", map.gives)}
              {side("gem", "gem")}
              {finish && <em>{t("escape.complete")}</em>}
              {map.completed && <em class="es-closed">✓</em>}
            </button>
          );
        })}
      </div>
    </div>
  );
}

export function Board(props: BoardProps) {
  const view: EscapeView = props.view;
  const [armed, setArmed] = useState(false);
  const [open, setOpen] = useState(false);
  const lower = useTapElsewhere<HTMLDivElement>(open, () => setOpen(false));
  const mapStep = props.me && props.legal.some((move) => /^(map|complete)/.test(move));
  useEffect(() => {
    if (!props.legal.some((move) => move.startsWith("dash "))) setArmed(false);
  }, [props.legal.join()]);
  const more = { ...props, view };
  useKeys(props.me, (event) => {
    const letter = event.key.toLowerCase(),
      number = event.key,
      use = { t: "torch", k: "key", g: "gold" }[letter];
    if (letter === "j" && props.legal.some((move) => move.startsWith("dash "))) setArmed(!armed);
    else if (use && props.legal.includes(`use ${use}`)) props.onMove(`use ${use}`);
    else if (letter === "r" && trackMove(view, props.legal, "reroll")) reroll(more);
    else if (props.legal.includes(`map ${number}`)) props.onMove(`map ${number}`);
    else if (props.legal.includes(`complete ${number}`)) props.onMove(`complete ${number}`);
    else if (props.legal.includes(`heal ${number}`)) props.onMove(`heal ${number}`);
    else return false;
    return true;
  });
  if (!view?.own) return null;
  return (
    <div class={`es-board ${props.compact ? "es-compact" : ""}`}>
      <div class={`es-templewrap ${props.hint === "temple" ? "hinted" : ""}`}>
        <Temple props={more} armed={armed} disarm={() => setArmed(false)} />
      </div>
      <div class="es-sheet">
        <Gems view={view} t={props.t} />
        <Rounds view={view} t={props.t} />
        <Tracks {...more} armed={armed} arm={() => setArmed(!armed)} />
        <div class="es-lower" ref={lower}>
          {props.compact && <Cursed {...more} />}
          <Maps {...more} open={open || mapStep} toggle={() => setOpen(!open)} />
        </div>
      </div>
    </div>
  );
}
