/* Hints in two steps: the first tap lights the area, the second shows the move and its reason. */
import { useEffect, useRef, useState } from "preact/hooks";
import { shared, strongest } from "./app";
import { Engine } from "./engine";
import type { BoardProps, GameUi } from "./games/types";
import { deed, list, t } from "./i18n";
import { lineWords } from "./log";
import { Positions } from "./positions";
import type { Snapshot } from "./session";

/* A step such as "take the 7s" says little; the strongest bot is asked on until something comes of it. */
const STEPS = 16;

interface Advice {
  area: string;
  spot: string;
  where: string;
  move: string;
}

async function advise(shot: Snapshot, ui: GameUi, props: BoardProps): Promise<Advice | null> {
  const { module, ask } = shared(),
    scribe = new Engine(module);
  const { me, draft, setup } = shot;
  const moves: string[] = [],
    noted: string[] = [];
  const positions = new Positions(scribe);
  const replay = () => {
    positions.standAt(0, shot.record);
    return [...draft, ...moves].every((move) => scribe.play(`${me} ${move}`) === null);
  };
  replay();
  let why = "";
  let line: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    if (!line.length) line = await ask(scribe.record(), strongest(), me, 0);
    const event = line.shift()!;
    const next = event.slice(event.indexOf(" ") + 1);
    noted.push(ui.noted?.(next, () => scribe.view(me, me)) ?? next);
    moves.push(next);
    if (!replay()) return null;
    const view = scribe.view(me, me),
      effects = ui.effects(shot.before, view, [...draft, ...moves], setup, t);
    why = effects.flatMap(({ words, told }) => (told ? [] : words)).join(", ");
    if (effects.length && !ui.midway?.(view)) break;
    const status = scribe.status();
    if (status.turn !== shot.status.turn || !status.acting.includes(me)) break;
  }
  const { area, spot, words } = ui.hint(moves[0]!, props);
  const each = () =>
    noted.map((step, i) => ui.moveWords(step, deed, [...draft, ...moves.slice(0, i)]));
  const move = ui.told && !draft.length ? lineWords(noted, ui, deed) : list(each());
  return {
    area,
    spot,
    where: t("table.hintArea", { where: words }),
    move: t(why ? "table.hintWhy" : "table.hintIs", { move, why }),
  };
}

export interface Hint {
  words: string;
  lit: string;
  asked: boolean;
  ask(): void;
}

export function useHint(shot: Snapshot, ui: GameUi, props: BoardProps): Hint {
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [open, setOpen] = useState(false);
  const [note, setNote] = useState(""); /* said instead of a hint */
  const at = [shot.record, shot.me, ...shot.draft].join("\n"); /* what a hint is good for */
  const latest = useRef(at);
  latest.current = at;
  useEffect(() => {
    setAdvice(null);
    setOpen(false);
    setNote("");
  }, [at]);
  const ask = () => {
    if (!shot.mine) return;
    if (advice) setOpen(true);
    else if (!shot.legal.length) setNote("table.hintReady");
    else
      void advise(shot, ui, props)
        .catch(() => null)
        .then((found) => {
          if (latest.current !== at) return;
          setAdvice(found);
          setNote(found ? "" : "table.hintNone");
        });
  };
  if (note) return { words: t(note), lit: "", asked: false, ask };
  if (!advice) return { words: "", lit: "", asked: false, ask };
  return {
    words: open ? advice.move : advice.where,
    lit: open ? advice.spot : advice.area,
    asked: !open,
    ask,
  };
}
