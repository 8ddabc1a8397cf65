/* Puzzles: #/puzzles lists them, day/GAME is that of the day, GAME the next one to practise, own/ID one from a game
 * that was played here. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { go, shared } from "../app";
import { Icon } from "../draw";
import { Top } from "../frame";
import { gameList, loadStyle, offered, useGame } from "../games";
import { addTexts, t } from "../i18n";
import { puzzles as texts } from "../i18n/puzzles";
import { report } from "../i18n/report";
import { Coming } from "../lazy";
import { boxes, mistakeIds, mistakes, saveBoxes, saveStreaks, streaks } from "../puzzles/own";
import type { Puzzle } from "../puzzles/read";
import {
  answered,
  dayOf,
  dueCount,
  nextOf,
  ofTheDay,
  solvedOn,
  streakAt,
} from "../puzzles/schedule";
import { shipped } from "../puzzles/set";
import { Stage } from "../puzzles/stage";
import style from "../style/puzzles.css";

addTexts(report);
addTexts(texts);
void loadStyle(style).catch(() => undefined);

const today = () => dayOf(new Date());

/* ---- The list ---- */

function GameCard({ name }: { name: string }) {
  const title = t(`game.${name}.title`),
    own = mistakeIds(name),
    streak = streaks()[name],
    days = streakAt(streak, today());
  const [all, setAll] = useState<{ id: string }[]>([]);
  useEffect(() => void shipped(name).then(setAll, () => undefined), [name]);
  const due = dueCount([...own, ...all], boxes(), today());
  const fresh = own.filter(({ id }) => !boxes()[id]).length;
  const Art = gameList[name]?.Art;
  return (
    <article class="card pz" data-game={name}>
      <svg
        class="pzart"
        viewBox="0 -25 360 230"
        preserveAspectRatio="xMidYMid slice"
        aria-hidden="true"
      >
        {Art && <Art />}
      </svg>
      <h2>{title}</h2>
      <p class="note" data-streak={days}>
        {streak?.last === today() && <>{t("puzzle.daySolved")} </>}
        {days > 0 && t("puzzle.streak", { n: days })}
      </p>
      <p class="note" data-due={due}>
        {due + fresh ? t("puzzle.due", { n: due + fresh }) : t("puzzle.none")}
        {own.length > 0 && ` · ${t("puzzle.own", { n: own.length })}`}
      </p>
      <div class="pbtn">
        <a
          class="b go"
          href={`#/puzzles/day/${name}`}
          aria-label={t("puzzle.dayOf", { game: title })}
        >
          {t("puzzle.day")}
        </a>
        <a
          class="b line"
          href={`#/puzzles/${name}`}
          aria-label={t("puzzle.practiseOf", { game: title })}
        >
          {t("puzzle.practise")}
        </a>
      </div>
    </article>
  );
}

function All() {
  return (
    <>
      <Top title={t("puzzle.title")} />
      <main class="pzs" id="main">
        <h1>{t("puzzle.title")}</h1>
        <p>{t("puzzle.sub")}</p>
        <div class="pzg">
          {offered.map((name) => (
            <GameCard key={name} name={name} />
          ))}
        </div>
        <p class="note">{t("puzzle.ownHow")}</p>
        <p class="note">{t("puzzle.how")}</p>
      </main>
    </>
  );
}

/* ---- One of them ---- */

type Kind = "day" | "own" | "practise";

async function find(kind: Kind, name: string, except: string): Promise<Puzzle | undefined> {
  const own = await mistakes();
  if (kind === "own") return own.find(({ id }) => id === name);
  const all = await shipped(name).catch((error) => {
    if (kind === "day" || !own.some(({ game }) => game === name)) throw error;
    return [];
  });
  if (kind === "day") return ofTheDay(all, today());
  const mine = own.filter(({ game }) => game === name);
  return nextOf(mine, all, boxes(), today(), except);
}

function Missing({ words }: { words: string }) {
  return (
    <>
      <Top title={t("puzzle.title")} />
      <main class="narrow trouble" id="main">
        <section class="card form">
          <h1>{t("puzzle.title")}</h1>
          <p class="err" role="status">
            {words}
          </p>
          <div class="tb">
            <a class="b go" href="#/puzzles">
              {t("puzzle.all")}
            </a>
            <button type="button" class="b line" onClick={() => location.reload()}>
              <Icon name="reroll" />
              {t("reload")}
            </button>
          </div>
        </section>
      </main>
    </>
  );
}

/* The first answer decides when it comes again; a puzzle of the day also counts if it took several. */
function note(puzzle: Puzzle, kind: Kind, right: boolean, first: boolean): number {
  const all = boxes(),
    now = today();
  if (first) saveBoxes({ ...all, [puzzle.id]: answered(all[puzzle.id], right, now) });
  if (right && kind === "day")
    saveStreaks({ ...streaks(), [puzzle.game]: solvedOn(streaks()[puzzle.game], now) });
  return (boxes()[puzzle.id]?.due ?? now + 1) - now;
}

function One({ kind, name }: { kind: Kind; name: string }) {
  const [puzzle, setPuzzle] = useState<Puzzle | null>(null);
  const [fault, setFault] = useState("");
  const [comes, setComes] = useState(0);
  const { ui, failed } = useGame(puzzle?.game);
  const open = (except: string, which = kind, game = name) => {
    setComes(0);
    find(which, game, except).then(
      (found) => (found ? setPuzzle(found) : setFault(t("puzzle.gone"))),
      () => setFault(t("puzzle.unreachable")),
    );
  };
  useEffect(() => open(""), [kind, name]);
  const readable = useMemo(() => {
    if (!puzzle) return true;
    try {
      shared().scribe.read(puzzle.record);
      return true;
    } catch {
      return false;
    }
  }, [puzzle?.id]);
  if (fault || !readable) return <Missing words={fault || t("puzzle.bad")} />;
  if (!puzzle || !ui) return <Coming failed={failed} />;
  const next = () =>
    kind === "practise" ? open(puzzle.id) : go(`puzzles/${puzzle.game}/${puzzle.id}`);
  const streak = kind === "day" ? streakAt(streaks()[puzzle.game], today()) : 0;
  const after = comes
    ? [t("puzzle.comes", { n: comes }), streak ? `${t("puzzle.streak", { n: streak })}.` : ""]
    : [];
  return (
    <Stage
      key={puzzle.id}
      puzzle={puzzle}
      ui={ui}
      label={t(kind === "day" ? "puzzle.day" : puzzle.own ? "puzzle.fromOwn" : "puzzle.shipped")}
      after={after.filter(Boolean).join(" ")}
      onAnswer={(right, first) => setComes(note(puzzle, kind, right, first))}
      onNext={next}
    />
  );
}

export function Puzzles({ where }: { where: string[] }) {
  const [first = "", second = ""] = where;
  if (first === "day" && offered.includes(second)) return <One kind="day" name={second} />;
  if (first === "own" && second) return <One kind="own" name={second} />;
  if (offered.includes(first)) return <One kind="practise" name={first} />;
  return <All />;
}
