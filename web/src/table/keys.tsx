/* The keys of the table, and the list of them. */
import { games } from "../games";
import { useCell } from "../hooks";
import { inGame, t } from "../i18n";
import { cell } from "../store";

/* Those that this table has besides. */
export const moreKeys = cell<[string, string][]>([]);

export function Keys({ game }: { game: string }) {
  const more = useCell(moreKeys),
    own = inGame(game);
  const rows: [string, string][] = [
    ["Tab", own("keys.tab")],
    [t("keys.return"), t("keys.enter")],
    ["Esc", t("keys.reset")],
    [`${t("keys.backspace")}, ${t("keys.control")}+Z`, t("keys.undo")],
    ["H", t("keys.hint")],
    ["L", t("table.log")],
    ["Alt+1 … 8", own("keys.seat")],
    ...more,
    ["?", t("keys.help")],
  ];
  const list = (all: [string, string][]) => (
    <dl class="keys">
      {all.map(([key, words]) => (
        <div key={key}>
          <dt>
            {key.split(", ").map((each) => (
              <kbd key={each}>{each}</kbd>
            ))}
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <>
      {list(rows)}
      <h3>{t("keys.here", { game: t(`game.${game}.title`) })}</h3>
      {list(games[game]?.keys(t) ?? [])}
    </>
  );
}

export interface TableKeys {
  seats: number;
  look(seat: number): void;
  undo(): unknown;
  confirm: (() => void) | null /* null while there is nothing to confirm */;
  escape(): boolean;
  help(): void;
  hint(): void;
  log(): void;
  play(key: string): boolean /* the game's own */;
  letters: boolean;
}

/* Whether the key meant something here. Games' own keys come before H and L, not before what every table has. */
export function tableKey(event: KeyboardEvent, on: TableKeys): boolean {
  const { key } = event,
    target = event.target as HTMLElement;
  if (target.closest?.("input, select, textarea, dialog")) return false;
  if (event.repeat && (key === "Enter" || key === "Backspace" || key === "z"))
    return true; /* a key that is held is one key */
  const onControl = target.closest?.("button, a, summary, [tabindex='0']:not(main)");
  if (event.altKey && /^[1-8]$/.test(key) && Number(key) <= on.seats) on.look(Number(key) - 1);
  else if (((event.ctrlKey || event.metaKey) && key === "z") || key === "Backspace") on.undo();
  else if (event.ctrlKey || event.metaKey || event.altKey) return false;
  else if (key === "Enter" && !onControl && on.confirm) on.confirm();
  else if (key === "?") on.help();
  else if (/^\p{L}$/u.test(key) && !on.letters) return false;
  else if (on.play(key)) return true;
  else if (key === "Escape") return on.escape();
  else if (key.toLowerCase() === "h") on.hint();
  else if (key.toLowerCase() === "l") on.log();
  else return false;
  return true;
}
