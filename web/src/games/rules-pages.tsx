/* The pages that teach the games: the short rules with pictures, and below them every rule by its number. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Icon } from "../draw";
import { addTexts, language, t } from "../i18n";
import { rules as texts } from "../i18n/rules";
import type { Block, Columns, Rule, RulesText, Section, Words } from "../rules-text";
import { loadRules } from "../rules-text";
import style from "../style/rules.css";
import { gameList, loadPictures, loadStyle } from "./index";
import type { Example, Pictures } from "./types";

addTexts(texts);

/* On small screens a wide one is scrolled, by keys too. */
function Table({ head, right, rows }: Columns) {
  const side = (i: number) => (right[i] ? "r" : "");
  return (
    <div class="rtabs" tabIndex={0} role="group" aria-label={t("rules.table")}>
      <table class="rtab">
        <thead>
          <tr>
            {head.map((cell, i) =>
              cell || i ? (
                <th key={i} scope="col" class={side(i)}>
                  {cell}
                </th>
              ) : (
                <td key={i} />
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row[0]}>
              {row.map((cell, i) =>
                i ? (
                  <td key={i} class={side(i)}>
                    {cell}
                  </td>
                ) : (
                  <th key={i} scope="row">
                    {cell}
                  </th>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Said({ as: Tag, words: { text, ids } }: { as: "li" | "p"; words: Words }) {
  const rules = ids.join(" ") || undefined;
  const last = rules
    ? text.lastIndexOf(" ") + 1
    : text.length; /* the word that the book stays with */
  return (
    <Tag data-rules={rules}>
      {text.slice(0, last)}
      {rules && (
        <span class="lastword">
          {text.slice(last)}{" "}
          <button type="button" class="rid" data-rule={rules} aria-label={t("rules.exactly")}>
            <Icon name="book" />
          </button>
        </span>
      )}
    </Tag>
  );
}

function Blocks({ all }: { all: Block[] }) {
  return (
    <>
      {all.map((block, i) =>
        block.table ? (
          <Table key={i} {...block.table} />
        ) : block.items ? (
          <ul key={i}>
            {block.items.map((item) => (
              <Said key={item.text} as="li" words={item} />
            ))}
          </ul>
        ) : (
          <Said key={i} as="p" words={block.words} />
        ),
      )}
    </>
  );
}

function Card({
  section,
  picture,
  example,
}: {
  section: Section;
  picture?: JSX.Element;
  example?: Example;
}) {
  return (
    <li class="card rule">
      {picture && (
        <svg viewBox="0 0 220 132" aria-hidden="true">
          {picture}
        </svg>
      )}
      <div>
        <h2>{section.title}</h2>
        <Blocks all={section.blocks} />
        {example && section.ids.includes(example.rule) && (
          <a class="b line" href={`#/replay/${example.link}`}>
            {t(example.words)}
          </a>
        )}
      </div>
    </li>
  );
}

/* Every rule, word for word. */
function Numbered({ rules }: { rules: Rule[] }) {
  return (
    <details class="card numbered">
      <summary>
        <Icon name="chev" />
        {t("rules.numbered")}
      </summary>
      {rules.map(({ id, title, text, table }) => (
        <section key={id} id={id}>
          {title ? (
            <h3>
              {id} {title}
            </h3>
          ) : null}
          {text && (
            <p>
              {title ? "" : <b>{id}</b>} {text}
            </p>
          )}
          {table && <Table {...table} />}
        </section>
      ))}
    </details>
  );
}

export function RulesPage({ game }: { game: string }) {
  const [all, setAll] = useState<RulesText | null>(null);
  const [pictures, setPictures] = useState<Pictures>({});
  const [failed, setFailed] = useState(false);
  useEffect(() => void loadPictures(game).then(setPictures, () => setPictures({})), [game]);
  useEffect(
    () =>
      void Promise.all([loadRules(), loadStyle(style)]).then(
        ([text]) => setAll(text),
        () => setFailed(true),
      ),
    [language()],
  );
  const [intro, ...sections] = all?.short[game] ?? [];
  if (!all || !intro) return <p role="status">{t(failed ? "unreachable" : "loading")}</p>;
  const prefix = sections[0]?.ids[0]?.replace(/\d.*/, "") ?? "";
  return (
    <>
      <div class="intro">
        <Blocks all={intro.blocks} />
      </div>
      <ol class="rules">
        {sections.map((section) => (
          <Card
            key={section.title}
            section={section}
            picture={pictures[section.ids[0]!]}
            example={gameList[game]?.example}
          />
        ))}
      </ol>
      <Numbered rules={Object.values(all.rules).filter((rule) => rule.id.startsWith(prefix))} />
    </>
  );
}
