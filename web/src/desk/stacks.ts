/** Counters in one hex as a stack: what is drawn of it, from near and from far. */
import type { Counter, MapWork } from "./scene";

export interface Stack {
  hex: string;
  side: string;
  /** The counters that are drawn, men first, most of them. */
  top: Counter[];
  more: number;
  secret: boolean;
}

const ORDER = ["squad", "half-squad", "crew", "leader", "hero", "vehicle", "gun", "sw", "armor-leader"];

export function rank(kind: string): number {
  const at = ORDER.indexOf(kind);
  return at < 0 ? ORDER.length : at;
}

/** The stacks of a map: one for each side in each hex. What somebody holds lies under him and is counted only. */
export function stacks(pieces: readonly Counter[], most = 3): Stack[] {
  const found = new Map<string, Counter[]>();
  for (const one of pieces) {
    if (!one.hex) continue;
    const key = `${one.hex} ${one.side}`;
    const there = found.get(key);
    if (there) there.push(one);
    else found.set(key, [one]);
  }
  return [...found.entries()].map(([key, some]) => {
    const [hex = "", side = ""] = key.split(" ");
    const sorted = [...some].sort((a, b) => Number(Boolean(a.held_by)) - Number(Boolean(b.held_by)) || rank(a.kind) - rank(b.kind));
    return { hex, side, top: sorted.slice(0, most), more: Math.max(0, some.length - most), secret: some.every((one) => one.secret === true) };
  });
}

/** What is written on a counter: short, so that it can be read. */
export function short(type: string): string {
  const bare = type.replace(/\s*\(.*\)$/, "").replace(/ Cupola$/, "");
  return bare.length <= 7 ? bare : bare.slice(0, 6) + "…";
}

/** Two letters, or a sign, for a work. */
export const WORK_SIGNS: Record<string, string> = { foxhole: "F", trench: "T", "at-ditch": "D", wire: "W", minefield: "M", pillbox: "P", cupola: "C", roadblock: "R" };

export function worksByHex(works: readonly MapWork[]): Map<string, MapWork[]> {
  const found = new Map<string, MapWork[]>();
  for (const one of works) if (one.hex) found.set(one.hex, [...(found.get(one.hex) ?? []), one]);
  return found;
}
