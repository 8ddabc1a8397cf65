/* A game's rules page, loaded when it is shown. */
import { lazy } from "../lazy";
import type { GameUi } from "./types";

export const rulesOf = (name: string): GameUi["Rules"] => lazy(() => import("./rules-pages").then((module) => module.pages[name]!));
