/* Being called: while it is one's turn and the page is not in sight, its title and icon say so; a turn that comes then
 * is heard and notified of, if somebody wants that. Whoever knows whose turn it is says it here. */
import { t } from "./i18n";
import { play } from "./sound";
import { change, settings } from "./store";

let turn = ""; /* what it belongs to, such as a game's name; "" while it is somebody else's */
let mark = ""; /* what stands before the title now */

const icon = () => document.querySelector<HTMLLinkElement>("link[rel=icon]");

/* Another screen may have named the page since: only the mark is put away. */
function show(): void {
  const next = turn && document.hidden ? `● ${t("called.turn")} · ` : "";
  const plain = document.title.startsWith(mark)
    ? document.title.slice(mark.length)
    : document.title;
  mark = next;
  document.title = mark + plain;
  const link = icon();
  if (link)
    link.href = link.href.replace(/icon(-called)?\.svg$/, next ? "icon-called.svg" : "icon.svg");
}

/* Some browsers notify only through a service worker. */
function notify(): void {
  if (!settings.get().notify || !mayNotify() || Notification.permission !== "granted") return;
  const note = { body: turn, tag: "pipwright-turn" };
  try {
    new Notification(t("called.turn"), note).onclick = () => window.focus();
  } catch {
    void navigator.serviceWorker?.ready
      .then((worker) => worker.showNotification(t("called.turn"), note))
      .catch(() => undefined);
  }
}

/* Says whose turn it is: `about` is what it belongs to, "" if it is not one's own. */
export function calling(about: string): void {
  const came = about && !turn;
  turn = about;
  show();
  if (!came || !document.hidden) return;
  if (settings.get().call) play("call");
  notify();
}

export const mayNotify = () => typeof Notification !== "undefined";

/* The browser asks the player, so only a tap on the setting leads here. */
export async function askToNotify(on: boolean): Promise<void> {
  change({ notify: on });
  if (on && Notification.permission === "default")
    await Promise.resolve(Notification.requestPermission()).catch(() => undefined);
  change({ notify: on && Notification.permission === "granted" });
}

if (typeof document !== "undefined") document.addEventListener("visibilitychange", show);
