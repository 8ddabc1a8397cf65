/* What a table on a server adds to the table and the end. */
import { Icon } from "../draw";
import { games } from "../games";
import { list, t } from "../i18n";
import type { RemoteSession } from "../remote";
import type { EndExtra } from "../screens/end";
import { ProofCard } from "../screens/proof";
import type { TableExtra } from "../table/extra";
import { More, React } from "./menu";
import { News } from "./news";
import { Again, Series } from "./rematch";
import { Badge } from "./wire-badge";

export function tableExtra(session: RemoteSession): TableExtra {
  const { setup, online, mine, me, undoable, status } = session.snapshot();
  const names = online!.waiting.map((seat) => setup.names[seat]!);
  const chosen = online!.you.length > 0 && undoable;
  const away = online!.waiting.some((seat) => {
    const { is, here } = session.facts!.seats[seat]!;
    return is === "person" && !here;
  });
  const { seat, draft = [], before } = online!.theirs ?? {},
    points = session.reactions.filter(({ point }) => point);
  const onPoint =
    mine || !online!.you.length
      ? undefined
      : (what: string) => {
          session.pointed = true;
          void session.order({ t: "point", what, seat: me });
        };
  return {
    mates: games[setup.game]!.team && { seat, draft, before, points, onPoint },
    badge: <Badge session={session} />,
    buttons: <React session={session} />,
    news: <News session={session} />,
    menu: <More session={session} />,
    waiting:
      session.facts!.phase === "over" && !status.over
        ? t("daily.gaveUp") /* nobody plays it to the end */
        : names.length
          ? t(
              chosen
                ? "table.chosenWait"
                : away
                  ? "table.waitsFor"
                  : names.length > 1
                    ? "table.areChoosing"
                    : "table.isChoosing",
              { names: list(names) },
            )
          : t("table.settling"),
    keys: online!.you.length ? [["C", t("react.title")]] : [],
    kept: t(online!.you.length ? "table.keptThere" : "table.watching"),
    hints: !session.facts!.day,
  };
}

export function endExtra(session: RemoteSession): EndExtra {
  const facts = session.facts!;
  const { record, error, status } = session.snapshot();
  return {
    badge: <Badge session={session} />,
    news: <News session={session} />,
    you: facts.you.length === 1 ? facts.you[0]! : -1,
    again: (
      <>
        {facts.day ? (
          <a class="b go" href={`#/daily/${facts.game}`}>
            <Icon name="clock" />
            {t("daily.list")}
          </a>
        ) : (
          <Again session={session} />
        )}
        <Series facts={facts} winners={status.winners} />
        <p class="err" role="status">
          {error}
        </p>
      </>
    ),
    proof: <ProofCard record={record} table={session.table} />,
  };
}
