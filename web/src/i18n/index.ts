/* Texts. Both catalogues have the same keys (a test keeps it so); {name} is filled in. */
import type { Translate } from "../games/types";
import { settings } from "../store";
import de from "./de.json";
import en from "./en.json";
import { table } from "./table";

export const catalogues: Record<"en" | "de", Record<string, string>> = {
  en: { ...en, ...table.en },
  de: { ...de, ...table.de },
};

/* More texts, which come with the part of the client that needs them. */
export function addTexts(more: { en: Record<string, string>; de: Record<string, string> }): void {
  Object.assign(catalogues.en!, more.en);
  Object.assign(catalogues.de!, more.de);
}

let system: "en" | "de" | undefined; /* asked once: every text asks for the language */
export function language(): "en" | "de" {
  return (
    settings.get().language ||
    (system ??= globalThis.navigator?.language?.toLowerCase().startsWith("de") ? "de" : "en")
  );
}

/* Where {n} is 1, "key.one" is meant, if there is one. */
export const t: Translate = (key, values = {}) => {
  const all = catalogues[language()];
  const text = (String(values.n) === "1" ? all[`${key}.one`] : undefined) ?? all[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
};

/* What somebody may do, where the text itself says what somebody does: "enter b1" beside "enters b1". */
export const deed: Translate = (key, values) =>
  t(`${key}.do` in catalogues[language()] ? `${key}.do` : key, values);

/* The same in a game's own words, where it has any: "table.mine.GAME" for "table.mine". */
export const inGame =
  (game: string): Translate =>
  (key, values) =>
    t(`${key}.${game}` in catalogues[language()] ? `${key}.${game}` : key, values);

/* A text that may be missing, such as that of an option of somebody's own game. */
export const label = (key: string, fallback: string) => (t(key) === key ? fallback : t(key));

/* Why the engine did not do something, by the code of its status. */
export const engineWords = (code: string) => label(`engine.${code}`, t("engine.illegal"));

/* Why the server did not do something, by its code. */
export const refusal = (code: string) => label(`no.${code}`, t("no.failed"));

/* Numbers with a real minus sign. */
export const number = (value: number) => (value < 0 ? `−${-value}` : String(value));

/* "a, b and c" in the language of the page. */
export function list(words: string[]): string {
  return new Intl.ListFormat(language(), { style: "long", type: "conjunction" }).format(words);
}
