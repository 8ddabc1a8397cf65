import { gameInfo, leftTable, playNow, session } from "../app";
import { Top } from "../frame";
import { offered } from "../games";
import { RulesPage } from "../games/rules-pages";
import { useCell } from "../hooks";
import { t } from "../i18n";

export function RulesScreen({ name: wanted }: { name: string }) {
  const running = useCell(session);
  const table = useCell(leftTable);
  const name = offered.includes(wanted) ? wanted : offered[0]!;
  const game = gameInfo(name);
  if (!game) return null;
  const title = t(`game.${name}.title`);
  const back =
    table ||
    (running &&
      !running.snapshot().status.over &&
      running.snapshot().setup.game === name &&
      "play");
  return (
    <>
      <Top title={t("lobby.rules")} sub={title} />
      <main class="wide" id="main">
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
        {back ? (
          <a class="b go" href={`#/${back}`}>
            {t("lobby.continue")}
          </a>
        ) : (
          <button type="button" class="b go" onClick={() => playNow(game)}>
            {t("rules.play")}
          </button>
        )}
        <p class="note">{t("settings.about")}</p>
      </main>
    </>
  );
}
