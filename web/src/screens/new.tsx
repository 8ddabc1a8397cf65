/* Who sits where, and behind one fold everything else. */
import { useState } from "preact/hooks";
import { gameInfo, go, myLevel, myName, startGame } from "../app";
import { Icon, Seat } from "../draw";
import { BadRecord, BOT_NAMES, movedRound } from "../engine";
import { Choice, Top } from "../frame";
import { engineWords, t } from "../i18n";
import { Levels } from "../levels";
import { hasFirst, Mover, WhoBegins } from "./seating";
import { SheetAndOptions } from "./sheets";

export const PEOPLE = ["Mira", "Ben", "Ruth", "Kai", "Eva", "Tom", "Noa", "Ida"];

interface Chair {
  id: number;
  name: string;
  bot: boolean;
}

export const valid = (name: string) =>
  name.trim().length > 0 &&
  new TextEncoder().encode(name.trim()).length <= 60 &&
  !/[;\u0000-\u001f]/.test(name);

export function NewGame({ name, ownDice }: { name: string; ownDice: boolean }) {
  const game = gameInfo(name);
  const spare = (taken: string[]) =>
    BOT_NAMES.find((each) => !taken.includes(each) && !taken.includes(`Bot ${each}`)) ?? "Zoe";
  const [chairs, setChairs] = useState<Chair[]>(() => {
    const seats = Math.max(2, game?.seatsMin ?? 2);
    return Array.from({ length: seats }, (_, i) => ({
      id: i,
      name: i ? PEOPLE[i % PEOPLE.length]! : myName(),
      bot: false,
    }));
  });
  const [begins, setBegins] = useState("draw"); /* or a chair's id */
  const [rules, setRules] = useState({
    sheet: game?.sheets[0]?.name ?? "",
    options: {} as Record<string, string>,
  });
  const [real, setReal] = useState<"seed" | "real">(ownDice ? "real" : "seed");
  const [error, setError] = useState("");
  if (!game) {
    go("");
    return null;
  }
  const set = (seat: number, part: Partial<Chair>) =>
    setChairs(chairs.map((chair, i) => (i === seat ? { ...chair, ...part } : chair)));
  const good = chairs.every((chair) => valid(chair.name));
  const chosen = chairs.findIndex((chair) => String(chair.id) === begins);
  const begin = (event: Event) => {
    event.preventDefault();
    if (!good) return;
    const seated = movedRound(chairs, Math.max(0, chosen));
    try {
      startGame({
        game,
        ...rules,
        real: real === "real",
        draw: chosen < 0,
        bots: seated.map((chair) => (chair.bot ? myLevel() : null)),
        names: seated.map((chair) =>
          chair.bot && !chair.name.startsWith("Bot ")
            ? `Bot ${chair.name.trim()}`
            : chair.name.trim(),
        ),
      });
    } catch (why) {
      setError(t("new.bad", { why: engineWords(why instanceof BadRecord ? why.code : "") }));
    }
  };
  const title = t(`game.${game.name}.title`);
  return (
    <>
      <Top title={title} />
      <main class="narrow" id="main">
        <h1>{t("new.title", { game: title })}</h1>
        <a class="b friends" href={`#/friends/${game.name}`}>
          <Icon name="link" />
          {t("lobby.withFriends")}
        </a>
        <form class="card form" onSubmit={begin}>
          <ol class="chairs">
            {chairs.map((chair, seat) => (
              <li key={seat}>
                <Seat seat={seat} name={chair.name} size={30} />
                <input
                  value={chair.name}
                  maxLength={24}
                  aria-label={t("new.nameOf", { n: seat + 1 })}
                  aria-invalid={!valid(chair.name)}
                  onInput={(event) => set(seat, { name: event.currentTarget.value })}
                />
                <Choice
                  label={t("new.kind", { n: seat + 1 })}
                  value={chair.bot ? "bot" : "person"}
                  all={[
                    ["person", t("new.person")],
                    ["bot", t("new.bot")],
                  ]}
                  onChange={(value) => set(seat, { bot: value === "bot" })}
                />
                {hasFirst(game, chairs.length) && (
                  <Mover
                    seat={seat}
                    seats={chairs.length}
                    name={chair.name}
                    onMove={(order) => setChairs((now) => order.map((from) => now[from]!))}
                  />
                )}
                <button
                  type="button"
                  class="ib"
                  disabled={chairs.length <= game.seatsMin}
                  aria-label={t("new.remove", { n: seat + 1 })}
                  onClick={() => setChairs(chairs.filter((_, i) => i !== seat))}
                >
                  <Icon name="cross" />
                </button>
              </li>
            ))}
          </ol>
          {chairs.length < game.seatsMax && (
            <button
              type="button"
              class="b ghost"
              onClick={() =>
                setChairs([
                  ...chairs,
                  {
                    id: Math.max(...chairs.map(({ id }) => id)) + 1,
                    name: spare(chairs.map((chair) => chair.name)),
                    bot: false,
                  },
                ])
              }
            >
              <Icon name="plus" />
              {t("new.add")}
            </button>
          )}
          {chairs.some((chair) => chair.bot) && <Levels />}
          {hasFirst(game, chairs.length) && (
            <WhoBegins
              value={chosen < 0 ? "draw" : begins}
              people={chairs.map(({ id, name: each }, seat) => [
                String(id),
                each.trim() || String(seat + 1),
              ])}
              onChange={setBegins}
            />
          )}
          <details open={ownDice}>
            <summary>
              <Icon name="chev" />
              {t("new.options")}
            </summary>
            <div class="fold">
              <Choice
                label={t("new.dice")}
                value={real as "seed" | "real"}
                all={[
                  ["seed", t("new.diceSeed")],
                  ["real", t("new.diceReal")],
                ]}
                onChange={(value) => setReal(value)}
              />
              <SheetAndOptions
                game={game}
                {...rules}
                seats={chairs.length}
                onChange={(sheet, options) => setRules({ sheet, options })}
              />
            </div>
          </details>
          {(!good || error) && (
            <p class="err" role="status">
              {good ? error : t("new.badName")}
            </p>
          )}
          <button type="submit" class="b go big">
            {t("new.start")}
          </button>
        </form>
      </main>
    </>
  );
}
