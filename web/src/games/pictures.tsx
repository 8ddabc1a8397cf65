/* What the pictures of the rules pages share. */
import { IconAt } from "../draw";

/* A die in a picture: a colour's symbol, a symbol, or a number. */
export function PictureDie({
  x,
  y,
  colour,
  icon,
  value,
  cls = "",
}: {
  x: number;
  y: number;
  colour?: string;
  icon?: string;
  value?: number;
  cls?: string;
}) {
  return (
    <g class={colour ? `c-${colour}` : cls}>
      <rect
        x={x}
        y={y}
        width="36"
        height="36"
        rx="9"
        fill={colour ? "var(--c)" : "var(--die)"}
        stroke={colour ? "var(--c)" : "var(--die-edge)"}
        class={icon ? "picdie" : ""}
      />
      {colour ? (
        <g class="ondie">
          <IconAt name={colour} x={x + 18} y={y + 18} size={21} />
        </g>
      ) : icon ? (
        <IconAt name={icon} x={x + 18} y={y + 18} size={23} cls="picdieicon" />
      ) : (
        <text x={x + 18} y={y + 25} text-anchor="middle" class="dietext">
          {value}
        </text>
      )}
    </g>
  );
}

/* An arrow that leads from dice to what they do. */
export const Lead = ({ x, y }: { x: number; y: number }) => (
  <path class="lead" d={`M${x} ${y}h26M${x + 18} ${y - 9}l10 9-10 9`} />
);
