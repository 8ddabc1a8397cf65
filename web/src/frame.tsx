/* What every screen has: the bar at the top, dialogs, the two voices of the screen reader. */
import type { ComponentChildren } from "preact";
import { createContext } from "preact";
import { useContext, useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { Icon, Logo } from "./draw";
import { t } from "./i18n";

/* Whether this lies over a table, whose bar and name stay. */
export const Over = createContext(false);

/* The part of a screen below its bar. */
export function Main({ cls, children }: { cls: string; children: ComponentChildren }) {
  return useContext(Over) ? (
    <div class={cls}>{children}</div>
  ) : (
    <main class={cls} id="main">
      {children}
    </main>
  );
}

/* Every screen has a bar of its own, so a new bar is a new screen: the page is called after it, and who came here by
 * hand is at its beginning. */
export function Top(props: { title?: string; sub?: string; children?: ComponentChildren }) {
  return useContext(Over) ? null : <Bar {...props} />;
}

function Bar({ title, sub, children }: Parameters<typeof Top>[0]) {
  useEffect(() => {
    document.title = title ? `${title} · Pipwright` : "Pipwright";
  }, [title]);
  useEffect(() => {
    const main = document.getElementById("main");
    if (
      !main ||
      document.activeElement !== document.body ||
      !navigator.userActivation?.hasBeenActive
    )
      return;
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  }, []);
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label={t("home")}>
        <Logo />
        <span>Pipwright</span>
      </a>
      {title && (
        <div class="crumb">
          <b>{title}</b>
          {sub && <span class="sub">{sub}</span>}
        </div>
      )}
      <div class="mid" />
      <div class="tr">{children}</div>
    </header>
  );
}

export function IconButton({
  name,
  label,
  onClick,
}: {
  name: string;
  label: string;
  onClick(): void;
}) {
  return (
    <button type="button" class="ib" aria-label={label} title={label} onClick={onClick}>
      <Icon name={name} />
    </button>
  );
}

export function Dialog({
  title,
  cls = "",
  onClose,
  children,
}: {
  title: string;
  cls?: string;
  onClose(): void;
  children: ComponentChildren;
}) {
  const box = useRef<HTMLDialogElement>(null);
  /* Before it is painted, so that nobody meets a dialog that is not open yet. */
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    box.current?.showModal();
    /* Only a dialog that is closed gives the focus back by itself. */
    return () =>
      queueMicrotask(() => {
        if (document.activeElement === document.body && before?.isConnected) before.focus();
      });
  }, []);
  return (
    <dialog
      ref={box}
      class={`dlg ${cls}`}
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === box.current && box.current?.close()}
    >
      <div class="dlgin">
        <header>
          <h2>{title}</h2>
          <IconButton name="cross" label={t("close")} onClick={() => box.current?.close()} />
        </header>
        {children}
      </div>
    </dialog>
  );
}

/* Says a sentence; polite ones are merged to at most one a second. Of what is `about` the same thing only the last one
 * is said, and nothing twice. */
let queue: { text: string; about: string }[] = [];
let timer = 0;
function speak(id: string, text: string): void {
  const voice = document.getElementById(id);
  if (voice) voice.textContent = text;
}
export function announce(text: string, assertive = false, about = ""): void {
  if (!text) return;
  if (assertive) {
    speak("voice-now", text);
    return;
  }
  queue = [
    ...queue.filter((each) => each.text !== text && !(about && each.about === about)),
    { text, about },
  ];
  if (timer) return;
  timer = window.setTimeout(() => {
    speak("voice", queue.map((each) => each.text).join(" "));
    queue = [];
    timer = 0;
  }, 1000);
}

export function Voices() {
  return (
    <>
      <div id="voice" class="vh" aria-live="polite" />
      <div id="voice-now" class="vh" aria-live="assertive" />
    </>
  );
}

/* One of a few, as buttons that look like one; in even columns where a line has no room for them. */
export function Choice<T extends string>({
  label,
  value,
  all,
  onChange,
}: {
  label: string;
  value: T;
  all: [T, string][];
  onChange(value: T): void;
}) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { classList, firstElementChild: first, lastElementChild: last } = box.current!;
    classList.remove("even");
    classList.toggle("even", (last as HTMLElement).offsetTop > (first as HTMLElement).offsetTop);
  });
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      <div ref={box}>
        {all.map(([each, name]) => (
          <button
            type="button"
            key={each}
            aria-pressed={each === value}
            class={each === value ? "on" : ""}
            onClick={() => onChange(each)}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
