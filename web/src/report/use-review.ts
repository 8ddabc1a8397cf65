/* The review of a finished game, as far as it is. */
import { useEffect, useState } from "preact/hooks";
import { thread } from "../bot-thread";
import { announce } from "../frame";
import { t } from "../i18n";
import { ROOT } from "../route";
import type { Review } from "./thread";
import { keptReview, review } from "./thread";

declare const BOTS: string;

export interface Reviewed {
  review: Review | undefined;
  trouble: "" | "no-net" | "unreachable" | "failed";
  retry(): void;
}

const troubleOf = (why: string): Reviewed["trouble"] =>
  why === "no-net" || why === "unreachable" ? why : "failed";

/* Begins when the screen is there, and ends with it. */
export function useReview(record: string, outcomes: number): Reviewed {
  const [found, setFound] = useState<{ record: string; review: Review } | null>(null);
  const [trouble, setTrouble] = useState<Reviewed["trouble"]>("");
  const [tries, setTries] = useState(0);
  useEffect(() => {
    setTrouble("");
    if (keptReview(record)) return;
    return review(
      thread(ROOT + BOTS),
      record,
      outcomes,
      (news) => {
        setFound({ record, review: news });
        if (!news.more) announce(t("report.ready"));
      },
      (why) => setTrouble(troubleOf(why)),
    );
  }, [record, tries]);
  return {
    review: found?.record === record ? found.review : keptReview(record),
    trouble,
    retry: () => setTries(tries + 1),
  };
}
