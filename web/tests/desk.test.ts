import { describe, expect, test } from "vitest";
import type { Told } from "../src/api/types";
import { choiceHexes, contrary, grouped } from "../src/desk/choosing";
import { distance, Grid, hexesIn, nameOf, neighbour, ordered, parse, STEP, type Cell } from "../src/desk/hexes";
import { chance as carried, mean, percent } from "../src/parts/numbers";
import { barred, costOf, expected, spent, spentOnWorks, withWork, worksCost, worksEver, type Purchase } from "../src/desk/order";
import { added, begun, changed, controlTurned, differences, levelled, lost, moved, sectionOf, sendable, statusesOf, turned } from "../src/desk/report";
import type { CampaignView, DeskGroup, DeskPrice, Piece, Report } from "../src/desk/scene";
import { asCounters, common, crowd, following, holders, put, takeUp, things, type SetUp } from "../src/desk/setup";
import { short, stacks } from "../src/desk/stacks";
import { chance, pages } from "../src/desk/steps";

/** A small map: columns A to F, numbers 0 or 1 to 6, as the server lays hexes out. */
const centre = ({ column, number }: Cell): { x: number; y: number } => ({ x: (column * 3 ** 0.5) / 2, y: number + 0.5 * Math.abs(column % 2) });
const cells = Array.from({ length: 6 }, (_, column) => Array.from({ length: 6 }, (_, n) => ({ column, number: n + 1 }))).flat();
const grid = new Grid(cells.map((cell) => ({ hex: nameOf(cell), ...centre(cell) })));

describe("hexes", () => {
  test("names are letters and a number; after Z come AA and BB, and AB is none", () => {
    expect(parse("P15")).toEqual({ column: 15, number: 15 });
    expect(parse("CC5")).toEqual({ column: 28, number: 5 });
    expect(parse("AB5")).toBeNull();
    expect(parse("4-6-7")).toBeNull();
    for (const name of ["A1", "Z40", "DD13"]) expect(nameOf(parse(name) as Cell)).toBe(name);
  });

  test("neighbours are one hex and one step apart, and lead back", () => {
    for (const cell of cells)
      for (const side of [0, 1, 2, 3, 4, 5]) {
        const next = neighbour(cell, side);
        expect(distance(cell, next)).toBe(1);
        expect(neighbour(next, side + 3)).toEqual(cell);
        const [a, b] = [centre(cell), centre(next)];
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(1, 6);
      }
  });

  test("numbers grow to the right and letters upward; side 0 looks left", () => {
    expect(grid.at("C4")[0]).toBeGreaterThan(grid.at("C3")[0]);
    expect(grid.at("D3")[1]).toBeLessThan(grid.at("C3")[1]);
    const [x, y] = grid.side("C3", 0);
    expect([grid.at("C3")[0] - x, grid.at("C3")[1] - y].map((one) => Math.round(one))).toEqual([STEP / 2, 0]);
  });

  test("every point near a centre is in its hex, and beside the map there is none", () => {
    for (const hex of grid.names) {
      const [x, y] = grid.at(hex);
      for (const [dx, dy] of [[0, 0], [STEP * 0.4, 0], [0, -STEP * 0.4], [-STEP * 0.3, STEP * 0.3]] as const) expect(grid.under([x + dx, y + dy])).toBe(hex);
    }
    expect(grid.under([-5 * STEP, 0])).toBeNull();
  });

  test("the outline of one hex has six sides, of two neighbours ten, of a ring an inner one too", () => {
    expect(grid.rings(["C3"]).map((ring) => ring.length)).toEqual([6]);
    expect(grid.rings(["C3", "C4"]).map((ring) => ring.length)).toEqual([10]);
    const around = [0, 1, 2, 3, 4, 5].map((side) => nameOf(neighbour(parse("C3") as Cell, side)));
    expect(grid.rings(around).map((ring) => ring.length).sort((a, b) => a - b)).toEqual([6, 18]);
    expect(grid.outline(["C3"])).toMatch(/^M.*Z$/);
  });

  test("a front line is drawn only where two areas touch", () => {
    expect(grid.between(["C3"], new Set(["C4"])).match(/M/g)).toHaveLength(1);
    expect(grid.between(["C3"], new Set(["E6"]))).toBe("");
  });

  test("hexes are found in sentences, and counters are not taken for them", () => {
    expect(hexesIn("german 4-6-7 g34 in J32 and CC8 becomes an 8-1")).toEqual(["J32", "CC8"]);
    expect(ordered(["CC8", "J32", "J4"])).toEqual(["J4", "J32", "CC8"]);
  });
});

describe("choices on the map", () => {
  const view = { pieces: { g137: { hex: "D22" } }, forts: { g12: { hex: "Z18" } } } as unknown as CampaignView;

  test("a key is a hex, names one, or names what stands in one", () => {
    const at = choiceHexes({ I33: "I33: 4-4-7, trench", "wreck K33": "the wreck in K33", "strip g137": "take the gun off", g12: "wire", "F30/0": "men", roll: "roll for a leader", r1: "russian 8-1 r1 in T29" }, view);
    expect(Object.fromEntries(at)).toEqual({ I33: "I33", "wreck K33": "K33", "strip g137": "D22", g12: "Z18", "F30/0": "F30", roll: "", r1: "T29" });
  });

  test("what lies in a hex stands together, what has none stands last", () => {
    const at = new Map([["a", "J4"], ["b", ""], ["c", "A1"], ["d", "J4"]]);
    expect(grouped([["a", ""], ["b", ""], ["c", ""], ["d", ""]], at)).toEqual([{ hex: "A1", keys: ["c"] }, { hex: "J4", keys: ["a", "d"] }, { hex: "", keys: ["b"] }]);
  });

  test("the same thing is not both wrecked and burnt", () => {
    expect(contrary("wreck g1", "burn g1")).toBe(true);
    expect(contrary("wreck g1", "burn g2")).toBe(false);
    expect(contrary("roll", "8-1")).toBe(false);
  });
});

const group = (id: string, by: Partial<DeskGroup> = {}): DeskGroup => ({
  id, type: id, kind: "squads", units: "4-6-7", cpp: 7, full: 12, depleted: 9, notes: [], date_max: 2, campaign_max: 3, works: false,
  extras: [{ name: "off-board", rule: "", means: "", cpp: -1, most: 1 }],
  outlook: { full: 0.5, leaders: {}, weapons: { LMG: 2.5 }, ammunition: {} }, ...by,
});

describe("an order", () => {
  const groups = [group("I1"), group("M1", { cpp: 2, works: true, extras: [], full: null, depleted: null, units: "", outlook: { full: null, leaders: {}, weapons: {}, ammunition: {} } })];
  const line = (id: string, extras: Record<string, number> = {}): Purchase => ({ id, extras });
  const purse = { available: 20, bought: {}, worksLimit: 3 };

  test("costs what its groups and their extras cost", () => {
    expect(costOf(line("I1"), groups)).toBe(7);
    expect(costOf(line("I1", { "off-board": 1 }), groups)).toBe(6);
    expect(spent([line("I1"), line("M1")], groups)).toBe(9);
    expect(spentOnWorks([line("I1"), line("M1")], groups)).toBe(2);
  });

  test("stops at the date's maximum, the campaign's, the purse and the share for works", () => {
    const [i1, m1] = groups as [DeskGroup, DeskGroup];
    expect(barred(i1, [line("I1")], groups, purse)).toBeNull();
    expect(barred(i1, [line("I1"), line("I1")], groups, purse)).toBe("date");
    expect(barred(i1, [line("I1")], groups, { ...purse, bought: { I1: 2 } })).toBe("campaign");
    expect(barred(i1, [line("I1")], groups, { ...purse, available: 12 })).toBe("cpp");
    expect(barred(i1, [line("I1")], groups, { ...purse, available: 13 })).toBeNull();
    expect(barred(m1, [line("M1")], groups, purse)).toBe("works");
  });

  test("says what it is likely to bring", () => {
    const outlook = expected([line("I1"), line("I1"), line("M1")], groups);
    expect(outlook.units).toEqual([{ name: "4-6-7", least: 18, most: 24, mean: 21 }]);
    expect(outlook.weapons).toEqual([{ name: "LMG", mean: 5 }]);
    expect([percent(0.004), percent(0.5), percent(0.999), mean(2.46), mean(3)]).toEqual(["<1\u00a0%", "50\u00a0%", ">99\u00a0%", "2.5", "3"]);
    expect([percent(0), percent(1)]).toEqual(["0\u00a0%", "100\u00a0%"]);
    expect(carried({ exact: false, carries: 0, low: 0, high: 0.019 })).toBe("<2\u00a0%");
    expect(carried({ exact: false, carries: 1, low: 0.981, high: 1 })).toBe(">98\u00a0%");
  });

  test("works: lines of the same kind grow, hexes of mines stand alone", () => {
    const prices = [{ id: "trench", fpp: 6 }, { id: "ap-mine", fpp: 2 }, { id: "pillbox", fpp: 2 }] as unknown as DeskPrice[];
    let lines = withWork(withWork([], "trench"), "trench");
    lines = withWork(withWork(lines, "ap-mine", 6), "ap-mine", 8);
    lines = withWork(lines, "pillbox", 1, [1, 3, 5]);
    expect(lines.map((one) => [one.what, one.count, worksCost(one, prices)])).toEqual([["trench", 2, 12], ["ap-mine", 6, 12], ["ap-mine", 8, 16], ["pillbox", 1, 18]]);
    expect(worksEver("ap-mine", lines, { "ap-mine": 3 })).toBe(5);
    expect(withWork(withWork(lines, "trench", -1), "trench", -1).some((one) => one.what === "trench")).toBe(false);
  });
});

const piece = (id: string, kind: string, type: string, hex = "", by: Partial<Piece> = {}): Piece => ({ id, side: "german", kind, type, hex, level: null, status: [], held_by: null, group: "I1/1", ...by });

describe("a set-up", () => {
  const setUp: SetUp = {
    rule: "001 7.5224", side: "german",
    pieces: { s1: piece("s1", "squad", "4-6-7"), s2: piece("s2", "squad", "4-6-7", "", { group: "I2/1" }), w1: piece("w1", "sw", "LMG", "", { group: "I2/1" }), v1: piece("v1", "vehicle", "StuG") },
    forts: { f1: { id: "f1", what: "trench", side: "german", hex: "", ap: 0, at: 0, capacity: 0, values: null } },
    slots: {}, zones: { all: ["A1", "A2", "B1"], dry: ["A2", "C1"] }, where: { s1: "all", s2: "all", w1: "all", f1: "dry" },
    barred: { v1: "it enters" }, standing: { x: piece("x", "crew", "2-2-8", "A1") },
  };

  test("everything has its zone, and what is barred has none", () => {
    expect(things(setUp).map((one) => [one.id, one.zone, one.barred])).toEqual([["s1", "all", ""], ["s2", "all", ""], ["w1", "all", ""], ["v1", "", "it enters"], ["f1", "dry", ""]]);
    expect([...common(setUp, ["s1", "f1"])]).toEqual(["A2"]);
    expect(common(setUp, ["v1"]).size).toBe(0);
  });

  test("a weapon goes into the hands of its own group, men put down in the same stroke too", () => {
    const placed = put(setUp, [], ["w1", "s1", "s2"], "A2", "concealed");
    expect(placed.find((one) => one.id === "w1")).toMatchObject({ hex: "A2", held_by: "s2", how: "concealed" });
    expect(holders(setUp, placed, "w1", "A2")).toEqual(["s2", "s1"]);
    expect(takeUp(placed, ["s2"]).find((one) => one.id === "w1")?.held_by).toBeNull();
  });

  test("a gun that is not named goes with its crew, and is no longer in the tray", () => {
    const battery: SetUp = { ...setUp, pieces: { c1: piece("c1", "crew", "2-2-8"), k1: piece("k1", "gun", "75L", "", { held_by: "c1" }), k2: piece("k2", "gun", "75L", "B1", { held_by: "c1" }) }, where: { c1: "all", k1: "all" } };
    const placed = put(battery, [], ["c1"], "A2", "hidden");
    expect([...following(battery, placed)]).toEqual([["k1", "c1"]]);
    expect(asCounters(battery, placed, []).map((one) => [one.id, one.hex, one.secret])).toEqual([["c1", "A2", true], ["k1", "A2", true], ["k2", "B1", false]]);
    expect(following(battery, []).size).toBe(0);
  });

  test("a hex counts its half-squads, those that stand there already too", () => {
    expect(crowd(setUp, put(setUp, [], ["s1", "s2", "w1"], "A1", "open"), "A1")).toBe(5);
    expect(put(setUp, [], ["f1"], "A2", "hidden")[0]?.how).toBe("open");
  });
});

describe("a report", () => {
  const view = {
    date: "23AM",
    pieces: { r1: { ...piece("r1", "squad", "4-4-7", "K33"), side: "russian" } },
    sides: { german: { box: { to: ["german"], value: { g1: piece("g1", "squad", "4-6-7", "P20", { status: ["hidden"] }), g2: piece("g2", "sw", "LMG", "P20", { held_by: "g1" }), g3: piece("g3", "squad", "4-6-7") } } }, russian: { box: { to: ["russian"] } } },
  } as unknown as CampaignView;
  const start = begun(view, "german");

  test("begins from what stood there, one's own hidden men among it", () => {
    expect(start.pieces.map((one) => [one.id, one.hex, one.status])).toEqual([["r1", "K33", []], ["g1", "P20", []], ["g2", "P20", []]]);
    expect(start.turns).toBe(6);
  });

  test("who moves takes along what he holds; what one held who is lost lies there", () => {
    const gone = moved(start, ["g1"], "P22");
    expect(gone.pieces.filter((one) => one.hex === "P22").map((one) => one.id)).toEqual(["g1", "g2"]);
    expect(moved(start, ["g2"], "P22").pieces.find((one) => one.id === "g2")?.held_by).toBeNull();
    const after = lost(start, ["g1"]);
    expect(after.pieces.map((one) => [one.id, one.held_by])).toEqual([["r1", null], ["g2", null]]);
    expect(after.casualties.german?.lost).toEqual({ "4-6-7": 1 });
  });

  test("a level goes for all that a piece holds", () => {
    expect(levelled(start, "g1", 2).pieces.map((one) => [one.id, one.level])).toEqual(start.pieces.map((one) => [one.id, one.id === "g1" || one.held_by === "g1" ? 2 : one.level]));
    const round = { ...start, pieces: start.pieces.map((one) => (one.id === "g1" ? { ...one, held_by: "g2" } : one)) };
    expect(levelled(round, "g1", 1).pieces.find((one) => one.id === "g2")?.level).toBe(1);
  });

  test("states go on and off, only such as a kind can have", () => {
    expect(turned(turned(start, "g1", "broken"), "g1", "broken")).toEqual(start);
    expect(statusesOf("squad")).toContain("broken");
    expect(statusesOf("vehicle")).not.toContain("broken");
    expect(statusesOf("leader")).toContain("wounded");
  });

  test("new pieces have ids of their own", () => {
    const more = added(added(start, "russian", "squad", "4-4-7", "K33", 2), "russian", "crew", "2-2-8", "K33", 1);
    expect(new Set(more.pieces.map((one) => one.id)).size).toBe(6);
  });

  test("control goes round: German, Russian, as before", () => {
    const one = controlTurned(start, "P3");
    expect(one.control.german).toEqual(["P3"]);
    expect(controlTurned(one, "P3").control).toEqual({ german: [], russian: ["P3"] });
    expect(sendable(controlTurned(controlTurned(one, "P3"), "P3")).control).toEqual({});
  });

  test("is compared with what was before", () => {
    let report: Report = moved(lost(start, ["r1"]), ["g2"], "P21");
    report = added(changed(report, "g1", { status: ["broken"] }), "russian", "squad", "4-4-7", "X1", 1);
    expect(differences(start.pieces, report).map((one) => [one.what, one.id])).toEqual([["gone", "r1"], ["changed", "g1"], ["moved", "g2"], ["new", "new-r1"]]);
    expect(differences(start.pieces, start)).toEqual([]);
  });

  test("a fault stands at its field: by its place, or by the rule that it breaks", () => {
    expect(sectionOf({ at: ["pieces", "3", "hex"], why: "", rule: null })).toBe("pieces");
    expect(sectionOf({ at: [], why: "", rule: "001 CG14" })).toBe("evp");
    expect(sectionOf({ at: [], why: "", rule: "001 7.5" })).toBe("");
  });
});

describe("the story as pages", () => {
  const told = (n: number, events: [string, Record<string, unknown>, string][]): Told =>
    ({ n, seat: "german", command: null, events: events.map(([event, more]) => ({ event, ...more })), words: events.map(([, , words]) => words).filter((words) => words !== "") }) as unknown as Told;

  test("a page for each step, with what happened in it; secrets of the other side leave no gap", () => {
    const found = pages([
      told(1, [["ordered", { side: "german" }, "german has ordered"], ["points-changed-2", { points: { to: ["german"] } }, ""], ["task-done", {}, ""], ["step-began", { step: "7.519" }, "7.519 Strength"], ["said", { text: "a" }, "it comes in"]]),
      told(2, [["battle-began", { date: "23AM" }, "the scenario begins"]]),
      told(3, [["filed", {}, "german files"]]),
      told(4, [["adopted", {}, "the report counts"], ["step-began", { step: "7.501" }, "7.501 Melee"], ["date-began", { date: "23PM" }, "the date is 23PM"], ["step-began", { step: "7.513" }, "7.513 Repair"]]),
    ]);
    expect(found.map((page) => [page.date, page.step, page.lines.map((line) => line.words)])).toEqual([
      ["23AM", "7.518", ["german has ordered"]],
      ["23AM", "7.519", ["it comes in"]],
      ["23AM", "battle", ["the scenario begins"]],
      ["23AM", "agree", ["german files", "the report counts"]],
      ["23AM", "7.501", ["the date is 23PM"]],
      ["23PM", "7.513", []],
    ]);
  });

  test("the chance of a roll that needs a number", () => {
    const roll = (count: number, needed: number | null, value = 0) => ({ number: 1, faces: [1], result: 1, ask: { purpose: "", who: "", count, sides: 6, how: "sum", modifiers: value ? [{ name: "x", value }] : [], needed, seen_by: null, again_of: null, chart: null } }) as never;
    expect(chance(roll(1, 4))).toBeCloseTo(0.5);
    expect(chance(roll(2, 12))).toBeCloseTo(1 / 36);
    expect(chance(roll(2, 12, 1))).toBeCloseTo(3 / 36);
    expect(chance(roll(2, null))).toBeNull();
  });
});

describe("stacks", () => {
  test("one for each side in a hex, men on top, what is held beneath", () => {
    const some = [piece("w", "sw", "LMG", "A1", { held_by: "s" }), piece("s", "squad", "4-6-7", "A1"), piece("l", "leader", "9-1", "A1"), piece("x", "squad", "4-4-7", "A1", { side: "russian" }), piece("t", "squad", "4-6-7", "A1")];
    const found = stacks(some as never);
    expect(found.map((one) => [one.side, one.top.map((top) => top.id), one.more])).toEqual([["german", ["s", "t", "l"], 1], ["russian", ["x"], 0]]);
    expect(short("75L (PaK 40)")).toBe("75L");
  });
});
