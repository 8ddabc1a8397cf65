/* What is asked, what the pencil does, the dice, and the buttons. */
import { useState } from "preact/hooks";
import { Icon } from "../draw";
import { Dialog } from "../frame";
import type { Effect } from "../games/types";
import { useFit } from "../hooks";
import { t } from "../i18n";
import { DiceEntry } from "../screens/dice-entry";
import { Since } from "./since";
import type { AtTable } from "./use-table";

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

/* LC2.9: who chooses at the same time as others may ask for turns, and reads first what that means; then everybody sees
 * that they are taken. */
function Turns({ session, shot }: Pick<AtTable, "session" | "shot">) {
  const { status, asked, setup, mine } = shot;
  const [asking, setAsking] = useState(false);
  const may = asked < 0 && mine && status.together,
    key = may ? "table.askTurns" : "table.inTurn",
    name = setup.names[asked] ?? "";
  if (!may && asked < 0) return null;
  const ask = () => {
    setAsking(false);
    session.askTurns();
  };
  return (
    <>
      <button
        type="button"
        class="b ghost sm turns"
        aria-label={t(key, { name })}
        data-about={may ? undefined : "table.inTurnHow"}
        title={t(`${key}How`)}
        onClick={may ? () => setAsking(true) : undefined}
      >
        <Icon name="clock" />
        <span class="d">{t(key, { name })}</span>
        <span class="m">{t(`${key}Short`, { name })}</span>
      </button>
      {asking && may && (
        <Dialog title={t("table.askTurns")} onClose={() => setAsking(false)}>
          <div class="menu">
            <p>{t("table.askTurnsHow")}</p>
            <button type="button" class="b go" data-turns onClick={ask}>
              {t("table.askTurnsYes")}
            </button>
            <button type="button" class="b line" onClick={() => setAsking(false)}>
              {t("table.askTurnsNo")}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}

export function Act({
  session,
  extra,
  shot,
  ui,
  props,
  hint,
  helps,
  prompt,
  effects,
  act,
  since,
  stage,
  skip,
  drawn,
  lead,
  alone,
  confirm,
}: AtTable) {
  const { setup, mine, status } = shot;
  const roller = status.roll ? ui.roller?.(status.turn, setup) : undefined;
  const waiting = status.acting.map((seat) => setup.names[seat]!);
  const told = shot.error ? [] : stage ? stage.effects : hint.words ? [] : effects;
  const rules = [...new Set(told.map(({ rule }) => rule))].join(" ") || undefined;
  const stuck = !extra && !prompt && !shot.chance && !shot.thinking; /* no bot has answered */
  const sentence = shot.error || (!stage && prompt?.detail);
  return (
    <section
      class={`act ${hint.lit === "dice" ? "hinted" : ""}`}
      aria-label={t("table.prompt")}
      data-asks={prompt || shot.chance || stuck ? "" : undefined}
    >
      <div class="say">
        <div class="words" ref={useFit()} data-rules={rules}>
          {stage ? (
            <h1>{stage.words}</h1>
          ) : prompt ? (
            <h1>
              {lead} <span class="d">{prompt.headline}</span>
              <span class="m">{prompt.short ?? prompt.headline}</span>
            </h1>
          ) : shot.chance ? (
            <h1>
              {roller !== undefined && !alone
                ? t("dice.enterBy", { name: setup.names[roller]! })
                : t("dice.enterOwn")}{" "}
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
            ) : hint.words && !stage ? (
              <span class="hint">
                <Icon name="bulb" /> {hint.words}
              </span>
            ) : (
              <>
                <Effects effects={told} />
                {!stage && prompt?.detail && (
                  <span class={told.length ? "d" : ""}>
                    {told.length > 0 && " · "}
                    {prompt.detail}
                  </span>
                )}
              </>
            )}
            {act?.final && !hint.words && (
              <span class="final">
                {/* after a sentence, which a narrow page leaves out behind what the pencil does */}
                <span class="d">{sentence ? " " : " · "}</span>
                <span class="m">{sentence && !told.length ? " " : " · "}</span>
                <span class="d">{t("table.final", { why: act.final })}</span>
                <span class="m">{t("table.finalShort")}</span>
              </span>
            )}
          </p>
        </div>
        <div class="told">
          <Since all={since} setup={setup} turn={status.turn} drawn={drawn} />
          <Turns {...{ session, shot }} />
        </div>
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
            <ui.Dice {...(stage?.props ?? props)} />
          </div>
          <Tools {...{ session, shot, ui, hint, helps }} />
          <Buttons {...{ session, shot, ui, props, hint, prompt, act, confirm, stage, skip }} />
        </>
      )}
    </section>
  );
}

/* Help and undo, which are always there. */
function Tools({
  session,
  shot,
  ui,
  hint,
  helps,
}: Pick<AtTable, "session" | "shot" | "ui" | "hint" | "helps">) {
  const { draft, undoable } = shot;
  const ask = t(hint.asked ? "table.hintMore" : "table.hint");
  return (
    <div class="tools">
      <button
        type="button"
        class="b ghost"
        disabled={!shot.mine || !helps}
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
  stage,
  skip,
}: Pick<
  AtTable,
  "session" | "shot" | "ui" | "props" | "hint" | "prompt" | "act" | "confirm" | "stage" | "skip"
>) {
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
      {stage ? (
        <button type="button" class="b go onward" onClick={skip}>
          <Icon name="chev" />
          <span>{t("pace.skip")}</span>
        </button>
      ) : (
        <button
          type="button"
          class={`b go ${act ? "" : "idle"} ${hint.lit === "confirm" ? "hinted" : ""}`}
          aria-disabled={!act}
          title={act?.final && hint.words ? t("table.final", { why: act.final }) : undefined}
          onClick={confirm}
        >
          {act && <Icon name="check" />}
          <span>{act?.label ?? prompt?.idle ?? t(prompt ? "table.notYet" : "table.wait")}</span>
        </button>
      )}
    </div>
  );
}
