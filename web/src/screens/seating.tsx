/* Who sits where, and who begins: at this device and in waiting rooms. */
import { Icon } from "../draw";
import type { GameInfo } from "../engine";
import { announce, Choice } from "../frame";
import { addTexts, t } from "../i18n";
import { texts } from "../i18n/seating";

addTexts(texts);

/* Whether it matters who begins. */
export const hasFirst = (game: GameInfo, seats: number) => game.first !== "nobody" && seats > 1;

/* The seats with `from` moved to `to`, and all others as they were: seat i is who was at the i-th of these. */
export function arranged(seats: number, from: number, to: number): number[] {
  const order = Array.from({ length: seats }, (_, seat) => seat);
  order.splice(to, 0, ...order.splice(from, 1));
  return order;
}

/* Two buttons for each seat. Rows stay where they are, people move: the focus goes along with them, at once, so that
 * the next tap of a key moves the same person. */
export function Mover({
  seat,
  seats,
  name,
  onMove,
}: {
  seat: number;
  seats: number;
  name: string;
  onMove(order: number[]): void;
}) {
  const button = (way: "up" | "down", to: number) => {
    const can = to >= 0 && to < seats;
    const move = () => {
      if (!can) return;
      onMove(arranged(seats, seat, to));
      document.querySelector<HTMLElement>(`[data-mover="${way} ${to}"]`)?.focus();
      announce(t("seats.moved", { name, n: to + 1 }));
    };
    return (
      <button
        type="button"
        class="ib"
        data-mover={`${way} ${seat}`}
        aria-disabled={!can}
        aria-label={t(`seats.${way}`, { name })}
        title={t(`seats.${way}`, { name })}
        onClick={move}
      >
        <Icon name="chev" cls={way} />
      </button>
    );
  };
  return (
    <span class="mover">
      {button("up", seat - 1)}
      {button("down", seat + 1)}
    </span>
  );
}

/* `value` is "draw", or one of the people. */
export function WhoBegins({
  value,
  people,
  onChange,
}: {
  value: string;
  people: [string, string][];
  onChange(value: string): void;
}) {
  return (
    <Choice
      label={t("begin.title")}
      value={value}
      all={[["draw", t("begin.draw")], ...people]}
      onChange={onChange}
    />
  );
}
