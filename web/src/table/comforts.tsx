/* How the table behaves: others' pace, motion, sound, being called. In the settings and in the table's menu. */
import { askToNotify, mayNotify } from "../called";
import { Choice } from "../frame";
import { levelWords } from "../hint-words";
import { useCell } from "../hooks";
import { t } from "../i18n";
import type { Settings } from "../store";
import { change, settings } from "../store";

type Switch = {
  [Key in keyof Settings]: Settings[Key] extends boolean ? Key : never;
}[keyof Settings];

function Check({
  of: key,
  sub,
  onChange,
}: {
  of: Switch;
  sub?: string;
  onChange?(on: boolean): void;
}) {
  const on = useCell(settings)[key];
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={on}
        onChange={(event) =>
          (onChange ?? ((next: boolean) => change({ [key]: next })))(event.currentTarget.checked)
        }
      />
      <span>
        {t(`settings.${key}`)}
        {sub && <small>{sub}</small>}
      </span>
    </label>
  );
}

const TUTORS = ["off", "big", "clear", "all"] as const;

export function Comforts() {
  const { pace, notify, tutor } = useCell(settings);
  return (
    <>
      <Choice
        label={t("tutor.setting")}
        value={tutor}
        all={TUTORS.map((level) => [level, t(`tutor.${level}`)])}
        onChange={(value) => change({ tutor: value })}
      />
      <p class="note" role="status">
        {levelWords(tutor)}
      </p>
      <Choice
        label={t("settings.pace")}
        value={pace}
        all={[
          ["instant", t("settings.pace.instant")],
          ["normal", t("settings.pace.normal")],
          ["slow", t("settings.pace.slow")],
        ]}
        onChange={(value) => change({ pace: value })}
      />
      <Check of="motion" sub={t("settings.motionSub")} />
      <Check of="sound" />
      <Check of="call" />
      {mayNotify() && (
        <Check
          of="notify"
          sub={notify && Notification.permission === "denied" ? t("settings.notifyDenied") : ""}
          onChange={(on) => void askToNotify(on)}
        />
      )}
    </>
  );
}
