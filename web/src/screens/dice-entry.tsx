/* Real dice: tap what they show. */
import { useState } from "preact/hooks";
import { COLOURS, Icon } from "../draw";
import type { Chance } from "../engine";
import type { GameUi } from "../games/types";
import { useKeys } from "../hooks";
import { t } from "../i18n";

export function DiceEntry({
  chance,
  ui,
  onEnter,
  onUndo,
}: {
  chance: Chance;
  ui: GameUi;
  onEnter(faces: string): void;
  onUndo?: () => void;
}) {
  const [taps, setTaps] = useState<{ index: number; name: string }[]>([]); /* in their order */
  const chosen = chance.throws.map((_, index) => taps.filter((tap) => tap.index === index));
  useKeys(true, (event) => {
    if (event.key === "Backspace") setTaps(taps.slice(0, -1));
    return event.key === "Backspace";
  });
  const left = chance.throws.reduce((sum, each, i) => sum + each.count - chosen[i]!.length, 0);
  const face = (name: string, index: number) =>
    ui.Face ? <ui.Face face={name} throwIndex={index} t={t} /> : <b>{name}</b>;
  const called = (name: string) => ui.faceWords?.(name, t) ?? name;
  const kind = (name: string) => (COLOURS.includes(name) ? `cdie c-${name}` : "ndie");
  const extra = chance.label === "extra";
  const words =
    (chance.label === "dice" ? "" : `${chance.label} `) +
    chosen
      .flat()
      .map(({ name }) => name)
      .join(" ");
  return (
    <div class="entry">
      {chance.throws.map((each, index) => (
        <div class="entryrow" key={index}>
          {extra && <small>{t("dice.extra", { n: index + 1 })}</small>}
          <div
            class="dg faces"
            role="group"
            aria-label={t(extra ? "dice.extra" : "dice.throw", { n: index + 1 })}
          >
            {each.faces.map((name) => (
              <button
                type="button"
                key={name}
                class={`die small ${kind(name)}`}
                disabled={chosen[index]!.length >= each.count}
                aria-label={t("dice.add", { face: called(name) })}
                onClick={() => setTaps([...taps, { index, name }])}
              >
                {face(name, index)}
              </button>
            ))}
          </div>
        </div>
      ))}
      <div class="entrychosen">
        <div class="dg" role="group" aria-label={t("dice.shown")}>
          {chosen.map((faces, index) =>
            faces.map((tap, i) => (
              <button
                type="button"
                key={`${index}-${i}`}
                class={`die small on ${kind(tap.name)}`}
                aria-label={t("dice.remove", { face: called(tap.name) })}
                onClick={() => setTaps(taps.filter((each) => each !== tap))}
              >
                {face(tap.name, index)}
              </button>
            )),
          )}
        </div>
        {onUndo && (
          <button type="button" class="b line" onClick={onUndo}>
            <Icon name="undo" />
            <span>{t("dice.again")}</span>
          </button>
        )}
        <button type="button" class="b go" disabled={left > 0} onClick={() => onEnter(words)}>
          {left === 0 && <Icon name="check" />}
          <span>{left > 0 ? t("dice.left", { n: left }) : t("dice.ready")}</span>
        </button>
      </div>
    </div>
  );
}
