/* Which sheet: a shipped one by its name, or one's own by its hash; and a way to bring one. */
import { useState } from "preact/hooks";
import { shared } from "../app";
import { Icon } from "../draw";
import type { GameInfo } from "../engine";
import { ownSheets, SPECTATOR } from "../engine";
import { Choice } from "../frame";
import { useOptionTexts } from "../games";
import { inGame, label, language, refusal, t } from "../i18n";
import { newGame } from "../local";
import type { Fault } from "../messages";
import { codeOf, Refused } from "../net";
import { keepSheet, sheetsOf } from "../sheets";

/* The faults with their sentences in the language of the page; those that only the server knows stay English. */
async function inWords(found: Fault[]): Promise<Fault[]> {
  if (language() === "en" || !found.length) return found;
  const { faults } = await import("../i18n/faults.de");
  return found.map((fault) => ({
    ...fault,
    what:
      faults[fault.code]?.replace(/\{(\d)\}/g, (_, value) => fault.values[Number(value)] ?? "") ??
      fault.what,
  }));
}

const words = (code: string, game: string) =>
  code === "bad-sheet" || code === "offline"
    ? inGame(game)(code === "offline" ? "sheet.offline" : "sheet.bad")
    : refusal(code);

/* Some options want a sheet of their own. */
function fits(
  game: GameInfo,
  sheet: string,
  options: Record<string, string>,
  seats = game.seatsMin,
): boolean {
  const own = ownSheets.get(sheet),
    names = Array.from({ length: seats }, (_, seat) => String(seat + 1));
  try {
    shared().scribe.read(
      newGame(
        {
          game: game.name,
          sheet: own?.sheet ?? sheet,
          sheetHash: own?.sheet_hash,
          seats,
          options,
          names,
        },
        "",
      ),
    );
    return true;
  } catch {
    return false;
  }
}

/* What the chosen value of an option means for so many players. */
function How({
  game,
  sheet,
  options,
  seats,
  name,
  value,
}: {
  game: GameInfo;
  sheet: string;
  options: Record<string, string>;
  seats: number;
  name: string;
  value: string;
}) {
  const { goal, rounds } = fits(game, sheet, options, seats)
    ? shared().scribe.view(SPECTATOR, 0)
    : ({} as { goal?: number; rounds?: number });
  const words = label(`option.${name}.${value}.how`, label(`option.${name}.how`, ""));
  return words ? (
    <p class="note">
      {words
        .replace("{n}", String(seats))
        .replace("{goal}", String(goal))
        .replace("{rounds}", String(rounds))}
    </p>
  ) : null;
}

/* Sheet and options go together: only sheets that fit the options are shown, and one of them is chosen. */
export function SheetAndOptions({
  game,
  sheet,
  options,
  seats,
  onChange,
}: {
  game: GameInfo;
  sheet: string;
  options: Record<string, string>;
  seats: number;
  onChange(sheet: string, options: Record<string, string>): void;
}) {
  useOptionTexts(game.name);
  const set = (all: Record<string, string>) =>
    onChange(
      fits(game, sheet, all)
        ? sheet
        : (game.sheets.find((each) => fits(game, each.name, all))?.name ?? sheet),
      all,
    );
  return (
    <>
      <SheetChoice
        game={game}
        value={sheet}
        options={options}
        onChange={(each) => onChange(each, options)}
      />
      {game.options.map(({ name, values }) => (
        <div key={name}>
          <Choice
            label={label(`option.${name}`, name)}
            value={options[name] ?? values[0]!}
            all={values.map((value) => [value, label(`option.${name}.${value}`, value)])}
            onChange={(value) => set({ ...options, [name]: value })}
          />
          <How {...{ game, sheet, options, seats, name }} value={options[name] ?? values[0]!} />
        </div>
      ))}
    </>
  );
}

function SheetChoice({
  game,
  value,
  options,
  onChange,
}: {
  game: GameInfo;
  value: string;
  options: Record<string, string>;
  onChange(sheet: string): void;
}) {
  const [error, setError] = useState("");
  const [faults, setFaults] = useState<Fault[]>([]);
  const bring = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    setFaults([]);
    setError("");
    try {
      const read = await keepSheet(await file.text());
      if (read.game === game.name && !fits(game, read.sheet_hash, options))
        setError(own("sheet.otherOptions"));
      else if (read.game === game.name) onChange(read.sheet_hash);
      else setError(inGame(read.game)("sheet.otherGame", { game: t(`game.${read.game}.title`) }));
    } catch (why) {
      setError(words(codeOf(why), game.name));
      if (why instanceof Refused) setFaults(await inWords(why.body?.faults ?? []));
    }
  };
  const own = inGame(game.name);
  const shipped = game.sheets.map((each): [string, string] => [each.name, each[language()]]);
  const brought = sheetsOf(game.name).map((each): [string, string] => [
    each.sheet_hash,
    each.title[language()],
  ]);
  return (
    <div class="sheets">
      <Choice
        label={own("new.sheet")}
        value={value}
        all={[...shipped, ...brought].filter(([each]) => fits(game, each, options))}
        onChange={onChange}
      />
      <label class="b line file">
        <Icon name="plus" />
        {own("sheet.own")}
        <input
          type="file"
          accept=".json,application/json"
          onChange={(event) => void bring(event.currentTarget)}
        />
      </label>
      {error && (
        <p class="err" role="alert">
          {error}
        </p>
      )}
      {faults.length > 0 && (
        <ul class="faults">
          {faults.map((fault) => (
            <li key={`${fault.line}:${fault.column}:${fault.what}`}>
              <code>
                {fault.line}:{fault.column}
              </code>{" "}
              {fault.where} {fault.what}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
