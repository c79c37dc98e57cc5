import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Live, pause, socketUrl, type Line, type Socket } from "../src/api/live";
import type { LiveMessage } from "../src/api/types";

class Wire implements Socket {
  onopen: (() => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  sent: unknown[] = [];
  closed = false;
  send(data: string): void {
    this.sent.push(JSON.parse(data));
  }
  close(): void {
    this.closed = true;
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const news = (count: number) => ({ live: "news", count, told: [], result: null, waiting: null });

function line() {
  const wires: Wire[] = [];
  const lines: Line[] = [];
  const heard: LiveMessage[] = [];
  const live = new Live({
    url: "ws://here/api/live",
    hello: (since) => ({ token: "t".repeat(24), since, wants: ["offers"] }),
    open: () => {
      const wire = new Wire();
      wires.push(wire);
      return wire;
    },
    onMessage: (message) => heard.push(message),
    onLine: (one) => lines.push(one),
    random: () => 0.5,
  });
  return { live, wires, lines, heard, last: () => wires.at(-1)! };
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe("the live channel", () => {
  test("says who it is first, and from where it wants to hear", () => {
    const { live, last } = line();
    live.start();
    last().onopen?.();
    expect(last().sent).toEqual([{ token: "t".repeat(24), since: 0, wants: ["offers"] }]);
    live.stop();
  });

  test("comes back by itself and resumes at the very event", () => {
    const { live, wires, last, lines } = line();
    live.start();
    last().onopen?.();
    last().say(news(41));
    last().onclose?.({ code: 1006 });
    expect(lines.at(-1)).toBe("waiting");
    vi.advanceTimersByTime(399);
    expect(wires).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(wires).toHaveLength(2);
    last().onopen?.();
    expect(last().sent).toEqual([{ token: "t".repeat(24), since: 41, wants: ["offers"] }]);
    live.stop();
  });

  test("waits longer each time, and not for ever", () => {
    expect([0, 1, 2, 3, 20].map((tries) => pause(tries, () => 0.5))).toEqual([400, 800, 1600, 3200, 15000]);
    expect(pause(3, () => 0)).toBe(2400);
    expect(pause(3, () => 1)).toBe(4000);
  });

  test("a word from the server ends the growing of the pauses", () => {
    const { live, wires, last } = line();
    live.start();
    for (let n = 0; n < 3; n++) {
      last().onclose?.({ code: 1006 });
      vi.advanceTimersByTime(60_000);
    }
    expect(wires).toHaveLength(4);
    last().say(news(3));
    last().onclose?.({ code: 1001 });
    vi.advanceTimersByTime(400);
    expect(wires).toHaveLength(5);
    live.stop();
  });

  test("a withdrawn link is the end", () => {
    const { live, wires, last, lines, heard } = line();
    live.start();
    last().say({ live: "gone", why: "this link was withdrawn" });
    last().onclose?.({ code: 4403 });
    vi.advanceTimersByTime(120_000);
    expect(wires).toHaveLength(1);
    expect(lines.at(-1)).toBe("gone");
    expect(heard).toEqual([{ live: "gone", why: "this link was withdrawn" }]);
  });

  test("back online, it does not wait", () => {
    const { live, wires, last } = line();
    live.start();
    for (let n = 0; n < 6; n++) {
      last().onclose?.({ code: 1006 });
      vi.advanceTimersByTime(60_000);
    }
    last().onclose?.({ code: 1006 });
    const before = wires.length;
    dispatchEvent(new Event("online"));
    expect(wires).toHaveLength(before + 1);
    live.stop();
  });

  test("who has gone away hears no more", () => {
    const { live, wires, last } = line();
    live.start();
    live.stop();
    expect(last().closed).toBe(true);
    last().onclose?.({ code: 1005 });
    vi.advanceTimersByTime(60_000);
    expect(wires).toHaveLength(1);
  });

  test("speaks as safely as the page", () => {
    expect(socketUrl("/api/live", { protocol: "https:", host: "club.example" })).toBe("wss://club.example/api/live");
    expect(socketUrl("/api/live", { protocol: "http:", host: "localhost:8000" })).toBe("ws://localhost:8000/api/live");
  });
});
