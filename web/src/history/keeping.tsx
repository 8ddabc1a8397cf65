/* Games leave as files and come back from them; and all of them are forgotten. */
import { useState } from "preact/hooks";
import { faultWhy, saveFile, shared } from "../app";
import { Engine, ownSheets } from "../engine";
import { t } from "../i18n";
import { Sure } from "../screens/sure";
import { csvOf, rowOf } from "./csv";
import { BadFile, merge, readFile, writeFile } from "./file";
import { allKept, dropGames, putGames } from "./shelf";
import type { Kept, Played } from "./types";

const AT_ONCE = 20; /* records that are read before the page may draw again */

/* Every record is one that can be replayed. Throws BadFile. An engine of its own: what a file says of sheets must not
 * come near a game. */
async function checkRecords(games: Kept[]): Promise<void> {
  const engine = new Engine(shared().module);
  for (const [i, { record, own }] of games.entries()) {
    if (record === undefined) continue;
    if (i % AT_ONCE === 0) await new Promise((done) => setTimeout(done));
    if (own && !ownSheets.has(own.sheet_hash)) ownSheets.set(own.sheet_hash, own);
    try {
      engine.read(record);
    } catch (fault) {
      throw new BadFile("record", { where: `games[${i}].record`, why: faultWhy(fault) });
    }
  }
}

function badWords(why: unknown): string {
  const words =
    why instanceof BadFile ? t(`history.bad.${why.code}`, why.values) : t("history.bad.failed");
  return t("history.bad", { why: words });
}

/* What became of it, in words. */
async function importFile(file: File): Promise<string> {
  const come = readFile(await file.text());
  await checkRecords(come);
  const { changed, added, filled } = merge(await allKept(), come);
  await putGames(changed); /* what cannot be written is told where the list is */
  const words = [
    added && t("history.added", { n: added }),
    filled && t("history.filled", { n: filled }),
  ].filter(Boolean);
  return words.join(" ") || t("history.nothingNew");
}

function ForgetAll({ count, onDone }: { count: number; onDone(): void }) {
  const [sure, setSure] = useState(false);
  const forget = async () => {
    await dropGames((await allKept()).map(({ id }) => id));
    setSure(false);
    onDone();
  };
  if (sure)
    return (
      <Sure
        what={t("history.forgetAll")}
        words={t("history.forgetSure", { n: count })}
        onYes={() => void forget()}
        onNo={() => setSure(false)}
      />
    );
  return (
    <button type="button" class="b line" onClick={() => setSure(true)}>
      {t("history.forgetAll")}
    </button>
  );
}

/* `shown` are those that the table has, of `count` in all. */
export function Keeping({
  shown,
  count,
  onForgotten,
}: {
  shown: Played[];
  count: number;
  onForgotten(): void;
}) {
  const [said, say] = useState({ words: "", bad: false });
  const take = async (input: HTMLInputElement) => {
    const file = input.files?.[0];
    if (!file) return;
    say({ words: t("history.reading"), bad: false });
    await importFile(file).then(
      (words) => say({ words, bad: false }),
      (why) => say({ words: badWords(why), bad: true }),
    );
    input.value = ""; /* the same file may be chosen again */
  };
  const exportAll = async () =>
    saveFile(
      writeFile(await allKept(), Date.now()),
      `pipwright-games-${new Date().toISOString().slice(0, 10)}.json`,
      "application/json",
    );
  const tableJson = () => `${JSON.stringify(shown.map(rowOf), null, 1)}\n`;
  return (
    <section class="card hkeep" aria-label={t("history.file")}>
      <h2>{t("history.file")}</h2>
      <p class="note">{t("history.fileSub")}</p>
      <div class="pbtn">
        {count > 0 && (
          <button type="button" class="b line" onClick={() => void exportAll()}>
            {t("history.export")}
          </button>
        )}
        <label class="b line file">
          <input
            type="file"
            accept=".json,application/json"
            onChange={(event) => void take(event.currentTarget)}
          />
          <span>{t("history.import")}</span>
        </label>
        {shown.length > 0 && (
          <>
            <button
              type="button"
              class="b line"
              onClick={() => saveFile(csvOf(shown), "pipwright-games.csv", "text/csv")}
            >
              {t("history.csv")}
            </button>
            <button
              type="button"
              class="b line"
              onClick={() => saveFile(tableJson(), "pipwright-table.json", "application/json")}
            >
              {t("history.json")}
            </button>
          </>
        )}
        {count > 0 && <ForgetAll count={count} onDone={onForgotten} />}
      </div>
      <p class={said.bad ? "err" : "note"} role="status">
        {said.words}
      </p>
    </section>
  );
}
