/* Tables on a server, as the rest of the client sees them; loaded when there is time (later.ts). */
import { addTexts } from "./i18n";
import { texts } from "./i18n/online";
import { Daily } from "./screens/daily";
import { Friends } from "./screens/friends";
import { ProofScreen } from "./screens/proof";
import { TableScreen } from "./screens/room";

addTexts(texts);

export { LobbyTop } from "./screens/mine";
export { ProofCard } from "./screens/proof";
export { LobbySide } from "./screens/tables";

export function OnlineScreen({ where, rest }: { where: string; rest: string[] }) {
  const [first = "", second = ""] = rest;
  if (where === "friends") return <Friends key={first} name={first} />;
  if (where === "daily") return <Daily key={first} name={first} />;
  if (where === "fair") return <ProofScreen key={first} table={first} />;
  return <TableScreen key={first} id={first} keys={second} />;
}
