/* Before and after something is thrown away: asking once, or taking it back. */
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../draw";
import { t } from "../i18n";

/* What is lost, and two ways on; the one that loses something is not the one that stands out. */
export function Sure({
  what,
  words,
  onYes,
  onNo,
}: {
  what: string;
  words: string;
  onYes(): void;
  onNo(): void;
}) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    keep.current?.focus();
    keep.current?.parentElement!.scrollIntoView({ block: "nearest" });
  }, []);
  return (
    <div class="sure" role="group" aria-label={what}>
      <p>{words}</p>
      <button ref={keep} type="button" class="b go" onClick={onNo}>
        {t("cancel")}
      </button>
      <button type="button" class="b line loses" onClick={onYes}>
        {what}
      </button>
    </div>
  );
}

/* Stands where something was taken off a list, as high as it was, until it is left. */
export function Removed({ words, onUndo }: { words: string; onUndo(): void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <>
      <span role="status">{words}</span>
      <button ref={undo} type="button" class="b line sm" onClick={onUndo}>
        <Icon name="undo" />
        {t("removed.undo")}
      </button>
    </>
  );
}
