/* Hints in two steps: the first tap lights the area, the second shows the move and its reason. */
import { useEffect, useRef, useState } from "preact/hooks";
import { ROOT, shared, strongest } from "./app";
import { thread } from "./bot-thread";
import { Engine } from "./engine";
import { announce } from "./frame";
import type { BoardProps, GameUi } from "./games/types";
import { countHelp } from "./help";
import type { Counts } from "./hint-words";
import { bringsWords, reasonOf } from "./hint-words";
import { deed, list, t } from "./i18n";
import { lineWords } from "./log";
import { Positions } from "./positions";
import type { Split } from "./report/types";
import type { Snapshot } from "./session";

declare const BOTS: string;

/* A step such as "take the 7s" says little; the strongest bot is asked on until something comes of it. */
const STEPS = 16;
const RANKED = 2; /* the best, and what comes next */

interface Advice {
  area: string;
  spot: string;
  where: string;
  move: string;
  lines?: [string[], string[]] /* the best, and what comes next */;
}

/* ---- What is advised ---- */

export const countsOf = ({ setup, status }: Snapshot, ranked: { win: number }[]): Counts =>
  status.won !== undefined
    ? "team"
    : setup.seats > 1 && ranked.some(({ win }) => win)
      ? "win"
      : "points";

/* In what one line differs from another once both are played on, in a thread of its own: bots need not wait for it.
 * What is answered ends it. */
const PLAYOUTS = 64;
export function playOn(
  record: string,
  seat: number,
  versus: [string[], string[]],
  onFound: (split: Split) => void,
): () => void {
  const by = thread(ROOT + BOTS);
  void by
    .call({ record, seat, versus, playouts: PLAYOUTS })
    .then(([split]) => split && onFound(split))
    .catch(() => undefined)
    .finally(() => by.end());
  return () => by.end();
}

/* A line of candidates as what can be done, from where the draft is. */
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
  if (ui.told && !draft.length) return lineWords(noted, ui, deed);
  return list(noted.map((step, i) => ui.moveWords(step, deed, [...draft, ...line.slice(0, i)])));
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
    const [best = "", next = ""] = ranked.map(({ line }) => {
      replay();
      return candidateWords(scribe, shot, line, ui);
    });
    const other = next === best ? t("hint.elsewhere") : next;
    reason = reasonOf(countsOf(shot, ranked), ranked[0], ranked[1], other);
  }
  const { area, spot, words } = ui.hint(first, props);
  return {
    area,
    spot,
    where: t("table.hintArea", { where: words }),
    move: [t(why ? "table.hintWhy" : "table.hintIs", { move, why }), reason].join(" ").trimEnd(),
    lines: ranked[1] && [
      [...draft, ...ranked[0]!.line],
      [...draft, ...ranked[1].line],
    ],
  };
}

export interface Hint {
  words: string;
  lit: string;
  asked: boolean;
  ask(): void;
  show(): void /* the move at once: somebody was asked whether they want to see it */;
}

export function useHint(shot: Snapshot, ui: GameUi, props: BoardProps): Hint {
  const [advice, setAdvice] = useState<Advice | null>(null);
  const [open, setOpen] = useState(false);
  const [brings, setBrings] = useState(""); /* where the difference is, once that is known */
  const [note, setNote] = useState(""); /* said instead of a hint */
  const at = [shot.record, shot.me, ...shot.draft].join("\n"); /* what a hint is good for */
  const latest = useRef(at);
  latest.current = at;
  /* what the asker has done so far: while others choose at the same time, a hint that is under way stays wanted */
  const own = [
    ...shot.record.split("\n").filter((line) => line.startsWith(`${shot.me} `)),
    ...shot.draft,
  ].join("\n");
  const wanted = useRef<string | null>(null);
  const sought =
    useRef(
      "",
    ); /* for where a hint is being found: who asks twice meanwhile is told, and counted, once */
  useEffect(() => {
    setAdvice(null);
    setOpen(false);
    setBrings("");
    setNote("");
    if (wanted.current === own && shot.mine) ask();
    else wanted.current = null;
  }, [at]);
  const lines = advice?.lines;
  useEffect(
    () =>
      lines &&
      playOn(shot.record, shot.me, lines, (split) =>
        setBrings(bringsWords("hint.brings", split, ui, shot.views[shot.me])),
      ),
    [lines],
  );
  const find = (onFound: () => void) =>
    void advise(shot, ui, props)
      .catch(() => null)
      .then((found) => {
        if (sought.current === at) sought.current = "";
        if (latest.current !== at) return;
        wanted.current = null;
        if (found) onFound();
        setAdvice(found);
        setNote(found ? "" : "table.hintNone");
      });
  const ask = () => {
    if (!shot.mine) return;
    if (advice) setOpen(true);
    else if (!shot.legal.length) setNote("table.hintReady");
    else if (sought.current !== at) {
      wanted.current = own;
      sought.current = at;
      find(() => countHelp(shot.record, shot.me, "hints"));
    }
  };
  const show = () => find(() => setOpen(true));
  const words = note
    ? t(note)
    : !advice
      ? ""
      : open
        ? [advice.move, brings].join(" ").trimEnd()
        : advice.where;
  useEffect(() => announce(words, false, "hint"), [words]);
  if (note || !advice) return { words, lit: "", asked: false, ask, show };
  return { words, lit: open ? advice.spot : advice.area, asked: !open, ask, show };
}
