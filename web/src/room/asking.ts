/* Asking the server again and again, while somebody looks. */
import { useEffect } from "preact/hooks";

/* Asks now, when somebody comes back to the page, and again and again while they look; also while they do not, but more
 * seldom, if `hidden` is given. */
export function useAsking(on: boolean, every: number, ask: () => void, hidden = 0): void {
  useEffect(() => {
    if (!on) return;
    let last = 0;
    const look = () => {
      const wait = document.visibilityState === "visible" ? 0 : hidden || Infinity;
      if (Date.now() - last < wait) return;
      last = Date.now();
      ask();
    };
    look();
    const timer = setInterval(look, every);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [on]);
}
