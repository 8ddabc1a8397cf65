/* A note beside what was asked about: rules word for word, or what a printed symbol does. */
import { render } from "preact";
import { announce } from "./frame";
import { t } from "./i18n";
import { loadRules } from "./rules-text";

interface Line {
  id?: string;
  text: string;
}

/* "escape.what.map|@escape.track.dash": the sentence of that symbol with {1} filled in, with {2} if there are two;
 * "@key" is a text of the catalogue. */
export function symbolWords(about: string): string {
  const [key = "", ...values] = about.split("|");
  return t(key).replace(/\{(\d)\}/g, (_, n) => {
    const value = values[Number(n) - 1] ?? "";
    return value[0] === "@" ? t(value.slice(1)) : value;
  });
}

/* None if it was a mouse that asked a sentence, or if the prompt has changed since. */
async function lines({ rule, rules: all, about }: DOMStringMap): Promise<Line[]> {
  if (about) return [{ text: symbolWords(about) }];
  if (!rule && matchMedia("(pointer: coarse)").matches) rule = all;
  if (!rule) return [];
  const { rules } = await loadRules();
  return rule.split(" ").map((id) => {
    const { title, text = "", table } = rules[id] ?? {};
    const rows = table ? table.rows.map((row) => row.filter(Boolean).join(" ")).join("; ") : "";
    return { id, text: [text || title, rows].filter(Boolean).join(" ") };
  });
}

const said = (all: Line[]) => all.map(({ id, text }) => (id ? `${id}: ${text}` : text)).join(" ");

/* What a mouse and a screen reader are told without asking. */
export async function tip(at: HTMLElement): Promise<void> {
  at.title = said(await lines(at.dataset));
}

const GAP = 8;
let open: { at: HTMLElement; box: HTMLElement } | null = null;

export function hide(): void {
  if (!open) return;
  open.at.removeAttribute("aria-describedby");
  render(null, open.box);
  open.box.remove();
  open = null;
}

function place({ at, box }: { at: HTMLElement; box: HTMLElement }): void {
  const spot = at.getBoundingClientRect(),
    { width, height } = box.getBoundingClientRect();
  const left = Math.max(
    GAP,
    Math.min(spot.left + spot.width / 2 - width / 2, innerWidth - width - GAP),
  );
  const below = spot.bottom + GAP;
  const above = below + height + GAP >= innerHeight,
    tip = Math.max(14, Math.min(spot.left + spot.width / 2 - left, width - 14));
  box.style.left = `${left}px`;
  box.style.top = `${above ? Math.max(GAP, spot.top - height - GAP) : below}px`;
  box.style.setProperty("--tip", `${tip}px`);
  box.classList.toggle("above", above);
}

export async function show(at: HTMLElement): Promise<void> {
  const again = open?.at === at;
  hide();
  if (again) return;
  const all = await lines(at.dataset);
  if (!at.isConnected || !all.length) return;
  hide();
  const box = document.createElement("div");
  box.className = "asked";
  box.id = "asked";
  (at.closest("dialog") ?? document.body).append(box);
  render(
    <div>
      {all.map(({ id, text }) => (
        <p key={id}>
          {id && <b>{id}</b>} {text}
        </p>
      ))}
    </div>,
    box,
  );
  open = { at, box };
  at.setAttribute("aria-describedby", "asked");
  place(open);
  announce(said(all), true);
}

const elsewhere = (event: Event) => {
  if (open && !open.box.contains(event.target as Node) && !open.at.contains(event.target as Node))
    hide();
};
for (const going of ["pointerdown", "focusin"]) addEventListener(going, elsewhere);
for (const going of ["hashchange", "resize"]) addEventListener(going, hide);
addEventListener("scroll", hide, true);
addEventListener(
  "keydown",
  (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    hide();
    event.preventDefault();
    event.stopPropagation();
  },
  true,
);
