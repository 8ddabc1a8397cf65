/* The pictures of Escape, of the same chambers that the board has, by the rule that they show. */
import { IconAt, Seat } from "../../draw";
import { Lead, PictureDie } from "../pictures";
import type { Pictures } from "../types";
import { Floor, floorKind } from "./chamber";
import { CHAMBER } from "./view";

interface Room {
  name: string;
  entry: string[];
  action: string;
  half?: string;
  crossed?: boolean;
  lit?: boolean;
}

/* Chambers of the board, small: a1 lies at x, y. */
function Rooms({ x, y, size, all }: { x: number; y: number; size: number; all: Room[] }) {
  const scale = size / CHAMBER,
    first = Number(all[0]!.name[1]) - 1;
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <rect
        x={2 + first * CHAMBER}
        y="2"
        width={16 + CHAMBER * all.length}
        height={16 + CHAMBER}
        rx="12"
        class="es-wall"
      />
      {all.length > 1 && (
        <rect x={4 + CHAMBER} y={CHAMBER / 2} width="12" height="26" class="es-door" />
      )}
      {all.map(({ name, entry, action, half = "left", crossed = false, lit }) => {
        const chamber = { name, entry, action, ways: [] };
        return (
          <g key={name} class={`${floorKind(chamber, crossed)} ${lit ? "es-lit" : ""}`}>
            <Floor chamber={chamber} half={half} crossed={crossed} />
          </g>
        );
      })}
    </g>
  );
}

const Piece = ({ seat, name, x, y }: { seat: number; name: string; x: number; y: number }) => (
  <svg x={x} y={y} width="22" height="22">
    <Seat seat={seat} name={name} size={22} />
  </svg>
);

const DIE: Record<string, string> = {
  torch: "es-d-torch",
  key: "es-d-key",
  adventurer: "es-d-adventurer",
  gold: "es-d-gold",
  black: "es-d-black",
};
const Die = ({ x, y, face }: { x: number; y: number; face: string }) => (
  <PictureDie x={x} y={y} icon={face} cls={`es-picdie ${DIE[face]}`} />
);

function Boxes({ y, icon, marks }: { y: number; icon: string; marks: string }) {
  return (
    <g>
      <g class={`es-f-${icon}`}>
        <IconAt name={icon} x={30} y={y + 13} size={22} />
      </g>
      {[...marks].map((mark, i) => (
        <g key={i}>
          <rect x={52 + i * 28} y={y} width="25" height="26" rx="6" class="stonebox" />
          {mark === "g" ? (
            <g class="es-a-gem">
              <IconAt name="gem" x={64.5 + i * 28} y={y + 13} size={15} />
            </g>
          ) : mark === "x" ? (
            <g class="tint stone">
              <IconAt name="cross" x={64.5 + i * 28} y={y + 13} size={14} />
            </g>
          ) : (
            mark === "v" && (
              <g class="tint stone">
                <IconAt name="check" x={64.5 + i * 28} y={y + 13} size={15} />
              </g>
            )
          )}
        </g>
      ))}
    </g>
  );
}

function Map() {
  const side = (y: number, symbols: string, gives: string) => (
    <g>
      <rect x="104" y={y} width="110" height="34" rx="6" class="stonebox" />
      {symbols.split(" ").map((each, i) => (
        <g key={i} class={`es-f-${each.replace("!", "")}`}>
          <IconAt name={each.replace("!", "")} x={121 + i * 26} y={y + 17} size={17} />
          {each.endsWith("!") && (
            <path class="hand ink" d={`M${112 + i * 26} ${y + 8}l18 18m0-18l-18 18`} />
          )}
        </g>
      ))}
      <g class={gives === "gem" ? "es-a-gem" : `es-f-${gives}`}>
        <IconAt name={gives} x={201} y={y + 17} size={17} />
      </g>
    </g>
  );
  return (
    <>
      {side(30, "torch! key!", "dash")}
      {side(68, "gold torch key", "gem")}
    </>
  );
}

export const pictures: Pictures = {
  ES7: (
    <>
      <g class="es-a-gem">
        {[0, 1, 2, 3, 4, 5].map((i) => (
          <IconAt
            key={i}
            name="gem"
            x={30 + (i % 3) * 26}
            y={50 + Math.floor(i / 3) * 30}
            size={22}
          />
        ))}
      </g>
      <Lead x={104} y={66} />
      <Rooms
        x={140}
        y={28}
        size={68}
        all={[{ name: "a1", entry: ["adventurer", "adventurer"], action: "exit" }]}
      />
      <Piece seat={0} name="M" x={146} y={94} />
      <Piece seat={1} name="B" x={172} y={94} />
      <Piece seat={2} name="R" x={194} y={94} />
    </>
  ),
  ES2: (
    <>
      <Die x={22} y={22} face="torch" />
      <Die x={66} y={22} face="key" />
      <Die x={22} y={74} face="gold" />
      <Die x={66} y={74} face="black" />
      <Lead x={114} y={40} />
      <Lead x={114} y={92} />
      <g class="tint stone">
        <IconAt name="check" x={176} y={40} size={30} />
      </g>
      <g class="es-f-black">
        <IconAt name="black" x={176} y={92} size={30} />
      </g>
    </>
  ),
  ES3: (
    <>
      <Rooms
        x={6}
        y={12}
        size={94}
        all={[
          { name: "a1", entry: ["key", "gold"], action: "gem", crossed: true },
          { name: "a2", entry: ["torch", "key"], action: "heal", lit: true },
        ]}
      />
      <Piece seat={0} name="M" x={14} y={86} />
    </>
  ),
  ES6: (
    <>
      <Boxes y={10} icon="dash" marks="xvg..." />
      <Boxes y={53} icon="heal" marks="xxvg.." />
      <Boxes y={96} icon="key" marks="vg...." />
    </>
  ),
  ES4: (
    <>
      <Rooms
        x={0}
        y={14}
        size={84}
        all={[{ name: "a1", entry: ["gold", "key"], action: "special:blue" }]}
      />
      <Rooms
        x={40}
        y={14}
        size={84}
        all={[
          { name: "a2", entry: ["torch", "adventurer"], action: "special:blue", half: "right" },
        ]}
      />
      <Piece seat={0} name="M" x={12} y={80} />
      <Piece seat={2} name="R" x={190} y={80} />
      <g class="es-a-gem">
        <IconAt name="gem" x={108} y={58} size={22} />
        <IconAt name="gem" x={108} y={84} size={22} />
      </g>
    </>
  ),
  ES5: (
    <>
      <Die x={14} y={26} face="torch" />
      <Die x={14} y={70} face="key" />
      <Lead x={62} y={66} />
      <Map />
    </>
  ),
};
