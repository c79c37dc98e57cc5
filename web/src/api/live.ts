/**
 * The live channel: one websocket for one seat of one game. It says who it is in its first message, comes back by
 * itself with growing pauses, and resumes after the last entry that it saw.
 */
import type { Hello, LiveMessage } from "./types";

export type Line = "connecting" | "live" | "waiting" | "gone";

/** As much of a WebSocket as is used: a test gives another. */
export interface Socket {
  onopen: (() => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  send(data: string): void;
  close(): void;
}

export interface LiveOptions {
  url: string;
  hello: (since: number) => Hello;
  onMessage: (message: LiveMessage) => void;
  onLine?: (line: Line) => void;
  open?: (url: string) => Socket;
  random?: () => number;
}

/** The server's codes for a link that opens nothing: never there, or withdrawn. Then nothing more is tried. */
const FINAL = [4401, 4403];
const FIRST = 400;
const LONGEST = 15_000;

/** How long to wait before the nth try, in milliseconds: doubling, with a little chance so that not all come at once. */
export function pause(tries: number, random: () => number = Math.random): number {
  return Math.min(LONGEST, FIRST * 2 ** tries) * (0.75 + 0.5 * random());
}

export class Live {
  /** How many entries were seen: the channel resumes there. */
  count = 0;
  private socket: Socket | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private tries = 0;
  private ended = false;
  private readonly wake = (): void => this.hurry();

  constructor(private readonly options: LiveOptions) {}

  start(): void {
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  /** Ends it for good: nobody looks any more, or the link opens nothing any more. */
  stop(line?: "gone"): void {
    this.ended = true;
    if (line) this.tell(line);
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    if (this.timer !== null) clearTimeout(this.timer);
    this.socket?.close();
    this.socket = null;
  }

  /** Back from sleep or from a tunnel: no more waiting. */
  hurry(): void {
    if (this.timer === null || this.ended || document.visibilityState === "hidden") return;
    clearTimeout(this.timer);
    this.connect();
  }

  private connect(): void {
    this.timer = null;
    this.tell("connecting");
    const socket = (this.options.open ?? openSocket)(this.options.url);
    this.socket = socket;
    socket.onopen = () => socket.send(JSON.stringify(this.options.hello(this.count)));
    socket.onmessage = (event) => {
      if (socket === this.socket && typeof event.data === "string") this.take(JSON.parse(event.data) as LiveMessage);
    };
    socket.onclose = ({ code }) => {
      if (socket !== this.socket) return;
      if (FINAL.includes(code)) this.stop("gone");
      else this.later();
    };
  }

  private take(message: LiveMessage): void {
    if (message.live !== "gone") {
      this.tries = 0;
      this.tell("live");
      if (message.live === "news") this.count = Math.max(this.count, message.count);
    }
    this.options.onMessage(message);
  }

  private later(): void {
    this.socket = null;
    if (this.ended) return;
    this.tell("waiting");
    this.timer = setTimeout(() => this.connect(), pause(this.tries++, this.options.random));
  }

  private tell(line: Line): void {
    this.options.onLine?.(line);
  }
}

function openSocket(url: string): Socket {
  return new WebSocket(url) as unknown as Socket;
}

/** The address of a websocket of this server. */
export function socketUrl(path: string, at: { protocol: string; host: string } = location): string {
  return `${at.protocol === "https:" ? "wss" : "ws"}://${at.host}${path}`;
}
