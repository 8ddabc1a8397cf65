/* A game's rules page, loaded when it is shown. */
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Translate } from "./types";

export function rulesOf(name: string) {
  return function Rules({ t }: { t: Translate }) {
    const [pages, setPages] = useState<Record<string, ComponentType> | null>(null);
    useEffect(() => {
      void import("./rules-pages").then((module) => setPages(module.pages));
    }, []);
    const Page = pages?.[name];
    return Page ? <Page /> : <p role="status">{t("loading")}</p>;
  };
}
