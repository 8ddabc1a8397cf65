/* Our own drawings: symbols, handwriting, seats, the mark. All are SVG paths in 24 x 24 boxes unless said,
 * filled with currentColor; --cut is the colour of what is cut out of them. */
import type { JSX } from "preact";

export const COLOURS = ["red", "orange", "yellow", "green", "blue", "purple"];

const SYMBOLS: Record<string, string> = {
  red:
    '<path d="M1.8 20.5 9.2 5.2c.5-1 1.9-1 2.4 0l2.6 5.2 1.3-2.2c.5-.8 1.6-.8 2.1.1l4.8 9.9' +
    'c.5 1-.2 2.3-1.4 2.3H3.1c-1 0-1.7-1-1.3-2z"/>' +
    '<path d="m7.9 10.6 2.5-5 2.5 5-1.5 1.2-1-.9-1.1.9z" fill="var(--cut,#fff)"/>',
  orange:
    '<circle cx="12" cy="12" r="5.2"/>' +
    '<g stroke="currentColor" stroke-width="2.6" stroke-linecap="round">' +
    '<path d="M12 1.8v2.4M12 19.8v2.4M1.8 12h2.4M19.8 12h2.4M4.8 4.8l1.7 1.7M17.5 17.5l1.7 1.7' +
    'M4.8 19.2l1.7-1.7M17.5 6.5l1.7-1.7"/></g>',
  yellow:
    '<path d="M14.6 1.6 4.2 13.4c-.4.5-.1 1.2.5 1.2h5.6l-2.4 7c-.3.9.8 1.5 1.4.8L19.9 10.6' +
    'c.4-.5.1-1.2-.5-1.2h-5.5l2.1-7c.3-.9-.8-1.5-1.4-.8z"/>',
  green:
    '<path d="M21 3C10 2.6 3.4 6.6 3.2 14.2c0 1.6.4 3 1 4.1L2.6 21.4l1.9 1 1.7-2.7' +
    'c1.2.7 2.7 1.1 4.3 1 7.8-.4 11-7.6 10.5-17.7z"/>' +
    '<path d="M5.8 18.8C8.5 14 12 10.4 16.6 7.6" fill="none"' +
    ' stroke="var(--cut,#fff)" stroke-width="1.7" stroke-linecap="round"/>',
  blue:
    '<g fill="none" stroke="currentColor" stroke-width="3"' +
    ' stroke-linecap="round" stroke-linejoin="round">' +
    '<path d="M2.5 6.5c2.4-2.6 4.7-2.6 7.1 0s4.7 2.6 7.1 0c1.6-1.7 3.2-2.3 4.8-1.7M2.5 13' +
    "c2.4-2.6 4.7-2.6 7.1 0s4.7 2.6 7.1 0c1.6-1.7 3.2-2.3 4.8-1.7M2.5 19.5" +
    'c2.4-2.6 4.7-2.6 7.1 0s4.7 2.6 7.1 0c1.6-1.7 3.2-2.3 4.8-1.7"/></g>',
  purple:
    '<path d="M20.6 15.4A9.6 9.6 0 1 1 10 2.2c.8-.1 1.2.9.6 1.4a7.4 7.4 0 0 0 8.9 11.3c.7-.4 1.5 0 1.1.5z"/>',
  arrow:
    '<path d="M12 3.2 4.2 11.6c-.5.5-.1 1.4.6 1.4h3.7v6.6c0 .6.5 1.1 1.1 1.1h4.8' +
    'c.6 0 1.1-.5 1.1-1.1V13h3.7c.7 0 1.1-.9.6-1.4z"/>',
  vase:
    '<path d="M8 2.5h8c.6 0 .9.7.6 1.2l-1.3 2.1' +
    "c.1 1.4 1 2.4 2.2 3.7 1.3 1.4 2 2.9 2 4.7 0 3-1.8 5.2-4 7-.3.3-.7.4-1.1.4H9.6" +
    "c-.4 0-.8-.1-1.1-.4-2.2-1.8-4-4-4-7 0-1.8.7-3.3 2-4.7C7.7 8.2 8.6 7.2 8.7 5.8L7.4 3.7" +
    'C7.1 3.2 7.4 2.5 8 2.5z"/><path d="m6.4 14.5 1.9-2 1.9 2 1.8-2 1.9 2 1.8-2 1.9 2"' +
    ' fill="none" stroke="var(--cut,#fff)" stroke-width="1.5" stroke-linejoin="round"/>',
  die:
    '<rect x="3" y="3" width="18" height="18" rx="4.5"/><g fill="var(--cut,#fff)">' +
    '<circle cx="8" cy="8" r="1.7"/><circle cx="16" cy="8" r="1.7"/>' +
    '<circle cx="12" cy="12" r="1.7"/><circle cx="8" cy="16" r="1.7"/>' +
    '<circle cx="16" cy="16" r="1.7"/></g>',
  bridge:
    '<path d="M1.5 9.5C7 5.5 17 5.5 22.5 9.5v3C17 8.7 7 8.7 1.5 12.5zM4 12.5v7M9.3 11v8.5' +
    'M14.7 11v8.5M20 12.5v7" fill="none" stroke="currentColor" stroke-width="2"' +
    ' stroke-linejoin="round" stroke-linecap="round"/>',
  gem:
    '<path d="M6.5 3.5h11l4.7 6L12 21.5 1.8 9.5z"/>' +
    '<path d="M1.8 9.5h20.4M8.3 9.5 12 21M15.7 9.5 12 21M8.3 9.5l2-6M15.7 9.5l-2-6"' +
    ' fill="none" stroke="var(--cut,#fff)" stroke-width="1.2"/>',
  torch:
    '<path d="M12 1.5c.5 3 4.7 4.6 4.7 8.5 0 1.3-.5 2.4-1.3 3.3H8.6A4.8 4.8 0 0 1 7.3 10' +
    'c0-2 1.3-3 2-4.6.5 1 .9 1.5 1.4 1.7.6-1.7.6-3.7 1.3-5.6z"/>' +
    '<path d="M8 14.8h8l-1.1 2.5h-5.8z"/><path d="M10 18.3h4l-.7 4.2h-2.6z"/>',
  key:
    '<path fill-rule="evenodd" d="M7.5 6.5a5.5 5.5 0 0 1 5.3 4h9.7v3.6h-2.3v3.2h-3.5v-3.2h-3.9' +
    'a5.5 5.5 0 1 1-5.3-7.6zm0 3.3a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z"/>',
  adventurer:
    '<path d="M2.5 9.3c2.3-.6 3.8-1 4-2.3.5-3 1.3-5 3-5 1 0 1.5.6 2.5.6S13.5 2 14.5 2' +
    "c1.7 0 2.5 2 3 5 .2 1.3 1.7 1.7 4 2.3.4.1.4.6 0 .8C18.8 11.3 15.6 12 12 12s-6.8-.7-9.5-1.9" +
    'c-.4-.2-.4-.7 0-.8z"/><path d="M7.3 13c1.5.3 3 .4 4.7.4s3.2-.1 4.7-.4' +
    "c-.1 2-.8 3.5-2 4.5 3 .6 5 2.2 5.3 4.2 0 .4-.3.8-.7.8H4.7" +
    'c-.4 0-.7-.4-.7-.8.3-2 2.3-3.6 5.3-4.2-1.2-1-1.9-2.5-2-4.5z"/>',
  gold:
    '<path d="M4 4.5C6.5 3 9 2.3 12 2.3s5.5.7 8 2.2c.6 7.5-1.5 14-8 17.2' +
    'C5.5 18.5 3.4 12 4 4.5z"/><g fill="var(--cut,#fff)">' +
    '<path d="M6.3 8.8c1.5-1 3-1 4.2.3-1 1.6-3.2 1.6-4.2-.3zM17.7 8.8' +
    'c-1.5-1-3-1-4.2.3 1 1.6 3.2 1.6 4.2-.3z"/>' +
    '<path d="M8.3 15.3c2.5 1 4.9 1 7.4 0-1 2.6-6.4 2.6-7.4 0z"/></g>' +
    '<path d="M12 9.5v4" stroke="var(--cut,#fff)" stroke-width="1.4" stroke-linecap="round"/>',
  black:
    '<path d="M3.2 3.2' +
    "c2 .2 3.4.9 4.4 2.3 2.9-.9 5.9-.9 8.8 0 1-1.4 2.4-2.1 4.4-2.3.3 3.6.2 7.3-1.3 11" +
    'C18 18 15.5 20.5 12 22c-3.5-1.5-6-4-7.5-7.8-1.5-3.7-1.6-7.4-1.3-11z"/>' +
    '<g stroke="var(--cut,#fff)" stroke-width="1.9" stroke-linecap="round">' +
    '<path d="m6.5 9.6 3.6 2.2M17.5 9.6l-3.6 2.2"/></g>' +
    '<path d="m8 17.2 1.3-1.4 1.3 1.4 1.4-1.4 1.4 1.4 1.3-1.4 1.3 1.4" fill="none"' +
    ' stroke="var(--cut,#fff)" stroke-width="1.4" stroke-linejoin="round"/>',
  dash:
    '<path d="M13.5 2.5h5.3c.6 0 1 .5 1 1l-.6 8.2c2 .6 3 2 3 4.2v2.6H9.2l-.5-5.7' +
    'c2.6-.5 4.5-1.9 4.7-4.4z"/><path d="M9.2 20h13v1.8h-13z"/>' +
    '<g stroke="currentColor" stroke-width="2" stroke-linecap="round">' +
    '<path d="M2 7h6M1.5 12h4.5M2.5 17h3.5"/></g>',
  heal:
    '<path d="M12 21.3C5 16 1.8 12.3 1.8 8.3a5.3 5.3 0 0 1 10.2-2 5.3 5.3 0 0 1 10.2 2' +
    'c0 4-3.2 7.7-10.2 13z"/><path d="M12 8v7M8.5 11.5h7" stroke="var(--cut,#fff)"' +
    ' stroke-width="2.2" stroke-linecap="round"/>',
  reroll:
    '<g fill="none" stroke="currentColor" stroke-width="2.5"' +
    ' stroke-linecap="round" stroke-linejoin="round">' +
    '<path d="M20.5 10.5A8.7 8.7 0 0 0 4.8 7.2M3.5 13.5a8.7 8.7 0 0 0 15.7 3.3"/>' +
    '<path d="M4.3 2.8v4.9h4.9M19.7 21.2v-4.9h-4.9"/></g><circle cx="12" cy="12" r="2.2"/>',
  joker: '<path d="m12 1.8 2.5 6.3 6.7.4-5.2 4.3 1.7 6.5-5.7-3.6-5.7 3.6L8 12.8 2.8 8.5l6.7-.4z"/>',
  exit:
    '<path fill-rule="evenodd" d="M4 22V9.5a8 8 0 0 1 16 0V22h-3.5V9.5a4.5 4.5 0 0 0-9 0' +
    'V22z"/><path d="M12 20.5v-9M8.8 14.5 12 11l3.2 3.5" fill="none"' +
    ' stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round"/>',
  undo:
    '<path d="M8.5 4 3.5 9l5 5M4 9h10a6 6 0 0 1 0 12h-3.5" fill="none"' +
    ' stroke="currentColor" stroke-width="2.4" stroke-linecap="round" stroke-linejoin="round"/>',
  check:
    '<path d="m4 12.8 5.3 5.4L20.2 6" fill="none" stroke="currentColor"' +
    ' stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>',
  cross:
    '<path d="M5 5.5c4.5 4.3 9 8.7 14 13.3M19 5c-4.7 4.5-9.3 9-14 14" fill="none"' +
    ' stroke="currentColor" stroke-width="2.7" stroke-linecap="round"/>',
  bulb:
    '<path d="M12 2.2a7 7 0 0 1 4.3 12.5c-.8.7-1.2 1.3-1.3 2.3H9c-.1-1-.5-1.6-1.3-2.3' +
    'A7 7 0 0 1 12 2.2zM9.3 19.2h5.4M10.5 22h3" fill="none" stroke="currentColor"' +
    ' stroke-width="2" stroke-linecap="round" stroke-linejoin="round"/>',
  menu:
    '<path d="M4 6.5h16M4 12h16M4 17.5h16" fill="none" stroke="currentColor"' +
    ' stroke-width="2.3" stroke-linecap="round"/>',
  chat:
    '<path d="M4 4.5h16c.8 0 1.5.7 1.5 1.5v9.5c0 .8-.7 1.5-1.5 1.5h-8.5L6.5 21v-4H4' +
    'c-.8 0-1.5-.7-1.5-1.5V6c0-.8.7-1.5 1.5-1.5z" fill="none"' +
    ' stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>',
  wifi:
    '<g fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round">' +
    '<path d="M2.5 9.2c5.5-5 13.5-5 19 0M6 13.2c3.5-3.1 8.5-3.1 12 0"/></g>' +
    '<circle cx="12" cy="17.8" r="2.2"/>',
  nowifi:
    '<g fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round">' +
    '<path d="M2.5 9.2c1.6-1.4 3.4-2.5 5.2-3.1M12.5 5.5c3.3.1 6.4 1.4 9 3.7M6 13.2' +
    'c1.4-1.2 3-2 4.6-2.2M16.2 12c.6.3 1.2.7 1.8 1.2M4 3l16 18"/></g>' +
    '<circle cx="12" cy="17.8" r="2.2"/>',
  save:
    '<path d="M12 3v11.5M7 10l5 5 5-5M4 17.5V19c0 .9.7 1.5 1.5 1.5h13c.8 0 1.5-.6 1.5-1.5' +
    'v-1.5" fill="none" stroke="currentColor" stroke-width="2.3"' +
    ' stroke-linecap="round" stroke-linejoin="round"/>',
  keyboard:
    '<rect x="1.8" y="5.5" width="20.4" height="13" rx="2.5" fill="none"' +
    ' stroke="currentColor" stroke-width="2"/>' +
    '<path d="M6 9.7h.1M10 9.7h.1M14 9.7h.1M18 9.7h.1M8 14.5h8"' +
    ' stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>',
  shield:
    '<path d="M12 1.8 20.5 5v6.5c0 5-3.3 8.7-8.5 10.7-5.2-2-8.5-5.7-8.5-10.7V5z"/>' +
    '<path d="m8 12 2.9 3 5.2-6" fill="none" stroke="var(--cut,#fff)"' +
    ' stroke-width="2.3" stroke-linecap="round" stroke-linejoin="round"/>',
  plus: '<path d="M12 4.5v15M4.5 12h15" fill="none" stroke="currentColor" stroke-width="2.6" stroke-linecap="round"/>',
  link:
    '<path d="M10 14a4.5 4.5 0 0 0 6.7.4l3-3a4.5 4.5 0 0 0-6.4-6.4L11.7 6.6M14 10' +
    'a4.5 4.5 0 0 0-6.7-.4l-3 3a4.5 4.5 0 0 0 6.4 6.4l1.5-1.5" fill="none"' +
    ' stroke="currentColor" stroke-width="2.2" stroke-linecap="round"/>',
  book:
    '<path d="M12 5.5C9.5 3.8 6.5 3.3 3 3.5v15c3.5-.2 6.5.3 9 2 2.5-1.7 5.5-2.2 9-2v-15' +
    'c-3.5-.2-6.5.3-9 2zm0 0v15" fill="none" stroke="currentColor"' +
    ' stroke-width="2" stroke-linejoin="round"/>',
  eye:
    '<path d="M1.8 12C4.5 7.5 8 5.3 12 5.3s7.5 2.2 10.2 6.7c-2.7 4.5-6.2 6.7-10.2 6.7' +
    'S4.5 16.5 1.8 12z" fill="none" stroke="currentColor" stroke-width="2"/>' +
    '<circle cx="12" cy="12" r="3.2"/>',
  bot:
    '<rect x="4" y="8" width="16" height="12" rx="3.5"/>' +
    '<path d="M12 8V4.5" stroke="currentColor" stroke-width="2"/>' +
    '<circle cx="12" cy="3.5" r="1.8"/><g fill="var(--cut,#fff)">' +
    '<circle cx="9" cy="13" r="1.7"/><circle cx="15" cy="13" r="1.7"/>' +
    '<path d="M9 16.6h6v1.4H9z"/></g>',
  clock:
    '<circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" stroke-width="2.1"/>' +
    '<path d="M12 7v5.3l3.4 2" fill="none" stroke="currentColor"' +
    ' stroke-width="2.1" stroke-linecap="round"/>',
  chev:
    '<path d="m9 5 7 7-7 7" fill="none" stroke="currentColor" stroke-width="2.4"' +
    ' stroke-linecap="round" stroke-linejoin="round"/>',
  pencil:
    '<path d="M3 21l1.2-5L16.5 3.7c.8-.8 2-.8 2.8 0l1 1c.8.8.8 2 0 2.8L8 19.8z"' +
    ' fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round"/>',
};

const html = (text: string) => ({ dangerouslySetInnerHTML: { __html: text } });

/* A symbol as large as the text around it. */
export function Icon({ name, cls = "" }: { name: string; cls?: string }) {
  return (
    <svg
      class={`ic ${cls}`}
      viewBox="0 0 24 24"
      fill="currentColor"
      aria-hidden="true"
      {...html(SYMBOLS[name] ?? "")}
    />
  );
}

/* A symbol inside another drawing, centred on x, y. */
export function IconAt({
  name,
  x,
  y,
  size,
  cls = "",
}: {
  name: string;
  x: number;
  y: number;
  size: number;
  cls?: string;
}) {
  return (
    <svg
      x={x - size / 2}
      y={y - size / 2}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="currentColor"
      class={cls}
      {...html(SYMBOLS[name] ?? "")}
    />
  );
}

export const symbol = (name: string) => SYMBOLS[name] ?? "";

/* ---- Handwriting: digits as strokes in a 20 x 28 box, so that they can be drawn stroke by stroke ---- */

const DIGITS: string[][] = [
  [
    "M10.5 3.5C5 3.5 3.2 9 3.2 14.5 3.2 20.5 5.6 25 9.8 25 14.6 25 17 19.5 17 13.6 17 8 14.6 3.2 9.4 4.2",
  ],
  ["M5.6 8.4C8 7 10 5.2 11.4 3 11.2 10 10.7 18 10.2 25.4"],
  [
    "M4 8.6C4.6 4.8 7.6 3 10.6 3.2 14.2 3.5 16 6.4 15 10 13.6 15 8 20 3.6 24.6 8 23.6 12.6 23.8 17 24.4",
  ],
  [
    "M4.5 5.5C7 3 14.6 2 14.8 7 15 11 11 12.6 8 13 12.4 12.8 16.6 14.6 16.2 19 15.8 24.4 8 27 3.6 22.6",
  ],
  [
    "M10.6 3.2C8.6 8.6 6 13 3 17.4 8 17.2 13 16.8 17.6 16.4",
    "M13.4 10.4C13 15.6 12.6 20.6 12.2 25.6",
  ],
  [
    "M15.8 3.6C12.4 3.6 9 3.8 6.2 4 5.6 7.2 5.2 9.8 4.8 12.6 8 10.8 15.6 10.6 16 17 16.4 24 8.4 26.8 3.8 23",
  ],
  [
    "M14 3.2" +
      "C8.6 6.4 4 13 4.2 19 4.4 23.4 7 25.2 10 25.2 13.8 25.2 16.4 22.4 16.2 18.8 16 15 12.8 13.2 " +
      "9.8 13.6 7 14 5 16 4.3 18.6",
  ],
  [
    "M3.6 4.6C8 4.4 12.4 4.2 16.8 3.6 13 10.4 10 17.4 8.2 25.4",
    "M6.6 14.4C9 14 11.8 13.8 14.4 13.5",
  ],
  [
    "M15 6.6" +
      "C13 2.6 5.6 2.2 5 7 4.6 11 9 12.6 11.8 14 15 15.6 17 18 15.8 21.4 14.2 25.8 5.6 26.2 4.4 " +
      "21.4 3.4 17 9 14.8 11.6 12.6 14 10.8 15.9 9 14.8 6.2",
  ],
  [
    "M15.4 8.6C14.6 4.4 10.6 2.6 7.4 4 3.8 5.6 3.2 10.4 6 12.8 9.6 15.4 14.6 12.6 15.4 7.8 15.5 14 14.7 19.6 12.6 25.4",
  ],
];

/* A steady hand: the same number in the same place always leans the same way. */
const lean = (seed: number) => ((((seed * 16807 + 11) % 2147483647) % 91) / 10 - 4.5).toFixed(1);

export function handPaths(text: string | number): { width: number; paths: JSX.Element[] } {
  let x = 0;
  const paths: JSX.Element[] = [];
  for (const c of String(text)) {
    if (c === "-" || c === "−") {
      paths.push(<path d={`M${x + 2} 15h9`} />);
      x += 13;
    } else if (c === "+") {
      paths.push(<path d={`M${x + 1} 15h11M${x + 6.5} 9v12`} />);
      x += 15;
    } else {
      paths.push(
        <g transform={`translate(${x} 0)`}>
          {DIGITS[+c]!.map((d) => (
            <path d={d} pathLength={1} />
          ))}
        </g>,
      );
      x += c === "1" ? 14 : 18;
    }
  }
  return { width: x + 2, paths };
}

/* A handwritten number: ink is final, pencil is not. */
export function Hand({
  text,
  pencil,
  seed = 1,
}: {
  text: string | number;
  pencil?: boolean;
  seed?: number;
}) {
  const { width, paths } = handPaths(text);
  return (
    <svg
      class={`hand ${pencil ? "pencil" : "ink"}`}
      viewBox={`0 0 ${width} 28`}
      aria-hidden="true"
      style={{ aspectRatio: `${width}/28`, transform: `rotate(${lean(seed)}deg)` }}
    >
      {paths}
    </svg>
  );
}

export function HandAt({
  text,
  x,
  y,
  height,
  cls = "ink",
}: {
  text: string | number;
  x: number;
  y: number;
  height: number;
  cls?: string;
}) {
  const { width, paths } = handPaths(text);
  const scale = (height / 28).toFixed(3);
  return (
    <g
      class={`hand ${cls}`}
      transform={`translate(${x} ${y}) rotate(${lean(x * 7 + y)}) scale(${scale}) translate(${-width / 2} -14)`}
    >
      {paths}
    </g>
  );
}

export function Cross({ pencil }: { pencil?: boolean }) {
  return (
    <svg class={`hand x ${pencil ? "pencil" : "ink"}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d="M4 4.5C9 9.5 14 14.5 20.3 19.8" pathLength={1} />
      <path d="M19.7 4C14.5 9 9.5 14 4.3 20" pathLength={1} />
    </svg>
  );
}

/* Shading of artefact and dice steps. */
export function Scribble({ pencil }: { pencil?: boolean }) {
  return (
    <svg
      class={`scrib ${pencil ? "pencil" : "ink"}`}
      viewBox="0 0 60 34"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <path d="M4 8 13 4 5 20 24 4 7 30 35 4 16 31 46 4 27 31 55 6 38 31 57 14 48 31 57 24" />
    </svg>
  );
}

/* ---- Seats: a shape and a letter each ---- */

const SHAPES = [
  <circle cx="14" cy="14" r="12.5" />,
  <rect x="2.5" y="2.5" width="23" height="23" rx="4" />,
  <path d="M14 .8 27.2 14 14 27.2.8 14z" />,
  <path d="M14 1 25.5 7.5v13L14 27 2.5 20.5v-13z" />,
  <path d="M14 1.5 27.5 25.500H.5z" />,
  <path d="M14 1 27 10.8 22 26.500H6L1 10.800z" />,
  <path d="m14 .5 4.2 8.7 9.3 1.4-6.7 6.7 1.6 9.7-8.4-4.6-8.4 4.6 1.6-9.700L.5 10.600l9.3-1.400z" />,
  <path d="M3 2.500h22v13c0 6-5 9.5-11 12-6-2.5-11-6-11-12z" />,
];

export const initial = (name: string) => [...name.replace(/^Bot /, "")][0]?.toUpperCase() ?? "?";

export function Seat({
  seat,
  name,
  size = 24,
  label,
}: {
  seat: number;
  name: string;
  size?: number;
  label?: string;
}) {
  const low = seat === 4 ? 21.5 : 18.8;
  return (
    <svg
      class={`seat s${seat}`}
      width={size}
      height={size}
      viewBox="0 0 28 28"
      {...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" })}
    >
      {SHAPES[seat]}
      <text x="14" y={low} text-anchor="middle">
        {initial(name)}
      </text>
    </svg>
  );
}

export function Logo() {
  return (
    <svg class="mark" viewBox="0 0 40 40" aria-hidden="true">
      <rect x="4" y="8" width="26" height="26" rx="7" class="lm1" transform="rotate(-8 17 21)" />
      <g class="lm2">
        <circle cx="11.5" cy="16" r="2.5" />
        <circle cx="22" cy="26.5" r="2.5" />
        <circle cx="17" cy="21.2" r="2.5" />
      </g>
      <path d="M21 17.5 34.5 3l3 3L24 20.5l-4 1z" class="lm3" />
    </svg>
  );
}
