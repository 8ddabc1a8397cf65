// Builds web/dist: the page, hashed scripts and styles, the engine, the service worker, and a .gz beside each file.
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { rulesPlugin } from "./rules.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const dist = join(here, "dist");
const module = (name) => join(here, "..", "build", "wasm", name);
if (!existsSync(module("pipwright-page.wasm"))) {
  console.error(
    "The engine is missing. Build it first: cmake --preset wasm && cmake --build --preset wasm",
  );
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
/* Styles that are loaded later are files of their own: a game's with its board, those of the rules, of the report
 * card, of the list of games and of puzzles with them. Who imports one gets its address. */
const stylePlugin = {
  name: "style",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\.css$/ }, ({ path, importer, resolveDir }) =>
      /(lobby|rules-pages|report|history|screens\/puzzles)\.tsx$/.test(importer)
        ? { path: join(resolveDir, path), namespace: "style" }
        : null,
    );
    onLoad({ filter: /./, namespace: "style" }, async ({ path }) => {
      const { outputFiles } = await build({
        entryPoints: [path],
        bundle: true,
        minify: true,
        write: false,
      });
      return { contents: outputFiles[0].contents, loader: "file", watchFiles: [path] };
    });
  },
};
const options = {
  absWorkingDir: here,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2021",
  jsx: "automatic",
  jsxImportSource: "preact",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  loader: { ".woff2": "file", ".pip": "text" },
  plugins: [rulesPlugin, stylePlugin],
  outdir: dist,
  metafile: true,
  legalComments: "none",
};
/* The file that an entry became; parts that are loaded later are entries, too. */
const output = (result, entry) =>
  Object.entries(result.metafile.outputs)
    .find(([, about]) => about.entryPoint === entry)[0]
    .replace(/^.*\//, "");

/* The page's engine, and those of the bots' thread: the quick one, and one for older browsers. */
const [engine, ...thinking] = [
  "pipwright-page.wasm",
  "pipwright-bots.wasm",
  "pipwright-bots-plain.wasm",
].map((name) => hashed(name, readFileSync(module(name))));
/* Nets stay out of the engine: the bots' thread fetches the one that it needs. A file says in its first line what it is
 * for; a page has no use for those that begin with another, for sheets that are not shipped (src/bots/net.h). */
const weights = join(here, "..", "weights");
const nets = (existsSync(weights) ? readdirSync(weights, { recursive: true }) : [])
  .filter((name) => name.endsWith(".net"))
  .filter((name) => readFileSync(join(weights, name), "latin1").startsWith("pipwright-net 1 "))
  .sort()
  .map((name) => {
    const bytes = readFileSync(join(weights, name));
    const [, , game, sheet, least, most] = bytes
      .toString("latin1", 0, bytes.indexOf(10))
      .split(" ");
    return {
      game,
      sheet: sheet === "-" ? "" : sheet,
      least: Number(least),
      most: Number(most),
      url: hashed(name.replaceAll("/", "-"), bytes),
    };
  });
const worker = output(
  await build({
    ...options,
    entryPoints: ["src/bots.ts"],
    define: { ENGINES: JSON.stringify(thinking), NETS: JSON.stringify(nets) },
  }),
  "src/bots.ts",
);
/* Puzzles are a file for each game, which the page fetches and keeps when somebody opens it. */
const puzzles = join(here, "..", "puzzles");
const sets = Object.fromEntries(
  readdirSync(puzzles)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => [
      name.replace(".txt", ""),
      hashed(`puzzles-${name}`, readFileSync(join(puzzles, name))),
    ]),
);
const define = {
  ENGINE: JSON.stringify(engine),
  BOTS: JSON.stringify(worker),
  PUZZLES: JSON.stringify(sets),
};
const main = await build({ ...options, entryPoints: ["src/main.tsx"], define, splitting: true });
const script = output(main, "src/main.tsx");
const style = Object.values(main.metafile.outputs)
  .find((about) => about.entryPoint === "src/main.tsx")
  .cssBundle.replace(/^.*\//, "");

for (const name of readdirSync(join(here, "static")))
  copyFileSync(join(here, "static", name), join(dist, name));

// What the script needs at once, and what comes later: everything about servers.
const outputs = Object.fromEntries(
  Object.entries(main.metafile.outputs).map(([file, about]) => [file.replace(/^.*\//, ""), about]),
);
const wanted = (kind) => {
  const found = new Set();
  const visit = (file) => {
    if (found.has(file)) return;
    found.add(file);
    for (const each of outputs[file].imports)
      if (!each.external && each.kind === kind) visit(each.path.replace(/^.*\//, ""));
  };
  visit(script);
  return found;
};
const atOnce = wanted("import-statement");
const later = Object.keys(outputs).filter(
  (file) => /\.(js|css)$/.test(file) && !atOnce.has(file) && file !== style,
);
const online = later.find((file) => outputs[file].entryPoint === "src/online.tsx");

// Two pages: the lobby, and the one that links to tables open, a folder deeper.
const preload = (files, up) =>
  files.map((file) => `<link rel="modulepreload" href="${up}${file}">`).join("\n");
const source = readFileSync(join(here, "src", "index.html"), "utf8");
const page = (up, files) =>
  source
    .replace("SCRIPT", up + script)
    .replace("STYLE", up + style)
    .replace("ENGINE", up + engine)
    .replace("MORE", preload(files, up))
    .replaceAll('href="manifest', `href="${up}manifest`)
    .replaceAll('href="icon', `href="${up}icon`);
const chunks = [...atOnce].filter((file) => file !== script);
writeFileSync(join(dist, "index.html"), page("", chunks));
mkdirSync(join(dist, "t"));
writeFileSync(join(dist, "t", "index.html"), page("../", [...chunks, online]));

// The service worker keeps exactly this build; its name changes with any of the files.
const files = [...readdirSync(dist).filter((name) => name !== "t"), "t/index.html"].sort();
const version = createHash("sha256")
  .update(files.map((name) => name + readFileSync(join(dist, name), "base64")).join())
  .digest("hex")
  .slice(0, 12);
await build({
  ...options,
  entryPoints: ["src/sw.ts"],
  entryNames: "[name]",
  define: {
    FILES: JSON.stringify(["./", ...files.filter((name) => !/\.(net|txt)$/.test(name))]),
    VERSION: JSON.stringify(version),
  },
});

let first = 0;
for (const name of [...files, "sw.js"]) {
  const packed = gzipSync(readFileSync(join(dist, name)), { level: 9 });
  if (!/\.(woff2|png)$/.test(name)) writeFileSync(join(dist, `${name}.gz`), packed);
  if (later.includes(name) || thinking.includes(name)) continue;
  if (/icon|sw\.js|manifest|^t\/|\.(net|txt)$/.test(name)) continue;
  first += name.endsWith(".woff2") ? statSync(join(dist, name)).size : packed.length;
}
console.log(`web/dist: first load ${(first / 1024).toFixed(1)} KB compressed`);
if (first > 115 * 1024) {
  console.error("That is more than 115 KB.");
  process.exit(1);
}
