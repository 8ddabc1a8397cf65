/* How somebody is doing at a game: counts, bests, averages, and the figures of report cards over time. */
import { shared } from "../app";
import { t } from "../i18n";
import { decimal, plus, plusShare } from "../report/words";
import { Chart } from "./chart";
import type { Reviewed, Stats } from "./stats";
import { dailyOf, dayAt, kindsOf, mineOf, reviewedOf, statsOf, streakOf } from "./stats";
import type { Played } from "./types";
import {
  adjustedOf,
  dayOf,
  goodOf,
  levelOf,
  lossOf,
  pointsOf,
  shareOf,
  sheetOf,
  titleOf,
} from "./words";

function Figure({ what, value, more }: { what: string; value: string; more?: string }) {
  return (
    <div>
      <dt>{what}</dt>
      <dd>
        <b>{value}</b>
        {more && <small>{more}</small>}
      </dd>
    </div>
  );
}

function Figures({ games, stats, team }: { games: Played[]; stats: Stats; team: boolean }) {
  const { best, average, wins } = stats,
    days = dailyOf(games),
    streak = streakOf(days, dayAt(Date.now()));
  const strength = (level: string) => shared().catalogue.bots.indexOf(level),
    levels = [...stats.levels].sort(([a], [b]) => strength(a) - strength(b));
  return (
    <dl class="figs">
      <Figure
        what={t("history.games")}
        value={String(stats.games)}
        more={stats.counted < stats.games ? t("history.counted", { n: stats.counted }) : undefined}
      />
      {best && (
        <Figure
          what={t("history.best")}
          value={pointsOf(team, mineOf(best)!.points)}
          more={`${sheetOf(best)}, ${dayOf(best.at)}`}
        />
      )}
      {average !== undefined && (
        <Figure what={t("history.average")} value={pointsOf(team, decimal(average))} />
      )}
      {wins && (
        <Figure
          what={t(team ? "history.escapes" : "history.wins")}
          value={t("history.of", { ...wins })}
        />
      )}
      {levels.map(([level, tally]) => (
        <Figure
          key={level}
          what={t(team ? "history.with" : "history.against", { level: levelOf(level) })}
          value={t("history.of", { ...tally })}
        />
      ))}
      {days.length > 0 && (
        <Figure
          what={t("history.daily")}
          value={t("history.streak", { n: streak.now })}
          more={t("history.longest", { n: streak.longest })}
        />
      )}
    </dl>
  );
}

function Table({ all }: { all: Reviewed[] }) {
  const heads = ["date", "score", "adjusted", "luck", "lossShort", "good", "hintsShort"];
  return (
    <details class="numbers">
      <summary>{t("history.table")}</summary>
      <div class="scrolls" tabIndex={0} role="group" aria-label={t("history.table")}>
        <table class="nums">
          <thead>
            <tr>
              {heads.map((head) => (
                <th key={head} scope="col">
                  {t(`history.${head}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...all].reverse().map(({ game, report }) => (
              <tr key={game.id}>
                <th scope="row">{dayOf(game.at)}</th>
                <td>{pointsOf(game.won !== undefined, mineOf(game)!.points)}</td>
                <td>{adjustedOf(report)}</td>
                <td>
                  {report.counts === "team"
                    ? shareOf(plusShare(report.luck))
                    : plus(report.luck, 0)}
                </td>
                <td>
                  {report.counts === "points"
                    ? lossOf("points", report.loss)
                    : shareOf(lossOf(report.counts, report.loss))}
                </td>
                <td>{goodOf(report)}</td>
                <td>{game.hints}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function OverTime({ all, team }: { all: Reviewed[]; team: boolean }) {
  if (!all.length) return <p class="note">{t("history.noReport")}</p>;
  return (
    <>
      <div class="hcharts">
        <Chart
          what={t(team ? "history.adjustedTeam" : "history.adjusted")}
          values={all.map(({ report }) => report.adjusted)}
          tell={(value) => adjustedOf(all[0]!.report, value)}
        />
        {kindsOf(all).map((kind) => (
          <Chart
            key={kind}
            what={t(`history.loss.${kind}`)}
            values={all.flatMap(({ report }) => (report.counts === kind ? report.loss : []))}
            tell={(value) => lossOf(kind, value)}
          />
        ))}
      </div>
      <Table all={all} />
    </>
  );
}

/* Of the games of one kind, at least one. */
export function Numbers({ name, games }: { name: string; games: Played[] }) {
  const team = games.some(({ won }) => won !== undefined);
  return (
    <section
      class="card hnum"
      data-game={name}
      aria-label={t("history.numbers", { game: titleOf(name) })}
    >
      <h2>{titleOf(name)}</h2>
      <Figures games={games} stats={statsOf(games)} team={team} />
      <OverTime all={reviewedOf(games)} team={team} />
    </section>
  );
}
