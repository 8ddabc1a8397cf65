/* What moves, and how it stops: nobody waits for an animation. The animations themselves are in the styles. */
import { useEffect, useRef, useState } from "preact/hooks";
import { number } from "./i18n";
import { settings } from "./store";

const calm =
  typeof matchMedia === "function" ? matchMedia("(prefers-reduced-motion: reduce)") : null;
export const moving = () => settings.get().motion && !calm?.matches;

const apply = () => {
  document.documentElement.dataset.motion = settings.get().motion ? "on" : "off";
};

/* Any tap or key ends what is moving. Asking for animations is dear, so only while there may be some. */
const LONGEST = 400;
let started = -LONGEST;
const begin = () => {
  started = performance.now();
};
const settle = () => {
  if (performance.now() - started > LONGEST) return;
  for (const each of document.getAnimations?.() ?? []) each.finish();
};

export function startMotion(): void {
  apply();
  settings.watch(apply);
  addEventListener("animationstart", begin, true);
  addEventListener("pointerdown", settle, true);
  addEventListener("keydown", settle, true);
}

const COUNTING = 300;

/* A number that counts to where it is going. */
export function Count({ value, words = number }: { value: number; words?(value: number): string }) {
  const [shown, show] = useState(value);
  const from = useRef(value);
  useEffect(() => {
    const start = from.current,
      begun = performance.now();
    from.current = value;
    if (start === value || !moving()) return show(value); /* for when it moves again */
    let frame = 0;
    const step = (now: number) => {
      const part = Math.min(1, Math.max(0, (now - begun) / COUNTING));
      show(Math.round(start + (value - start) * part));
      if (part < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return <>{words(moving() ? shown : value)}</>;
}
