/* A position in a link: the record up to there. Who opens it may look, or take a seat (screens/replay.tsx). */
import { useState } from "preact/hooks";
import { packRecord } from "../app";
import { Icon } from "../draw";
import { t } from "../i18n";
import { recordUpTo } from "./branch";

export const positionLink = async (record: string, at: number, seat: number): Promise<string> =>
  `${location.href.split("#")[0]}#/replay/${await packRecord(recordUpTo(record, at))}/from/${seat}`;

/* `about` says of which position, where there are several on the screen. */
export function CopyPosition({
  record,
  at,
  seat,
  about,
}: {
  record: string;
  at: number;
  seat: number;
  about?: string;
}) {
  const [copied, setCopied] = useState("");
  const [byHand, setByHand] = useState("");
  const here = `${at}/${seat}`;
  const copy = async () => {
    const url = await positionLink(record, at, seat);
    try {
      await navigator.clipboard.writeText(url);
      setCopied(here);
    } catch {
      setByHand(url);
    }
  };
  const done = copied === here;
  return (
    <>
      <button
        type="button"
        class="b line sm"
        aria-label={about && t("position.copyLong", { what: about })}
        onClick={() => void copy()}
      >
        <Icon name={done ? "check" : "link"} />
        {t(done ? "position.copied" : "position.copy")}
      </button>
      <span class="vh" role="status">
        {done && t("position.copied")}
      </span>
      {byHand && (
        <input
          class="byhand"
          readOnly
          value={byHand}
          aria-label={t("position.copy")}
          ref={(field) => field?.select()}
        />
      )}
    </>
  );
}
