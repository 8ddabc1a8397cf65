/* Everything about servers is a part of its own, so that a game against bots need not wait for it. */
import { cell } from "./store";

export type OnlineParts = typeof import("./online");
export const online = cell<OnlineParts | null>(null);
export const onlineFailed = cell(false);

export function loadOnline(): void {
  import("./online").then(online.set, () => onlineFailed.set(true));
}
