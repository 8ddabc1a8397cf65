/* My sheet, or the one that is looked at. */
import { Seat } from "../draw";
import { number, t } from "../i18n";
import { Count } from "../motion";
import type { AtTable } from "./use-table";

export function Paper({ shot, ui, props, look, setLook, standing, extra }: AtTable) {
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
