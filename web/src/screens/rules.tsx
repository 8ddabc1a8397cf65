import { useContext } from "preact/hooks";
import { closeOverlay, gameInfo, playNow } from "../app";
import { Main, Over, Top } from "../frame";
import { offered } from "../games";
import { RulesPage } from "../games/rules-pages";
import { t } from "../i18n";

export function RulesScreen({ name: wanted }: { name: string }) {
  const over = useContext(Over);
  const name = offered.includes(wanted) ? wanted : offered[0]!;
  const game = gameInfo(name);
  if (!game) return null;
  const title = t(`game.${name}.title`);
  return (
    <>
      <Top title={t("lobby.rules")} sub={title} />
      <Main cls="wide">
        <div class="lh">
          <h1>{t("rules.title", { game: title })}</h1>
        </div>
        <nav class="gametabs" aria-label={t("lobby.rules")}>
          {offered.filter(gameInfo).map((each) => (
            <a
              key={each}
              class="b line"
              href={`#/rules/${each}`}
              aria-current={each === name ? "page" : undefined}
            >
              {t(`game.${each}.title`)}
            </a>
          ))}
        </nav>
        <RulesPage key={name} game={name} />
        <button type="button" class="b go" onClick={() => (over ? closeOverlay() : playNow(game))}>
          {t(over ? "over.back" : "rules.play")}
        </button>
        <p class="note">{t("settings.about")}</p>
      </Main>
    </>
  );
}
