import { describe, expect, it } from "vitest";
import { clear, free } from "../src/table/plates";
import type { Point } from "../src/table/geometry";

const plates = [
  { unit: "a", at: [0, 0] as Point },
  { unit: "a", at: [10, 0] as Point },
  { unit: "b", at: [20, 0] as Point },
  { unit: "a", at: [200, 0] as Point },
];
const shown = (scale: number): number[] => free(plates, (one) => one.at, scale, [40, 18]).map((one) => plates.indexOf(one));

describe("plates on the table", () => {
  it("shows the first of each unit, and others where they cover nothing", () => expect(shown(1)).toEqual([0, 2, 3]));
  it("shows all of them from near", () => expect(shown(5)).toEqual([0, 1, 2, 3]));
  it("shows one of each unit from far off", () => expect(shown(0)).toEqual([0, 2]));
});

describe("a name beside plates", () => {
  const places: Point[] = [[100, 0], [100, 90]];
  it("keeps its first place where nothing covers it", () => expect(clear(places, [[0, 0]], 1, [50, 20])).toEqual([100, 0]));
  it("goes to the next where a plate does", () => expect(clear(places, [[80, 5]], 1, [50, 20])).toEqual([100, 90]));
  it("stays where all are covered", () => expect(clear(places, [[80, 5], [90, 80]], 1, [50, 20])).toEqual([100, 0]));
});
