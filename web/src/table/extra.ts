/* What a table on a server shows besides, and a puzzle. */
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
  guide?: boolean /* false: nobody plays for the first time here */;
  instead?: ComponentChildren /* of prompt, dice and buttons */;
  spot?: string /* what is lit on the sheet, as a hint would */;
  mates?: Mates & { seat?: number; before?: any };
}
