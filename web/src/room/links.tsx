/* Links to seats and tables, and the seal of the dice. */

import { useEffect, useState } from "preact/hooks";
import { Icon } from "../draw";
import { t } from "../i18n";

export function LinkBox({ url, label }: { url: string; label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (event: Event) => {
    const field = (event.currentTarget as HTMLElement).parentElement!.querySelector("input")!;
    field.select();
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
    } catch {
      field.focus(); /* selected, to be copied by hand */
    }
  };
  const share = typeof navigator.share === "function";
  return (
    <div class="linkbox">
      <input
        readOnly
        value={url}
        aria-label={label}
        onFocus={(event) => event.currentTarget.select()}
      />
      <button
        type="button"
        class="b line sm"
        aria-label={`${t("link.copy")}: ${label}`}
        onClick={(event) => void copy(event)}
      >
        <Icon name={copied ? "check" : "link"} />
        {t(copied ? "link.copied" : "link.copy")}
      </button>
      {share && (
        <button
          type="button"
          class="b line sm"
          aria-label={`${t("link.share")}: ${label}`}
          onClick={() => void navigator.share({ url, title: "Pipwright" }).catch(() => undefined)}
        >
          {t("link.share")}
        </button>
      )}
      <span class="vh" role="status">
        {copied && t("link.copied")}
      </span>
    </div>
  );
}

/* The link as a picture for a phone's camera. */
export function Qr({ text, label = t("room.qr") }: { text: string; label?: string }) {
  const [path, setPath] = useState<{ d: string; size: number } | null>(null);
  useEffect(() => {
    let shown = true;
    void import("qrcode-generator").then(
      ({ default: qrcode }) => {
        const code = qrcode(0, "M");
        code.addData(text);
        code.make();
        const size = code.getModuleCount();
        let d = "";
        for (let y = 0; y < size; y++)
          for (let x = 0; x < size; x++) if (code.isDark(y, x)) d += `M${x} ${y}h1v1h-1z`;
        if (shown) setPath({ d, size });
      },
      () => undefined,
    );
    return () => {
      shown = false;
    };
  }, [text]);
  return (
    <svg
      class="qr"
      viewBox={path ? `-3 -3 ${path.size + 6} ${path.size + 6}` : "0 0 1 1"}
      role="img"
      aria-label={label}
    >
      {path && <path d={path.d} />}
    </svg>
  );
}

export function Sealed({ commitment }: { commitment: string }) {
  return (
    <details class="card sealed">
      <summary>
        <Icon name="shield" cls="shd" />
        <span>
          <b>{t("sealed.title")}</b>
          <small>{t("sealed.sub")}</small>
        </span>
      </summary>
      <p class="note">{t("sealed.how")}</p>
      <code class="long">{commitment}</code>
    </details>
  );
}
