/** Plates of one size on the screen, however near the table is looked at: which of them can be shown without covering another. */
import type { Point } from "./geometry";

interface Plate {
  unit: string;
}

/** The first plate of each unit always, of the others those that lie free; what comes first in the list counts most. */
export function free<T extends Plate>(all: readonly T[], at: (one: T) => Point, scale: number, size: Point): T[] {
  const first = [...new Map([...all].reverse().map((one) => [one.unit, one])).values()].reverse();
  const kept = first.map((one) => ({ one, at: at(one) }));
  for (const one of all) {
    const [x, y] = at(one);
    const covered = kept.some(({ at: [left, top] }) => Math.abs(left - x) * scale < size[0] && Math.abs(top - y) * scale < size[1]);
    if (!covered) kept.push({ one, at: [x, y] });
  }
  const shown = new Set(kept.map(({ one }) => one));
  return all.filter((one) => shown.has(one));
}

/** The first of a name's places that no plate covers; the first of all where each is covered. Sizes are those on the screen. */
export function clear(places: readonly Point[], plates: readonly Point[], scale: number, size: Point): Point {
  const covered = ([x, y]: Point): boolean => plates.some(([left, top]) => Math.abs(left - x) * scale < size[0] && Math.abs(top - y) * scale < size[1]);
  return places.find((one) => !covered(one)) ?? (places[0] as Point);
}
