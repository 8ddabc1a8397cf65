/* Where we are: the fragment, so that it works from any folder and offline. What is looked up at a table lies over it,
 * and the table goes on below; going back, or closing it, shows the table again. */
import { cell } from "./store";

/* Where the client lies: next to this script, whatever page was opened. */
export const ROOT = new URL("./", import.meta.url).href;

/* t/TABLE#KEY is a page only on the way in: it becomes a place like the others, from which a key can be taken out. */
const invited =
  location.href.startsWith(ROOT) &&
  /^t\/([\w-]+)(?:\?[^#]*)?(?:#([\w.-]*))?$/.exec(location.href.slice(ROOT.length));
if (invited)
  history.replaceState(null, "", `${ROOT}#/t/${invited[1]}${invited[2] ? `/${invited[2]}` : ""}`);

const OVER = /^(rules|settings|keys|fair)\b/;
const BELOW = /^(t|play|replay|puzzles)\b/;

/* What is below: the screen, its address (which may have lost a key since), and how many steps back it is. Kept with
 * the entry of the history, so that a reload has both. */
interface Below {
  screen: string;
  address: string;
  depth: number;
}
const place = (url: string) => url.split("#")[1]?.replace(/^\//, "") ?? "";
let below: Below | undefined = history.state?.below;

/* The screen, and what lies over it; "" if nothing does. */
export const route = cell(below?.address ?? place(location.href));
export const overlay = cell(below ? place(location.href) : "");

function goneTo(to: string, from: string): void {
  const kept: Below | undefined = history.state?.below;
  if (!OVER.test(to)) {
    const screen = to === below?.address ? below.screen : to;
    below = undefined;
    overlay.set("");
    route.set(screen);
    return;
  }
  below =
    kept ??
    (overlay.get()
      ? { ...below!, depth: below!.depth + 1 }
      : BELOW.test(route.get())
        ? { screen: route.get(), address: from, depth: 1 }
        : undefined);
  if (!kept && below) history.replaceState({ below }, "");
  if (kept && route.get() !== kept.screen) route.set(kept.address);
  if (!below) route.set(to);
  overlay.set(below ? to : "");
}
addEventListener("hashchange", (event) => {
  const { newURL, oldURL } = event as HashChangeEvent;
  goneTo(place(newURL), place(oldURL));
});

export function go(where: string): void {
  location.hash = `#/${where}`;
}

export function closeOverlay(): void {
  if (overlay.get()) history.go(-below!.depth);
  overlay.set("");
}
