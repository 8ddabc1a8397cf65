/* Which sheet: a shipped one by its name, or one's own by its hash; and a way to bring one. */
import { useState } from "preact/hooks";
import { gameInfo } from "../app";
import { Icon } from "../draw";
import { Choice } from "../frame";
import { language, refusal, t } from "../i18n";
import { Refused, codeOf } from "../net";
import { keepSheet, sheetsOf } from "../sheets";

interface Fault { line: number; column: number; where: string; what: string }

const words = (code: string) => (code === "bad-sheet" ? t("sheet.bad") : code === "offline" ? t("sheet.offline") : refusal(code));

export function SheetChoice({ game, value, onChange }: { game: string; value: string; onChange(sheet: string): void }) {
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
      if (read.game === game) onChange(read.sheet_hash);
      else setError(t("sheet.otherGame", { game: t(`game.${read.game}.title`) }));
    } catch (why) {
      setError(words(codeOf(why)));
      if (why instanceof Refused) setFaults(why.body?.faults ?? []);
    }
  };
  const shipped = gameInfo(game)!.sheets.map((each): [string, string] => [each.name, each[language()]]);
  const own = sheetsOf(game).map((each): [string, string] => [each.sheet_hash, each.title[language()]]);
  return (
    <div class="sheets">
      <Choice label={t("new.sheet")} value={value} all={[...shipped, ...own]} onChange={onChange} />
      <label class="b line file"><Icon name="plus" />{t("sheet.own")}<input type="file" accept=".json,application/json" onChange={(event) => void bring(event.currentTarget)} /></label>
      {error && <p class="err" role="alert">{error}</p>}
      {faults.length > 0 && <ul class="faults">{faults.map((fault) => <li key={`${fault.line}:${fault.column}:${fault.what}`}><code>{fault.line}:{fault.column}</code> {fault.where} {fault.what}</li>)}</ul>}
    </div>
  );
}
