// Servers for tests and screenshots: a static one with the headers that a real one sends, and Pipwright's own.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

export const dist = join(dirname(fileURLToPath(import.meta.url)), "..", "dist");
const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};
const CSP =
  "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:";

export async function serve() {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url, "http://x").pathname).replace(/\/$/, "/index.html");
    const file = join(dist, path);
    if (!file.startsWith(dist) || !existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, {
      "Content-Type": types[extname(file)] ?? "application/octet-stream",
      "Content-Security-Policy": CSP,
    });
    response.end(readFileSync(file));
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${server.address().port}/`,
    close: () => {
      server.closeAllConnections?.();
      server.close();
    },
  };
}

const root = join(dist, "..", "..");
export const program =
  process.env.PIPWRIGHT ??
  ["release", "dev", "asan"]
    .map((preset) => join(root, "build", preset, "pipwright"))
    .find(existsSync);

// `pipwright serve` with this client; `stop` and `start` on the same port and store are a restart.
export async function host() {
  const folder = mkdtempSync(join(tmpdir(), "pipwright-host-"));
  const server = { port: 0 };
  const start = async () => {
    const child = spawn(
      program,
      [
        "serve",
        "--listen",
        `127.0.0.1:${server.port}`,
        "--store",
        join(folder, "store.db"),
        "--web",
        dist,
      ],
      { stdio: ["ignore", "pipe", "ignore"] },
    );
    const exit = new Promise((done) => child.on("close", done));
    const line = String(
      await Promise.race([new Promise((done) => child.stdout.once("data", done)), exit]),
    );
    server.port = Number(/^listening on http:\/\/127\.0\.0\.1:(\d+)\//.exec(line)?.[1]);
    if (!server.port) throw new Error(`pipwright serve: ${line}`);
    server.url = `http://127.0.0.1:${server.port}/`;
    server.stop = async () => {
      child.kill("SIGTERM");
      await exit;
    };
  };
  server.start = start;
  server.close = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  server.get = async (path) => {
    const answer = await fetch(`${server.url}api/${path}`);
    return answer.headers.get("content-type")?.startsWith("application/json")
      ? answer.json()
      : answer.text();
  };
  server.post = async (path, body) =>
    (
      await fetch(`${server.url}api/${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      })
    ).json();
  await start();
  return server;
}
