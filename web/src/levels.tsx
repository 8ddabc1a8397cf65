/* How well bots play: a name and a sentence for each level. What one has chosen holds for the next games, too. */
import { myLevel, shared } from "./app";
import { useCell } from "./hooks";
import { label, t } from "./i18n";
import { change, settings } from "./store";

export function Levels() {
  useCell(settings);
  const level = myLevel();
  return (
    <div class="levels">
      <label>
        <span>{t("level")}</span>
        <select
          value={level}
          aria-describedby="level-how"
          onChange={(event) => change({ level: event.currentTarget.value })}
        >
          {shared().catalogue.bots.map((bot) => (
            <option key={bot} value={bot}>
              {label(`level.${bot}`, bot)}
            </option>
          ))}
        </select>
      </label>
      <p class="note" id="level-how">
        {label(`level.${level}.how`, "")}
      </p>
    </div>
  );
}
