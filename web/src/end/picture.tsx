/* A picture of the result: our own drawings on a sheet of paper, as a PNG to share or to save. */
import { render } from "preact";
import { saveFile } from "../app";
import { Logo, Seat } from "../draw";
import { number, t } from "../i18n";
import { leadOf, resultOf } from "./hero";
import type { AtEnd } from "./seat-account";
import { seatTag } from "./seat-account";
import { ranking } from "./standing";

const WIDTH = 1200,
  HEIGHT = 630,
  EDGE = 56;

/* The styles that drawings take from the page, which a picture does not have. */
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "opacity",
  "color",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
  "display",
];

/* It is for others, so it names everybody. */
function Drawing(at: AtEnd) {
  const { shot, ui } = at,
    { setup, totals, status } = shot,
    team = status.won !== undefined;
  const seats = ranking(shot),
    wide = Math.min(372, (WIDTH - 2 * EDGE) / setup.seats),
    small = Math.min(wide - 32, 270);
  return (
    <svg
      class="picture"
      xmlns="http://www.w3.org/2000/svg"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
    >
      <rect class="desk" width={WIDTH} height={HEIGHT} />
      <rect class="sheet" x="20" y="20" width={WIDTH - 40} height={HEIGHT - 40} rx="20" />
      <svg x={EDGE} y="44" width="56" height="56">
        <Logo />
      </svg>
      <text class="game" x={WIDTH - EDGE} y="84" text-anchor="end">
        {t(`game.${setup.game}.title`)}
      </text>
      <text class="title" x={EDGE} y="172">
        {leadOf(shot, -1)} {resultOf(at)}
      </text>
      <text class="line" x={EDGE} y="216">
        {ui.ended(shot.views, setup, t)}
      </text>
      {seats.map((seat, i) => (
        <g key={seat} transform={`translate(${EDGE + i * wide} 262)`}>
          <svg width="34" height="34">
            <Seat seat={seat} name={setup.names[seat]!} size={34} />
          </svg>
          <text class="name" x="44" y="25">
            {setup.names[seat]!.slice(0, 14)}
          </text>
          <text class="points" x="0" y="78">
            {team ? "" : number(totals[seat]!)}
          </text>
          <text class="line" x="0" y="104">
            {seatTag(shot, seat)}
          </text>
          {ui.Mini && (
            <svg y={team ? 52 : 112} width={small} height={HEIGHT - EDGE - 262 - (team ? 62 : 122)}>
              <ui.Mini view={shot.views[seat]} setup={setup} seat={seat} t={t} />
            </svg>
          )}
        </g>
      ))}
    </svg>
  );
}

/* As a document of its own, with what the page's styles make of it. */
function standalone(svg: SVGSVGElement): string {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll("*")],
    to = [copy, ...copy.querySelectorAll("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) to[i]!.setAttribute(name, style.getPropertyValue(name));
    to[i]!.removeAttribute("class");
  });
  return new XMLSerializer().serializeToString(copy);
}

async function paint(svg: SVGSVGElement, ink: string): Promise<Blob> {
  const image = new Image(WIDTH, HEIGHT);
  await new Promise((done, failed) => {
    image.onload = done; /* `decode` waits for a frame, and a page that nobody sees draws none */
    image.onerror = failed;
    image.src = `data:image/svg+xml,${encodeURIComponent(standalone(svg))}`;
  });
  const canvas = document.createElement("canvas");
  Object.assign(canvas, { width: WIDTH, height: HEIGHT });
  const brush = canvas.getContext("2d")!;
  brush.drawImage(image, 0, 0);
  brush.fillStyle = ink;
  brush.font = "600 46px Caveat, cursive"; /* a font of the page is none of the drawing's */
  brush.fillText("Pipwright", EDGE + 70, 88);
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

export async function pictureOf(at: AtEnd): Promise<File> {
  const place = document.createElement("div");
  place.className = "picturebox";
  place.setAttribute("aria-hidden", "true");
  document.body.append(place);
  try {
    render(<Drawing {...at} />, place);
    const svg = place.querySelector<SVGSVGElement>("svg")!;
    const title = svg.querySelector<SVGTextElement>(".title")!,
      { fill: ink, fontSize } = getComputedStyle(title),
      fits = (WIDTH - 2 * EDGE) / title.getComputedTextLength();
    if (fits < 1) title.style.fontSize = `${parseFloat(fontSize) * fits}px`;
    return new File([await paint(svg, ink)], `pipwright-${at.shot.setup.game}.png`, {
      type: "image/png",
    });
  } finally {
    render(null, place);
    place.remove();
  }
}

/* Shares it where that can be done, and saves it elsewhere. */
export async function sharePicture(at: AtEnd): Promise<void> {
  const file = await pictureOf(at);
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: "Pipwright" });
      return;
    } catch (why) {
      if ((why as Error).name === "AbortError") return; /* the player thought better of it */
    }
  }
  saveFile(file, file.name, file.type);
}
