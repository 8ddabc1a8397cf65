/* What the dice did, and what the choices: signed bars. */
import { Icon, Seat } from "../draw";
import { t } from "../i18n";
import type { Card, Choice } from "./types";
import type { Share } from "./words";
import { decimal, percent, plus, plusShare, sharesOf } from "./words";

/* From the middle to the right what was won, to the left what was lost; `most` fills a side. */
function Bar({ value, most, kind }: { value: number; most: number; kind: "luck" | "choices" }) {
  const width = (Math.min(1, Math.abs(value) / most) * 50).toFixed(1);
  return (
    <svg class={`bar ${kind}`} aria-hidden="true">
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M-1 7 7-1M-1 1 1-1M5 7 7 5" />
        </pattern>
      </defs>
      <rect class="all" width="100%" height="14" rx="3" />
      <rect
        class="val"
        x={value < 0 ? `${50 - Number(width)}%` : "50%"}
        width={`${width}%`}
        height="14"
      />
    </svg>
  );
}

function Value({ value, card }: { value: number; card: Card }) {
  return <b class={value < 0 ? "neg" : ""}>{card.team ? plusShare(value) : plus(value, 0)}</b>;
}

/* `card` is missing until there are figures, `luck` until all rolls were looked at: the rows are there from the
 * start. */
export function Shares({
  card,
  choices,
  names,
  seat: shown,
  you,
  team,
}: {
  card: Card | undefined;
  choices: Choice[] | undefined;
  names: string[];
  seat: number;
  you: number;
  team: boolean;
}) {
  const sure = !!card && card.stage !== "choices" && card.stage !== "luck";
  const blank: Share[] = [...(team ? [-1] : []), ...names.keys()].map((seat) => ({ seat }));
  const shares = card ? sharesOf(card, choices) : blank;
  const most = Math.max(
    team ? 0.05 : 5,
    ...shares.flatMap(({ luck = 0, choices = 0 }) => [Math.abs(luck), Math.abs(choices)]),
  );
  const cell = (share: Share, kind: "luck" | "choices") => {
    const value = share[kind],
      waits = !sure;
    if (card && value === undefined) return <td />;
    return (
      <td>
        {waits || !card ? (
          <span class="wait">{t("report.wait")}</span>
        ) : (
          <span class="amount">
            <Bar value={value!} most={most} kind={kind} />
            <Value value={value!} card={card} />
          </span>
        )}
      </td>
    );
  };
  return (
    <section class="card split" aria-label={t(team ? "report.moved" : "report.split")}>
      <h2>{t(team ? "report.moved" : "report.split")}</h2>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">
              <i class="key luck" />
              {t("report.luck")}
            </th>
            <th scope="col">
              <i class="key choices" />
              {t("report.choices")}
            </th>
          </tr>
        </thead>
        <tbody>
          {shares.map((share) => (
            <tr key={share.seat}>
              <th scope="row">
                {share.seat < 0 ? (
                  <>
                    <Icon name="die" /> {t("report.dice")}
                  </>
                ) : (
                  <>
                    <Seat seat={share.seat} name={names[share.seat]!} size={20} />{" "}
                    {share.seat === you ? t("you") : names[share.seat]}
                  </>
                )}
              </th>
              {cell(share, "luck")}
              {cell(share, "choices")}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">{sure && footnote(card, shown)}</p>
    </section>
  );
}

/* Seats that play against each other may expect different scores: the note says what the one did that is shown. */
function footnote(card: Card, seat: number): string {
  const first = card.cards[seat],
    errors = card.cards.map(({ luckError }) => luckError);
  const start = card.team
    ? t("report.movedStart", { n: percent(first!.start.win) })
    : t("report.expected", { n: decimal(first!.start.value, 0) });
  const error = Math.max(...errors);
  if (card.team || error < 0.05) return start;
  return `${start} ${t("report.error", { n: decimal(error) })}`;
}
