/* At the end of a game: what its report card says goes into the list of one's games. */
import { useEffect } from "preact/hooks";
import { useCell } from "../hooks";
import { addTexts, t } from "../i18n";
import { entered as texts } from "../i18n/history";
import type { Review } from "../report/thread";
import { reported } from "./enter";
import { keyOf } from "./entry";
import { isUnkept, trouble } from "./shelf";

addTexts(texts);

/* Why the game could not be kept; "" if it could, or was only looked at. */
export function useEntered(record: string, review: Review | undefined): string {
  const why = useCell(trouble);
  const done = review && !review.more ? review.card : undefined;
  useEffect(() => {
    if (done) void reported(record, done).catch(() => undefined);
  }, [record, done]);
  return why && isUnkept(keyOf(record)) ? t(`history.${why}`) : "";
}
