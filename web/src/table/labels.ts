/** Names over the table: each at the first of its places where it covers nothing else, and none beyond the edge. */
import type { Point } from "./geometry";
import type { Box } from "./strewing";

interface Named {
  words: string;
  /** Where it could stand, by the middle of its line; what comes first is best. */
  places: readonly Point[];
}

/** How wide a letter is in the widest of usual fonts, and how high a line, before they are enlarged. */
const LETTER = 8;
const LINE = 15;

/** The names that find a place on a table of a size, so much enlarged, each with its place: the first in the list choose first. */
export function laid<T extends Named>(all: readonly T[], size: Point, grown: number, taken: readonly Box[] = []): (T & { at: Point })[] {
  const full = [...taken];
  const found: (T & { at: Point })[] = [];
  for (const one of all) {
    const [half, high] = [(one.words.length * LETTER * grown) / 2 + 3, (LINE * grown) / 2];
    const boxes = one.places.map(([x, y]) => {
      const at: Point = [within(x, half, size[0] - half), within(y, high, size[1] - high)];
      return { at, left: at[0] - half, right: at[0] + half, top: at[1] - high, bottom: at[1] + high };
    });
    const free = boxes.find((box) => !full.some((other) => box.left < other.right && other.left < box.right && box.top < other.bottom && other.top < box.bottom));
    if (!free) continue;
    full.push(free);
    found.push({ ...one, at: free.at });
  }
  return found;
}

function within(value: number, least: number, most: number): number {
  return most < least ? (least + most) / 2 : Math.min(Math.max(value, least), most);
}
