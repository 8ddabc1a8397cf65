/* The table: prompt, dice, my sheet, everybody else. It knows no game; boards come from games/. */
import { gameInfo, go, sheetTitle } from "../app";
import { Icon } from "../draw";
import { Dialog, IconButton, Top } from "../frame";
import { Guide } from "../guide";
import { t } from "../i18n";
import type { Session } from "../session";
import { Act } from "../table/act";
import type { TableExtra } from "../table/extra";
import { Menu } from "../table/menu";
import { Paper } from "../table/paper";
import { Strip, useRail } from "../table/seats";
import { TutorAsks } from "../table/tutor";
import { useTable } from "../table/use-table";

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
        {extra?.instead ?? <Act {...at} />}
        <Paper {...at} />
        {drawn ? (
          <Strip {...at} />
        ) : (
          <aside class="rail" aria-label={t("table.players")}>
            {rail}
          </aside>
        )}
      </main>
      <Guide
        game={setup.game}
        record={shot.record}
        lessons={
          shot.mine && !shot.chance && at.look === null && extra?.guide !== false
            ? ui.guide(at.props)
            : []
        }
        step={shot.draft.length + shot.events.filter((each) => parseInt(each) === shot.me).length}
      />
      {menu === "menu" && <Menu {...at} />}
      {at.tutor.asks && <TutorAsks {...at} />}
      {menu === "rail" && drawn && (
        <Dialog title={t("table.players")} cls="drawer" onClose={() => setMenu("")}>
          <div class="rail">{rail}</div>
        </Dialog>
      )}
    </>
  );
}
