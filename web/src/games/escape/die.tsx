/* A die, and the cursed dice area. */
import { Icon } from "../../draw";
import { walk } from "../../hooks";
import type { Props } from "./view";

export function Die({
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
