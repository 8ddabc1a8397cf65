/* What if: from any point of a game on, in any seat, with the dice that came or with others. */
import { useState } from "preact/hooks";
import { myLevel, myName, openGame } from "../app";
import { Choice, Dialog } from "../frame";
import { t } from "../i18n";
import { branch, knowsDice } from "./branch";
import { CopyPosition } from "./position";

/* With bots of the level that somebody here has chosen. */
export const branchHere = (record: string, at: number, seat: number, same: boolean) =>
  branch(record, { at, seat, same, level: myLevel(), name: myName() });

export function WhatIf({
  record,
  at,
  seat: first,
  names,
  given,
  onClose,
}: {
  record: string;
  at: number;
  seat: number;
  names: string[];
  given?: string /* a link has led here, to this position: looking at it is a way on, too */;
  onClose(): void;
}) {
  const known = knowsDice(record, at);
  const [seat, setSeat] = useState(String(first));
  const [dice, setDice] = useState<"same" | "new">(known ? "same" : "new");
  return (
    <Dialog title={t(given ? "position.title" : "whatif.title")} onClose={onClose}>
      {given && <p>{t("position.given", { what: given })}</p>}
      <p>{t("whatif.how")}</p>
      {names.length > 1 && (
        <Choice
          label={t("whatif.seat")}
          value={seat}
          all={names.map((name, each) => [String(each), name])}
          onChange={setSeat}
        />
      )}
      {known ? (
        <Choice
          label={t("whatif.dice")}
          value={dice}
          all={[
            ["same", t("whatif.same")],
            ["new", t("whatif.new")],
          ]}
          onChange={(value) => setDice(value as "same" | "new")}
        />
      ) : (
        <p class="note">{t("position.newDice")}</p>
      )}
      <div class="pbtn">
        <button
          type="button"
          class="b go big"
          onClick={() => openGame(branchHere(record, at, Number(seat), dice === "same"))}
        >
          {t("whatif.go")}
        </button>
        {given ? (
          <button type="button" class="b line big" onClick={onClose}>
            {t("position.look")}
          </button>
        ) : (
          <CopyPosition record={record} at={at} seat={Number(seat)} />
        )}
      </div>
    </Dialog>
  );
}
