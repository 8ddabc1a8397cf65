/* Where points were left, and the best find: each can be seen in the replay, and played from there. */
import { useMemo, useState } from "preact/hooks";
import { go, packRecord, shared } from "../app";
import { Icon } from "../draw";
import { Engine } from "../engine";
import type { GameUi } from "../games/types";
import type { Help } from "../help";
import { list, t } from "../i18n";
import { puzzleOf } from "../puzzles/mistakes";
import { keepMistakes } from "../puzzles/own";
import type { Puzzle } from "../puzzles/read";
import type { Snapshot } from "../session";
import { CopyPosition } from "./position";
import type { Review } from "./thread";
import type { Told } from "./told";
import { tell } from "./told";
import { WhatIf } from "./what-if";
import { besidesWords, costlyOf, costWords, findOf, itemsOf, obviousWords } from "./words";

interface Props {
  shot: Snapshot;
  ui: GameUi;
  review: Review | undefined;
  seat: number;
  you: number;
  help: Help;
}

/* Opens the replay there, with the better line on the sheet. */
export async function show(record: string, { choice }: Told): Promise<void> {
  const line = choice.isBest ? "" : `/${encodeURIComponent(choice.bestLine.join(","))}`;
  go(`replay/${await packRecord(record)}/${choice.event}/${choice.seat}${line}`);
}

/* Keeps it among those from one's own games, and opens it. */
async function practise(puzzle: Puzzle): Promise<void> {
  await keepMistakes([puzzle]);
  go(`puzzles/own/${puzzle.id}`);
}

function Buttons({
  told,
  record,
  puzzle,
  onFrom,
}: {
  told: Told;
  record: string;
  puzzle?: Puzzle | null;
  onFrom(): void;
}) {
  return (
    <div class="pbtn">
      <button
        type="button"
        class="b line sm"
        aria-label={t("report.showLong", { what: told.when })}
        onClick={() => void show(record, told)}
      >
        {t("report.show")}
      </button>
      <button
        type="button"
        class="b line sm"
        aria-label={t("report.fromLong", { what: told.when })}
        onClick={onFrom}
      >
        {t("report.from")}
      </button>
      <CopyPosition
        record={record}
        at={told.choice.event}
        seat={told.choice.seat}
        about={told.when}
      />
      {puzzle && (
        <button
          type="button"
          class="b line sm"
          data-practise
          aria-label={t("report.practiseLong", { what: told.when })}
          onClick={() => void practise(puzzle)}
        >
          {t("report.practise")}
        </button>
      )}
    </div>
  );
}

/* What the better choice would have brought, item by item of the score, and what it leads to besides. */
function Items({
  review,
  told,
  ui,
  shot,
}: {
  review: Review;
  told: Told;
  ui: GameUi;
  shot: Snapshot;
}) {
  const split = review.card.splits.find(({ choice }) => choice === told.choice.choice);
  const items = itemsOf(split);
  return (
    <p class="items">
      {!split && review.more && t("report.wait")}
      {items.map(({ name, more }) => (
        <span key={name}>
          {ui.itemNodes?.(name, t, shot.views[0]) ?? name} <b>{more}</b>
        </span>
      ))}
    </p>
  );
}

const BLANKS = [0, 1, 2];

export function Left({ shot, ui, review, seat, you, help }: Props) {
  const { record, setup } = shot,
    known = !!review?.choices.length;
  const engine = useMemo(() => new Engine(shared().module), []);
  const [from, setFrom] = useState<Told | null>(null);
  /* the same choices stay the same: they are told once, not after every slice */
  const costly = review ? costlyOf(review.card, review.choices, seat) : [],
    find = review && findOf(review.card, review.choices, seat);
  const key = [seat, find?.choice, ...costly.map(({ choice }) => choice)].join();
  const told = useMemo(() => {
    const words = (choice: (typeof costly)[0]) => tell(engine, record, review!, choice, setup, ui);
    return { costly: costly.map(words), find: find && words(find) };
  }, [key, record]);
  const card = review?.card;
  const name = setup.names[seat]!;
  const total = card?.cards[seat];
  /* chances do not add up over choices: of these the mean is told */
  const parts = card?.counts === "win" ? total!.choices || 1 : 1;
  const meant = { loss: (total?.loss ?? 0) / parts, lossWin: (total?.lossWin ?? 0) / parts };
  return (
    <section class="card left" aria-label={whose("left", seat === you, name)}>
      <h2>{whose("left", seat === you, name)}</h2>
      <ol>
        {known
          ? told.costly.map((each) => (
              <li key={each.choice.choice}>
                <h3>
                  {each.when} <b class="neg">{costWords(card!, each.choice)}</b>
                </h3>
                <p>
                  {t("report.played")} <b>{each.played}</b> <Icon name="chev" />{" "}
                  {t("report.better")} <b>{each.better}</b>
                </p>
                {each.means && <p class="note">{t("report.means", { why: each.means })}</p>}
                <Items review={review} told={each} ui={ui} shot={shot} />
                <Buttons
                  told={each}
                  record={record}
                  puzzle={review.more ? null : puzzleOf(record, review, each.choice)}
                  onFrom={() => setFrom(each)}
                />
              </li>
            ))
          : BLANKS.map((each) => (
              <li key={each} class="blank">
                {t("report.wait")}
              </li>
            ))}
      </ol>
      {known && !told.costly.length && <p>{t("report.leftNone")}</p>}
      <p class="note">
        {known && total?.choices
          ? t(card!.counts === "win" ? "report.each" : "report.all", {
              n: total.choices,
              cost: list([costWords(card!, meant), besidesWords(card!, meant)].filter(Boolean)),
            })
          : "\u00a0"}
      </p>
      {help.hints > 0 && <p class="note">{t("report.hints", { n: help.hints })}</p>}
      {help.asked > 0 && (
        <p class="note">{t("report.tutor", { n: help.asked, followed: help.followed })}</p>
      )}
      <div class="find">
        <h3>
          <Icon name="check" /> {t("report.find")}
          {told.find && `: ${told.find.when}`}
        </h3>
        {told.find ? (
          <>
            <p>
              <b>{told.find.played}</b>, {t("report.ofCount", { n: told.find.choice.count })}.
            </p>
            <p class="note">
              {t("report.findWorth", {
                cost: obviousWords(card!, told.find.choice),
              })}
            </p>
            <Buttons told={told.find} record={record} onFrom={() => setFrom(told.find!)} />
          </>
        ) : (
          <p class="note">{review && !review.more ? t("report.findNone") : t("report.wait")}</p>
        )}
      </div>
      {from && (
        <WhatIf
          record={record}
          at={from.choice.event}
          seat={from.choice.seat}
          names={setup.names}
          onClose={() => setFrom(null)}
        />
      )}
    </section>
  );
}

/* "Where you left something", or somebody by name. */
export const whose = (key: string, you: boolean, name: string) =>
  t(you ? `report.${key}You` : `report.${key}`, { name });
