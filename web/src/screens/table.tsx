/* The table: prompt, dice, my sheet, everybody else. It knows no game; boards come from games/. */
import type { ComponentChildren } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { download, gameInfo, go, sheetTitle } from "../app";
import { Icon, Seat } from "../draw";
import { Dialog, IconButton, Top } from "../frame";
import { games } from "../games";
import type { BoardProps, Effect, GameUi, Mates, Standing } from "../games/types";
import { Guide } from "../guide";
import { useHint } from "../hints";
import { useCell, useMedia, useWatch } from "../hooks";
import { language, number, t } from "../i18n";
import type { Line } from "../log";
import { LogCard, useScribe } from "../log";
import { Count } from "../motion";
import type { Session, Snapshot } from "../session";
import { play } from "../sound";
import { settings } from "../store";
import { DiceEntry } from "./dice-entry";
import { Keys, tableKey } from "./keys";
import { LookAndLanguage } from "./settings";
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

/* What the pencil will do; each tells its rule when asked. */
function Effects({ effects }: { effects: Effect[] }) {
  return (
    <>
      {effects.map((effect, i) => (
        <span key={i} class={effect.good ? "won" : ""}>
          {i > 0 && " · "}
          <button type="button" class="ef" data-rule={effect.rule}>
            {effect.icon && <Icon name={effect.icon} cls="i" />} {effect.nodes ?? effect.words}
          </button>
        </span>
      ))}
    </>
  );
}

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

/* LC2.9: who chooses at the same time as others may ask for turns; then everybody sees that they are taken. */
function Turns({ session, shot }: Pick<AtTable, "session" | "shot">) {
  const { status, asked, setup, mine } = shot;
  if (asked >= 0)
    return (
      <span class="turns">
        <Icon name="clock" />
        {t("table.inTurn", { name: setup.names[asked]! })}
      </span>
    );
  if (!mine || !status.together) return null;
  const ask = () => {
    session.askTurns();
    document.getElementById("main")?.focus({ preventScroll: true }); /* the button goes */
  };
  return (
    <button type="button" class="b ghost sm turns" title={t("table.askTurnsHow")} onClick={ask}>
      {t("table.askTurns")}
    </button>
  );
}

/* What a table on a server shows besides. */
export interface TableExtra {
  badge: ComponentChildren;
  buttons: ComponentChildren;
  news: ComponentChildren;
  menu: ComponentChildren;
  waiting: string;
  kept: string;
  keys: [string, string][];
  hints: boolean;
  mates?: Mates & { seat?: number; before?: any };
}

/* All that the parts of a table share: what there is to see, what can be done, and what is open. */
function useTable(session: Session, extra?: TableExtra) {
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
type AtTable = ReturnType<typeof useTable>;

/* What is asked, what the pencil does, the dice, and the buttons. */
function Act({
  session,
  extra,
  shot,
  ui,
  props,
  hint,
  prompt,
  effects,
  act,
  news,
  lead,
  alone,
  confirm,
}: AtTable) {
  const { setup, mine, status } = shot;
  const roller = status.roll ? ui.roller?.(status.turn, setup) : undefined;
  const waiting = status.acting.map((seat) => setup.names[seat]!);
  const stuck = !extra && !prompt && !shot.chance && !shot.thinking; /* no bot has answered */
  return (
    <section class={`act ${hint.lit === "dice" ? "hinted" : ""}`} aria-label={t("table.prompt")}>
      <div class="say">
        {prompt ? (
          <h1>
            {lead} <span class="d">{prompt.headline}</span>
            <span class="m">{prompt.short ?? prompt.headline}</span>
          </h1>
        ) : shot.chance ? (
          <h1>
            {roller !== undefined && !alone
              ? `${t("dice.enterBy", { name: setup.names[roller]! })} `
              : ""}
            <span class="d">{t("dice.enter")}</span>
            <span class="m">{t("dice.enterShort")}</span>
          </h1>
        ) : (
          <h1>
            {stuck
              ? t("table.stuck")
              : (extra?.waiting ??
                t("table.waiting", { names: waiting.join(", "), n: waiting.length }))}
          </h1>
        )}
        <p class="cons">
          {shot.error ? (
            <span class="err">
              {stuck ? t("table.stuckWhy") : t("table.refused", { why: shot.error })}
            </span>
          ) : hint.words ? (
            <span class="hint">
              <Icon name="bulb" /> {hint.words}
            </span>
          ) : (
            <>
              <Effects effects={effects} />
              {effects.length > 0 && prompt?.detail && " · "}
              {prompt?.detail ?? (effects.length ? "" : "\u00a0")}
            </>
          )}
          {act?.final && !hint.words && (
            <span class="final"> · {t("table.final", { why: act.final })}</span>
          )}
        </p>
        <p class="news">
          {news.map(({ icon, words }) => (
            <span key={words}>
              <Icon name={icon} />
              {words}
            </span>
          ))}
          <Turns {...{ session, shot }} />
        </p>
        {!shot.chance && (
          <Guide
            game={setup.game}
            turn={mine ? status.turn : -1}
            words={mine ? ui.guide(props) : ""}
          />
        )}
      </div>
      {extra?.news}
      {shot.chance && !mine ? (
        <DiceEntry
          key={shot.record}
          chance={shot.chance}
          ui={ui}
          onEnter={(faces) => session.enterDice(faces)}
          onUndo={shot.undoable ? () => session.undo() : undefined}
        />
      ) : stuck ? (
        <div class="btns">
          <button type="button" class="b go" onClick={() => session.retry?.()}>
            <Icon name="reroll" />
            <span>{t("table.retry")}</span>
          </button>
        </div>
      ) : (
        <>
          <div class="tray">
            <ui.Dice {...props} />
          </div>
          <Tools {...{ session, extra, shot, ui, hint }} />
          <Buttons {...{ session, shot, ui, props, hint, prompt, act, confirm }} />
        </>
      )}
    </section>
  );
}

/* Help and undo, which are always there. */
function Tools({
  session,
  extra,
  shot,
  ui,
  hint,
}: Pick<AtTable, "session" | "extra" | "shot" | "ui" | "hint">) {
  const { draft, undoable } = shot;
  const ask = t(hint.asked ? "table.hintMore" : "table.hint");
  return (
    <div class="tools">
      <button
        type="button"
        class="b ghost"
        disabled={!shot.mine || extra?.hints === false}
        onClick={hint.ask}
        aria-label={ask}
      >
        <Icon name="bulb" />
        <span>{ask}</span>
      </button>
      <button
        type="button"
        class="b ghost"
        aria-disabled={!undoable}
        title={
          draft.length
            ? t("table.undoThis", {
                move: ui.moveWords(draft[draft.length - 1]!, t, draft.slice(0, -1)),
              })
            : t(!undoable ? "table.undoNone" : shot.online ? "table.undo" : "dice.again")
        }
        onClick={() => session.undo()}
        aria-label={t("table.undo")}
      >
        <Icon name="undo" />
        <span>{t("table.undo")}</span>
      </button>
    </div>
  );
}

function Buttons({
  session,
  shot,
  ui,
  props,
  hint,
  prompt,
  act,
  confirm,
}: Pick<AtTable, "session" | "shot" | "ui" | "props" | "hint" | "prompt" | "act" | "confirm">) {
  const { draft } = shot;
  return (
    <div class="btns">
      {draft.length > 1 && (
        <button
          type="button"
          class="b reset"
          title={t("table.resetThis", { n: draft.length })}
          onClick={() => session.reset()}
        >
          {t("table.reset")}
        </button>
      )}
      {ui.Actions && <ui.Actions {...props} />}
      <button
        type="button"
        class={`b go ${act ? "" : "idle"} ${hint.lit === "confirm" ? "hinted" : ""}`}
        aria-disabled={!act}
        title={act?.final && t("table.final", { why: act.final })}
        onClick={confirm}
      >
        {act && <Icon name="check" />}
        <span>{act?.label ?? prompt?.idle ?? t("table.notYet")}</span>
      </button>
    </div>
  );
}

/* My sheet, or the one that is looked at. */
function Paper({ shot, ui, props, look, setLook, standing, extra }: AtTable) {
  const { me, setup } = shot,
    shown = look ?? me,
    theirs = extra?.mates?.seat === look ? extra?.mates : null;
  const points = (
    <span class="pts">
      {ui.standing ? (
        standing(shown).words
      ) : (
        <Count
          key={shown}
          value={shot.totals[shown]!}
          words={(n) => t("points", { n: number(n) })}
        />
      )}
    </span>
  );
  const view = look === null ? null : shot.views[look];
  return (
    <section class="paper" aria-label={t("table.sheet", { name: setup.names[shown]! })}>
      {look === null ? (
        <div class="ph">
          <span class="scr">
            {t(ui.sheetTitle ?? "table.sheetTitle", { name: setup.names[me]! })}
          </span>
          <span class="lg">
            <i class="hl" />
            {t("table.canWrite")}
          </span>
          {ui.Legend && <ui.Legend t={t} />}
          {points}
        </div>
      ) : (
        <div class="ph looking">
          <Seat seat={look} name={setup.names[look]!} size={22} />
          <b>{t("table.looking", { name: setup.names[look]! })}</b>
          <button type="button" class="b line sm" onClick={() => setLook(null)}>
            {t("table.mine")}
          </button>
          {points}
        </div>
      )}
      {view ? (
        <ui.Board
          {...props}
          view={theirs ? { ...view, before: theirs.before } : view}
          seat={look!}
          me={false}
          legal={[]}
          draft={theirs?.draft ?? []}
          hint=""
        />
      ) : (
        <ui.Board {...props} />
      )}
    </section>
  );
}

/* Everybody else's sheets, what the game has to say about all, and the log. */
function useRail({ shot, ui, views, lines, look, tap, setMenu, standing }: AtTable) {
  const { me, setup } = shot;
  const beside = (all: unknown[]) => all.filter((_, seat) => seat !== me);
  const others = useMemo(
    () =>
      setup.seats > 1 && (
        <div class="card seats">
          {setup.names.map(
            (each, seat) =>
              seat !== me && (
                <button
                  type="button"
                  key={seat}
                  class={`opp ${seat === look ? "on" : ""}`}
                  aria-pressed={seat === look}
                  aria-label={t("table.standing", { name: each, standing: standing(seat).words })}
                  onClick={() => {
                    tap(seat);
                    setMenu("");
                  }}
                >
                  <div class="oh">
                    <Seat seat={seat} name={each} size={22} />
                    <b>{each}</b>
                    <span class="pts">{standing(seat).short}</span>
                  </div>
                  {ui.Mini && <ui.Mini view={shot.views[seat]} setup={setup} seat={seat} t={t} />}
                </button>
              ),
          )}
        </div>
      ),
    [...beside(shot.views), ...beside(shot.totals), setup.names.join(), me, look, language()],
  );
  const log = useMemo(
    () => <LogCard lines={lines} setup={setup} ui={ui} />,
    [shot.record, shot.events.length, language()],
  );
  return (
    <>
      {others}
      {ui.Rail && <ui.Rail views={views} setup={setup} seat={me} t={t} />}
      {log}
    </>
  );
}

/* The seats in a line, where there is no room for a rail. */
function Strip({ shot, look, tap, standing, alone }: AtTable) {
  const { me, setup } = shot;
  return (
    <nav class="strip" aria-label={t("table.seats")}>
      {setup.names.map((each, seat) => (
        <button
          type="button"
          key={seat}
          class={`chip ${seat === (look ?? me) ? "me" : ""}`}
          aria-pressed={seat === (look ?? me)}
          aria-label={t("table.standing", { name: each, standing: standing(seat).words })}
          onClick={() => tap(seat)}
        >
          <Seat seat={seat} name={each} size={24} />
          <span>{seat === me && alone ? t("you") : each}</span>
          <b>{standing(seat).short}</b>
        </button>
      ))}
    </nav>
  );
}

function Menu({ shot, extra, drawn, setMenu }: AtTable) {
  const { game } = shot.setup;
  return (
    <Dialog title={t("menu")} onClose={() => setMenu("")}>
      <div class="menu">
        <button type="button" class="b line" onClick={() => download(shot.record, game)}>
          <Icon name="check" />
          {t("table.download")}
        </button>
        <button type="button" class="b line" onClick={() => setMenu("keys")}>
          <Icon name="menu" />
          {t("table.keys")}
        </button>
        {drawn && (
          <button type="button" class="b line" onClick={() => setMenu("rail")}>
            <Icon name="clock" />
            {t("table.log")}
          </button>
        )}
        <a class="b line" href={`#/rules/${game}`}>
          <Icon name="book" />
          {t("lobby.rules")}
        </a>
        <a class="b line" href="#/">
          <Icon name="undo" />
          {t("table.leave")}
        </a>
        {extra?.menu}
        <p class="note">{extra?.kept ?? t("table.kept")}</p>
        <LookAndLanguage />
      </div>
    </Dialog>
  );
}

export function Table({ session, extra }: { session: Session; extra?: TableExtra }) {
  const at = useTable(session, extra),
    rail = useRail(at);
  const { shot, ui, compact, drawn, menu, setMenu, title } = at,
    { setup, status } = shot;
  const where = compact ? [] : [sheetTitle(gameInfo(setup.game), setup.sheet)];
  return (
    <>
      <Top title={title} sub={[...where, ui.time(at.settled, status.turn, t)].join(" · ")}>
        {extra?.badge ?? (
          <span class="net">
            <Icon name="check" />
            <span>{t("table.live")}</span>
          </span>
        )}
        {extra?.buttons}
        {drawn && (
          <IconButton name="clock" label={t("table.players")} onClick={() => setMenu("rail")} />
        )}
        <IconButton
          name="book"
          label={t("lobby.rulesOf", { game: title })}
          onClick={() => go(`rules/${setup.game}`)}
        />
        <IconButton name="menu" label={t("menu")} onClick={() => setMenu("menu")} />
      </Top>
      <main
        class={`tbl ${ui.layout ?? ""} n${setup.seats} ${shot.online?.you.length === 0 ? "watching" : ""}`}
        id="main"
        tabIndex={-1}
      >
        <Act {...at} />
        <Paper {...at} />
        {drawn ? (
          <Strip {...at} />
        ) : (
          <aside class="rail" aria-label={t("table.players")}>
            {rail}
          </aside>
        )}
      </main>
      {menu === "menu" && <Menu {...at} />}
      {menu === "keys" && <Keys game={setup.game} more={extra?.keys} onClose={() => setMenu("")} />}
      {menu === "rail" && drawn && (
        <Dialog title={t("table.players")} cls="drawer" onClose={() => setMenu("")}>
          <div class="rail">{rail}</div>
        </Dialog>
      )}
    </>
  );
}
