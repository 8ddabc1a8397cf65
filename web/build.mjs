// Builds web/dist: the page, hashed scripts and styles, the engine, the service worker, and a .gz beside each file.
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const wasm = join(here, "..", "build", "wasm", "pipwright-bots.wasm");
if (!existsSync(wasm)) {
  console.error("The engine is missing. Build it first: cmake --preset wasm && cmake --build --preset wasm");
  process.exit(1);
}
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);

const hashed = (name, bytes) => {
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 10);
  const file = name.replace(/(\.\w+)$/, `-${hash}$1`);
  writeFileSync(join(dist, file), bytes);
  return file;
};
const options = {
  absWorkingDir: here, bundle: true, minify: true, format: "esm", target: "es2021", jsx: "automatic", jsxImportSource: "preact",
  entryNames: "[name]-[hash]", assetNames: "[name]-[hash]", loader: { ".woff2": "file" }, outdir: dist, metafile: true, legalComments: "none",
};
const output = (result, ending) =>
  Object.entries(result.metafile.outputs).find(([file, about]) => about.entryPoint && file.endsWith(ending))[0].replace(/^.*\//, "");

const engine = hashed("pipwright.wasm", readFileSync(wasm));
const worker = output(await build({ ...options, entryPoints: ["src/bots.ts"], define: { ENGINE: JSON.stringify(engine) } }), ".js");
const define = { ENGINE: JSON.stringify(engine), BOTS: JSON.stringify(worker) };
const main = await build({ ...options, entryPoints: ["src/main.tsx"], define });
const script = output(main, ".js");
const style = Object.values(main.metafile.outputs).find((about) => about.cssBundle).cssBundle.replace(/^.*\//, "");

for (const name of readdirSync(join(here, "static"))) copyFileSync(join(here, "static", name), join(dist, name));
const page = readFileSync(join(here, "src", "index.html"), "utf8")
  .replace("SCRIPT", script).replace("STYLE", style).replace("ENGINE", engine);
writeFileSync(join(dist, "index.html"), page);

// The service worker keeps exactly this build; its name changes with any of the files.
const files = readdirSync(dist).sort();
const version = createHash("sha256").update(files.map((name) => name + readFileSync(join(dist, name), "base64")).join()).digest("hex").slice(0, 12);
await build({ ...options, entryPoints: ["src/sw.ts"], entryNames: "[name]", define: { FILES: JSON.stringify(["./", ...files]), VERSION: JSON.stringify(version) } });

let first = 0;
for (const name of readdirSync(dist)) {
  const packed = gzipSync(readFileSync(join(dist, name)), { level: 9 });
  if (!name.endsWith(".woff2")) writeFileSync(join(dist, `${name}.gz`), packed);
  first += /icon|sw\.js|manifest/.test(name) ? 0 : name.endsWith(".woff2") ? statSync(join(dist, name)).size : packed.length;
}
console.log(`web/dist: first load ${(first / 1024).toFixed(1)} KB compressed`);
if (first > 150 * 1024) {
  console.error("That is more than 150 KB.");
  process.exit(1);
}
