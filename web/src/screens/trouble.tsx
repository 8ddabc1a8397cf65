/* Something is not as the link promised: what happened, and what to do now. */
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { go, shared } from "../app";
import { Icon } from "../draw";
import { Top } from "../frame";
import { t } from "../i18n";
import { isCode } from "../net";

/* A code to be said aloud, or anything that was pasted: a link or a table's id. */
export function CodeField({
  value = "",
  label,
  focus,
}: {
  value?: string;
  label?: string;
  focus?: boolean;
}) {
  const [text, setText] = useState(value);
  const [wrong, setWrong] = useState(false);
  const join = (event: Event) => {
    event.preventDefault();
    const link = /\/t\/([\w-]+)(?:#([\w.-]+))?\s*$/.exec(text.trim());
    const code = text
      .trim()
      .toLowerCase()
      .replace(/[\s_–—]+/g, "-");
    if (link) go(`t/${link[1]}${link[2] ? `/${link[2]}` : ""}`);
    else if (isCode(code) || /^[a-z2-9]{20}$/.test(code)) go(`t/${code}`);
    else setWrong(true);
  };
  return (
    <form class="codef" onSubmit={join}>
      <label class="vh" for="code">
        {label ?? t("code.label")}
      </label>
      <input
        id="code"
        value={text}
        placeholder={t("code.example")}
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        aria-invalid={wrong}
        aria-describedby="code-wrong"
        autofocus={focus}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setWrong(false);
        }}
      />
      <button type="submit" class="b go">
        {t("code.join")}
      </button>
      <p id="code-wrong" class="err" role="status">
        {wrong && t("code.wrong")}
      </p>
    </form>
  );
}

const WITH_CODE = ["no-code", "no-table", "not-found"];
const AGAIN = [
  "offline",
  "stopping",
  "busy",
  "failed",
  "too-many",
  "read-only",
  "disk-full",
  "conflict",
];

export function Trouble({
  code,
  words = code,
  given = "",
  game,
  onRetry,
  children,
}: {
  code: string;
  words?: string /* others than the code's own */;
  given?: string;
  game?: string;
  onRetry?(): void;
  children?: ComponentChildren;
}) {
  const known = t(`trouble.${words}`) !== `trouble.${words}` ? words : "failed";
  const kind = game ?? shared().catalogue.games[0]!.name;
  return (
    <>
      <Top title={t("trouble.title")} />
      <main class="narrow trouble" id="main" data-code={code}>
        <section class="card form">
          <Icon name={AGAIN.includes(code) ? "wifi" : "link"} cls="tic" />
          <h1>{t(`trouble.${known}`)}</h1>
          <p>{t(`trouble.${known}.do`)}</p>
          {WITH_CODE.includes(code) && (
            <CodeField value={isCode(given) || code === "no-code" ? given : ""} />
          )}
          {children}
          <div class="tb">
            {AGAIN.includes(code) && onRetry && (
              <button type="button" class="b go" onClick={onRetry}>
                <Icon name="reroll" />
                {t("trouble.retry")}
              </button>
            )}
            {code === "bad-version" && (
              <button type="button" class="b go" onClick={() => location.reload()}>
                <Icon name="reroll" />
                {t("trouble.reload")}
              </button>
            )}
            <a class="b line" href={`#/new/${kind}`}>
              <Icon name="die" />
              {t("trouble.local")}
            </a>
            <a class="b line" href="#/">
              <Icon name="undo" />
              {t("trouble.lobby")}
            </a>
          </div>
        </section>
      </main>
    </>
  );
}
