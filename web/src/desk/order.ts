/** An order of reinforcement groups in the making: what it costs, why a group cannot be added, what it is likely to bring. */
import type { DeskGroup, DeskPrice } from "./scene";

export interface Purchase {
  id: string;
  extras: Record<string, number>;
}

export function costOf(line: Purchase, groups: readonly DeskGroup[]): number {
  const group = groups.find((one) => one.id === line.id);
  if (!group) return 0;
  return group.cpp + group.extras.reduce((sum, extra) => sum + extra.cpp * (line.extras[extra.name] ?? 0), 0);
}

export function spent(lines: readonly Purchase[], groups: readonly DeskGroup[]): number {
  return lines.reduce((sum, line) => sum + costOf(line, groups), 0);
}

/** What of it goes into works, which only a share of the points may. */
export function spentOnWorks(lines: readonly Purchase[], groups: readonly DeskGroup[]): number {
  const works = new Set(groups.filter((one) => one.works).map((one) => one.id));
  return spent(lines.filter((line) => works.has(line.id)), groups);
}

export interface Purse {
  available: number;
  bought: Readonly<Record<string, number>>;
  worksLimit: number | null;
}

export type Bar = "date" | "campaign" | "cpp" | "works";

/** What keeps one more of a group from being ordered; the rules have the last word. */
export function barred(group: DeskGroup, lines: readonly Purchase[], groups: readonly DeskGroup[], purse: Purse): Bar | null {
  const now = lines.filter((line) => line.id === group.id).length;
  if (now >= group.date_max) return "date";
  if (now + (purse.bought[group.id] ?? 0) >= group.campaign_max) return "campaign";
  const cheapest = group.cpp + Math.min(0, ...group.extras.map((one) => one.cpp));
  if (spent(lines, groups) + cheapest > purse.available) return "cpp";
  if (group.works && purse.worksLimit !== null && spentOnWorks(lines, groups) + group.cpp > purse.worksLimit) return "works";
  return null;
}

export interface Expected {
  /** Units for sure and at most, by name. */
  units: { name: string; least: number; most: number; mean: number }[];
  weapons: { name: string; mean: number }[];
}

/** What an order is likely to bring, on the average. */
export function expected(lines: readonly Purchase[], groups: readonly DeskGroup[]): Expected {
  const units = new Map<string, { least: number; most: number; mean: number }>();
  const weapons = new Map<string, number>();
  for (const line of lines) {
    const group = groups.find((one) => one.id === line.id);
    if (!group) continue;
    if (group.full !== null && group.full !== undefined) {
      const full = group.outlook.full ?? 1;
      const less = group.depleted ?? group.full;
      const before = units.get(group.units) ?? { least: 0, most: 0, mean: 0 };
      units.set(group.units, { least: before.least + (full >= 1 ? group.full : less), most: before.most + (full <= 0 ? less : group.full), mean: before.mean + full * group.full + (1 - full) * less });
    }
    for (const [name, mean] of Object.entries(group.outlook.weapons)) weapons.set(name, (weapons.get(name) ?? 0) + mean);
  }
  return { units: [...units].map(([name, one]) => ({ name, ...one })), weapons: [...weapons].map(([name, mean]) => ({ name, mean })) };
}

// -- works

export interface Works {
  what: string;
  count: number;
  values: [number, number, number] | null;
}

export function worksCost(line: Works, prices: readonly DeskPrice[]): number {
  const price = prices.find((one) => one.id === line.what);
  if (!price) return 0;
  const points = line.values ? line.values.reduce((sum, one) => sum + one, 0) : 1;
  return price.fpp * points * line.count;
}

export function worksSpent(lines: readonly Works[], prices: readonly DeskPrice[]): number {
  return lines.reduce((sum, line) => sum + worksCost(line, prices), 0);
}

/** How many were bought with this order and before: mines by the hex, all else by the piece. */
export function worksEver(id: string, lines: readonly Works[], bought: Readonly<Record<string, number>>): number {
  const mines = id.endsWith("-mine");
  return (bought[id] ?? 0) + lines.filter((line) => line.what === id).reduce((sum, line) => sum + (mines ? 1 : line.count), 0);
}

/** One more of something: the same line grows, hexes of mines and pillboxes have lines of their own. */
export function withWork(lines: readonly Works[], what: string, count = 1, values: [number, number, number] | null = null): Works[] {
  const at = values === null && !what.endsWith("-mine") ? lines.findIndex((line) => line.what === what) : -1;
  if (at < 0) return count > 0 ? [...lines, { what, count, values }] : [...lines];
  const grown = (lines[at] as Works).count + count;
  return grown > 0 ? lines.map((line, n) => (n === at ? { ...line, count: grown } : line)) : lines.filter((_, n) => n !== at);
}
