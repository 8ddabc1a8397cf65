/* Asking the server again and again, while somebody looks. */
import { useEffect } from "preact/hooks";

/* Asks now, when somebody comes back to the page, and again and again while they look. */
export function useAsking(on: boolean, every: number, ask: () => void): void {
  useEffect(() => {
    if (!on) return;
    const look = () => {
      if (document.visibilityState === "visible") ask();
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
