import { useEffect, useState } from "preact/hooks";
import type { Cell } from "./store";

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
