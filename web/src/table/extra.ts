/* What a table on a server shows besides. */
import type { ComponentChildren } from "preact";
import type { Mates } from "../games/types";

export interface TableExtra {
  badge: ComponentChildren;
  buttons: ComponentChildren;
  news: ComponentChildren;
  menu: ComponentChildren;
  waiting: string;
  kept: string;
  keys: [string, string][];
  hints: boolean;
  mates?: Mates & { seat?: number; before?: any };
}
