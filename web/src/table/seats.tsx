/* Everybody at the table: in the rail beside the sheet, or in a line where there is no room for one. */
import { useMemo } from "preact/hooks";
import { Seat } from "../draw";
import { inGame, language, t } from "../i18n";
import { LogCard } from "../log";
import { showing } from "./paper";
import { SinceCard } from "./since";
import type { AtTable } from "./use-table";

/* Everybody else's sheets, what the game has to say about all, and the log. */
export function useRail({
  shot,
  ui,
  views,
  lines,
  look,
  tap,
  setMenu,
  standing,
  stage,
  since,
  drawn,
}: AtTable) {
  const { me, setup } = shot,
    own = inGame(setup.game);
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
                  class={`opp ${seat === (look ?? showing(stage)) ? "on" : ""}`}
                  aria-pressed={seat === look}
                  aria-label={own("table.standing", { name: each, standing: standing(seat).words })}
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
    [
      ...beside(shot.views),
      ...beside(shot.totals),
      setup.names.join(),
      me,
      look,
      stage?.seat,
      language(),
    ],
  );
  const log = useMemo(
    () => <LogCard lines={lines} setup={setup} ui={ui} />,
    [shot.record, shot.events.length, language()],
  );
  return (
    <>
      {drawn && <SinceCard all={since} setup={setup} />}
      {others}
      {ui.Rail && <ui.Rail views={views} setup={setup} seat={me} t={t} />}
      {log}
    </>
  );
}

/* The seats in a line, where there is no room for a rail. */
export function Strip({ shot, look, tap, standing, alone, stage }: AtTable) {
  const { me, setup } = shot,
    own = inGame(setup.game),
    shown = look ?? showing(stage) ?? me;
  return (
    <nav class="strip" aria-label={t("table.seats")}>
      {setup.names.map((each, seat) => (
        <button
          type="button"
          key={seat}
          class={`chip ${seat === shown ? "me" : ""}`}
          aria-pressed={seat === shown}
          aria-label={own("table.standing", { name: each, standing: standing(seat).words })}
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
