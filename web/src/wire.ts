/* One WebSocket that comes back: after a loss it is opened again, ever more slowly, and at once when the network or
 * the page does. Whoever owns it says hello and takes what comes. */
import type { ClientMessage, Hello, ServerMessage } from "./messages";
import { readMessage } from "./messages";
import { PROTOCOL } from "./net";

export interface Link {
  state: "connecting" | "live" | "lost" | "refused";
  since: number /* when the state began; for lost, when the connection was */;
  back: boolean /* live again after a loss */;
  code: string /* why it was refused */;
}

/* After these there is no sense in trying again. */
const FINAL = ["bad-key", "no-table", "bad-version", "bad-message", "old-edition", "damaged"];
const FIRST_MS = 400,
  SLOWEST_MS = 15000,
  SILENCE_MS = 20000,
  ANSWER_MS = 8000;

export class Wire {
  link: Link = { state: "connecting", since: Date.now(), back: false, code: "" };
  private socket: WebSocket | null = null;
  private wait = FIRST_MS;
  private retry = 0;
  private pulse = 0;
  private heard = 0;
  private asked = 0; /* the timer of a ping that nothing has answered yet */
  private closed = false;

  constructor(
    private readonly url: string,
    private readonly hello: () => Omit<Hello, "t" | "v">,
    private readonly receive: (message: ServerMessage) => void,
    private readonly changed: () => void,
  ) {
    addEventListener("online", this.hurry);
    addEventListener("offline", this.lose);
    document.addEventListener("visibilitychange", this.hurry);
    this.open();
  }

  send(message: ClientMessage): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /* Says hello anew, without a word to anybody. */
  again(): void {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.open();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    removeEventListener("offline", this.lose);
    document.removeEventListener("visibilitychange", this.hurry);
    clearTimeout(this.retry);
    this.rest();
    this.socket?.close();
  }

  /* Everything after the last event that was known has come. */
  live(): void {
    this.wait = FIRST_MS;
    this.set("live");
  }

  private set(state: Link["state"], code = ""): void {
    const back = state === "live" && this.link.state === "lost";
    this.link = {
      state,
      since: this.link.state === state ? this.link.since : Date.now(),
      back,
      code,
    };
    this.changed();
  }

  private open(): void {
    clearTimeout(this.retry);
    this.rest();
    if (!navigator.onLine) {
      this.gone();
      return;
    }
    const socket = (this.socket = new WebSocket(this.url, "pipwright"));
    socket.onopen = () => {
      socket.send(
        JSON.stringify({ t: "hello", v: PROTOCOL, ...this.hello() } satisfies ClientMessage),
      );
      this.hear();
      this.pulse = window.setInterval(() => this.feel(), ANSWER_MS);
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.socket) return;
      this.hear();
      const message = readMessage(data);
      if (message?.t === "no" && message.id === undefined && FINAL.includes(message.code))
        this.refuse(message.code);
      else if (message) this.receive(message);
    };
    socket.onclose = () => socket === this.socket && this.gone();
  }

  private refuse(code: string): void {
    this.close();
    this.set("refused", code);
  }

  /* Connections die without a word; a ping asks whether this one has. Silence alone says nothing: in a hidden tab
   * a timer may come a minute late. */
  private feel(): void {
    if (this.asked || Date.now() - this.heard <= SILENCE_MS) return;
    this.send({ t: "ping" });
    this.asked = window.setTimeout(this.lose, ANSWER_MS);
  }

  private hear(): void {
    this.heard = Date.now();
    clearTimeout(this.asked);
    this.asked = 0;
  }

  private rest(): void {
    clearInterval(this.pulse);
    clearTimeout(this.asked);
    this.asked = 0;
  }

  private readonly lose = () => {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.gone();
  };

  private gone(): void {
    this.rest();
    clearTimeout(this.retry);
    if (this.closed) return;
    this.set("lost");
    this.retry = window.setTimeout(
      () => this.open(),
      this.wait * (0.5 + Math.random() / 2),
    ); /* not all at once after a restart */
    this.wait = Math.min(SLOWEST_MS, this.wait * 2);
  }

  private readonly hurry = () => {
    if (this.closed || document.visibilityState === "hidden") return;
    if (this.link.state === "live")
      return this.feel(); /* a device that slept may have lost it unnoticed */
    if (this.link.state !== "lost" || this.socket?.readyState === WebSocket.CONNECTING) return;
    this.open();
  };
}
