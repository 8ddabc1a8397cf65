/* What a rule says and what a printed symbol does is told on demand: whatever has data-rule ("LC9.2 LC9.3") or
 * data-about ("lc.what.arrow") answers a tap, and Enter or Space while it has the focus, unless that was a move: a move
 * prevents the event's default. A part of a sentence is small for a finger: there the rest of it answers, too, for all
 * its parts (data-rules). */
const load = () => import("./note");

const asked = (event: Event) =>
  (event.target as Element).closest?.<HTMLElement>("[data-rule],[data-rules],[data-about]");

/* As it was when the event came: a move changes what can be asked about. */
let about: HTMLElement | null = null;
const listen = (event: Event) => {
  about = asked(event) ?? null;
};

const tell = (event: Event) => {
  const at = event.defaultPrevented ? null : about;
  if (at)
    void load().then(
      ({ show }) => show(at),
      () => undefined,
    );
  return at;
};

export function startNotes(): void {
  for (const comes of ["click", "keydown"]) addEventListener(comes, listen, true);
  addEventListener("click", tell);
  addEventListener("keydown", (event: KeyboardEvent) => {
    if (
      (event.key === "Enter" || event.key === " ") &&
      !(event.target as Element).closest("button, a") &&
      tell(event)
    )
      event.preventDefault();
  });
  for (const comes of ["pointerover", "focusin"])
    addEventListener(comes, (event) => {
      const at = asked(event);
      if (at?.dataset.rule)
        void load().then(
          ({ tip }) => tip(at),
          () => undefined,
        );
    });
}
