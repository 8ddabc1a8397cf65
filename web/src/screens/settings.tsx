import { useState } from "preact/hooks";
import { leaveGame } from "../app";
import { Choice, Main, Top } from "../frame";
import { useCell } from "../hooks";
import { language, t } from "../i18n";
import { savedGames } from "../saved";
import { change, forgetAll, load, settings } from "../store";
import { Comforts } from "../table/comforts";
import { Sure } from "./sure";

export function LookAndLanguage() {
  const { theme } = useCell(settings);
  return (
    <>
      <Choice
        label={t("settings.language")}
        value={language()}
        all={[
          ["en", "English"],
          ["de", "Deutsch"],
        ]}
        onChange={(value) => change({ language: value })}
      />
      <Choice
        label={t("settings.theme")}
        value={theme}
        all={[
          ["system", t("settings.system")],
          ["light", t("settings.light")],
          ["dark", t("settings.dark")],
        ]}
        onChange={(value) => change({ theme: value })}
      />
    </>
  );
}

/* Everything that this browser keeps, after a word about what that is. */
function Forget() {
  const [sure, setSure] = useState(false);
  /* What is in memory would be written again, so the page begins anew. */
  const forget = async () => {
    leaveGame();
    await import("../history/shelf").then(({ eraseGames }) => eraseGames()).catch(() => undefined);
    forgetAll();
    location.hash = "#/";
    location.reload();
  };
  if (!sure)
    return (
      <button type="button" class="b line" onClick={() => setSure(true)}>
        {t("settings.forget")}
      </button>
    );
  const games = savedGames().length,
    tables = load<unknown[]>("tables", []).length;
  const words = [
    t("settings.forgetSure"),
    games && t("settings.forgetGames", { n: games }),
    tables && t("settings.forgetTables", { n: tables }),
  ];
  return (
    <Sure
      what={t("settings.forgetYes")}
      words={words.filter(Boolean).join(" ")}
      onYes={() => void forget()}
      onNo={() => setSure(false)}
    />
  );
}

export function Settings() {
  const { name, letters } = useCell(settings);
  return (
    <>
      <Top title={t("settings.title")} />
      <Main cls="narrow">
        <h1>{t("settings.title")}</h1>
        <div class="card form">
          <label class="field">
            <span>{t("name.yours")}</span>
            <input
              value={name}
              maxLength={24}
              placeholder={t("name.default")}
              onInput={(event) =>
                change({
                  name: event.currentTarget.value.replace(/[;\u0000-\u001f]/g, "").trimStart(),
                })
              }
            />
          </label>
          <LookAndLanguage />
          <label class="check">
            <input
              type="checkbox"
              checked={letters}
              onChange={(event) => change({ letters: event.currentTarget.checked })}
            />
            <span>
              {t("settings.letters")}
              <small>{t("settings.lettersSub")}</small>
            </span>
          </label>
          <Comforts />
          <Forget />
          <p class="note">{t("settings.about")}</p>
        </div>
      </Main>
    </>
  );
}
