/* What has happened since one's last choice, in a line of its own that never moves; all of it in a panel over the
 * sheet. */
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon, Seat } from "../draw";
import type { GameUi, Setup } from "../games/types";
import { useTapElsewhere } from "../hooks";
import { t } from "../i18n";
import type { Line } from "../log";
import { lineWords } from "../log";
import { freshEvents } from "../pace";
import type { Snapshot } from "../session";

export interface Happened {
  seat: number;
  words: string;
  icon: string /* of what was announced; "" for moves */;
}

/* What the lines have of those events, less what `me` has written. */
export function happenedIn(lines: Line[], fresh: Set<number>, me: number, ui: GameUi): Happened[] {
  return lines.flatMap(({ kind, seat, words, icon, moves, at, news }) => {
    if (kind === "news") return fresh.has(at[0]!) && !news?.move ? [{ seat, words, icon }] : [];
    const some = moves.filter((_, i) => fresh.has(at[i]!));
    return seat === me || !some.length ? [] : [{ seat, words: lineWords(some, ui), icon: "" }];
  });
}

const BEFORE_ALL = -1;
const ownIn = (events: string[], me: number) =>
  events.filter((event) => event.startsWith(`${me} `)).length;
const untilOwn = (events: string[], me: number) =>
  events.slice(0, events.map((event) => parseInt(event)).lastIndexOf(me) + 1);

/* Since the choice before the last one others' may have been hidden: what counts is what was shown when it was made. */
export function useSince(lines: Line[], { events, me }: Snapshot, ui: GameUi): Happened[] {
  const seen = useRef<{ me: number; own: number; known: string[]; shown: string[] } | null>(null);
  const own = ownIn(events, me);
  if (seen.current?.me !== me)
    seen.current = { me, own, known: untilOwn(events, me), shown: events };
  const now = seen.current!;
  if (own > now.own) now.known = now.shown;
  Object.assign(now, { own, shown: events });
  const fresh = freshEvents(now.known, events);
  if (!now.known.length) fresh.add(BEFORE_ALL);
  const others = lines.filter(({ kind, seat, at }) => kind !== "news" || seat !== me || at[0]! < 0);
  return happenedIn(others, fresh, me, ui);
}

function Item({ of: { seat, words, icon }, setup }: { of: Happened; setup: Setup }) {
  return icon ? (
    <span class="ev">
      <Icon name={icon} />
      {words}
    </span>
  ) : (
    <span>
      <Seat seat={seat} name={setup.names[seat]!} size={18} label={setup.names[seat]!} />
      {words}
    </span>
  );
}

function All({ all, setup }: { all: Happened[]; setup: Setup }) {
  return (
    <ol class="card" aria-label={t("since.title")}>
      {all.map((each, i) => (
        <li key={i}>
          <Item of={each} setup={setup} />
        </li>
      ))}
    </ol>
  );
}

/* The same at the head of the drawer, where there is no room for a panel. */
export function SinceCard(props: { all: Happened[]; setup: Setup }) {
  if (!props.all.length) return null;
  return (
    <section class="card sincecard">
      <h2>{t("since.title")}</h2>
      <All {...props} />
    </section>
  );
}

export function Since({
  all,
  setup,
  turn,
  drawn,
}: {
  all: Happened[];
  setup: Setup;
  turn: number;
  drawn: boolean;
}) {
  const [open, setOpen] = useState(false);
  useEffect(() => setOpen(false), [turn, drawn]);
  const panel = useTapElsewhere<HTMLDivElement>(open, () => setOpen(false));
  /* what was announced matters most, but moves are shorter, and fit into a narrow line */
  const first = [...all].sort((a, b) => (Number(!a.icon) - Number(!b.icon)) * (drawn ? -1 : 1));
  const close = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    event.stopPropagation();
  };
  return (
    <div ref={panel} class={`since ${open ? "open" : ""}`} onKeyDown={close}>
      <p class="news">
        {first.map((each, i) => (
          <Item key={i} of={each} setup={setup} />
        ))}
      </p>
      {all.length > 0 && !drawn && (
        <button
          type="button"
          class="ib"
          aria-expanded={open}
          aria-label={t("since.title")}
          title={t("since.title")}
          onClick={() => setOpen(!open)}
        >
          <Icon name="chev" />
        </button>
      )}
      {open && <All all={all} setup={setup} />}
    </div>
  );
}
