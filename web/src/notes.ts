/* What a rule says and what a printed symbol does is told on demand: whatever has data-rule ("LC9.2 LC9.3") or
 * data-about ("lc.what.arrow") answers a tap, and Enter or Space while it has the focus, unless that was a move: a move
 * prevents the event's default. */
const load = () => import("./note");

const asked = (event: Event) =>
  event.defaultPrevented
    ? null
    : (event.target as Element).closest?.<HTMLElement>("[data-rule],[data-about]");

const tell = (event: Event) => {
  const at = asked(event);
  if (at)
    void load().then(
      ({ show }) => show(at),
      () => undefined,
    );
  return at;
};

export function startNotes(): void {
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
