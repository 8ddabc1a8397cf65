/* The tutor: before a choice is final that costs as much as somebody wants to know, it asks. What is pencilled is
 * judged at once, in the bots' thread, so that nobody waits for it; who is faster than that is not asked. */
import { useEffect, useRef, useState } from "preact/hooks";
import { shared } from "./app";
import type { GameUi } from "./games/types";
import { countHelp } from "./help";
import { asksAbout, bringsWords, costWords } from "./hint-words";
import { countsOf, playOn } from "./hints";
import { useCell } from "./hooks";
import type { Judged } from "./reviewer";
import type { Session, Snapshot } from "./session";
import { settings } from "./store";

const WAIT_MS = 300; /* at most, once somebody has confirmed */

const judged = new Map<string, Promise<Judged | undefined>>();
const KEPT = 16;

/* What a line of a seat costs; each is asked for once. */
function judge(record: string, seat: number, line: string[]): Promise<Judged | undefined> {
  const key = [record, seat, ...line].join("\n");
  let found = judged.get(key);
  if (!found) {
    found = shared()
      .ask.judge(record, seat, line)
      .then(
        ([first]) => first,
        () => undefined,
      );
    judged.set(key, found);
    if (judged.size > KEPT) judged.delete(judged.keys().next().value!);
  }
  return found;
}

/* What comes of it in that time; nothing if it takes longer. */
export const within = <T>(ms: number, what: Promise<T>): Promise<T | undefined> =>
  Promise.race([what, new Promise<undefined>((done) => setTimeout(() => done(undefined), ms))]);

export interface Tutor {
  confirm(move?: string): void /* what is pencilled, after one more step if given */;
  asks: { words: string; brings: string } | null;
  anyway(): void;
  back(): void /* to the pencil */;
  show(): void /* something better */;
}

interface Asked {
  judged: Judged;
  line: string[];
  move: string | undefined;
}

/* `next` is the step that the confirm button adds, `ready` whether it is there at all; `onShow` shows what is
 * better, from a clean sheet. */
export function useTutor(
  session: Session,
  shot: Snapshot,
  ui: GameUi,
  at: { allowed: boolean; ready: boolean; next: string | undefined; onShow(): void },
): Tutor {
  const level = useCell(settings).tutor;
  const { record, me, draft } = shot;
  const on = at.allowed && level !== "off" && shot.mine;
  const place = [record, me, ...draft].join("\n");
  const latest = useRef(place);
  latest.current = place;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [brings, setBrings] = useState("");
  const [wanted, setWanted] = useState(false);
  const told = useRef<{ record: string; lines: Set<string> }>({ record: "", lines: new Set() });
  const waiting = useRef("");
  const lineOf = (move: string | undefined) => (move === undefined ? draft : [...draft, move]);

  useEffect(() => {
    setAsked(null);
    waiting.current = "";
    if (on && at.ready) void judge(record, me, lineOf(at.next));
  }, [place, on, at.ready, at.next]);
  useEffect(() => {
    if (!wanted || draft.length) return;
    setWanted(false);
    at.onShow();
  }, [wanted, draft.length]);
  useEffect(() => {
    setBrings("");
    if (!asked) return;
    const { event, line } = asked.judged,
      better = [...asked.line.slice(0, event), ...line];
    return playOn(record, me, [better, asked.line], (split) =>
      setBrings(bringsWords("tutor.brings", split, ui, shot.views[me])),
    );
  }, [asked]);

  const final = (line: string[], move: string | undefined) => {
    const { record: where, lines } = told.current;
    if (where === record && !lines.has(line.join("\n"))) countHelp(record, me, "followed");
    told.current = { record: "", lines: new Set() };
    setAsked(null);
    session.confirm(move);
  };
  const ask = (line: string[], move: string | undefined, found: Judged) => {
    const { record: where, lines } = told.current;
    told.current = {
      record,
      lines: new Set([...(where === record ? lines : []), line.join("\n")]),
    };
    countHelp(record, me, "asked");
    setAsked({ judged: found, line, move });
  };
  return {
    confirm: (move) => {
      if (asked) return; /* it waits for an answer */
      const line = lineOf(move),
        key = line.join("\n");
      if (!on || !line.length) return session.confirm(move);
      if (told.current.record === record && told.current.lines.has(key)) return final(line, move);
      if (waiting.current === key) return;
      waiting.current = key;
      void within(WAIT_MS, judge(record, me, line)).then((found) => {
        if (latest.current !== place) return;
        waiting.current = "";
        if (found && asksAbout(level, found)) ask(line, move, found);
        else final(line, move);
      });
    },
    asks: asked && {
      words: costWords(countsOf(shot, [asked.judged.best, asked.judged.played]), asked.judged),
      brings,
    },
    anyway: () => asked && final(asked.line, asked.move),
    back: () => setAsked(null),
    show: () => {
      setAsked(null);
      setWanted(true);
      session.reset();
    },
  };
}
