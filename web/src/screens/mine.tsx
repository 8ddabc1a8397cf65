/* Tables of mine, in the lobby: where it is my turn, and what became of the others. */
import { useEffect, useRef, useState } from "preact/hooks";
import { go } from "../app";
import { calling } from "../called";
import { Icon } from "../draw";
import { offered } from "../games";
import { useCell } from "../hooks";
import { list, t } from "../i18n";
import { namesAt } from "../journal";
import type { Facts } from "../messages";
import type { Mine } from "../net";
import { api, codeOf, forget, learn, myTables, reach, restore, seatsOf } from "../net";
import { useAsking } from "../room/asking";
import { remembers } from "../store";
import { Removed } from "./sure";

const MINE_MS = 4000,
  HIDDEN_MS = 30000 /* to be called, somebody need not look */,
  ALL_EVERY = 8; /* those that are not shown are asked about more seldom */

/* Tables to come back to: those where it is one's turn first, finished ones and those that are no more last. */
const rank = ({ turn, over, gone }: Mine) => (gone ? 3 : over ? 2 : turn ? 0 : 1);
const toComeBackTo = () =>
  myTables()
    .filter((each) => each.key && offered.includes(each.game))
    .sort((a, b) => rank(a) - rank(b) || b.at - a.at);
const SHOWN = 4;

/* What the server says of a table of mine. One that it does not know may be there again when it has found its store:
 * the key is kept. */
async function askAbout(mine: Mine): Promise<void> {
  const { table, turn } = mine;
  try {
    const facts = await api<Facts>(`tables/${table}`),
      seats = seatsOf(mine, facts);
    const mayAct = (seat: number) =>
      facts.choosing?.includes(seat) && facts.seats[seat]?.is === "person";
    learn(table, {
      gone: false,
      over: facts.phase === "over",
      turn: facts.phase === "playing" && (seats ? seats.some(mayAct) : turn),
      ...(facts.phase !== "waiting" && { names: namesAt(facts.seats) }),
    });
  } catch (why) {
    if (codeOf(why) === "no-table") learn(table, { gone: true, turn: false });
  }
}

const stateOf = ({ gone, over, turn, names }: Mine) =>
  gone ? "gone" : over ? "over" : turn ? "turn" : names ? "playing" : "waiting";

/* The list as the server tells it, and one that was taken off it until that cannot be taken back. */
function useMine(on: boolean) {
  const [mine, setMine] = useState(toComeBackTo);
  const [removed, setRemoved] = useState<{ mine: Mine; at: number } | null>(null);
  const round = useRef(0);
  const draw = () => setMine(toComeBackTo());
  useAsking(
    on,
    MINE_MS,
    () => {
      const all = toComeBackTo().filter(({ over }) => !over);
      const few = round.current++ % ALL_EVERY ? all.slice(0, SHOWN) : all;
      for (const each of few) void askAbout(each).then(draw);
    },
    HIDDEN_MS,
  );
  const remove = (each: Mine, at: number) => {
    forget(each.table);
    setRemoved({ mine: each, at });
    draw();
  };
  const undo = () => {
    restore(removed!.mine);
    setRemoved(null);
    draw();
  };
  return { mine, removed, remove, undo };
}

function Row({ each, onRemove }: { each: Mine; onRemove(): void }) {
  const game = t(`game.${each.game}.title`);
  return (
    <li class={stateOf(each)}>
      <span>
        <b>{game}</b>
        <small>
          {t(`mine.${stateOf(each)}`)}
          {each.names && ` · ${list(each.names)}`}
        </small>
      </span>
      {!each.gone && (
        <button type="button" class="b line sm" onClick={() => go(`t/${each.table}`)}>
          {t(each.over ? "mine.look" : "lobby.continue")}
        </button>
      )}
      <button type="button" class="ib" aria-label={t("mine.forget", { game })} onClick={onRemove}>
        <Icon name="cross" />
      </button>
    </li>
  );
}

export function LobbyTop() {
  const state = useCell(reach);
  const { mine, removed, remove, undo } = useMine(state === "yes");
  const turn = mine.find((each) => stateOf(each) === "turn");
  useEffect(() => {
    calling(turn ? t(`game.${turn.game}.title`) : "");
    return () => calling("");
  }, [turn?.game]);
  if (!remembers())
    return (
      <p class="note forbid" role="note">
        <Icon name="eye" /> {t("forbidden.storage")}
      </p>
    );
  if ((mine.length === 0 && !removed) || state !== "yes") return null;
  const rows = mine
    .slice(0, SHOWN)
    .map((each, at) => <Row key={each.table} each={each} onRemove={() => remove(each, at)} />);
  if (removed)
    rows.splice(
      removed.at,
      0,
      <li key="removed" class="removed">
        <Removed
          words={t("mine.forgotten", { game: t(`game.${removed.mine.game}.title`) })}
          onUndo={undo}
        />
      </li>,
    );
  return (
    <section class="mine" aria-label={t("mine.title")}>
      <h2>{t("mine.title")}</h2>
      <ul>{rows}</ul>
    </section>
  );
}
