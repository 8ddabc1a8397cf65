/* The first games explain themselves: a callout at the place that it speaks of. Each lesson is there until the learner
 * has done what it is about; after two games, or once they are sent away, there are none. */
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./draw";
import { splitRecord } from "./engine";
import { announce, IconButton } from "./frame";
import type { Lesson } from "./games/types";
import { t } from "./i18n";
import { load, save } from "./store";

const GAMES = 2;
interface Learned {
  games: string[] /* in which there was help */;
  done: string[];
}

/* The lesson to show, and how to send all away. `step` grows with each step of the learner's own. */
function useLesson(game: string, record: string, lessons: Lesson[], step: number) {
  const key = `guide.${game}`;
  const [learned, setLearned] = useState(() => load<Learned>(key, { games: [], done: [] }));
  const { head } = splitRecord(record);
  const keep = (next: Learned) => {
    setLearned(next);
    save(key, next);
  };
  const helped = learned.games.includes(head) || learned.games.length < GAMES;
  const lesson = helped ? lessons.find(({ name }) => !learned.done.includes(name)) : undefined;
  const shown = useRef({ name: "", step });
  useEffect(() => {
    const was = shown.current;
    const done =
      was.name && step > was.step && !learned.done.includes(was.name)
        ? [...learned.done, was.name]
        : learned.done;
    const games =
      lesson && !learned.games.includes(head) ? [...learned.games, head] : learned.games;
    if (done !== learned.done || games !== learned.games) keep({ games, done });
    shown.current = { name: lesson?.name ?? "", step };
  }, [lesson?.name, step, head]);
  const dismiss = () => keep({ ...learned, games: Array(GAMES).fill("") });
  return { lesson, dismiss };
}

const GAP = 10,
  FAR = 40 /* a tip that ends this far away would point at something else */,
  EDGE = 6,
  HEAVY = 50 /* what can be tapped, beside what can be read */,
  NEAR = 8,
  CROSS = 46,
  CORNER = 18; /* the tip keeps off the round ones */
type Box = { left: number; top: number; right: number; bottom: number };

const overlap = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/* From the edge of one to that of the other. */
const distance = (a: Box, b: Box) =>
  Math.max(0, a.left - b.right, b.left - a.right) + Math.max(0, a.top - b.bottom, b.top - a.bottom);

/* What can be tapped, and the words of the prompt: the callout lies over none of it. */
const TAKEN =
  ".top button, .strip button, .rail button, .act .say, .act button:not(:disabled), " +
  ".paper [data-spot], .chips button, .es-lit, .es-maybe, .es-gate, .ro-lit, .ro-offer, " +
  ".paper button:not(:disabled, [aria-disabled=true])";

/* Words to read: it lies over them only where there is no better place. */
const WORDS = ".paper :is(h2, h3, b, em, small, p), .strip b, .rail b, .act .die";

/* The first of these that is in sight. */
function target(places: string[]): Element | undefined {
  for (const place of places)
    for (const each of document.querySelectorAll(`main ${place}`)) {
      const { top, bottom, width } = each.getBoundingClientRect();
      if (width > 0 && top > 0 && bottom < innerHeight) return each;
    }
  return undefined;
}

/* Puts a callout beside its place, where it lies over as little as possible, and turns its tip there. Its cross lies
 * over nothing that can be tapped; false if there is no such place. */
function put(callout: HTMLElement, at: Element): boolean {
  const spot = at.getBoundingClientRect(),
    { offsetWidth: width, offsetHeight: height } = callout;
  const boxes = (all: string) =>
    [...document.querySelectorAll(all)].map((each) => each.getBoundingClientRect());
  const taken = boxes(TAKEN),
    words = boxes(WORDS);
  const over = (box: Box, all: Box[]) => all.reduce((sum, each) => sum + overlap(box, each), 0);
  const clamp = (x: number, most: number) => Math.max(EDGE, Math.min(x, most - EDGE));
  const middle = (spot.left + spot.right) / 2,
    lefts = [middle - width / 2, spot.left, spot.right - width, EDGE, innerWidth];
  const tops = [spot.top - GAP - height, spot.bottom + GAP];
  for (let far = NEAR; far < innerHeight; far += NEAR)
    tops.push(spot.top - GAP - height - far, spot.bottom + GAP + far);
  let best: { left: number; top: number; cost: number } | null = null;
  for (const top of tops) {
    if (top < EDGE || top + height > innerHeight - EDGE) continue;
    for (const each of lefts) {
      const left = clamp(each, innerWidth - width);
      const box = { left, top, right: left + width, bottom: top + height };
      if (over({ ...box, left: box.right - CROSS }, taken) > 0) continue;
      const away = distance(box, spot);
      const cost = HEAVY * over(box, taken) + over(box, words) / 4 + overlap(box, spot) + away;
      if (!best || cost < best.cost) best = { left, top, cost };
    }
  }
  if (!best) return false;
  callout.style.left = `${best.left}px`;
  callout.style.top = `${best.top}px`;
  const tip = Math.max(CORNER, Math.min(middle - best.left, width - CORNER));
  callout.style.setProperty("--tip", `${tip}px`);
  const box = {
    ...best,
    right: best.left + width,
    bottom: best.top + height,
  };
  callout.dataset.side = distance(box, spot) > FAR ? "" : best.top > spot.top ? "below" : "above";
  return true;
}

export function Guide({
  game,
  record,
  lessons,
  step,
}: {
  game: string;
  record: string;
  lessons: Lesson[];
  step: number;
}) {
  const { lesson, dismiss } = useLesson(game, record, lessons, step);
  const box = useRef<HTMLElement>(null);
  const [placed, setPlaced] = useState(false);
  useLayoutEffect(() => {
    const place = () => {
      const at = lesson && target(lesson.at);
      setPlaced(!!at && !!box.current && put(box.current, at));
    };
    let later = requestAnimationFrame(place); /* once the page has its new shape */
    const placeLater = () => {
      cancelAnimationFrame(later);
      later = requestAnimationFrame(place);
    };
    addEventListener("resize", placeLater);
    addEventListener("scroll", place, true);
    return () => {
      cancelAnimationFrame(later);
      removeEventListener("resize", placeLater);
      removeEventListener("scroll", place, true);
    };
  }, [lesson?.name, step]);
  useEffect(() => announce(lesson?.words ?? ""), [lesson?.name]);
  if (!lesson) return null;
  return (
    <aside
      class={`guide ${placed ? "" : "away"}`}
      ref={box}
      aria-label={t("guide.label")}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        dismiss();
        event.stopPropagation();
      }}
    >
      <Icon name="bulb" />
      <span>{lesson.words}</span>
      <IconButton name="cross" label={t("guide.dismiss")} onClick={dismiss} />
    </aside>
  );
}
