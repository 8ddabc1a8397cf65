// Draws static/icon-*.png from static/icon.svg; run it when the picture changes (npm run icons).
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { crc32, deflateSync } from "node:zlib";
import { crowd } from "./tests/browser.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "static");
const svg = readFileSync(join(folder, "icon.svg"), "utf8");

/* `part` of the width is the picture; where it is less than 1 the ground reaches every edge, because phones cut corners
 * or a circle out of it. */
const pictures = [
  { name: "icon-192.png", size: 192, part: 1 },
  { name: "icon-512.png", size: 512, part: 1 },
  { name: "icon-mask-512.png", size: 512, part: 0.66 },
  { name: "icon-touch-180.png", size: 180, part: 0.88 },
];

/* Red, green, blue and opacity of every point. */
const draw = (page, { size, part }) =>
  page.evaluate(
    async ([text, size, part]) => {
      const image = new Image();
      image.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
      await image.decode();
      const canvas = new OffscreenCanvas(size, size).getContext("2d");
      canvas.fillStyle = "#ece3d2";
      if (part < 1) canvas.fillRect(0, 0, size, size);
      const edge = (size * (1 - part)) / 2;
      canvas.drawImage(image, edge, edge, size * part, size * part);
      return [...canvas.getImageData(0, 0, size, size).data];
    },
    [svg.replace("<svg ", `<svg width="${size}" height="${size}" `), size, part],
  );

const part = (kind, data) => {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
};

/* Shades that can hardly be told apart become the most frequent of them, until there are at most 256: the number of each
 * point, and the colours. */
function paletteOf(points) {
  const count = points.length / 4;
  for (let step = 4; ; step *= 2) {
    const alike = new Map();
    const numbers = new Uint8Array(count);
    for (let i = 0; i < count; i++) {
      const colour = points.slice(4 * i, 4 * i + 4);
      const key = colour[3] ? colour.map((value) => Math.round(value / step)).join() : "";
      if (!alike.has(key)) alike.set(key, { number: alike.size, seen: new Map() });
      const { number, seen } = alike.get(key);
      seen.set(colour.join(), (seen.get(colour.join()) ?? 0) + 1);
      numbers[i] = number;
    }
    if (alike.size > 256) continue;
    const most = (seen) => [...seen].sort((a, b) => b[1] - a[1])[0][0];
    return { numbers, colours: [...alike.values()].map(({ seen }) => most(seen).split(",")) };
  }
}

function png(points, size) {
  const { numbers, colours } = paletteOf(points);
  const rows = Buffer.alloc(size * (size + 1));
  for (let y = 0; y < size; y++)
    rows.set(numbers.subarray(y * size, (y + 1) * size), y * (size + 1) + 1);
  const head = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 3, 0, 0, 0]);
  head.writeUInt32BE(size, 0);
  head.writeUInt32BE(size, 4);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    part("IHDR", head),
    part("PLTE", Buffer.from(colours.flatMap((colour) => colour.slice(0, 3)))),
    part("tRNS", Buffer.from(colours.map((colour) => colour[3]))),
    part("IDAT", deflateSync(rows, { level: 9 })),
    part("IEND", Buffer.alloc(0)),
  ]);
}

const people = await crowd();
const { page, close } = await people.person({});
for (const picture of pictures)
  writeFileSync(join(folder, picture.name), png(await draw(page, picture), picture.size));
await close();
await people.close();
