// A socket that opens again by itself, says first what its owner wants said, and answers pings.
import type { FromClient, FromServer } from "../wire";

export type Link = "opening" | "open" | "lost" | "closed";

export interface Hearing<In> {
  said(message: In): void;
  link(state: Link, code?: number): void;
}

const SILENT_MS = 40_000; // the server pings every 15 seconds
const WAITS_MS = [300, 800, 1500, 3000, 5000, 8000];
const FINAL = new Set([4403, 4409]); // sent away; taken over elsewhere

export class LiveSocket<In extends { t: string }, Out extends { t: string }> {
  private socket: WebSocket | undefined;
  private tries = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;
  private lately = 0; // when anything was heard last
  private readonly awake = () => {
    if (document.visibilityState === "visible") this.wake();
  };

  constructor(
    private readonly path: string,
    private readonly heard: Hearing<In>,
    private readonly first: () => Out | null,
    private readonly protocols: string[] = [],
  ) {
    document.addEventListener("visibilitychange", this.awake);
    addEventListener("online", this.awake);
    this.open();
  }

  private open(): void {
    this.heard.link("opening");
    const socket = new WebSocket(location.origin.replace(/^http/, "ws") + this.path, this.protocols);
    this.socket = socket;
    socket.onopen = () => {
      this.tries = 0;
      this.lately = Date.now();
      this.heard.link("open");
      const first = this.first();
      if (first) this.send(first);
    };
    socket.onmessage = (event) => {
      this.lately = Date.now();
      const message = JSON.parse(String(event.data)) as In & { k?: number };
      if (message.t === "ping") socket.send(JSON.stringify({ t: "pong", k: message.k }));
      else this.heard.said(message);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.ended) return; // closed by this end: another table may be open by now
      this.socket = undefined;
      if (FINAL.has(event.code)) this.heard.link("closed", event.code);
      else {
        this.heard.link("lost", event.code);
        this.timer = setTimeout(() => this.open(), WAITS_MS[Math.min(this.tries++, WAITS_MS.length - 1)]);
      }
    };
  }

  /** After sleep or without a network: try at once. A socket that has been silent for long is dead, whatever it says. */
  wake(): void {
    if (this.socket?.readyState === WebSocket.OPEN && Date.now() - this.lately > SILENT_MS) {
      const dead = this.socket;
      this.socket = undefined;
      dead.close();
    }
    if (this.ended || this.socket) return;
    clearTimeout(this.timer);
    this.tries = 0;
    this.open();
  }

  /** False: nobody hears it now. */
  send(message: Out): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    document.removeEventListener("visibilitychange", this.awake);
    removeEventListener("online", this.awake);
    const socket = this.socket;
    this.socket = undefined; // its end is no news
    socket?.close(1000);
  }
}

export interface Heard extends Hearing<FromServer> {
  /** What this end knows, for the hello. */
  known(): { v: number; as: number | null } | null;
}

/** The socket of one table: it says hello with the last version known. A token: for whom one comes, if not by the cookie. */
export class TableSocket extends LiveSocket<FromServer, FromClient> {
  constructor(table: string, heard: Heard, token = "") {
    const hello = (): FromClient => {
      const known = heard.known();
      return known ? { t: "hello", v: known.v, as: known.as } : { t: "hello" };
    };
    super(token ? `/ws/api/tables/${table}` : `/ws/tables/${table}`, heard, hello, token ? ["kafenio", token] : []);
  }
}
