/* What can be done besides playing. */
import { download, go } from "../app";
import { Icon } from "../draw";
import { Dialog } from "../frame";
import { t } from "../i18n";
import { LookAndLanguage } from "../screens/settings";
import { Comforts } from "./comforts";
import type { AtTable } from "./use-table";

export function Menu({ shot, extra, drawn, setMenu }: AtTable) {
  const { game } = shot.setup;
  return (
    <Dialog title={t("menu")} onClose={() => setMenu("")}>
      <div class="menu">
        <button type="button" class="b line" onClick={() => download(shot.record, game)}>
          <Icon name="save" />
          {t("table.download")}
        </button>
        <button
          type="button"
          class="b line"
          onClick={() => {
            setMenu("");
            go(`keys/${game}`);
          }}
        >
          <Icon name="keyboard" />
          {t("table.keys")}
        </button>
        {drawn && (
          <button type="button" class="b line" onClick={() => setMenu("rail")}>
            <Icon name="clock" />
            {t("table.log")}
          </button>
        )}
        <a class="b line" href={`#/rules/${game}`} onClick={() => setMenu("")}>
          <Icon name="book" />
          {t("lobby.rules")}
        </a>
        <a class="b line" href="#/">
          <Icon name="undo" />
          {t("table.leave")}
        </a>
        <p class="note">{extra?.kept ?? t("table.kept")}</p>
        {extra?.menu}
        <Comforts />
        <LookAndLanguage />
      </div>
    </Dialog>
  );
}
