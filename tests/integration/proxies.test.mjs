// The server behind the proxies of docs/operations.md, with their configurations as they stand there but for ports and certificates: games
// are played through them, other origins are refused, and limits count for visitors, not for the proxy. Also the systemd unit.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import net from "node:net";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import tls from "node:tls";
import { Player, Server, program, verify } from "./table.mjs";
import { WebSocketClient } from "./websocket.mjs";

const HOST = "play.example.org";
const docs = readFileSync("docs/operations.md", "utf8");
const [, caddyfile] = /^Caddy:\n\n```\n([^]*?)\n```$/m.exec(docs);
const [, nginxConf] = /^nginx:\n\n```nginx\n([^]*?)\n```$/m.exec(docs);

// Replaces what must be there.
function put(text, from, to) {
  assert.ok(text.includes(from), `docs/operations.md has no "${from}"`);
  return text.replaceAll(from, to);
}

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

// Files for a proxy, in the server's folder: what to run, and a certificate.
class Proxy extends Server {
  static async start(name) {
    const proxy = new Proxy();
    proxy.prepare();
    await proxy.run("--proxied");
    proxy.back = proxy.port;
    proxy.front = await freePort();
    proxy.certify();
    const [command, ...words] = proxy[name]();
    proxy.proxy = spawn(command, words, { stdio: ["ignore", "ignore", "pipe"], env: { ...process.env, HOME: proxy.folder, XDG_DATA_HOME: proxy.folder } });
    proxy.said = "";
    proxy.proxy.stderr.on("data", (data) => (proxy.said += data));
    proxy.proxy.on("error", () => (proxy.said += `${command} is not installed: apt-get install nginx-light caddy`));
    await proxy.listening();
    return proxy;
  }

  file(name, text) {
    writeFileSync(join(this.folder, name), text);
    return join(this.folder, name);
  }

  certify() {
    const words = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
    [this.key, this.certificate] = [join(this.folder, "key.pem"), join(this.folder, "cert.pem")];
    assert.equal(spawnSync("openssl", [...words, "-keyout", this.key, "-out", this.certificate]).status, 0);
    this.ca = readFileSync(this.certificate);
  }

  nginx() {
    let conf = put(nginxConf, "127.0.0.1:8080", `127.0.0.1:${this.back}`);
    conf = put(conf, "listen 443 ssl", `listen 127.0.0.1:${this.front} ssl`);
    conf = put(conf, `/etc/letsencrypt/live/${HOST}/fullchain.pem`, this.certificate);
    conf = put(conf, `/etc/letsencrypt/live/${HOST}/privkey.pem`, this.key);
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${this.folder}/${kind};`).join("\n");
    const file = this.file("nginx.conf", `daemon off;\npid ${this.folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${temporary}\n${conf}\n}\n`);
    return ["nginx", "-c", file, "-e", "stderr"];
  }

  caddy() {
    let conf = put(caddyfile, "127.0.0.1:8080", `127.0.0.1:${this.back}`);
    conf = put(conf, `${HOST} {`, `https://${HOST}:${this.front} {\n    bind 127.0.0.1\n    tls ${this.certificate} ${this.key}`);
    const file = this.file("Caddyfile", `{\n    admin off\n    auto_https disable_redirects\n}\n${conf}\n`);
    return ["caddy", "run", "--adapter", "caddyfile", "--config", file];
  }

  async listening() {
    for (let tries = 0; ; tries++) {
      const { status } = await this.request("GET", "/healthz").catch(() => ({}));
      if (status === 200) return;
      assert.ok(tries < 100 && this.proxy.exitCode === null, this.said);
      await sleep(100);
    }
  }

  // From one of this machine's addresses.
  request(method, path, body, headers, from = "127.0.0.1") {
    const way = { host: "127.0.0.1", port: this.front, servername: HOST, ca: this.ca, localAddress: from };
    return super.request(method, path, body, { Host: HOST, ...headers }, way);
  }

  open(origin = `https://${HOST}`) {
    const socket = tls.connect({ host: "127.0.0.1", port: this.front, servername: HOST, ca: this.ca });
    return WebSocketClient.open(this.front, { socket, headers: { Host: HOST, Origin: origin } });
  }

  async end() {
    this.proxy.kill();
    await new Promise((resolve) => (this.proxy.exitCode === null ? this.proxy.on("close", resolve) : resolve()));
    await super.end();
  }
}

for (const name of ["nginx", "caddy"]) {
  const proxy = await Proxy.start(name);
  after(() => proxy.end());

  for (const game of ["lost-cities", "pig"]) {
    test(`${name}: ${game} is played through it`, async () => {
      const made = await proxy.table(game, ["me", "open"]);
      const players = made.seats.map(({ seat, key }) => new Player(proxy, made.table, { seat, key }));
      for (const player of players) await player.connect();
      await Promise.all(players.map((player) => player.play()));
      const record = await proxy.get(`/api/tables/${made.table}/record`);
      for (const player of players) assert.equal(player.record(), record);
      assert.equal(verify(record).dice, "verified");
      for (const { socket } of players) socket.drop();
    });
  }

  test(`${name}: pages of other origins cannot open a WebSocket`, async () => {
    const socket = proxy.open("https://elsewhere.example.org");
    await socket.until("never");
    assert.equal(socket.status, 403);
  });

  test(`${name}: limits count for each visitor, who cannot pretend to be another`, async () => {
    const guess = async (from, headers) => (await proxy.request("GET", "/api/codes/fern-1", undefined, headers, from)).status;
    let status = 404;
    for (let i = 0; i < 50 && status === 404; i++) status = await guess("127.0.0.1");
    assert.equal(status, 429);
    assert.equal(await guess("127.0.0.2"), 404);
    assert.equal(await guess("127.0.0.1", { "X-Forwarded-For": "192.0.2.7" }), 429);
  });

  test(`${name}: figures are not for visitors`, async () => {
    assert.equal((await proxy.request("GET", "/metrics")).status, 403);
  });
}

test("the systemd unit is sound and exposes little", (context) => {
  const folder = join(resolve("build"), "unit");
  const run = (...words) => spawnSync("systemd-analyze", words, { encoding: "utf8" });
  if (run("--version").error) return context.skip("systemd-analyze is not installed");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, "pipwright.service");
  writeFileSync(file, put(readFileSync("tools/pipwright.service.in", "utf8"), "@CMAKE_INSTALL_FULL_BINDIR@/pipwright", resolve(program)));
  const verified = run("verify", "--man=no", file);
  assert.deepEqual([verified.status, verified.stderr], [0, ""]);
  const security = run("security", "--offline=true", "--threshold=20", file); // in tenths
  assert.equal(security.status, 0, security.stdout);
});
