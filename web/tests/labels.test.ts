import { describe, expect, it } from "vitest";
import { laid } from "../src/table/labels";
import type { Point } from "../src/table/geometry";

const SIZE: Point = [400, 300];
const ring = (words: string, r: number): { words: string; places: Point[] } => ({ words, places: [[200, 150 - r], [200 + r, 150], [200, 150 + r]] });

describe("names over the table", () => {
  it("stand at their first place where they cover nothing", () => {
    const names = laid([ring("Tactical", 60), ring("Terrain", 62), ring("Cross Country", 120)], SIZE, 1);
    expect(names.map(({ at }) => at)).toEqual([[200, 90], [262, 150], [200, 30]]);
  });
  it("are left out where every place is taken", () => {
    const names = laid([ring("Tactical", 5), ring("Terrain", 6)], SIZE, 3);
    expect(names.map(({ words }) => words)).toEqual(["Tactical"]);
  });
  it("never hang out over the edge, however much they are enlarged", () => {
    const [name] = laid([{ words: "attacker corner", places: [[399, -20]] }], SIZE, 2);
    expect(name?.at).toEqual([400 - (15 * 8 * 2) / 2 - 3, 15]);
  });
  it("keep off what is drawn there", () => {
    const [name] = laid([{ words: "River", places: [[200, 150], [200, 250]] }], SIZE, 1, [{ left: 100, right: 300, top: 140, bottom: 160 }]);
    expect(name?.at).toEqual([200, 250]);
  });
});
