/* Playing again. */
import { gameInfo, go } from "../app";
import { remember, unkept } from "../net";
import type { RemoteSession } from "../remote";

/* Once somebody wants to play again, everybody goes along, with the keys they have. Who said so sits down again. Where
 * the next one begins, seats have moved on by one. */
export function followTo(session: RemoteSession, again: boolean): void {
  const { key, host, facts } = session,
    all = facts!.seats.length,
    on = gameInfo(facts!.game)?.first === "moves-on" ? 1 : 0;
  const comeAs = Object.fromEntries(
    facts!.you.map((seat) => [(seat + all - on) % all, facts!.seats[seat]!.name]),
  );
  if (facts!.you.length)
    remember(facts!.rematch!, {
      game: facts!.game,
      key: key || undefined,
      host: host || undefined,
      comeAs,
      comes: again,
    });
  go(`t/${facts!.rematch}${unkept(facts!.rematch!, key, host)}`);
}
