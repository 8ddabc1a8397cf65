/* What if: from any point of a game on, in any seat, with the dice that came or with others. */
import { useState } from "preact/hooks";
import { myLevel, myName, openGame } from "../app";
import { Choice, Dialog } from "../frame";
import { t } from "../i18n";
import { branch } from "./branch";

/* With bots of the level that somebody here has chosen. */
export const branchHere = (record: string, at: number, seat: number, same: boolean) =>
  branch(record, { at, seat, same, level: myLevel(), name: myName() });

export function WhatIf({
  record,
  at,
  seat: first,
  names,
  onClose,
}: {
  record: string;
  at: number;
  seat: number;
  names: string[];
  onClose(): void;
}) {
  const [seat, setSeat] = useState(String(first));
  const [dice, setDice] = useState<"same" | "new">("same");
  return (
    <Dialog title={t("whatif.title")} onClose={onClose}>
      <p>{t("whatif.how")}</p>
      {names.length > 1 && (
        <Choice
          label={t("whatif.seat")}
          value={seat}
          all={names.map((name, each) => [String(each), name])}
          onChange={setSeat}
        />
      )}
      <Choice
        label={t("whatif.dice")}
        value={dice}
        all={[
          ["same", t("whatif.same")],
          ["new", t("whatif.new")],
        ]}
        onChange={(value) => setDice(value as "same" | "new")}
      />
      <button
        type="button"
        class="b go big"
        onClick={() => openGame(branchHere(record, at, Number(seat), dice === "same"))}
      >
        {t("whatif.go")}
      </button>
    </Dialog>
  );
}
