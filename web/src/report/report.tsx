/* The report card: what was to be expected over the game, luck and choices, and where points were left. */
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../draw";
import { loadStyle } from "../games";
import type { GameUi } from "../games/types";
import type { Help } from "../help";
import { addTexts, t } from "../i18n";
import { report as texts } from "../i18n/report";
import { mistakesOf } from "../puzzles/mistakes";
import { keepMistakes } from "../puzzles/own";
import type { Snapshot } from "../session";
import style from "../style/report.css";
import { Course } from "./course";
import { Left, whose } from "./left";
import { Shares } from "./shares";
import type { Reviewed } from "./use-review";
import { costlyOf, goodShare } from "./words";

addTexts(texts);
void loadStyle(style).catch(() => undefined);

interface Props {
  shot: Snapshot;
  ui: GameUi;
  seat: number;
  you: number;
  reviewed: Reviewed;
}

/* How many choices were good: beside the result. */
export function Good({ shot, seat, you, reviewed }: Omit<Props, "ui">) {
  const { review, trouble } = reviewed,
    known = review && review.card.stage !== "choices";
  const share = known ? goodShare(review.card.cards[seat]!) : undefined;
  if (trouble || (known && share === undefined)) return null;
  return (
    <p class="goodshare">
      <b>{known ? `${share}\u00a0%` : t("report.wait")}</b>
      <small>{whose("good", seat === you, shot.setup.names[seat]!)}</small>
    </p>
  );
}

function Trouble({ reviewed }: { reviewed: Reviewed }) {
  return (
    <section class="card noreport">
      <h2>{t("report.title")}</h2>
      <p role="status">{t(`report.${reviewed.trouble}`)}</p>
      {reviewed.trouble !== "no-net" && (
        <button type="button" class="b line sm" onClick={reviewed.retry}>
          <Icon name="reroll" />
          {t("report.retry")}
        </button>
      )}
    </section>
  );
}

/* `plain` is the chart without a review: how the points came in. */
export function Report({
  shot,
  seat,
  you,
  reviewed,
  plain,
}: Omit<Props, "ui"> & { plain: ComponentChildren }) {
  const { review, trouble } = reviewed,
    { setup, status } = shot,
    team = status.won !== undefined;
  if (trouble)
    return (
      <>
        <Trouble reviewed={reviewed} />
        {plain}
      </>
    );
  const card = review?.card,
    known = card && card.stage !== "choices";
  const marks = known ? costlyOf(card, review.choices, seat).map(({ turn }) => turn) : [];
  const title = t(team ? "report.curveTeam" : "report.curve");
  return (
    <div class="report" data-report={card?.stage ?? ""}>
      <section class="card chart course" aria-label={title}>
        <h2>
          {title}
          <span>
            {!card || review!.more ? (
              t("report.working", { n: Math.floor((card?.progress ?? 0) / 10) })
            ) : marks.length ? (
              <>
                <i class="key mark" />
                {whose("marks", seat === you, setup.names[seat]!)}
              </>
            ) : null}
          </span>
        </h2>
        {known ? (
          <Course {...{ card, seat, you, marks }} names={setup.names} />
        ) : (
          <p class="blank note">{t("report.soon")}</p>
        )}
      </section>
      <Shares card={card} choices={review?.choices} names={setup.names} {...{ seat, you, team }} />
    </div>
  );
}

/* What one has done worst becomes puzzles, once all is known. */
function useMistakes(record: string, { review }: Reviewed, you: number): void {
  const done = !!review && !review.more && you >= 0;
  useEffect(() => {
    if (done) void keepMistakes(mistakesOf(record, review, you));
  }, [record, done]);
}

/* Beside the score, or below the lines where there is no room beside. */
export function WhereLeft({ reviewed, help, ...at }: Props & { help: Help }) {
  useMistakes(at.shot.record, reviewed, at.you);
  if (reviewed.trouble) return null;
  return <Left {...at} review={reviewed.review} help={help} />;
}
