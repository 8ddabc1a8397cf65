/* Hints in two steps: the first tap lights the area, the second shows the move and its reason. */
import { useEffect, useRef, useState } from "preact/hooks";
import { shared, strongest } from "./app";
import { Engine, splitRecord } from "./engine";
import type { BoardProps, GameUi } from "./games/types";
import type { Counts } from "./hint-words";
import { reasonOf } from "./hint-words";
import { deed, list, t } from "./i18n";
import { lineWords } from "./log";
import { Positions } from "./positions";
import type { Candidate } from "./reviewer";
import type { Snapshot } from "./session";
import { load, save } from "./store";

/* A step such as "take the 7s" says little; the strongest bot is asked on until something comes of it. */
const STEPS = 16;
const RANKED = 2; /* the best, and what comes next */

interface Advice {
  area: string;
  spot: string;
  where: string;
  move: string;
}

/* ---- How many were given: the report card tells ---- */

const GAMES = 8; /* that are remembered */

/* What names a game from its first roll to its end: where its dice come from, and how they fell first. */
function gameKey(record: string): string {
  const { head, events } = splitRecord(record);
  const roll = events.find((event) => event.startsWith("*")) ?? "";
  return `${/^dice .*$/m.exec(head)?.[0] ?? head}\n${roll}`;
}
export const hintsIn = (record: string): number =>
  load<[string, number][]>("hints", []).find(([key]) => key === gameKey(record))?.[1] ?? 0;
function countHint(record: string): void {
  const key = gameKey(record),
    others = load<[string, number][]>("hints", []).filter(([each]) => each !== key);
  save("hints", [[key, hintsIn(record) + 1], ...others].slice(0, GAMES));
}

/* ---- What is advised ---- */

const countsOf = ({ setup, status }: Snapshot, ranked: Candidate[]): Counts =>
  status.won !== undefined
    ? "team"
    : setup.seats > 1 && ranked.some(({ win }) => win)
      ? "win"
      : "points";

/* A line of candidates in words, from where the draft is. */
function candidateWords(
  scribe: Engine,
  { me, draft }: Snapshot,
  line: string[],
  ui: GameUi,
): string {
  const noted = line.map((move) => {
    const words = ui.noted?.(move, () => scribe.view(me, me)) ?? move;
    scribe.play(`${me} ${move}`);
    return words;
  });
  if (ui.told && !draft.length) return lineWords(noted, ui);
  return list(noted.map((step, i) => ui.moveWords(step, t, [...draft, ...line.slice(0, i)])));
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
  const ranked = await ask.rank(scribe.record(), me, RANKED).catch(() => []);
  let why = "";
  let line = (ranked[0]?.line ?? []).map((move) => `${me} ${move}`);
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
  const first = moves[0]!;
  const each = () =>
    noted.map((step, i) => ui.moveWords(step, deed, [...draft, ...moves.slice(0, i)]));
  const move = ui.told && !draft.length ? lineWords(noted, ui, deed) : list(each());
  let reason = "";
  if (ranked[0]) {
    moves.length = 0;
    replay();
    const next = ranked[1] && candidateWords(scribe, shot, ranked[1].line, ui);
    reason = reasonOf(countsOf(shot, ranked), ranked[0], ranked[1], next ?? "");
  }
  const { area, spot, words } = ui.hint(first, props);
  return {
    area,
    spot,
    where: t("table.hintArea", { where: words }),
    move: [t(why ? "table.hintWhy" : "table.hintIs", { move, why }), reason].join(" ").trimEnd(),
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
          if (found) countHint(shot.record);
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
