/* How well bots play: a name and a sentence for each level. What one has chosen holds for the next games, too. */
import { myLevel, shared } from "./app";
import { useCell } from "./hooks";
import { label, t } from "./i18n";
import { change, settings } from "./store";

/* `own`: what a server offers, which may be more. */
export function Levels({ own = [] }: { own?: string[] }) {
  useCell(settings);
  const level = myLevel(own);
  const { bots } = shared().catalogue;
  return (
    <div class="levels">
      <label>
        <span>{t("level")}</span>
        <select
          value={level}
          aria-describedby="level-how"
          onChange={(event) => change({ level: event.currentTarget.value })}
        >
          {[...bots, ...own.filter((bot) => !bots.includes(bot))].map((bot) => (
            <option key={bot} value={bot}>
              {label(`level.${bot}`, bot)}
            </option>
          ))}
        </select>
      </label>
      <p class="note" id="level-how">
        {label(`level.${level}.how`, t("level.program.how"))}
      </p>
    </div>
  );
}
