// The network edge against hostile clients, over real sockets: net_echo.c has nothing but the edge, so that what passes it can be seen.
// After every test it must answer others, and rest.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import net from "node:net";
import { after, afterEach, before, describe, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Server } from "./table.mjs";
import { WebSocketClient } from "./websocket.mjs";

const program = process.env.NET_ECHO ?? "build/dev/tests/net_echo";
const within = { timeout: 900000 };
const REST_MS = 300;
const REST_TICKS = 3; // hundredths of a second of processor time within that which are no rest any more
const REST_SOON_MS = 60000; // whatever is left to do is done by then, on a busy machine too

class Echo {
  // Ends with the test `t` at the latest.
  static async start(t, { patience = 60, how = [], limit = "" } = {}) {
    const echo = new Echo();
    echo.child = spawn("sh", ["-c", `${limit} exec "$0" "$@"`, program, String(patience), ...how], { stdio: ["ignore", "pipe", "inherit"] });
    t?.after(() => echo.child.kill("SIGKILL"));
    echo.exit = new Promise((resolve) => echo.child.on("close", (code, signal) => resolve(code ?? signal)));
    echo.port = Number(await new Promise((resolve) => echo.child.stdout.once("data", resolve)));
    return echo;
  }

  async end() {
    this.child.kill("SIGTERM");
    assert.equal(await this.exit, 0);
  }

  async stats() {
    return JSON.parse((await talk(get("/stats", "Connection: close\r\n"), this)).body);
  }

  // In hundredths of a second.
  processorTime() {
    const fields = readFileSync(`/proc/${this.child.pid}/stat`, "utf8").split(") ")[1].split(" ");
    return Number(fields[11]) + Number(fields[12]);
  }

  // It answers, and comes to rest.
  async isWell() {
    await this.stats();
    for (let used = REST_TICKS, end = Date.now() + REST_SOON_MS; used >= REST_TICKS; ) {
      assert.ok(Date.now() < end, `it does not rest: ${used} ticks in ${REST_MS} ms`);
      const before = this.processorTime();
      await sleep(REST_MS);
      used = this.processorTime() - before;
    }
  }
}

let echo;
before(async () => (echo = await Echo.start()));
after(() => echo.end());

class Raw {
  bytes = Buffer.alloc(0);
  #parts = [];

  constructor({ port } = echo) {
    this.socket = net.connect({ port, host: "127.0.0.1", noDelay: true, allowHalfOpen: true });
    this.socket.on("data", (data) => this.#parts.push(data));
    this.socket.on("error", () => {});
    this.ended = new Promise((resolve) => {
      this.socket.on("end", resolve);
      this.socket.on("close", resolve);
    });
  }

  send(...parts) {
    for (const part of parts) this.socket.write(part);
    return this;
  }

  all() {
    return (this.bytes = Buffer.concat([this.bytes, ...this.#parts.splice(0)]));
  }

  // All bytes, once they have the text in them or have ended.
  async until(text) {
    while (!this.all().includes(text)) {
      const more = new Promise((resolve) => this.socket.once("data", () => resolve(true)));
      if ((await Promise.race([more, this.ended])) !== true) break;
    }
    return this.all();
  }

  async end() {
    await this.ended;
    this.socket.destroy();
    return this.all();
  }
}

// The answers in the bytes, one after the other.
function answers(bytes, { bodies = true } = {}) {
  const all = [];
  for (let rest = bytes; rest.length > 0; ) {
    const end = rest.indexOf("\r\n\r\n");
    if (end < 0) assert.fail(`not an answer: ${rest}`);
    const [first, ...lines] = rest.subarray(0, end).toString().split("\r\n");
    const headers = Object.fromEntries(lines.map((line) => [line.split(": ")[0], line.slice(line.indexOf(": ") + 2)]));
    const length = bodies ? Number(headers["content-length"] ?? 0) : 0;
    assert.ok(rest.length >= end + 4 + length, "an answer is cut off");
    all.push({ status: Number(first.split(" ")[1]), headers, body: rest.subarray(end + 4, end + 4 + length).toString() });
    rest = rest.subarray(end + 4 + length);
  }
  return all;
}

// Sends bytes, and reads one answer and the end of the connection.
async function talk(bytes, server = echo) {
  const all = answers(await new Raw(server).send(bytes).end());
  assert.equal(all.length, 1, String(bytes));
  return all[0];
}

const get = (path, more = "") => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const post = (body, more = "") => `POST /post HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n${more}\r\n${body}`;
const close = "Connection: close\r\n";

// ---- Requests ----

const refused = {
  "a coded line break": [get("/a%0d%0aX:%20y"), 400],
  "a coded line feed": [get("/%0a"), 400],
  "a coded NUL": [get("/a%00"), 400],
  "a coded parent": [get("/%2e%2e/etc/passwd"), 400],
  "a parent": [get("/../etc/passwd"), 400],
  "a double slash": [get("//a"), 400],
  "a coded slash": [get("/%2fa"), 400],
  "half a coded byte": [get("/%4"), 400],
  "a byte coded wrongly": [get("/%zz"), 400],
  "a byte that must be coded": [get("/\u00e9"), 400],
  "a tab in the path": [get("/a\tb"), 400],
  "a fragment": [get("/#a"), 400],
  "the absolute form": [get("http://x/a"), 400],
  "the authority form": ["CONNECT x:80 HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  "the asterisk form": ["OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  "a long path": [get(`/${"a".repeat(512)}`), 414],
  "a long query": [get(`/?${"a".repeat(2048)}`), 414],
  "another method": ["DELETE /a HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  "no method": ["BREW /pot HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  "no Host": ["GET /a HTTP/1.1\r\n\r\n", 400],
  "two Hosts": [get("/a", "Host: y\r\n"), 400],
  "an empty Host": ["GET /a HTTP/1.1\r\nHost:\r\n\r\n", 400],
  "a Host with a path": ["GET /a HTTP/1.1\r\nHost: x/y\r\n\r\n", 400],
  "another version": ["GET /a HTTP/2.0\r\nHost: x\r\n\r\n", 400],
  "no version": ["GET /a\r\n\r\n", 400],
  "bare line feeds": ["GET /a HTTP/1.1\nHost: x\n\n", 400],
  "one bare line feed": ["GET /a HTTP/1.1\r\nHost: x\nY: z\r\n\r\n", 400],
  "a bare carriage return": ["GET /a HTTP/1.1\r\nHost: x\rY: z\r\n\r\n", 400],
  "a folded line": [get("/a", "X: y\r\n z\r\n"), 400],
  "a space before a colon": [get("/a", "Content-Length : 5\r\n"), 400],
  "a control character": [get("/a", "X: \x01\r\n"), 400],
  "a NUL": [get("/a", "X: \0\r\n"), 400],
  "an empty line first": [`\r\n${get("/a")}`, 400],
  "no length": ["POST /a HTTP/1.1\r\nHost: x\r\n\r\n", 411],
  "two lengths": [post("{}", "Content-Length: 2\r\n"), 400],
  "two different lengths": [post("{}", "Content-Length: 3\r\n"), 400],
  "a list of lengths": ["POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 2, 2\r\n\r\n{}", 400],
  "a negative length": ["POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: -2\r\n\r\n{}", 400],
  "a signed length": ["POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: +2\r\n\r\n{}", 400],
  "a length without end": ["POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999999\r\n\r\n{}", 400],
  "a large body": ["POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 65537\r\n\r\n", 413],
  "a chunked body": ["POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 411],
  "a body of two kinds": [post("0\r\n\r\nGET /b HTTP/1.1\r\nHost: x\r\n\r\n", "Transfer-Encoding: chunked\r\n"), 400],
  "a body of two kinds, the other first": ["POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n", 400],
  "another coding": ["POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n", 411],
  "a giant head": [get("/a", `X: ${"a".repeat(9000)}\r\n`), 431],
  "a giant head of many lines": [get("/a", "X: y\r\n".repeat(2000)), 431],
  "a head without end": ["GET /a HTTP/1.1\r\nX: ".padEnd(100000, "y"), 431],
  "garbage": [Buffer.from(Array.from({ length: 3000 }, (_, i) => (i * 167 + 129) & 255)), 400],
  "a TLS ClientHello": [Buffer.from("16030100c8010000c403035f", "hex"), 400],
  "HTTP/2": ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
};

describe("requests", within, () => {
  afterEach(() => echo.isWell());

  test("what is not sound is refused with a status and a code, and nothing behind it is read", async () => {
    const before = await echo.stats();
    for (const [name, [bytes, status]] of Object.entries(refused)) {
      const answer = await talk(Buffer.concat([Buffer.from(bytes), Buffer.from(get("/behind"))]));
      assert.equal(answer.status, status, name);
      assert.match(JSON.parse(answer.body).code, /^[a-z-]+$/, name);
      assert.equal(answer.headers.connection, "close", name);
      assert.match(answer.headers["content-security-policy"], /default-src 'self'/, name);
    }
    const { requests, refused: count } = await echo.stats();
    assert.equal(requests, before.requests + 1, "handlers see none of it");
    assert.equal(count, before.refused + Object.keys(refused).length);
  });

  test("unusual but sound requests are answered", async () => {
    const see = async (bytes) => JSON.parse((await talk(bytes)).body);
    assert.equal((await see(get("/%61%2Fb%25%32%35?c=%0a%00&d", close))).path, "/a/b%25", "decoded once, without the query");
    assert.equal((await see("GET /a HTTP/1.0\r\n\r\n")).path, "/a");
    assert.equal((await see("GET /a HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")).path, "/a");
    assert.equal((await see(get("/a", `${close}X:\r\nY: \u00e9\r\n`))).path, "/a");
    assert.equal((await see(get("/a", "Connection: close, Upgrade\r\nUpgrade: h2c\r\n"))).path, "/a");
    assert.equal((await see(get(`/${"a".repeat(511)}`, close))).path.length, 512);
    assert.equal((await see(get("/a", `${close}Content-Length: 3\r\n`) + "abc")).body, "abc");
    assert.equal((await see(get("/a", `${close}IF-NONE-MATCH:  "e" \r\nAccept-Encoding: br, gzip\r\n`))).etag, '"e"');
    assert.equal((await see(get("/a", `${close}Accept-Encoding: br, gzip\r\n`))).gzip, true);
    assert.equal((await see(get("/a", `${close}Accept-Encoding: gzip;q=0\r\n`))).gzip, false);
    assert.equal((await see(get("/a", `${close}X-Forwarded-For: 192.0.2.1\r\n`))).address, "127.0.0.1", "no proxy is trusted");
    assert.equal((await see(post("x".repeat(65536), close))).body.length, 65536);
  });

  test("a HEAD and a 304 have no body", async () => {
    const [head] = answers(await new Raw().send(`HEAD /a HTTP/1.1\r\nHost: x\r\n${close}\r\n`).end(), { bodies: false });
    assert.equal(head.status, 200);
    assert.ok(Number(head.headers["content-length"]) > 10);
    const same = await talk(get("/same", close));
    assert.deepEqual([same.status, same.headers.etag, same.headers["content-length"]], [304, '"e"', undefined]);
  });

  test("requests in one packet, with bodies, are answered in order", async () => {
    const bytes = await new Raw().send(post("one") + get("/later") + post("GET /no HTTP/1.1\r\n\r\n") + get("/same") + post("") + post("end", close) + get("/a")).end();
    assert.deepEqual(answers(bytes).map(({ body }) => body && (JSON.parse(body).body ?? "later")), ["one", "later", "GET /no HTTP/1.1\r\n\r\n", "", "", "end"]);
  });

  test("a request that comes byte by byte is answered", async () => {
    const raw = new Raw();
    for (const byte of post("slowly", close)) {
      raw.send(byte);
      await new Promise(setImmediate);
    }
    assert.equal(JSON.parse(answers(await raw.end())[0].body).body, "slowly");
  });

  test("10,000 requests on one connection are all answered, and others meanwhile", async () => {
    const raw = new Raw().send(get("/a").repeat(9999) + get("/end", close));
    await raw.until("\r\n\r\n");
    await Promise.all(Array.from({ length: 20 }, () => talk(get("/b", close))));
    const all = answers(await raw.end());
    assert.equal(all.length, 10000);
    assert.equal(JSON.parse(all.at(-1).body).path, "/end");
  });

  test("who asks without reading is not read any further", async () => {
    const raw = new Raw();
    raw.socket.pause();
    const request = post("x".repeat(60000)).repeat(10);
    for (let i = 0; i < 60; i++) raw.send(request); // 36 MB
    await new Promise((resolve) => raw.socket.once("connect", resolve));
    for (let left = -1; left !== raw.socket.writableLength; await sleep(REST_MS)) left = raw.socket.writableLength;
    assert.ok(raw.socket.writableLength > 0, "there is an end to what is taken");
    await echo.isWell();
    raw.socket.resume();
    raw.send(get("/end", close));
    assert.equal(answers(await raw.end()).length, 601);
  });

  test("a large answer is read by a slow reader who has already sent its end, and the server rests meanwhile", async () => {
    const raw = new Raw();
    raw.socket.pause();
    raw.socket.end(get("/large") + get("/a", close));
    await echo.isWell();
    raw.socket.resume();
    assert.deepEqual(answers(await raw.end()).map(({ body }) => body.length > 1e6), [true, false]);
  });

  test("clients that send no more get the answers to what they have sent", async () => {
    for (const bytes of [get("/a"), get("/later").repeat(3), post("{}")]) {
      const raw = new Raw();
      raw.socket.end(bytes);
      assert.equal(answers(await raw.end()).length, bytes.split("HTTP/1.1").length - 1);
    }
    for (const bytes of ["", "GET", "GET /a HTTP/1.1\r\n", post("{}").slice(0, -1)]) {
      const raw = new Raw();
      raw.socket.end(bytes);
      assert.equal((await raw.end()).length, 0, "a request that ends early is not one");
    }
    const idle = Array.from({ length: 50 }, () => new Raw().send(get("/a")));
    await Promise.all(idle.map((raw) => raw.until("}")));
    for (const raw of idle) raw.socket.end();
    await Promise.all(idle.map((raw) => raw.end()));
  });

  test("clients that vanish are forgotten, also while they are being answered", async () => {
    for (const path of ["/a", "/later", "/large"]) {
      for (let i = 0; i < 20; i++) {
        const raw = new Raw().send(get(path).repeat(20));
        await new Promise((resolve) => raw.socket.once("connect", resolve));
        raw.socket.resetAndDestroy();
      }
    }
  });

  test("a large body is refused while it is being sent", async () => {
    const raw = new Raw().send("POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n", "x".repeat(1000000));
    assert.equal(JSON.parse(answers(await raw.end())[0].body).code, "too-large");
  });
});

// ---- WebSockets ----

const key = "dGhlIHNhbXBsZSBub25jZQ==";
const upgrade = { Host: "x", Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key };

function handshake(more = {}, line = "GET /ws HTTP/1.1") {
  const headers = Object.entries({ ...upgrade, ...more }).filter(([, value]) => value !== null);
  return `${line}\r\n${headers.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
}

// A frame as it should be, except for what is said.
function frame(opcode, payload = "", { fin = true, rsv = 0, masked = true, length } = {}) {
  const body = Buffer.from(payload);
  const size = body.length;
  const says = length ?? (size < 126 ? [size] : size < 65536 ? [126, size >> 8, size & 255] : [127, 0, 0, 0, 0, 0, size >> 16, (size >> 8) & 255, size & 255]);
  const mask = randomBytes(4);
  const head = Buffer.from([(fin ? 128 : 0) | (rsv << 4) | opcode, says[0] | (masked ? 128 : 0), ...says.slice(1)]);
  return Buffer.concat([head, ...(masked ? [mask, body.map((byte, i) => byte ^ mask[i & 3])] : [body])]);
}

const number = (code, reason = "") => Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from(reason)]);
const [TEXT, BINARY, CLOSE, PING, PONG] = [1, 2, 8, 9, 10];

// What the server sends after the handshake until it ends the connection.
async function converse(...frames) {
  const bytes = await new Raw().send(handshake(), ...frames).end();
  return bytes.subarray(bytes.indexOf("\r\n\r\n") + 4);
}

describe("handshakes", within, () => {
  afterEach(() => echo.isWell());

  test("a sound one is answered with the answer to its key", async () => {
    const more = { Origin: "HTTP://X:80", Connection: "keep-alive, Upgrade", Upgrade: "WebSocket", "Sec-WebSocket-Extensions": "permessage-deflate" };
    const raw = new Raw().send(handshake({ ...more, "Sec-WebSocket-Protocol": "chat, pipwright" }));
    const [answer] = answers(await raw.until("\r\n\r\n"));
    raw.socket.destroy();
    assert.equal(answer.status, 101);
    const accept = createHash("sha1").update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest("base64");
    assert.deepEqual(answer.headers, { upgrade: "websocket", connection: "upgrade", "sec-websocket-accept": accept, "sec-websocket-protocol": "pipwright" });
  });

  test("one may stand behind a request, and messages behind it", async () => {
    const raw = new Raw().send(Buffer.concat([Buffer.from(get("/later") + handshake()), frame(TEXT, "first"), frame(TEXT, "second")]));
    const bytes = (await raw.until("second")).toString("latin1");
    raw.socket.destroy();
    assert.match(bytes, /^HTTP\/1.1 200 [^]*{"later":true}HTTP\/1.1 101 [^]*\r\n\r\n\x81\x05first\x81\x06second$/);
  });

  test("others are refused", async () => {
    const cases = [
      [426, { "Sec-WebSocket-Version": "8" }], [426, { "Sec-WebSocket-Version": null }], [426, { Upgrade: null }], [426, { Upgrade: "h2c" }],
      [426, { Connection: "close" }], [400, { "Sec-WebSocket-Key": null }], [400, { "Sec-WebSocket-Key": "short" }],
      [400, { "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZ!==" }], [400, { "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZSEhISEh" }],
      [400, { "Sec-WebSocket-Protocol": "chat" }], [400, { "Sec-WebSocket-Protocol": "pipwright2, xpipwright" }],
      [403, { Origin: "http://evil.example" }], [403, { Origin: "null" }], [403, { Origin: "http://x.evil.example" }], [403, { Origin: "http://x:81" }],
      [400, { "sec-websocket-key": key }], [400, { "Content-Length": "5" }],
    ];
    for (const [status, more] of cases) {
      const answer = await talk(handshake(more));
      assert.equal(answer.status, status, JSON.stringify(more));
      assert.equal(answer.headers["sec-websocket-version"], status === 426 ? "13" : undefined);
    }
    assert.equal((await talk(handshake({ "Content-Length": "0" }, "POST /ws HTTP/1.1"))).status, 426);
    assert.equal((await talk(handshake({}, "GET /ws HTTP/1.0"))).status, 426);
    assert.equal((await talk(get("/ws"))).status, 426);
  });

  test("a page of the public URL may open one, another may not", async (t) => {
    const own = await Echo.start(t, { how: ["https://play.example.org"] });
    const raw = new Raw(own).send(handshake({ Origin: "https://play.example.org:443" }));
    assert.equal(answers(await raw.until("\r\n\r\n"))[0].status, 101);
    assert.equal((await talk(handshake({ Origin: "http://x" }), own)).status, 403);
    await own.end();
    raw.socket.destroy();
  });
});

describe("frames", within, () => {
  afterEach(() => echo.isWell());

  test("what breaks the protocol closes the connection with the code for it", async () => {
    const cases = {
      "no mask": [1002, frame(TEXT, "{}", { masked: false })],
      "a reserved bit": [1002, frame(TEXT, "{}", { rsv: 4 })],
      "another reserved bit": [1002, frame(PING, "", { rsv: 1 })],
      "a reserved opcode": [1002, frame(3, "{}")],
      "a reserved control opcode": [1002, frame(11, "{}")],
      "a continuation of nothing": [1002, frame(0, "{}")],
      "a message within a message": [1002, frame(TEXT, "{", { fin: false }), frame(TEXT, "}")],
      "a ping in parts": [1002, frame(PING, "", { fin: false })],
      "a long ping": [1002, frame(PING, "x".repeat(126))],
      "a length that is not the shortest": [1002, frame(TEXT, "{}", { length: [126, 0, 2] })],
      "another such length": [1002, frame(TEXT, "{}", { length: [127, 0, 0, 0, 0, 0, 0, 0, 2] })],
      "a length without end": [1002, frame(TEXT, "{}", { length: [127, 255, 255, 255, 255, 255, 255, 255, 255] })],
      "a large frame": [1009, frame(TEXT, "x".repeat(65537))],
      "a large message in parts": [1009, frame(TEXT, "x".repeat(40000), { fin: false }), frame(0, "x".repeat(30000))],
      "bytes": [1003, frame(BINARY, "{}")],
      "bad UTF-8": [1007, frame(TEXT, Buffer.from([0xff, 0xfe]))],
      "half a character": [1007, frame(TEXT, Buffer.from([0x22, 0xc3]))],
      "a surrogate": [1007, frame(TEXT, Buffer.from([0xed, 0xa0, 0x80]))],
      "half a code": [1002, frame(CLOSE, Buffer.from([3]))],
      "a reason in bad UTF-8": [1007, frame(CLOSE, Buffer.concat([number(1000), Buffer.from([0xff])]))],
    };
    for (const code of [0, 999, 1004, 1005, 1006, 1016, 2999, 5000]) cases[`close ${code}`] = [1002, frame(CLOSE, number(code))];
    for (const [name, [code, ...frames]] of Object.entries(cases)) {
      const bytes = await converse(...frames, frame(TEXT, "behind"));
      assert.deepEqual([bytes[0], bytes.readUInt16BE(2)], [128 | CLOSE, code], name);
      assert.equal(bytes.length, 2 + bytes[1], `${name}: nothing comes after it`);
    }
  });

  test("a close is answered with its code", async () => {
    for (const code of [1000, 1001, 3000, 4999]) assert.deepEqual(await converse(frame(CLOSE, number(code, "bye"))), Buffer.concat([Buffer.from([128 | CLOSE, 2]), number(code)]));
    assert.deepEqual(await converse(frame(CLOSE)), Buffer.concat([Buffer.from([128 | CLOSE, 2]), number(1000)]));
  });

  test("a message in parts, with a ping between them and byte by byte, is a message", async () => {
    const raw = new Raw().send(handshake());
    const letters = Buffer.from("caf\u00e9 \u{1f3b2}");
    const parts = [...letters].map((byte, i) => frame(i ? 0 : TEXT, Buffer.from([byte]), { fin: i === letters.length - 1 }));
    parts.splice(4, 0, frame(PING, "hi"), frame(0, "", { fin: false }), frame(PONG, "what?"));
    for (const byte of Buffer.concat([...parts, frame(TEXT, "end")])) {
      raw.send(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    await Promise.all([raw.until("hi"), raw.until("end")]);
    const bytes = raw.all();
    raw.socket.destroy();
    for (const [opcode, text] of [[PONG, "hi"], [TEXT, letters], [TEXT, "end"]])
      assert.ok(bytes.includes(Buffer.concat([Buffer.from([128 | opcode, text.length]), Buffer.from(text)])));
  });

  test("messages of every size come back", async () => {
    for (const size of [0, 1, 125, 126, 4090, 4096, 65535, 65536]) {
      const raw = new Raw().send(handshake(), frame(TEXT, "x".repeat(size)), frame(TEXT, "end"));
      const bytes = await raw.until("end");
      raw.socket.destroy();
      const head = size < 126 ? 2 : size < 65536 ? 4 : 10;
      assert.equal(bytes.length - bytes.indexOf("\r\n\r\n") - 4, head + size + 2 + 3, `${size}`);
    }
  });

  test("who sends too many frames of any kind is closed", async () => {
    const floods = [frame(TEXT, "x"), frame(PING, "x"), frame(PONG), frame(0, "", { fin: false })];
    for (const [i, flood] of floods.entries()) {
      const before = (await echo.stats()).rate;
      const bytes = await converse(...(i === 3 ? [frame(TEXT, "", { fin: false })] : []), Buffer.concat(Array(2000).fill(flood)));
      assert.ok(bytes.includes(number(1008, "too many messages")), `flood ${i}`);
      assert.equal((await echo.stats()).rate, before + 1);
    }
  });

  test("half of anything, and then nothing, the end or a reset", async () => {
    const message = frame(TEXT, "x".repeat(200));
    for (const leave of ["end", "resetAndDestroy"]) {
      const sockets = [0, 1, 2, 3, 5, 8, 100].map((length) => new Raw().send(handshake(), message.subarray(0, length)));
      await Promise.all(sockets.map((raw) => raw.until("\r\n\r\n")));
      await echo.isWell();
      for (const raw of sockets) raw.socket[leave]();
      await Promise.all(sockets.map((raw) => raw.end()));
    }
    while ((await echo.stats()).sockets > 0) await sleep(10);
  });

  test("a reader who does not read is closed with 1013, and another is served meanwhile", async () => {
    const slow = new Raw().send(handshake());
    await slow.until("\r\n\r\n");
    slow.socket.pause();
    const quick = WebSocketClient.open(echo.port);
    const ask = async () => {
      quick.send({ t: "served" });
      assert.equal((await quick.next()).t, "served");
    };
    for (let sent = 0; (await echo.stats()).slow === 0; await ask()) {
      if (slow.socket.writableLength > 0) continue; // not all of it has been taken yet
      assert.ok(sent++ < 20, "24 MB are more than fits into any queue");
      for (let j = 0; j < 20; j++) slow.send(frame(TEXT, "y".repeat(60000)));
    }
    await ask();
    slow.socket.resume();
    const bytes = await slow.end();
    assert.ok(bytes.subarray(-60).includes(number(1013, "reading too slowly")));
    quick.drop();
  });

  test("who never reads is gone after a while", async () => {
    const dead = new Raw().send(handshake());
    await dead.until("\r\n\r\n");
    dead.socket.pause();
    const { slow } = await echo.stats();
    for (let i = 0; i < 400; i++) dead.send(frame(TEXT, "y".repeat(60000)));
    while ((await echo.stats()).slow === slow) await sleep(10);
    while ((await echo.stats()).sockets > 0) await sleep(100);
    dead.socket.destroy();
  });
});

// ---- Limits ----

test("whoever is slow or silent is not waited for", within, async (t) => {
  const own = await Echo.start(t, { patience: 3 });
  const drip = async (raw, bytes) => {
    for (const byte of bytes) {
      if (raw.socket.destroyed || raw.socket.readableEnded) break;
      raw.send(byte);
      await sleep(50);
    }
  };
  const bytewise = new Raw(own), body = new Raw(own).send(post("x".repeat(1000)).slice(0, -900)), silent = new Raw(own), kept = new Raw(own).send(get("/a"));
  drip(bytewise, get("/".padEnd(300, "a")));
  drip(body, "x".repeat(300));
  for (const raw of [bytewise, body]) assert.deepEqual([answers(await raw.end())[0]].map((all) => [all.status, JSON.parse(all.body).code]), [[408, "too-slow"]]);
  assert.equal((await silent.end()).length, 0);
  assert.equal(answers(await kept.end()).length, 1);
  const deaf = new Raw(own).send(handshake()), alive = WebSocketClient.open(own.port);
  const bytes = await deaf.end();
  assert.deepEqual(bytes.subarray(bytes.indexOf("\r\n\r\n") + 4), Buffer.from([128 | PING, 0]), "it is pinged, and dropped");
  alive.send("still here");
  assert.equal(await alive.next(), "still here", "who answers pings stays");
  alive.drop();
  await own.isWell();
  await own.end();
});

test("an address has so many connections, and a /64 is one address", within, async (t) => {
  const own = await Echo.start(t, { how: ["proxied"] });
  const open = async (address) => {
    const raw = new Raw(own).send(handshake({ "X-Forwarded-For": `203.0.113.9, ${address}` }));
    return { raw, status: answers((await raw.until("\r\n\r\n")).subarray(0, raw.all().indexOf("\r\n\r\n") + 4), { bodies: false })[0].status };
  };
  const all = await Promise.all(Array.from({ length: 256 }, (_, i) => open(`2001:db8:1:2:${i}::${i}`)));
  assert.ok(all.every(({ status }) => status === 101));
  assert.equal((await open("2001:db8:1:2::ffff")).status, 429);
  assert.equal((await open("[2001:db8:1:2::1]:4711")).status, 429);
  assert.equal((await open("2001:db8:1:3::1")).status, 101);
  assert.equal((await open("192.0.2.1")).status, 101);
  assert.equal((await open("not an address")).status, 101);
  const see = async (address) => JSON.parse((await talk(get("/a", `${close}X-Forwarded-For: ${address}\r\n`), own)).body).address;
  assert.equal(await see("192.0.2.7"), "192.0.2.7");
  assert.equal(await see("1.1.1.1,192.0.2.7:99"), "192.0.2.7");
  assert.equal(await see("::ffff:192.0.2.7"), "192.0.2.7");
  assert.equal(await see("x".repeat(500)), "127.0.0.1");
  all[0].raw.socket.destroy();
  while ((await open("2001:db8:1:2::ffff")).status !== 101) await sleep(20);
  await own.isWell();
  await own.end();
});

test("requests of many over the same connection of a proxy are counted for each", within, async (t) => {
  const own = await Echo.start(t, { how: ["proxied"] });
  const raw = new Raw(own).send(...Array.from({ length: 600 }, (_, i) => get("/a", `X-Forwarded-For: 192.0.2.${i % 3}\r\n`)), get("/a", close));
  assert.ok(answers(await raw.end()).every(({ status }) => status === 200));
  await own.end();
});

test("connections leave descriptors to the store", within, async (t) => {
  const own = await Echo.start(t, { limit: "ulimit -n 100;" });
  const all = Array.from({ length: 36 }, () => new Raw(own).send(get("/a")));
  await Promise.all(all.map((raw) => raw.until("}")));
  assert.equal(JSON.parse((await talk("", own)).body).code, "busy");
  for (const raw of all) raw.socket.destroy();
  while (JSON.parse(answers(await new Raw(own).send(get("/a", close)).end())[0]?.body ?? "{}").path !== "/a") await sleep(20);
  await own.isWell();
  await own.end();
});

test("tries at codes are counted for a /48", within, async (t) => {
  const server = await Server.start("--proxied");
  t.after(() => server.end());
  const tries = async (address) => (await server.request("GET", "/api/codes/nowhere-1", undefined, { "X-Forwarded-For": address })).status;
  const statuses = [];
  while (statuses.length < 40 && statuses.at(-1) !== 429) statuses.push(await tries(`2001:db8:0:${statuses.length}::1`));
  assert.ok(statuses.length > 20 && statuses.at(-1) === 429, `${statuses}`); // one more for every 15 seconds that it took
  assert.ok(statuses.slice(0, -1).every((status) => status === 404), `${statuses}`);
  assert.equal(await tries("2001:db8:1::1"), 404);
});

test("stopping answers what is asked, tells WebSockets and leaves nobody", within, async (t) => {
  const own = await Echo.start(t);
  const asked = new Raw(own).send(get("/at-the-end") + get("/behind")), idle = new Raw(own).send(get("/a")), half = new Raw(own).send("GET /a");
  const stuck = new Raw(own).send(get("/large"));
  stuck.socket.pause();
  const socket = WebSocketClient.open(own.port);
  socket.send("hello");
  await socket.next();
  await idle.until("}");
  for (let looks = 1; (await own.stats()).requests < 3 + looks; looks++) await sleep(10); // all of theirs, and the looks
  own.child.kill("SIGTERM");
  assert.equal(await own.exit, 0);
  await socket.next();
  assert.equal(socket.closed.code, 1001);
  assert.equal(answers(await asked.end()).length, 1);
  assert.equal((await half.end()).length, 0);
  stuck.socket.destroy();
});
