/* The rules in the page's language, as docs/rules has them: short ones by game, numbered ones by id. They come when
 * somebody asks for them. */
import { language } from "./i18n";

export interface Words {
  text: string;
  ids: string[];
}
export interface Columns {
  head: string[];
  right: boolean[];
  rows: string[][];
}
export type Block =
  | { words: Words; items?: undefined; table?: undefined }
  | { items: Words[]; words?: undefined; table?: undefined }
  | { table: Columns; words?: undefined; items?: undefined };
export interface Section {
  title: string;
  ids: string[];
  blocks: Block[];
}
export interface Rule {
  id: string;
  title?: string;
  text: string;
  table?: Columns;
} /* chapters have a title */
export interface RulesText {
  short: Record<string, Section[]>;
  rules: Record<string, Rule>;
}

export const loadRules = (): Promise<RulesText> =>
  (language() === "de" ? import("rules:de") : import("rules:en")).then((module) => module.default);
