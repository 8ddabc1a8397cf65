import type { Ref } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Cell } from "./store";
import { settings } from "./store";

/* A cell's value; draws again when it changes. */
export function useCell<T>(cell: Cell<T>): T {
  const [, tick] = useState(0);
  const shown = cell.get();
  useEffect(() => {
    if (cell.get() !== shown) tick((n) => n + 1); /* it changed between drawing and watching */
    return cell.watch(() => tick((n) => n + 1));
  }, [cell]);
  return shown;
}

/* Draws again whenever something that can be watched changes, also between drawing and watching. */
export function useWatch(what: { watch(call: () => void): () => void }): void {
  const [, tick] = useState(0);
  useEffect(() => {
    tick((n) => n + 1);
    return what.watch(() => tick((n) => n + 1));
  }, [what]);
}

export function useMedia(query: string): boolean {
  const [matches, set] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const call = () => set(media.matches);
    call();
    media.addEventListener("change", call);
    return () => media.removeEventListener("change", call);
  }, [query]);
  return matches;
}

/* Keys, wherever the focus is, except in fields and dialogs and with modifiers. `call` says whether a key meant
 * something; a key that did is not heard by anybody who listens later. */
export function useKeys(on: boolean, call: (event: KeyboardEvent) => boolean): void {
  const latest = useRef(call);
  latest.current = call;
  useLayoutEffect(() => {
    /* before anybody sees what keys could be for */
    if (!on) return;
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement | null;
      if (
        event.ctrlKey ||
        event.altKey ||
        event.metaKey ||
        event.defaultPrevented ||
        target?.closest?.("input, textarea, select, dialog")
      )
        return;
      if (/^\p{L}$/u.test(event.key) && !settings.get().letters) return;
      if (latest.current(event)) event.preventDefault();
    };
    addEventListener("keydown", key);
    return () => removeEventListener("keydown", key);
  }, [on]);
}

/* A tap anywhere else takes away what lies over the sheet; the tap itself still does what it does there. */
export function useTapElsewhere<T extends Element>(open: boolean, close: () => void): Ref<T> {
  const inside = useRef<T>(null);
  useEffect(() => {
    if (!open) return;
    const tap = (event: Event) => inside.current?.contains(event.target as Node) || close();
    addEventListener("pointerdown", tap);
    return () => removeEventListener("pointerdown", tap);
  }, [open]);
  return inside;
}

/* Arrow keys lead through what tells of itself, so that a group is one stop of the Tab key. */
export function walk(event: KeyboardEvent): void {
  const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
  const all = [...(event.currentTarget as Element).querySelectorAll<HTMLElement>("[data-about]")];
  const next = step && all[all.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  next.focus();
  event.preventDefault();
  event.stopPropagation();
}

/* Words in a place of fixed height: the larger they are the better, but all of them are there. CSS takes --fit for
 * their size. */
const FITS = [1, 0.92, 0.85, 0.78, 0.72];
export function useFit(): Ref<HTMLDivElement> {
  const place = useRef<HTMLDivElement>(null);
  const fit = () => {
    const words = place.current;
    if (!words) return;
    for (const size of FITS) {
      words.style.setProperty("--fit", String(size));
      if (words.scrollHeight <= words.clientHeight) break;
    }
  };
  useLayoutEffect(fit);
  useLayoutEffect(() => {
    /* other letters, or another window */
    const watcher = new ResizeObserver(fit);
    for (const each of [place.current!, ...place.current!.children]) watcher.observe(each);
    return () => watcher.disconnect();
  }, []);
  return place;
}
