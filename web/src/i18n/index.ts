/* Texts. Both catalogues have the same keys (a test keeps it so); {name} is filled in. */
import type { Translate } from "../games/types";
import { settings } from "../store";
import de from "./de.json";
import en from "./en.json";
import { escape } from "./escape";
import { roller } from "./roller";

const catalogues: Record<string, Record<string, string>> = { en: { ...en, ...escape.en, ...roller.en }, de: { ...de, ...escape.de, ...roller.de } };

/* More texts, which come with the part of the client that needs them. */
export function addTexts(more: { en: Record<string, string>; de: Record<string, string> }): void {
  Object.assign(catalogues.en!, more.en);
  Object.assign(catalogues.de!, more.de);
}

export function language(): "en" | "de" {
  const chosen = settings.get().language;
  if (chosen) return chosen;
  return navigator.language?.toLowerCase().startsWith("de") ? "de" : "en";
}

export const t: Translate = (key, values = {}) => {
  const text = catalogues[language()]![key] ?? catalogues.en![key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
};

/* Numbers with a real minus sign; `signed` also writes the plus. */
export const number = (value: number) => (value < 0 ? `−${-value}` : String(value));
export const signed = (value: number) => (value < 0 ? `−${-value}` : `+${value}`);

/* "a, b and c" in the language of the page. */
export function list(words: string[]): string {
  return new Intl.ListFormat(language(), { style: "long", type: "conjunction" }).format(words);
}
