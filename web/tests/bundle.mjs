// For tests without a browser: parts of the client as modules, and the engine.
import { webcrypto } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

globalThis.crypto ??= webcrypto; // as in browsers; Node 18 has it here only
export const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(join(tmpdir(), "pipwright-unit-"));
after(() => rmSync(folder, { recursive: true }));

// src/NAME.ts; several in one module share what they import.
export async function bundle(...names) {
  const outfile = join(folder, `${names.join("-").replaceAll("/", "-")}.mjs`);
  const contents = names.map((name) => `export * from "./${name}";`).join("\n");
  await build({
    stdin: { contents, resolveDir: join(web, "src"), loader: "ts" },
    bundle: true,
    format: "esm",
    outfile,
    logLevel: "error",
    jsx: "automatic",
    jsxImportSource: "preact",
    loader: { ".css": "empty", ".pip": "text" },
  });
  return import(pathToFileURL(outfile));
}

export const engineModule = new WebAssembly.Module(
  readFileSync(join(web, "..", "build", "wasm", "pipwright-bots.wasm")),
);
