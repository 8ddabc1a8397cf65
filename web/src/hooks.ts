import { useEffect, useState } from "preact/hooks";
import type { Cell } from "./store";

/* A cell's value; draws again when it changes. */
export function useCell<T>(cell: Cell<T>): T {
  const [, tick] = useState(0);
  useEffect(() => cell.watch(() => tick((n) => n + 1)), [cell]);
  return cell.get();
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
