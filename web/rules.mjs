// The rules as docs/rules has them, for the page: import("rules:en") is { short, rules } in that language.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const docs = join(dirname(fileURLToPath(import.meta.url)), "..", "docs", "rules");
const ID = "[A-Z]{2}\\d+(?:\\.\\d+)?";

const plain = (text) =>
  text
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/[*`]/g, "")
    .replace(/(^|[\s(|])-(?=\d)/g, "$1−");

/* "Words. [LC4.1 LC4.2]" */
function words(text) {
  const [, said, ids] = new RegExp(`^(.*?)(?: \\[(${ID}(?: ${ID})*)\\])?$`).exec(text);
  return { text: plain(said), ids: ids ? ids.split(" ") : [] };
}

function table(lines) {
  const [head, rule, ...rows] = lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => plain(cell.trim())),
  );
  return { head, right: rule.map((cell) => cell.endsWith(":")), rows };
}

/* Paragraphs, items, tables and headings, each as [kind, text]; a table's text is its lines. */
function* pieces(markdown) {
  for (const part of markdown.split(/\n\s*\n|\n(?=- )/)) {
    const lines = part.trim().split("\n");
    const kind = /^(##?|-) /.exec(lines[0])?.[1] ?? (lines[0][0] === "|" ? "|" : "");
    if (lines[0])
      yield [
        kind,
        kind === "|"
          ? lines
          : lines
              .map((line) => line.trim())
              .join(" ")
              .slice(kind ? kind.length + 1 : 0),
      ];
  }
}

/* Short rules: sections with a title, the rules that it stands for, and what is said. */
export function readShort(markdown) {
  const sections = [];
  for (const [kind, text] of pieces(markdown)) {
    const blocks = sections.at(-1)?.blocks;
    if (kind.startsWith("#")) {
      const { text: title, ids } = words(text);
      sections.push({ title, ids, blocks: [] });
    } else if (kind === "|") blocks.push({ table: table(text) });
    else if (kind === "-" && blocks.at(-1)?.items) blocks.at(-1).items.push(words(text));
    else if (kind === "-") blocks.push({ items: [words(text)] });
    else blocks.push({ words: words(text) });
  }
  return sections;
}

/* Numbered rules by their ids; chapters have a title. What stands below another heading is for developers. */
export function readNumbered(markdown) {
  const rules = {};
  let now = null,
    chapter = null;
  for (const [kind, text] of pieces(markdown)) {
    const [, id, rest] = new RegExp(`^(?:\\*\\*)?(${ID})(?:\\*\\*)? (.*)$`).exec(text) ?? [];
    if (kind.startsWith("#"))
      now = chapter = id ? (rules[id] = { id, title: plain(rest), text: "" }) : null;
    else if (!chapter) continue;
    else if (kind === "-" && id) now = rules[id] = { id, text: plain(rest) };
    else if (kind === "|") now.table ??= table(text);
    else if (kind === "" && now === chapter)
      now.text = [now.text, plain(text)].filter(Boolean).join(" ");
  }
  return rules;
}

export function readRules(language) {
  const read = (name) => readFileSync(join(docs, name), "utf8");
  const short = {},
    rules = {};
  for (const name of readdirSync(join(docs, "short"))) {
    const [game, own] = name.split(".");
    if (own === language) short[game] = readShort(read(`short/${name}`));
  }
  const mine = language === "en" ? /^[a-z-]+\.md$/ : /^[a-z-]+\.de\.md$/;
  for (const name of readdirSync(docs).filter((each) => mine.test(each)))
    Object.assign(rules, readNumbered(read(name)));
  return { short, rules };
}

export const rulesPlugin = {
  name: "rules",
  setup(build) {
    build.onResolve({ filter: /^rules:/ }, ({ path }) => ({
      path: path.slice("rules:".length),
      namespace: "rules",
    }));
    build.onLoad({ filter: /.*/, namespace: "rules" }, ({ path }) => ({
      contents: JSON.stringify(readRules(path)),
      loader: "json",
    }));
  },
};
