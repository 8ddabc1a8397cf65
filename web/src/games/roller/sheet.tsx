/* The board: the map, the two rows, bonuses, pairs and areas; and the dice. */
import { Cross, Hand, Icon } from "../../draw";
import { useKeys, walk } from "../../hooks";
import type { BoardProps, DiceProps, Translate } from "../types";
import { HexMap } from "./map";
import type { Props, RollerView } from "./view";
import { areaName, BONUS_ICON, BONUSES, BOX_VOID, LOWEST, letters, NUMBERS, TINT } from "./view";

function Rows({ view, legal, draft, me, onMove, onUndo, t, hint }: Props) {
  const own = view.own!;
  const penciled =
    me && draft.at(-1)?.startsWith("rows") ? draft.at(-1)!.split(" ").slice(1) : null;
  const choices = me ? legal.filter((move) => move.startsWith("rows")) : [];
  const round = view.round;
  /* Either box offers the first number; the other number takes the other box. In pencil, a tap swaps them. */
  const first = String(own.selected.find(Boolean) ?? "-"),
    second = String(own.selected.filter(Boolean)[1] ?? "-");
  const offers = choices.length
    ? [`rows ${first} ${second}`, `rows ${second} ${first}`]
    : penciled && penciled[0] !== penciled[1]
      ? [0, 1].map(() => `rows ${penciled[1]} ${penciled[0]}`)
      : [];
  const choose = (move: string) => {
    if (penciled) onUndo();
    onMove(move);
  };
  useKeys(offers.length > 0, (event) => {
    const row = ["KeyR", "KeyG"].indexOf(event.code);
    if (row < 0) return false;
    choose(offers[row]!);
    return true;
  });
  const say = (word: string) => (word === "-" ? t("roller.nothing") : word);
  const box = (colour: "red" | "green", index: number, value: number, i: number) => {
    const now = i === round && (view.phase === "write" || penciled),
      soft = !!penciled && i === round,
      row = t(`roller.${colour}`);
    const holds =
      value === 0 ? t("roller.boxOpen") : value === BOX_VOID ? t("roller.boxVoid") : String(value);
    const drawn =
      value === BOX_VOID ? (
        <Cross pencil={soft} />
      ) : value ? (
        <Hand text={value} pencil={soft} seed={i * 5 + index} />
      ) : now ? (
        <i>?</i>
      ) : null;
    const move = i === round ? offers[index] : undefined;
    if (!move)
      return (
        <li
          key={i}
          class={now ? "ro-now" : ""}
          data-about={`roller.what.row|@roller.${colour}`}
          tabIndex={-1}
          aria-label={t("roller.box", { row, round: i + 1, holds })}
        >
          {drawn}
        </li>
      );
    const words = move.split(" ").slice(1),
      word = words[index]!,
      other = say(words[1 - index]!);
    return (
      <li key={i} class={penciled ? "ro-swap" : "ro-offer"}>
        <button
          type="button"
          onClick={() => choose(move)}
          aria-label={t(word === "-" ? "roller.boxPutVoid" : "roller.boxPut", {
            row,
            number: word,
            other,
          })}
        >
          {penciled ? drawn : word === "-" ? "×" : word}
        </button>
      </li>
    );
  };
  return (
    <div class={`ro-rows ${hint === "rows" ? "hinted" : ""}`} onKeyDown={walk}>
      {(["red", "green"] as const).map((colour, index) => (
        <div key={colour} class={`ro-row c-${colour}`}>
          <div
            class="ro-rowhead"
            data-about={`roller.what.row|@roller.${colour}`}
            tabIndex={index ? -1 : 0}
          >
            <Icon name={colour} />
            <span>{t(`roller.${colour}`)}</span>
            <b>{own[colour].points || "–"}</b>
          </div>
          <ol>{own[colour].boxes.map((value, i) => box(colour, index, value, i))}</ol>
        </div>
      ))}
    </div>
  );
}

function Bonuses({ view, legal, me, onMove, t, hint }: Props) {
  const own = view.own!;
  return (
    <div class={`ro-bonuses ${hint === "bonuses" ? "hinted" : ""}`}>
      {BONUSES.map((bonus, i) => {
        const used = own.used.includes(i),
          can = me && legal.includes(`bonus ${bonus}`);
        const note = used ? t("roller.bonus.used") : t(`roller.bonus.${bonus}How`);
        return (
          <button
            key={bonus}
            type="button"
            class={`ro-bonus ${used ? "ro-used" : ""} ${can ? "" : "ro-not"} ${hint === `bonus ${bonus}` ? "hinted" : ""}`}
            aria-disabled={!can}
            data-about={can ? undefined : `roller.what.${bonus}`}
            onClick={() => can && onMove(`bonus ${bonus}`)}
            aria-label={`${t(`roller.bonus.${bonus}`)}: ${note}${used ? "" : `, ${t("roller.bonus.keptLabel")}`}`}
          >
            <span class="ro-bonusicon">
              <Icon name={BONUS_ICON[bonus]} />
            </span>
            <span>
              <b>{t(`roller.bonus.${bonus}`)}</b>
              <small>{note}</small>
            </span>
            <em>{used ? "" : t("roller.bonus.kept")}</em>
          </button>
        );
      })}
    </div>
  );
}

function Standing({ view, t }: { view: RollerView; t: Translate }) {
  const own = view.own!,
    letter = letters(view);
  return (
    <div class="ro-standing" onKeyDown={walk}>
      <h3>{t("roller.pairs")}</h3>
      <ol class="ro-pairs">
        {NUMBERS.map((number, i) => (
          <li
            key={number}
            class={`c-${TINT[number]} ${own.pairs[i] ? "ro-ok" : ""}`}
            data-about={`roller.what.pair|${number}`}
            tabIndex={i ? -1 : 0}
            aria-label={t("roller.pair", {
              number,
              state: own.pairs[i] ? t("roller.joined", { number }) : t("roller.apart"),
            })}
          >
            {number}
            {own.pairs[i] && <Icon name="check" />}
          </li>
        ))}
      </ol>
      <h3>{t("roller.areas")}</h3>
      <ol class="ro-areas">
        {view.areas.map((area, i) => {
          const { left, points, most } = own.areas[i]!,
            name = areaName(area.name, t);
          const label = left
            ? t("roller.areaOpen", {
                letter: letter[i]!,
                name,
                n: left,
                most: most || t("roller.none"),
              })
            : t("roller.areaDone", { letter: letter[i]!, name, points });
          return (
            <li
              key={i}
              class={left ? "" : "ro-done"}
              data-about={`roller.what.${area.kind === "middle" ? "middle" : "area"}|${letter[i]}`}
              tabIndex={-1}
              aria-label={label}
              title={label}
            >
              <b>
                {letter[i]}
                {area.kind === "middle" && <small>×2</small>}
              </b>
              {left ? left : `+${points}`}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

export function Board(props: BoardProps) {
  const view: RollerView = props.view;
  if (!view?.own) return null;
  return (
    <div class={`ro-board ${props.compact ? "ro-compact" : ""}`}>
      <div class="ro-mapwrap">
        <HexMap {...props} view={view} />
      </div>
      <div class="ro-side">
        <Rows {...props} view={view} />
        <p class="ro-note">{props.t("roller.rowNote")}</p>
        <Bonuses {...props} view={view} />
        <Standing view={view} t={props.t} />
      </div>
    </div>
  );
}

/* ---- Dice ---- */

export function Dice({ view, legal, draft, me, onMove, t, hint }: DiceProps) {
  const roll: RollerView = view,
    own = roll?.own;
  if (!own) return null;
  const groups = NUMBERS.map((number) => ({
    number,
    count: roll.counts[number - LOWEST] ?? 0,
  })).filter(({ count }) => count > 0);
  const choosing = legal.some((move) => move.startsWith("take")) || legal.includes("skip"),
    ending = !!draft
      .at(-1)
      ?.startsWith("rows"); /* then the next round's selections may be counted */
  return (
    <div class="ro-groups" role="group" aria-label={t("roller.diceLabel")}>
      {groups.map(({ number, count }) => {
        const writing = (own.step === "path" || own.step === "more") && own.number === number;
        const done = !writing && (own.chosen.includes(number) || draft.includes(`take ${number}`));
        const can = me && legal.includes(`take ${number}`);
        const other =
          me &&
          draft.length === 1 &&
          own.step === "path" &&
          !writing &&
          !done; /* still free to change one's mind */
        const spare =
          !choosing &&
          legal.includes("bonus third") &&
          (own.openings[number - LOWEST]?.length ?? 0) > 0 &&
          !done;
        const note = done
          ? t("roller.written")
          : writing
            ? t("roller.writing", { done: count - own.left, count })
            : can
              ? t("roller.pick")
              : spare
                ? t("roller.bonusOnly")
                : choosing
                  ? t("roller.noRoom")
                  : ending || own.selections >= 2
                    ? t("roller.unused")
                    : me
                      ? t("roller.later")
                      : "\u00a0";
        const state = done ? "ro-written" : writing ? "ro-writing" : can ? "ro-can" : "ro-idle";
        return (
          <button
            key={`${roll.round} ${number}`}
            type="button"
            class={`ro-group ${state} ${hint === `number ${number}` ? "hinted" : ""}`}
            aria-label={`${t("roller.group", { n: count, number })}, ${note}`}
            title={note === t("roller.noRoom") ? t("roller.noRoomWhy") : undefined}
            aria-pressed={writing}
            disabled={!can && !other && !writing}
            onClick={() => {
              if (!writing) onMove(`take ${number}`);
            }}
          >
            <span class="ro-dice">
              {Array.from({ length: count }, (_, i) => (
                <span
                  key={i}
                  class={`die ndie c-${TINT[number]} ${writing && own.step === "path" && i < count - own.left ? "spent" : ""}`}
                >
                  <b>{number}</b>
                </span>
              ))}
            </span>
            <small>
              {done && <Icon name="check" />}
              {note}
            </small>
          </button>
        );
      })}
    </div>
  );
}
