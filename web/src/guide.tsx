/* The first turns of somebody's first game carry one more line of help. It is an offer: it can be sent away for good. */
import { useEffect, useState } from "preact/hooks";
import { Icon } from "./draw";
import { IconButton } from "./frame";
import { t } from "./i18n";
import { load, save } from "./store";

const TURNS = 3;

/* `turn` is -1 while somebody else acts: the line is empty then, but keeps its place, so that nothing moves. */
export function Guide({ game, turn, words }: { game: string; turn: number; words: string }) {
  const key = `guide.${game}`;
  const [left, setLeft] = useState(() => load(key, TURNS));
  const [last, setLast] = useState(turn);
  const keep = (next: number) => {
    setLeft(next);
    save(key, next);
  };
  useEffect(() => {
    if (turn < 0 || turn === last) return;
    setLast(turn);
    if (last >= 0 && left > 0) keep(left - 1);
  }, [turn]);
  if (left <= 0) return null;
  if (!words) return <p class="guide idle" />;
  return (
    <p class="guide">
      <Icon name="bulb" />
      <span>
        {words} <a href={`#/rules/${game}`}>{t("guide.learn")}</a>
      </span>
      <IconButton name="cross" label={t("guide.dismiss")} onClick={() => keep(0)} />
    </p>
  );
}
