import { describe, expect, it } from "vitest";
import { bearing, covers, drawn, gap, gapToSpot, inches, inside, kept, rim, rounded, shifted, spotAt, toSegment, wayLength, whole, type Spot, type Standing } from "../src/table/geometry";
import { along, halfOf, rowsIn, shrunk, strewn } from "../src/table/strewing";

const HIGH = 48_000;
const disc = (x: number, y: number): Standing => ({ at: [x, y], facing: 0, base: { round: true, half_width: 800, half_length: 800 } });
const hull = (x: number, y: number, facing = 0): Standing => ({ at: [x, y], facing, base: { round: false, half_width: 600, half_length: 1150 } });
const square: Spot[] = [[0, 0], [10_000, 0], [10_000, 10_000], [0, 10_000]];

describe("places", () => {
  it("turn the table's y upside down and come back to the very mil", () => {
    expect(drawn([0, 0], HIGH)).toEqual([0, 960]);
    expect(drawn([72_000, 48_000], HIGH)).toEqual([1440, 0]);
    for (const spot of [[1, 2], [35_999, 24_001], [72_000, 0]] as Spot[]) expect(spotAt(drawn(spot, HIGH), HIGH)).toEqual(spot);
  });
  it("have bearings clockwise from up the table", () => {
    expect(bearing([0, 0], [0, 5])).toBe(0);
    expect(bearing([0, 0], [5, 0])).toBe(90);
    expect(bearing([0, 0], [0, -5])).toBe(180);
    expect(bearing([0, 0], [-5, 0])).toBe(270);
    expect(bearing([3, 3], [3, 3])).toBeNull();
    expect(whole(-15)).toBe(345);
    expect(shifted([1000, 1000], 90, 500)).toEqual([1500, 1000]);
  });
  it("are kept on the table", () => expect(kept([-500, 60_000], [72_000, HIGH])).toEqual([0, HIGH]));
  it("are measured along a way, and shown as a tape shows them", () => {
    expect(wayLength([[0, 0], [3000, 4000], [3000, 5000]])).toBe(6000);
    expect(wayLength([[5, 5]])).toBe(0);
    expect(inches(6049)).toBe("6.0″");
    expect(inches(11_960)).toBe("12.0″");
  });
});

describe("distances between bases", () => {
  it("go from edge to edge of discs", () => expect(gap(disc(0, 0), disc(5000, 0))).toBe(3400));
  it("are nothing where bases touch or lap", () => expect(gap(disc(0, 0), disc(1000, 0))).toBe(0));
  it("mind how a hull is turned", () => {
    expect(gap(disc(0, 0), hull(0, 5000, 0))).toBeCloseTo(5000 - 800 - 1150, 0);
    expect(gap(disc(0, 0), hull(0, 5000, 90))).toBeCloseTo(5000 - 800 - 600, 0);
    expect(gap(hull(0, 0, 0), hull(0, 6000, 90))).toBeCloseTo(6000 - 1150 - 600, -1);
    expect(gapToSpot(hull(0, 0, 45), [0, 0])).toBe(0);
  });
  it("have rims as wide as the base", () => expect(rim(hull(0, 0, 90)).map(([x, y]) => [Math.abs(x), Math.abs(y)])).toEqual(Array(4).fill([1150, 600])));
});

describe("areas", () => {
  it("cover what is inside, and not their holes", () => {
    const hole: Spot[] = [[4000, 4000], [6000, 4000], [6000, 6000], [4000, 6000]];
    expect(covers([square], [5000, 5000])).toBe(true);
    expect(covers([square, hole], [5000, 5000])).toBe(false);
    expect(covers([square, hole], [1000, 1000])).toBe(true);
  });
  it("have a place well inside, even around a hole or a bend", () => {
    const bend: Spot[] = [[0, 0], [10_000, 0], [10_000, 2000], [2000, 2000], [2000, 10_000], [0, 10_000]];
    for (const rings of [[square], [bend], [square, [[3000, 3000], [7000, 3000], [7000, 7000], [3000, 7000]] as Spot[]]]) {
      const found = inside(rings);
      expect(found && covers(rings, found)).toBe(true);
    }
    expect(inside([])).toBeNull();
  });
  it("tell how far a point is from a stretch", () => {
    expect(toSegment([5, 5], [0, 0], [10, 0])).toBe(5);
    expect(toSegment([-3, 4], [0, 0], [10, 0])).toBe(5);
  });
});

describe("what fills the ground", () => {
  const field: [number, number][] = [[0, 0], [200, 0], [200, 100], [0, 100]];
  it("is strewn inside, away from the edge, and always the same", () => {
    const trees = strewn(field, 10, 4, 3);
    expect(trees.length).toBeGreaterThan(100);
    expect(trees.every(([x, y]) => x > 4 && x < 196 && y > 4 && y < 96)).toBe(true);
    expect(strewn(field, 10, 4, 3)).toEqual(trees);
    expect(strewn(field, 10, 4, 4)).not.toEqual(trees);
  });
  it("runs in rows along the longest side", () => {
    const rows = rowsIn(field, 10, 2);
    expect(rows).toHaveLength(10);
    expect(rows.every(([a, b]) => Math.abs(a[1] - b[1]) < 1e-9)).toBe(true);
  });
  it("halves roofs, draws hills in, walks along lines", () => {
    expect(halfOf(field, [100, 50], 0)).toEqual([[200, 50], [200, 100], [0, 100], [0, 50]]);
    expect(shrunk(field, 1000)).toEqual([]);
    expect(along([[0, 0], [100, 0]], 25).map(({ at }) => at[0])).toEqual([12.5, 37.5, 62.5, 87.5]);
    expect(rounded([[0, 0], [2, 0], [2, 2]])).toMatch(/^M1 1Q/);
  });
  it("cut no more than 0.15 inches off a corner, however long its sides are", () => {
    const path = rounded([[0, 0], [400, 0], [400, 400], [0, 400]]);
    // The middle of a corner's curve: half way from the corner to the middle of where it leaves the sides.
    const [, bow] = /Q400 0 ([\d.]+ [\d.]+)/.exec(path) as unknown as [string, string];
    const below = Number(bow.split(" ")[1]);
    expect(below).toBeGreaterThan(0);
    expect((below * Math.SQRT1_2) / 2).toBeLessThan(0.151 * 20);
  });
});
