/* All that the parts of a table share: what there is to see, what can be done, and what is open. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { games } from "../games";
import type { BoardProps, GameUi, Standing } from "../games/types";
import { useHint } from "../hints";
import { useCell, useMedia, useWatch } from "../hooks";
import { language, number, t } from "../i18n";
import type { Line } from "../log";
import { useScribe } from "../log";
import type { Session, Snapshot } from "../session";
import { play } from "../sound";
import { settings } from "../store";
import type { TableExtra } from "./extra";
import { tableKey } from "./keys";
import { useVoices } from "./voices";

/* Dice and pencil are heard, if somebody wants that. */
function useSounds(shot: Snapshot): void {
  const rolls = shot.events.filter((event) => event.startsWith("*")).length;
  const steps = shot.draft.length,
    heard = useRef({ rolls, steps });
  useEffect(() => {
    if (rolls > heard.current.rolls) play("dice");
    else if (steps > heard.current.steps) play("pencil");
    heard.current = { rolls, steps };
  }, [rolls, steps]);
}

function useDocumentKeys(handle: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(handle);
  latest.current = handle;
  useLayoutEffect(() => {
    /* before anybody sees what keys could be for */
    const call = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && latest.current(event)) event.preventDefault();
    };
    addEventListener("keydown", call);
    return () => removeEventListener("keydown", call);
  }, []);
}

export const standingOf = (ui: GameUi, view: any, seat: number, total: number): Standing =>
  ui.standing?.(view, seat, t) ?? {
    short: number(total),
    words: t("points", { n: number(total) }),
  };

const NEWS_SHOWN = 4;

/* What was announced in this turn and the one before, less what was already there when somebody here last acted. */
function useNews(lines: Line[], { me, mine }: Snapshot): Line[] {
  const acted = useRef<{ me: number; mine: boolean; shown: string[]; seen: string[] }>({
    me,
    mine,
    shown: [],
    seen: [],
  });
  const turns = lines.flatMap((line, i) => (line.kind === "turn" ? [i] : []));
  const recent = lines
    .slice(turns.length > 1 ? turns.at(-2) : 0)
    .filter(({ kind }) => kind === "news");
  const was = acted.current;
  if (was.mine && (!mine || me !== was.me)) was.seen = was.shown;
  const news = recent.filter(({ words }) => !was.seen.includes(words)).slice(-NEWS_SHOWN);
  Object.assign(was, { me, mine, shown: recent.map(({ words }) => words) });
  return news;
}

export function useTable(session: Session, extra?: TableExtra) {
  useWatch(session);
  const shot = session.snapshot();
  const config = useCell(settings);
  const ui = games[shot.setup.game]!;
  const compact = useMedia("(max-width: 760px)");
  const drawn = useMedia("(max-width: 1100px)"); /* the rail is a drawer */
  const [look, setLook] = useState<number | null>(null);
  const [menu, setMenu] = useState<"" | "menu" | "keys" | "rail">("");
  const { me, setup, mine, draft, legal, status } = shot;
  const alone = (shot.online?.you.length ?? shot.bots.filter((bot) => !bot).length) === 1;

  const settled = useMemo(() => {
    const after =
      draft.length && ui.settle ? ui.settle(shot.before, shot.views[me]) : shot.views[me];
    return { ...after, before: shot.before, alternatives: shot.alternatives };
  }, [shot]);
  const views = shot.views.map((view, seat) => (seat === me ? settled : view));
  const onMove = (text: string) => {
    if (ui.instant?.(text)) session.confirm(text);
    else session.move(text);
  };
  const props: BoardProps = {
    turns: status.turns,
    view: settled,
    setup,
    seat: me,
    me: mine,
    legal,
    draft,
    onMove,
    onUndo: () => session.undo(),
    t,
    compact,
    mates: extra?.mates,
  };
  const hint = useHint(shot, ui, props);
  props.hint = hint.lit;
  const prompt = mine ? ui.prompt(props) : null;
  const effects = useMemo(
    () => (mine && draft.length ? ui.effects(shot.before, settled, draft, setup, t) : []),
    [settled, language()],
  );
  const act = prompt?.confirm;
  const confirm = () => act && session.confirm(act.move);
  const lines = useScribe(shot.record, shot.events, setup, ui);
  const news = useNews(lines, shot);
  const lead = alone ? t("table.yourTurn") : t("table.turnOf", { name: setup.names[me]! });
  const tap = (seat: number) => setLook(seat === me || seat === look ? null : seat);

  useEffect(() => setLook(null), [me, status.turn]);
  useVoices(shot, lines, ui, lead, prompt, effects);
  useSounds(shot);
  useDocumentKeys((event) =>
    tableKey(event, {
      seats: setup.seats,
      letters: config.letters,
      look: tap,
      undo: () => !shot.chance && session.undo(),
      confirm: act ? confirm : null,
      hint: extra?.hints === false ? () => undefined : hint.ask,
      help: () => setMenu("keys"),
      log: () =>
        drawn ? setMenu("rail") : document.querySelector<HTMLElement>(".rail .log ol")?.focus(),
      play: (key) => mine && !!ui.onKey?.(key, props),
      escape: () => {
        if (look !== null) setLook(null);
        else if (draft.length) session.reset();
        else return false;
        return true;
      },
    }),
  );
  const standing = (seat: number) => standingOf(ui, views[seat], seat, shot.totals[seat]!);
  return {
    session,
    extra,
    shot,
    ui,
    props,
    views,
    settled,
    hint,
    prompt,
    effects,
    act,
    confirm,
    lines,
    news,
    lead,
    alone,
    compact,
    drawn,
    look,
    setLook,
    tap,
    menu,
    setMenu,
    standing,
    title: t(`game.${setup.game}.title`),
  };
}

export type AtTable = ReturnType<typeof useTable>;
