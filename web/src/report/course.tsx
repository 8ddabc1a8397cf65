/* What was to be expected over the game: lines, and the same as a table. */
import { Curve } from "../end/curve";
import { t } from "../i18n";
import type { Card } from "./types";
import type { Point } from "./words";
import { courseOf, decimal, percent } from "./words";

interface Props {
  card: Card;
  names: string[];
  you: number;
  seat: number;
  marks: number[];
}

const tellOf = (card: Card) => (value: number) =>
  card.team ? percent(value / 100) : decimal(value, 0);

function Numbers({
  course,
  heads,
  tell,
}: {
  course: Point[];
  heads: string[];
  tell(n: number): string;
}) {
  const when = ({ turn }: Point, i: number) =>
    i === 0 ? t("report.start") : i === course.length - 1 ? t("report.end") : turn;
  return (
    <div class="scrolls" tabIndex={0} role="group" aria-label={t("report.table")}>
      <table class="nums">
        <thead>
          <tr>
            <th scope="col">{t("report.after")}</th>
            {heads.map((name, i) => (
              <th key={i} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {course.map((point, i) => (
            <tr key={i}>
              <th scope="row">{when(point, i)}</th>
              {point.values.map((value, seat) => (
                <td key={seat}>{tell(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export function Course({ card, names, you, seat, marks }: Props) {
  const course = courseOf(card),
    tell = tellOf(card);
  const heads = card.team ? [t("end.team")] : names;
  const summary = heads.map((name, each) =>
    t("report.summary", {
      name: each === you && !card.team ? t("you") : name,
      start: tell(course[0]!.values[each]!),
      end: tell(course[course.length - 1]!.values[each]!),
    }),
  );
  return (
    <>
      <Curve
        points={course.map(({ values }) => values)}
        turns={course.map(({ turn }) => turn)}
        names={heads}
        marks={marks}
        marked={card.team ? 0 : seat}
        tell={tell}
        free={!card.team}
      />
      <p class="vh">{summary.join(" ")}</p>
      <details class="numbers">
        <summary>{t("report.table")}</summary>
        <Numbers {...{ course, heads, tell }} />
      </details>
    </>
  );
}
