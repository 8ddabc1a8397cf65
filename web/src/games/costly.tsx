/* A button for what throws something away, with the key for it. It is never the primary one, and where that really
 * costs something it asks once, in a dialog, so that no second tap at the same place does it. */
import { useState } from "preact/hooks";
import { Dialog } from "../frame";
import { useKeys } from "../hooks";
import { t } from "../i18n";

interface Props {
  label: string;
  costs?: string /* what is lost: then it asks */;
  title?: string;
  cls?: string;
  disabled?: boolean;
  pressed?: boolean;
  hinted?: boolean;
  onDo(): void;
}

export function Costly({ label, costs, title, cls = "", disabled, pressed, hinted, onDo }: Props) {
  const [asking, setAsking] = useState(false);
  const ask = () => (costs ? setAsking(true) : onDo());
  const close = () => setAsking(false);
  const sure = () => {
    close();
    onDo();
  };
  useKeys(!disabled, ({ key }) => {
    if (key !== "-" && key !== "−") return false;
    ask();
    return true;
  });
  return (
    <>
      <button
        type="button"
        class={`b line ${cls} ${hinted ? "hinted" : ""}`}
        data-costly
        disabled={disabled}
        aria-pressed={pressed}
        title={title}
        onClick={ask}
      >
        <span>{label}</span>
      </button>
      {asking && (
        <Dialog title={t("table.sure")} onClose={close}>
          <div class="menu">
            <p>{costs}</p>
            <button type="button" class="b go" onClick={close}>
              {t("table.notSure")}
            </button>
            <button type="button" class="b line" data-sure onClick={sure}>
              {label}
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
