// The socket of one table: it opens again by itself, says hello with the last version known, and answers pings.
import type { FromClient, FromServer } from "../wire";

export interface Heard {
  said(message: FromServer): void;
  link(state: "opening" | "open" | "lost" | "closed", code?: number): void;
  /** What this end knows, for the hello. */
  known(): { v: number; as: number | null } | null;
}

const WAITS_MS = [300, 800, 1500, 3000, 5000, 8000];
const FINAL = new Set([4403, 4409]); // sent away; taken over elsewhere

export class TableSocket {
  private socket: WebSocket | undefined;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private readonly awake = () => {
    if (document.visibilityState === "visible") this.wake();
  };

  constructor(private readonly table: string, private readonly heard: Heard) {
    document.addEventListener("visibilitychange", this.awake);
    addEventListener("online", this.awake);
    this.open();
  }

  private open(): void {
    this.heard.link("opening");
    const socket = new WebSocket(`${location.origin.replace(/^http/, "ws")}/ws/tables/${this.table}`);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.heard.link("open");
      const known = this.heard.known();
      this.send(known ? { t: "hello", v: known.v, as: known.as } : { t: "hello" });
    };
    socket.onmessage = (event) => {
      const message = JSON.parse(String(event.data)) as FromServer;
      if (message.t === "ping") this.send({ t: "pong", k: message.k });
      else this.heard.said(message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket) return;
      this.socket = undefined;
      if (this.ended || FINAL.has(event.code)) this.heard.link("closed", event.code);
      else {
        this.heard.link("lost", event.code);
        this.timer = setTimeout(() => this.open(), WAITS_MS[Math.min(this.tries++, WAITS_MS.length - 1)]);
      }
    };
  }

  /** After sleep or without a network: try at once. */
  wake(): void {
    if (this.ended || this.socket) return;
    clearTimeout(this.timer);
    this.tries = 0;
    this.open();
  }

  /** False: nobody hears it now. */
  send(message: FromClient): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.awake);
    removeEventListener("online", this.awake);
    this.socket?.close(1000);
  }
}
