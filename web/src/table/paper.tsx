/* My sheet, or the one that is looked at. */
import { Icon, Seat } from "../draw";
import { inGame, number, t } from "../i18n";
import { Count } from "../motion";
import type { AtTable } from "./use-table";

/* Whose sheet is on the table for the moment. */
export const showing = (stage: AtTable["stage"]) =>
  stage && stage.seat >= 0 ? stage.seat : undefined;

export function Paper({ shot, ui, props, look, setLook, standing, extra, stage }: AtTable) {
  const { me, setup } = shot,
    own = inGame(setup.game),
    shown = look ?? showing(stage) ?? me,
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
  const board = stage && stage.seat === shown ? stage.props : props;
  const view = look === null || stage?.seat === look ? null : shot.views[look];
  return (
    <section class="paper" aria-label={own("table.sheet", { name: setup.names[shown]! })}>
      {look === null ? (
        <div class="ph">
          <span class="scr">
            {own(ui.sheetTitle ?? "table.sheetTitle", { name: setup.names[shown]! })}
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
          <b>{own("table.sheetTitle", { name: setup.names[look]! })}</b>
          <button type="button" class="b line sm" onClick={() => setLook(null)}>
            <Icon name="undo" />
            {own("table.mine")}
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
        <ui.Board {...board} />
      )}
    </section>
  );
}
