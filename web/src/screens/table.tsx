/* The table: prompt, dice, my sheet, everybody else. It knows no game; boards come from games/. */
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { download, eventWords, gameInfo, go, shared, sheetTitle, strongest } from "../app";
import { Icon, Seat } from "../draw";
import type { Chance } from "../engine";
import { Dialog, IconButton, Top, announce } from "../frame";
import { games } from "../games";
import type { BoardProps, GameUi } from "../games/types";
import { useCell, useMedia } from "../hooks";
import { language, number, t } from "../i18n";
import { Log } from "../log";
import type { Session, Snapshot } from "../session";
import { settings } from "../store";
import { LookAndLanguage } from "./settings";

function useSession(session: Session): Snapshot {
  const [, tick] = useState(0);
  useEffect(() => session.watch(() => tick((n) => n + 1)), [session]);
  return session.snapshot();
}

/* ---- Real dice: tap what they show ---- */

function DiceEntry({ chance, ui, onEnter }: { chance: Chance; ui: GameUi; onEnter(faces: string): void }) {
  const [chosen, setChosen] = useState<string[][]>(() => chance.throws.map(() => []));
  const set = (index: number, faces: string[]) => setChosen(chosen.map((each, i) => (i === index ? faces : each)));
  const left = chance.throws.reduce((sum, each, i) => sum + each.count - chosen[i]!.length, 0);
  const face = (name: string, index: number) => (ui.Face ? <ui.Face face={name} throwIndex={index} t={t} /> : <b>{name}</b>);
  const words = (chance.label === "dice" ? "" : `${chance.label} `) + chosen.flat().join(" ");
  return (
    <div class="entry">
      {chance.throws.map((each, index) => (
        <div class="entryrow" key={index}>
          <div class="dg faces" role="group" aria-label={t("dice.throw", { n: index + 1 })}>
            {each.faces.map((name) => (
              <button type="button" key={name} class={`die small ${index === 0 && /[a-z]/.test(name) ? `cdie c-${name}` : "ndie"}`} disabled={chosen[index]!.length >= each.count}
                aria-label={t("dice.add", { face: name })} onClick={() => set(index, [...chosen[index]!, name])}>{face(name, index)}</button>
            ))}
          </div>
        </div>
      ))}
      <div class="entrychosen">
        <div class="dg" role="group" aria-label={t("dice.shown")}>
          {chosen.map((faces, index) => faces.map((name, i) => (
            <button type="button" key={`${index}-${i}`} class={`die small on ${index === 0 && /[a-z]/.test(name) ? `cdie c-${name}` : "ndie"}`} aria-label={t("dice.remove", { face: name })}
              onClick={() => set(index, faces.filter((_, j) => j !== i))}>{face(name, index)}</button>
          )))}
        </div>
        <button type="button" class="b go" disabled={left > 0} onClick={() => onEnter(words)}>
          <Icon name="check" /><span>{left > 0 ? t("dice.left", { n: left }) : t("dice.ready")}</span>
        </button>
      </div>
    </div>
  );
}

/* ---- The table ---- */

/* What a table on a server shows besides. */
export interface TableExtra { badge: ComponentChildren; buttons: ComponentChildren; news: ComponentChildren; menu: ComponentChildren; waiting: string; kept: string; keys: [string, string][]; hints: boolean }

export function Table({ session, extra }: { session: Session; extra?: TableExtra }) {
  const shot = useSession(session);
  const config = useCell(settings);
  const ui = games[shot.setup.game]!;
  const compact = useMedia("(max-width: 760px)");
  const [look, setLook] = useState<number | null>(null);
  const [menu, setMenu] = useState<"" | "menu" | "keys" | "log">("");
  const [hint, setHint] = useState("");
  const { me, setup, mine, draft, legal, status } = shot;
  const name = setup.names[me]!;
  const alone = (shot.online?.you.length ?? shot.bots.filter((bot) => !bot).length) === 1;
  const undoable = shot.online?.undoable ?? draft.length > 0;

  const settled = useMemo(() => {
    const after = draft.length && ui.settle ? ui.settle(shot.before, shot.views[me]) : shot.views[me];
    return { ...after, before: shot.before, alternatives: shot.alternatives };
  }, [shot]);
  const views = shot.views.map((view, seat) => (seat === me ? settled : view));
  const onMove = (text: string) => {
    setHint("");
    if (ui.instant?.(text)) session.confirm(text);
    else session.move(text);
  };
  const props: BoardProps = { view: settled, setup, seat: me, me: mine, legal, draft, onMove, onUndo: () => session.undo(), t, compact };
  const prompt = mine ? ui.prompt(settled, legal, draft, t) : null;
  const act = prompt?.confirm;
  const confirm = () => act && session.confirm(act.move);
  const askHint = async () => {
    const event = await shared().ask(shot.record, strongest(), me, 0).catch(() => "");
    if (event) setHint(t("table.hintIs", { move: ui.moveWords(event.slice(event.indexOf(" ") + 1), t) }));
  };

  useEffect(() => setLook(null), [me, status.turn]);
  useEffect(() => setHint(""), [shot.record]);
  useVoices(shot, ui, prompt, alone);
  useKeys((event) => {
    const key = event.key;
    const typing = (event.target as HTMLElement).closest?.("input, select, textarea, dialog");
    if (typing) return false;
    const onControl = (event.target as HTMLElement).closest?.("button, a, [tabindex='0']:not(main)");
    if (event.altKey && /^[1-8]$/.test(key) && Number(key) <= setup.seats) {
      setLook(Number(key) - 1 === me ? null : Number(key) - 1);
      return true;
    }
    if (((event.ctrlKey || event.metaKey) && key === "z") || key === "Backspace") {
      session.undo();
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    if (key === "Enter" && !onControl && act) {
      confirm();
      return true;
    }
    if (key === "?") {
      setMenu("keys");
      return true;
    }
    if (key === "Escape" && look !== null) {
      setLook(null);
      return true;
    }
    const letter = /^[a-z]$/i.test(key);
    if (letter && !config.letters) return false;
    if (mine && ui.onKey?.(key, props)) return true;
    if (key.toLowerCase() === "h" && mine && extra?.hints !== false) {
      void askHint();
      return true;
    }
    if (key.toLowerCase() === "l") {
      setMenu("log");
      return true;
    }
    return false;
  });

  const game = gameInfo(setup.game);
  const waiting = shot.thinking ? status.acting.map((seat) => setup.names[seat]!) : [];
  const lead = prompt ? (alone ? t("table.yourTurn") : t("table.turnOf", { name })) : "";
  const roller = status.roll ? ui.roller?.(status.turn, setup) : undefined;
  const shown = look ?? me;
  const lookView = look === null ? null : shot.views[look];
  const tap = (seat: number) => setLook(seat === me || seat === look ? null : seat);
  return (
    <>
      <Top title={t(`game.${setup.game}.title`)} sub={`${sheetTitle(game, setup.sheet)} · ${t("table.turn", { n: status.turn + 1 })}`}>
        {extra?.badge ?? <span class="net"><Icon name="check" /><span>{t("table.live")}</span></span>}
        {extra?.buttons}
        {ui.Rules && <IconButton name="book" label={t("lobby.rulesOf", { game: t(`game.${setup.game}.title`) })} onClick={() => go(`rules/${setup.game}`)} />}
        <IconButton name="menu" label={t("menu")} onClick={() => setMenu("menu")} />
      </Top>
      <main class={`tbl ${ui.layout ?? ""} n${setup.seats} ${shot.online?.you.length === 0 ? "watching" : ""}`} id="main" tabIndex={-1}>
        <section class="act" aria-label={t("table.prompt")}>
          <div class="say">
            {prompt ? (
              <h1>{lead} <span class="d">{prompt.headline}</span><span class="m">{prompt.short ?? prompt.headline}</span></h1>
            ) : shot.chance ? (
              <h1>{roller !== undefined && !alone ? `${t("dice.enterBy", { name: setup.names[roller]! })} ` : ""}<span class="d">{t("dice.enter")}</span><span class="m">{t("dice.enterShort")}</span></h1>
            ) : (
              <h1>{extra?.waiting ?? t("table.waiting", { names: waiting.join(", ") })}</h1>
            )}
            <p class="cons">{shot.error ? <span class="err">{t("table.refused", { why: shot.error })}</span>
              : hint ? <span class="hint"><Icon name="bulb" /> {hint}</span> : prompt?.rich ?? prompt?.detail ?? "\u00a0"}</p>
          </div>
          {extra?.news}
          {shot.chance && !mine ? <DiceEntry key={shot.record} chance={shot.chance} ui={ui} onEnter={(faces) => session.enterDice(faces)} /> : (
            <>
              <ui.Dice {...props} />
              <div class="btns">
                <button type="button" class="b ghost" disabled={!mine || extra?.hints === false} onClick={() => void askHint()} aria-label={t("table.hint")}><Icon name="bulb" /><span>{t("table.hint")}</span></button>
                <button type="button" class="b ghost" aria-disabled={!undoable} title={undoable ? undefined : t("table.undoNone")} onClick={() => session.undo()} aria-label={t("table.undo")}>
                  <Icon name="undo" /><span>{t("table.undo")}</span>
                </button>
                {ui.Actions && <ui.Actions {...props} />}
                <button type="button" class={`b go ${act ? "" : "idle"}`} aria-disabled={!act} onClick={confirm}>
                  {act && <Icon name="check" />}<span>{act?.label ?? t("table.notYet")}</span>
                </button>
              </div>
            </>
          )}
        </section>
        <section class="paper" aria-label={t("table.sheet", { name: setup.names[shown]! })}>
          {look === null ? (
            <div class="ph">
              <span class="scr">{t(ui.layout === "lc" ? "table.journey" : "table.sheetTitle", { name })}</span>
              <span class="lg"><i class="hl" />{t("table.canWrite")}</span>
              {setup.game === "lost-cities" && <>
                <span class="lg lgx"><Icon name="arrow" />{t("lc.legendArrow")}</span>
                <span class="lg lgx"><Icon name="vase" />{t("lc.legendVase")}</span>
                <span class="lg lgx"><Icon name="bridge" />{t("lc.legendBridge")}</span>
              </>}
              <span class="pts">{t("points", { n: number(shot.totals[me]!) })}</span>
            </div>
          ) : (
            <div class="ph looking">
              <Seat seat={look} name={setup.names[look]!} size={22} /><b>{t("table.looking", { name: setup.names[look]! })}</b>
              <button type="button" class="b line sm" onClick={() => setLook(null)}>{t("table.mine")}</button>
              <span class="pts">{t("points", { n: number(shot.totals[look]!) })}</span>
            </div>
          )}
          {lookView ? <ui.Board {...props} view={lookView} seat={look!} me={false} legal={[]} draft={[]} /> : <ui.Board {...props} />}
        </section>
        <aside class="rail" aria-label={t("table.players")}>
          {setup.seats > 1 && (
            <div class="card seats">
              {setup.names.map((each, seat) => seat !== me && (
                <button type="button" key={seat} class={`opp ${seat === look ? "on" : ""}`} aria-pressed={seat === look} aria-label={t("table.lookAt", { name: each, points: shot.totals[seat]! })} onClick={() => tap(seat)}>
                  <div class="oh"><Seat seat={seat} name={each} size={22} /><b>{each}</b><span class="pts">{number(shot.totals[seat]!)}</span></div>
                  {ui.Mini && <ui.Mini view={shot.views[seat]} setup={setup} seat={seat} t={t} />}
                </button>
              ))}
            </div>
          )}
          {ui.Rail && <ui.Rail views={views} setup={setup} seat={me} t={t} />}
          <Log record={shot.record} events={shot.events} setup={setup} ui={ui} />
        </aside>
        <nav class="strip" aria-label={t("table.players")}>
          {setup.names.map((each, seat) => (
            <button type="button" key={seat} class={`chip ${seat === shown ? "me" : ""}`} aria-pressed={seat === shown} aria-label={t("table.lookAt", { name: each, points: shot.totals[seat]! })} onClick={() => tap(seat)}>
              <Seat seat={seat} name={each} size={24} /><span>{seat === me && alone ? t("you") : each}</span><b>{number(shot.totals[seat]!)}</b>
            </button>
          ))}
        </nav>
      </main>
      {menu === "menu" && (
        <Dialog title={t("menu")} onClose={() => setMenu("")}>
          <div class="menu">
            <button type="button" class="b line" onClick={() => download(shot.record, setup.game)}><Icon name="check" />{t("table.download")}</button>
            <button type="button" class="b line" onClick={() => setMenu("keys")}><Icon name="menu" />{t("table.keys")}</button>
            {compact && <button type="button" class="b line" onClick={() => setMenu("log")}><Icon name="clock" />{t("table.log")}</button>}
            {ui.Rules && <a class="b line" href={`#/rules/${setup.game}`}><Icon name="book" />{t("lobby.rules")}</a>}
            <a class="b line" href="#/"><Icon name="undo" />{t("table.leave")}</a>
            {extra?.menu}
            <p class="note">{extra?.kept ?? t("table.kept")}</p>
            <LookAndLanguage />
            <p class="note">{t("end.hash")} <code data-hash>{shot.hash}</code></p>
          </div>
        </Dialog>
      )}
      {menu === "keys" && <Keys game={setup.game} more={extra?.keys} onClose={() => setMenu("")} />}
      {menu === "log" && <Dialog title={t("table.log")} onClose={() => setMenu("")}><Log record={shot.record} events={shot.events} setup={setup} ui={ui} /></Dialog>}
    </>
  );
}

export function Keys({ game, more = [], onClose }: { game: string; more?: [string, string][]; onClose(): void }) {
  const rows: [string, string][] = [
    ["Tab", t("keys.tab")], ["Enter", t("keys.enter")], ["Esc", t("keys.escape")], ["Backspace, Ctrl+Z", t("keys.undo")],
    ["H", t("keys.hint")], ["L", t("table.log")], ["Alt+1 … 8", t("keys.seat")], ...more, ["?", t("keys.help")],
  ];
  return (
    <Dialog title={t("keys.title")} onClose={onClose}>
      <dl class="keys">{rows.map(([key, words]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{words}</dd></div>)}</dl>
      {game === "lost-cities" && <p class="note">{t("keys.lc")}</p>}
    </Dialog>
  );
}

function useKeys(handle: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const call = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && latest.current(event)) event.preventDefault();
    };
    addEventListener("keydown", call);
    return () => removeEventListener("keydown", call);
  }, []);
}

/* Says what a reader of the screen would notice: whose turn, the dice, what others did, what is pencilled. */
function useVoices(shot: Snapshot, ui: GameUi, prompt: ReturnType<GameUi["prompt"]> | null, alone: boolean): void {
  const told = useRef(shot.events.length);
  const { setup, events, draft, mine, me } = shot;
  useEffect(() => {
    const fresh = events.slice(told.current).filter((event) => !event.startsWith("*") && !event.startsWith(`${me} `));
    told.current = events.length;
    announce(fresh.map((event) => eventWords(event, setup, ui)).join(". "));
    const dice = [...events].reverse().find((event) => event.startsWith("*"));
    if (!mine || !prompt) return;
    const lead = alone ? t("table.yourTurn") : t("table.turnOf", { name: setup.names[me]! });
    announce([lead, prompt.headline + ".", dice && t("table.diceAre", { dice: ui.diceWords?.(dice.slice(2), t) ?? dice.slice(2) }), prompt.detail].filter(Boolean).join(" "), true);
  }, [shot.record, mine, me, language()]);
  useEffect(() => {
    if (draft.length && prompt) announce(t("table.draftSaid", { what: prompt.detail ?? draft.map((move) => ui.moveWords(move, t)).join(", ") }));
  }, [draft]);
}
