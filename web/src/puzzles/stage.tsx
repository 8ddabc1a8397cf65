/* One puzzle: the table with its sheet and dice, a choice in pencil, and the verdict. */
import { useEffect, useMemo, useState } from "preact/hooks";
import { shared } from "../app";
import { Icon } from "../draw";
import { Engine } from "../engine";
import { announce } from "../frame";
import type { BoardProps, GameUi } from "../games/types";
import { useWatch } from "../hooks";
import { inGame, t } from "../i18n";
import { amountWords, decimal, plus } from "../report/words";
import { Table } from "../screens/table";
import type { TableExtra } from "../table/extra";
import type { Verdict } from "./answer";
import type { Puzzle } from "./read";
import { PuzzleSession } from "./session";
import type { Line } from "./verdict";
import { countsOf, judge, lineOf, measureOf, whyBest } from "./verdict";

/* What is known of an answer. */
interface Answer {
  line: string[];
  verdict?: Verdict;
}

interface Props {
  puzzle: Puzzle;
  ui: GameUi;
  label: string /* what kind of puzzle it is */;
  after: string /* what is told when it was answered: when it comes again */;
  onAnswer(right: boolean, first: boolean): void;
  onNext?(): void;
}

/* Where the best line begins, lit as a hint would light it. */
function spotOf(session: PuzzleSession, ui: GameUi, move: string): string {
  const { setup, me, before } = session.snapshot();
  const props: BoardProps = {
    view: { ...before, before, alternatives: [] },
    setup,
    seat: me,
    me: false,
    legal: [],
    draft: [],
    onMove() {},
    onUndo() {},
    t,
    compact: false,
  };
  return ui.hint(move, props).spot;
}

function Told({ label, line }: { label: string; line: Line }) {
  return (
    <p>
      {label} <b>{line.words}</b>
      {line.means && <span class="means"> ({line.means})</span>}
    </p>
  );
}

/* What playing on has shown, item by item. */
function Shown({ puzzle, ui, view }: { puzzle: Puzzle; ui: GameUi; view: any }) {
  const { played, lacks } = puzzle;
  if (!played || !lacks) return null;
  const team = shared().catalogue.games.find(({ name }) => name === puzzle.game)!.team;
  const counts = countsOf(team, [{ win: played.wonError }]);
  const byWin = counts !== "points";
  return (
    <>
      <p class="note">
        {t("puzzle.played", {
          n: played.samples,
          more: amountWords(measureOf(counts), { loss: played.total, lossWin: played.won }),
          error: decimal(byWin ? 100 * played.wonError : played.error),
        })}
      </p>
      <p class="items">
        {played.items.map(({ name, points }) => (
          <span key={name}>
            {ui.itemNodes?.(name, t, view) ?? name} <b>{plus(points)}</b>
          </span>
        ))}
      </p>
    </>
  );
}

export function Stage({ puzzle, ui, label, after, onAnswer, onNext }: Props) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [tries, setTries] = useState(0);
  const [shown, setShown] = useState(false); /* the best, on the sheet */
  const [why, setWhy] = useState("");
  const scribe = useMemo(() => new Engine(shared().module), []);
  const session = useMemo(
    () => new PuzzleSession(new Engine(shared().module), puzzle, (line) => setAnswer({ line })),
    [puzzle.id],
  );
  useWatch(session);
  const { setup, status, views, me } = session.snapshot();
  useEffect(() => {
    if (!answer || answer.verdict) return;
    let left = false;
    const told = (verdict: Verdict) => {
      if (left) return;
      setAnswer({ ...answer, verdict });
      onAnswer(verdict.right, tries === 0);
      if (verdict.right) setShown(true);
    };
    void judge(shared(), scribe, puzzle, answer.line).then(told);
    return () => {
      left = true;
    };
  }, [answer]);
  useEffect(() => {
    if (shown && !why) void whyBest(shared(), scribe, puzzle, setup, ui).then(setWhy);
  }, [shown]);
  const verdict = answer?.verdict;
  const counts = countsOf(status.won !== undefined, [
    { win: verdict?.cost?.lossWin ?? 0 },
    { win: puzzle.played?.wonError ?? 0 },
  ]);
  const cost = verdict?.cost && amountWords(measureOf(counts), verdict.cost);
  const headline = !verdict
    ? t("puzzle.judging")
    : verdict.best
      ? t("puzzle.right")
      : verdict.right
        ? t("puzzle.near")
        : cost
          ? t("puzzle.wrongCost", { cost })
          : t("puzzle.wrong");
  useEffect(() => {
    if (verdict) announce(headline, true);
  }, [verdict]);
  const again = () => {
    setTries(tries + 1);
    setAnswer(null);
    setShown(false);
    session.again();
  };
  const show = (best: boolean) => {
    setShown(best);
    session.show(best ? puzzle.best : answer!.line);
    if (best) announce(inGame(puzzle.game)("puzzle.shown"));
  };
  const best = useMemo(
    () => (shown ? lineOf(scribe, puzzle, puzzle.best, setup, ui) : null),
    [shown, why],
  );
  const yours = useMemo(
    () => (answer ? lineOf(scribe, puzzle, answer.line, setup, ui) : null),
    [answer?.line],
  );
  const instead = answer && (
    <section
      class={`act verdict ${verdict ? (verdict.right ? "right" : "wrong") : ""}`}
      aria-label={t("puzzle.verdict")}
      data-verdict={verdict ? (verdict.right ? "right" : "wrong") : ""}
    >
      <h1>
        {verdict && <Icon name={verdict.right ? "check" : "cross"} />} {headline}
      </h1>
      {yours && <Told label={t("puzzle.yours")} line={yours} />}
      {best && !verdict?.best && <Told label={t("puzzle.bestIs")} line={best} />}
      {shown && why && <p>{why}</p>}
      {shown && <Shown puzzle={puzzle} ui={ui} view={views[me]} />}
      {verdict && after && <p class="note">{after}</p>}
      {verdict && (
        <div class="pbtn">
          {!verdict.right && (
            <button type="button" class={`b ${shown ? "line" : "go"}`} onClick={again}>
              <Icon name="reroll" />
              {t("puzzle.again")}
            </button>
          )}
          {!verdict.best && (
            <button type="button" class="b line" onClick={() => show(!session.shows(puzzle.best))}>
              <Icon name="eye" />
              {t(session.shows(puzzle.best) ? "puzzle.showYours" : "puzzle.show")}
            </button>
          )}
          {onNext && (
            <button
              type="button"
              class={`b ${verdict.right || shown ? "go" : "line"}`}
              onClick={onNext}
            >
              <Icon name="chev" />
              {t("puzzle.next")}
            </button>
          )}
          <a class="b line" href="#/puzzles">
            {t("puzzle.all")}
          </a>
        </div>
      )}
    </section>
  );
  const extra: TableExtra = {
    badge: <span class="net">{label}</span>,
    buttons: null,
    news: null,
    menu: null,
    waiting: "",
    kept: t("puzzle.kept"),
    keys: [],
    hints: false,
    guide: false,
    instead: instead ?? undefined,
    spot:
      answer && session.shows(puzzle.best) && !verdict?.best
        ? spotOf(session, ui, puzzle.best[0]!)
        : "",
  };
  return <Table session={session} extra={extra} />;
}
