/* Asks whether a choice is meant that costs something. What plays it is not what stands out. */
import { useEffect, useRef } from "preact/hooks";
import { Icon } from "../draw";
import { Dialog } from "../frame";
import { t } from "../i18n";
import type { AtTable } from "./use-table";

export function TutorAsks({ tutor }: Pick<AtTable, "tutor">) {
  const better = useRef<HTMLButtonElement>(null);
  useEffect(() => better.current?.focus(), []);
  const { asks } = tutor;
  if (!asks) return null;
  return (
    <Dialog title={t("tutor.title")} cls="tutor" onClose={tutor.back}>
      {/* a key that is held has confirmed, and means nothing here */}
      <div class="menu" onKeyDown={(event) => event.repeat && event.preventDefault()}>
        <p>{asks.words}</p>
        <p class="note" role="status">
          {asks.brings}
        </p>
        <button ref={better} type="button" class="b go" onClick={tutor.show}>
          <Icon name="bulb" />
          {t("tutor.show")}
        </button>
        <button type="button" class="b line" onClick={tutor.anyway}>
          {t("tutor.anyway")}
        </button>
      </div>
    </Dialog>
  );
}
