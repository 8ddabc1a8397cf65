/* All that the parts of a table share: what there is to see, what can be done, and what is open. */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { eventWords, go } from "../app";
import { calling } from "../called";
import { useForced } from "../forced";
import { games } from "../games";
import type { BoardProps, GameUi, Standing } from "../games/types";
import { useHint } from "../hints";
import { useCell, useMedia, useWatch } from "../hooks";
import { language, number, t } from "../i18n";
import { useScribe } from "../log";
import type { Paced, Scene } from "../pace";
import { paced } from "../pace";
import type { Session, Snapshot } from "../session";
import { play } from "../sound";
import { settings } from "../store";
import { useTutor } from "../tutor";
import type { TableExtra } from "./extra";
import { moreKeys, tableKey } from "./keys";
import { useSince } from "./since";
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

/* By the newest position, not by what is shown of it. */
function useCalled(session: Session): void {
  const { mine, chance, setup } = session.snapshot();
  const about = mine || chance ? t(`game.${setup.game}.title`) : "";
  useEffect(() => calling(about), [about]);
  useEffect(() => () => calling(""), []);
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

/* Any tap or key shows the newest position. On the sheet, the dice and their buttons it means nothing else: it was made
 * for what is not there any more. */
function useSkip(show: Paced): void {
  const on = show.scene !== null;
  useLayoutEffect(() => {
    if (!on) return;
    const swallow = (event: Event) => {
      event.preventDefault();
      event.stopPropagation();
    };
    const tap = (event: Event) => {
      const target = event.target as Element;
      if (target.closest("dialog")) return;
      if (show.skip() && target.closest(".paper, .tray, .btns, [class$=-tray], [class$=-groups]"))
        swallow(event);
    };
    const key = (event: KeyboardEvent) => {
      const { key, ctrlKey, altKey, metaKey, target } = event;
      if (ctrlKey || altKey || metaKey || ["Tab", "Shift", "Control", "Alt", "Meta"].includes(key))
        return;
      if (!(target as Element).closest?.("input, select, textarea, dialog") && show.skip())
        swallow(event);
    };
    addEventListener("click", tap, true);
    addEventListener("keydown", key, true);
    return () => {
      removeEventListener("click", tap, true);
      removeEventListener("keydown", key, true);
    };
  }, [on, show]);
}

/* Somebody else's turn as it is shown: whose, in words, what it does, and the sheet in pencil until it is over. */
function useStage(scene: Scene | null, shot: Snapshot, ui: GameUi, props: BoardProps) {
  return useMemo(() => {
    if (!scene) return null;
    const words = eventWords(
      shot.events.slice(0, shot.events.indexOf(scene.event) + 1),
      shot.setup,
      ui,
    );
    if (scene.seat < 0) return { seat: -1, words, effects: [], props };
    const view = ui.settle ? ui.settle(scene.before, scene.after) : scene.after;
    return {
      seat: scene.seat,
      words,
      effects: ui.effects(scene.before, view, scene.moves, shot.setup, t),
      props: {
        ...props,
        view: { ...view, before: scene.before, alternatives: [] },
        seat: scene.seat,
        draft: scene.moves,
        mates: undefined,
      },
    };
  }, [scene, props.compact, language()]);
}

export function useTable(session: Session, extra?: TableExtra) {
  const show = paced(session);
  useWatch(show);
  useSkip(show);
  const shot = show.snapshot();
  const config = useCell(settings);
  const ui = games[shot.setup.game]!;
  const compact = useMedia("(max-width: 760px)");
  const drawn = useMedia("(max-width: 1100px)"); /* the rail is a drawer */
  const [look, setLook] = useState<number | null>(null);
  const [menu, setMenu] = useState<"" | "menu" | "rail">("");
  const { me, setup, mine, draft, legal, status } = shot;
  const alone = (shot.online?.you.length ?? shot.bots.filter((bot) => !bot).length) === 1;

  const settled = useMemo(() => {
    const after =
      draft.length && ui.settle ? ui.settle(shot.before, shot.views[me]) : shot.views[me];
    return { ...after, before: shot.before, alternatives: shot.alternatives };
  }, [shot]);
  const views = shot.views.map((view, seat) => (seat === me ? settled : view));
  const onMove = (text: string) => {
    if (ui.instant?.(text)) tutor.confirm(text);
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
  props.hint = extra?.spot || hint.lit;
  useForced(shot, ui, props);
  const prompt = mine ? ui.prompt(props) : null;
  const effects = useMemo(
    () => (mine && draft.length ? ui.effects(shot.before, settled, draft, setup, t) : []),
    [settled, language()],
  );
  const act = prompt?.confirm;
  const helps = extra?.hints !== false;
  const tutor = useTutor(session, shot, ui, {
    allowed: helps,
    ready: !!act,
    next: act?.move,
    onShow: hint.show,
  });
  const confirm = () => act && tutor.confirm(act.move);
  const lines = useScribe(shot.record, shot.events, setup, ui);
  const since = useSince(lines, shot, ui);
  const stage = useStage(show.scene, shot, ui, props);
  const skip = () => show.skip();
  const lead = alone ? t("table.yourTurn") : t("table.turnOf", { name: setup.names[me]! });
  const tap = (seat: number) => setLook(seat === me || seat === look ? null : seat);

  useEffect(() => setLook(null), [me, status.turn]);
  useVoices(shot, lines, ui, lead, prompt, effects);
  useSounds(shot);
  useCalled(session);
  useEffect(() => moreKeys.set(extra?.keys ?? []), [extra?.keys.join()]);
  useDocumentKeys((event) =>
    tableKey(event, {
      seats: setup.seats,
      letters: config.letters,
      look: tap,
      undo: () => !shot.chance && session.undo(),
      confirm: act ? confirm : null,
      hint: helps ? hint.ask : () => undefined,
      help: () => go(`keys/${setup.game}`),
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
    helps,
    tutor,
    prompt,
    effects,
    act,
    confirm,
    lines,
    since,
    stage,
    skip,
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
