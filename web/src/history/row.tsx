/* A finished game in the list. */
import { Icon } from "../draw";
import { IconButton } from "../frame";
import { t } from "../i18n";
import type { Played } from "./types";
import { dateOf, marksOf, resultOf, seatWords, sheetOf, titleOf } from "./words";

interface Props {
  game: Played;
  hasRecord: boolean;
  onOpen(report: boolean): void;
  onForget(): void;
}

export function Row({ game, hasRecord, onOpen, onForget }: Props) {
  const values = { game: titleOf(game.game), date: dateOf(game.at) },
    marks = marksOf(game, hasRecord);
  return (
    <li class="card hrow" data-played={game.id}>
      <div class="hwhat">
        <small>
          <time dateTime={new Date(game.at).toISOString()}>{values.date}</time>
          {` · ${values.game} · ${sheetOf(game)}`}
        </small>
        <b>{resultOf(game)}</b>
        <ul class="hseats">
          {game.seats.map((seat, i) => (
            <li key={i} class={i === game.me ? "me" : ""}>
              {seatWords(seat)}
            </li>
          ))}
        </ul>
        {marks.length > 0 && (
          <ul class="hmarks">
            {marks.map((mark) => (
              <li key={mark}>{mark}</li>
            ))}
          </ul>
        )}
      </div>
      <div class="hdo">
        {hasRecord && (
          <>
            <button
              type="button"
              class="b line sm"
              aria-label={t("history.replayLong", values)}
              onClick={() => onOpen(false)}
            >
              <Icon name="eye" />
              {t("history.replay")}
            </button>
            <button
              type="button"
              class="b line sm"
              aria-label={t("history.reportLong", values)}
              onClick={() => onOpen(true)}
            >
              {t("history.report")}
            </button>
          </>
        )}
        <IconButton name="cross" label={t("history.forget", values)} onClick={onForget} />
      </div>
    </li>
  );
}
