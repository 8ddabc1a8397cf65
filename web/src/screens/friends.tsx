/* A table with friends: who sits where, then a link for everybody. */
import { useState } from "preact/hooks";
import { gameInfo, go, myLevel } from "../app";
import { Icon, Seat } from "../draw";
import { Choice, Top } from "../frame";
import { useCell } from "../hooks";
import { refusal, t } from "../i18n";
import { Levels } from "../levels";
import type { Facts } from "../messages";
import { api, codeOf, offered, reach, remember, sit, unkept } from "../net";
import { readyName } from "../room/sit";
import { ownSheet } from "../sheets";
import { change } from "../store";
import { valid } from "./new";
import { hasFirst } from "./seating";
import { SheetAndOptions } from "./sheets";
import { Trouble } from "./trouble";

type Kind = "me" | "open" | "bot";
interface Made {
  table: string;
  code?: string;
  host: string;
  commitment: string;
  seats: { seat: number; kind: Kind; key?: string }[];
}

const CLOCKS = ["0", "60", "300", "86400", "259200"];

export function Friends({ name }: { name: string }) {
  const game = gameInfo(name);
  const [you, setYou] = useState(() => readyName());
  const [kinds, setKinds] = useState<Kind[]>(() => [
    "me",
    ...Array<Kind>(Math.max(1, (game?.seatsMin ?? 2) - 1)).fill("open"),
  ]);
  const [names, setNames] = useState<string[]>([]);
  const [sheet, setSheet] = useState(game?.sheets[0]?.name ?? "");
  const [options, setOptions] = useState<Record<string, string>>({});
  const [clock, setClock] = useState("0");
  const [first, setFirst] = useState<"draw" | "host">("draw");
  const [listed, setListed] = useState(false);
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const own = useCell(offered);
  if (useCell(reach) === "no") return <Trouble code="offline" game={name} />;
  if (!game) return <Trouble code="bad-game" />;
  const title = t(`game.${game.name}.title`);
  const nameAt = (seat: number) =>
    seat === 0 ? you : (names[seat] ?? t("friends.guest", { n: seat + 1 }));
  const make = async (event: Event) => {
    event.preventDefault();
    if (!kinds.every((kind, seat) => kind !== "me" || valid(nameAt(seat))))
      return setError(t("no.bad-name"));
    setBusy(true);
    try {
      const made = await api<Made>("tables", {
        game: game.name,
        ...(ownSheet(sheet) ? { own: ownSheet(sheet)!.text } : { sheet }),
        options,
        public: listed,
        seats: kinds.map((kind) => (kind === "bot" ? `bot:${myLevel(own)}` : kind)),
        ...(clock !== "0" && { clock: Number(clock) }),
        ...(hasFirst(game, kinds.length) && { first }),
      });
      change({ name: you.trim() });
      go(`t/${await settle(made, game.name, nameAt)}`);
    } catch (why) {
      setError(refusal(codeOf(why)));
    }
    setBusy(false);
  };
  return (
    <>
      <Top title={title} />
      <main class="narrow" id="main">
        <h1>{t("friends.title", { game: title })}</h1>
        <p class="lead">{t("friends.sub")}</p>
        <form class="card form" onSubmit={(event) => void make(event)}>
          <ol class="chairs">
            {kinds.map((kind, seat) => (
              <li key={seat}>
                <Seat
                  seat={seat}
                  name={kind === "me" ? nameAt(seat) : kind === "bot" ? "B" : "?"}
                  size={30}
                />
                {kind === "me" ? (
                  <input
                    value={nameAt(seat)}
                    maxLength={24}
                    aria-label={t("new.nameOf", { n: seat + 1 })}
                    aria-invalid={!valid(nameAt(seat))}
                    onInput={(event) =>
                      seat === 0
                        ? setYou(event.currentTarget.value)
                        : setNames(Object.assign([...names], { [seat]: event.currentTarget.value }))
                    }
                  />
                ) : (
                  <b>{t(kind === "bot" ? "room.bot" : "room.open")}</b>
                )}
                {seat > 0 && (
                  <Choice
                    label={t("new.kind", { n: seat + 1 })}
                    value={kind}
                    all={[
                      ["open", t("friends.friend")],
                      ["bot", t("new.bot")],
                      ["me", t("friends.here")],
                    ]}
                    onChange={(value) =>
                      setKinds(kinds.map((each, i) => (i === seat ? value : each)))
                    }
                  />
                )}
                {seat > 0 && (
                  <button
                    type="button"
                    class="ib"
                    disabled={kinds.length <= game.seatsMin}
                    aria-label={t("new.remove", { n: seat + 1 })}
                    onClick={() => {
                      setKinds(kinds.filter((_, i) => i !== seat));
                      setNames([...names].filter((_, i) => i !== seat));
                    }}
                  >
                    <Icon name="cross" />
                  </button>
                )}
              </li>
            ))}
          </ol>
          {kinds.length < game.seatsMax && (
            <button type="button" class="b ghost" onClick={() => setKinds([...kinds, "open"])}>
              <Icon name="plus" />
              {t("new.add")}
            </button>
          )}
          {kinds.includes("bot") && <Levels own={own} />}
          {hasFirst(game, kinds.length) && (
            <>
              <Choice
                label={t("begin.title")}
                value={first as "draw" | "host"}
                all={[
                  ["draw", t("begin.draw")],
                  ["host", t("begin.host")],
                ]}
                onChange={(value) => setFirst(value)}
              />
              {first === "host" && <p class="note">{t("begin.hostHow")}</p>}
            </>
          )}
          <details>
            <summary>
              <Icon name="chev" />
              {t("new.options")}
            </summary>
            <div class="fold">
              <SheetAndOptions
                game={game}
                {...{ sheet, options }}
                seats={kinds.length}
                onChange={(each, all) => {
                  setSheet(each);
                  setOptions(all);
                }}
              />
              <Choice
                label={t("friends.clock")}
                value={clock}
                all={CLOCKS.map((each) => [each, t(`friends.clock.${each}`)])}
                onChange={setClock}
              />
              {clock !== "0" && <p class="note">{t("friends.clockUp")}</p>}
              <label class="check">
                <input
                  type="checkbox"
                  checked={listed}
                  onChange={(event) => setListed(event.currentTarget.checked)}
                />
                <span>
                  {t("room.public")}
                  <small>{t("room.publicSub")}</small>
                </span>
              </label>
            </div>
          </details>
          <p class="err" role="status">
            {error}
          </p>
          <button type="submit" class="b go big" disabled={busy}>
            <Icon name="link" />
            {t("friends.make")}
          </button>
        </form>
      </main>
    </>
  );
}

/* Keeps the keys, and sits down at every seat that is mine, now that the commitment is known. */
async function settle(made: Made, game: string, nameAt: (seat: number) => string): Promise<string> {
  const own = made.seats.filter((seat) => seat.kind === "me");
  const invites = Object.fromEntries(
    made.seats.filter((seat) => seat.kind === "open").map((seat) => [seat.seat, seat.key!]),
  );
  remember(made.table, {
    game,
    key: own[0]?.key,
    host: made.host,
    invites,
    commitment: made.commitment,
  });
  const facts = { table: made.table, game, commitment: made.commitment } as Facts;
  for (const { seat, key } of own) await sit(facts, nameAt(seat).trim(), { key, seat });
  return `${made.table}${unkept(made.table, own[0]?.key, made.host)}`;
}
