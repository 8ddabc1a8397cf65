// A small WebSocket client over plain TCP: text messages in and out, close codes, and a way to stop reading.
import { randomBytes } from "node:crypto";
import net from "node:net";

const [TEXT, CLOSE, PING, PONG] = [1, 8, 9, 10];

function frame(opcode, payload) {
  const body = Buffer.from(payload);
  const head = body.length < 126 ? [body.length | 128] : body.length < 65536 ? [254, body.length >> 8, body.length & 255] : null;
  if (!head) throw new Error("this client sends no message of 64 KiB or more");
  const mask = randomBytes(4);
  return Buffer.concat([Buffer.from([128 | opcode, ...head]), mask, body.map((byte, i) => byte ^ mask[i & 3])]);
}

// The first frame of the bytes and what is left after it; null if it is not all there.
function unframe(bytes) {
  if (bytes.length < 2) return null;
  let length = bytes[1] & 127;
  let at = 2;
  if (length === 126) [length, at] = bytes.length < 4 ? [Infinity, 4] : [bytes.readUInt16BE(2), 4];
  else if (length === 127) [length, at] = bytes.length < 10 ? [Infinity, 10] : [Number(bytes.readBigUInt64BE(2)), 10];
  if (bytes.length < at + length) return null;
  return { opcode: bytes[0] & 15, body: bytes.subarray(at, at + length), rest: bytes.subarray(at + length) };
}

export class WebSocketClient {
  texts = []; // received and not yet taken
  all = []; // everything received
  closed = null; // {code, reason} once it is closed
  #waiting = [];
  #bytes = Buffer.alloc(0);
  #head = true;

  // To a port of this machine; with other headers, or over a connection of the caller's.
  static open(port, { headers = {}, socket = net.connect({ port, host: "127.0.0.1", noDelay: true }) } = {}) {
    const client = new WebSocketClient();
    client.socket = socket;
    client.socket.on("data", (data) => client.#take(data));
    client.socket.on("error", () => {});
    client.socket.on("close", () => client.#end({ code: 1006, reason: "" }));
    const all = { Host: `127.0.0.1:${port}`, Upgrade: "websocket", Connection: "Upgrade", "Sec-WebSocket-Version": 13, ...headers };
    all["Sec-WebSocket-Key"] = randomBytes(16).toString("base64");
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    client.socket.write(`GET /ws HTTP/1.1\r\n${lines.join("")}\r\n`);
    return client;
  }

  send(message) {
    this.sendText(JSON.stringify(message));
  }

  sendText(text) {
    if (!this.socket.destroyed) this.socket.write(frame(TEXT, text));
  }

  // The next message, or null once the connection is closed.
  async next() {
    if (this.texts.length === 0 && !this.closed) await new Promise((resolve) => this.#waiting.push(resolve));
    return this.texts.length > 0 ? JSON.parse(this.texts.shift()) : null;
  }

  // The next message of a type; those before it are passed over.
  async until(...types) {
    for (;;) {
      const message = await this.next();
      if (!message || types.includes(message.t)) return message;
    }
  }

  drop() {
    this.socket.destroy();
  }

  #end(how) {
    this.closed ??= how;
    for (const wake of this.#waiting.splice(0)) wake();
  }

  #take(data) {
    this.#bytes = Buffer.concat([this.#bytes, data]);
    if (this.#head) {
      const end = this.#bytes.indexOf("\r\n\r\n");
      if (end < 0) return;
      this.#head = false;
      this.status = Number(this.#bytes.toString("latin1", 9, 12)); // of the answer
      if (this.status !== 101) this.socket.destroy();
      this.#bytes = this.#bytes.subarray(end + 4);
    }
    for (let found; (found = unframe(this.#bytes)); ) {
      this.#bytes = found.rest;
      this.#frame(found.opcode, found.body);
    }
  }

  #frame(opcode, body) {
    if (opcode === PING) this.socket.write(frame(PONG, body));
    else if (opcode === CLOSE) {
      this.#end({ code: body.length >= 2 ? body.readUInt16BE(0) : 1005, reason: body.subarray(2).toString() });
      this.socket.end();
    } else if (opcode === TEXT) {
      this.texts.push(body.toString());
      this.all.push(body.toString());
      for (const wake of this.#waiting.splice(0)) wake();
    }
  }
}
