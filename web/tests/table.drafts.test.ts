import { describe, expect, it } from "vitest";
import { aimed, commandOf, farthest, facingOf, heldBack, marksOf, moving, nearest, raised, shiftedBy, standingLeg, turnedBy, withLegs, withMark, type AimsDraft, type BandDraft, type LegsDraft, type PlacesDraft, type ShellsDraft } from "../src/table/drafts";
import type { Gun, Leg, Team } from "../src/table/scene";
import { isEmpty, trailOf, unbroken } from "../src/table/trail";

const leg = (team: string, ...way: [number, number][]): Leg => ({ team, way, pace: "tactical", facing: null, board: null, level: 0 });
const move = (...legs: Leg[]): LegsDraft => ({ kind: "legs", act: "move", unit: "allied 1", legs, rooms: [], target: null, dash: false, byOrder: false });
const team = (id: string, facing = 0): Team => ({ id, unit: "allied 1", seat: "allied", at: [0, 0], facing, level: 0 }) as unknown as Team;
const nobody = new Map<string, Team>();

describe("a move", () => {
  it("has a mark where every leg ends, facing the way it went", () => {
    const marks = marksOf(move(leg("allied 1.0", [0, 0], [0, 4000]), leg("allied 1.1", [0, 0], [3000, 0])), nobody);
    expect(marks.map(({ key, at, facing }) => [key, at, facing])).toEqual([["allied 1.0", [0, 4000], 0], ["allied 1.1", [3000, 0], 90]]);
  });
  it("goes straight to where one team is dragged, and leaves the others", () => {
    const after = withMark(move(leg("allied 1.0", [0, 0], [0, 4000]), leg("allied 1.1", [1, 1], [5, 5])), "allied 1.0", [1000, 1000]) as LegsDraft;
    expect(after.legs[0]?.way).toEqual([[0, 0], [1000, 1000]]);
    expect(after.legs[1]?.way).toEqual([[1, 1], [5, 5]]);
  });
  it("takes another way for a team, or one more team", () => {
    const draft = move(leg("allied 1.0", [0, 0], [0, 4000]));
    const after = withLegs(draft, [leg("allied 1.0", [0, 0], [1, 1], [2, 2]), leg("allied 1.2", [9, 9], [8, 8])]);
    expect(after.legs.map((one) => one.way.length)).toEqual([3, 2]);
  });
  it("of a carrier under control names the tank, and no way where it stays", () => {
    const control = { tank: "axis 1.0", carrier: "allied 1.0", inches: 6 };
    const stays: LegsDraft = { ...move(standingLeg(team("allied 1.0"), "tactical")), act: "take-control", control };
    expect(commandOf(stays)).toEqual({ do: "take-control", unit: "allied 1", tank: "axis 1.0", carrier: "allied 1.0", legs: [] });
    expect((commandOf(withMark(stays, "allied 1.0", [0, 3000]))["legs"] as Leg[])[0]?.way).toEqual([[0, 0], [0, 3000]]);
  });
  it("is sent without those who neither go nor turn", () => {
    const stays = standingLeg(team("allied 1.3"), "tactical");
    const draft = move(leg("allied 1.0", [0, 0], [0, 4000]), stays);
    expect((commandOf(draft)["legs"] as Leg[]).map((one) => one.team)).toEqual(["allied 1.0"]);
    const turned = turnedBy(draft, "allied 1.3", 30, new Map([["allied 1.3", team("allied 1.3", 350)]])) as LegsDraft;
    expect(moving(turned.legs).map((one) => [one.team, one.facing])).toEqual([["allied 1.0", null], ["allied 1.3", 20]]);
  });
  it("is measured by its longest way", () => expect(farthest(move(leg("a", [0, 0], [3000, 4000]), leg("b", [0, 0], [1, 0])), nobody)).toBe(5000));
  it("into an assault out of a room is measured from the opening", () => {
    const charge: LegsDraft = { ...move(leg("a", [0, 0], [0, 2000], [0, 5000])), act: "charge" };
    expect(farthest(charge, new Map([["a", { ...team("a"), room: "factory 1" }]]))).toBe(3000);
    expect(farthest(charge, nobody)).toBe(5000);
  });
  it("faces as its team did where it goes nowhere", () => expect(facingOf(leg("a", [5, 5]), new Map([["a", team("a", 77)]]))).toBe(77));
  it("climbs floors and never below the ground", () => {
    const up = raised(move(leg("a", [0, 0], [5, 5])), "a", 1) as LegsDraft;
    expect(up.legs[0]?.level).toBe(1);
    expect((raised(raised(up, "a", -1), "a", -1) as LegsDraft).legs[0]?.level).toBe(0);
  });
});

describe("other plans", () => {
  it("of places shift together, riders with what carries them", () => {
    const draft: PlacesDraft = { kind: "places", act: "deploy", unit: "u", rings: [], places: [{ team: "u.0", at: [0, 0], facing: 10 }, { team: "u.1", at: [0, 0], aboard: "u.0" }, { team: "u.2", at: [2000, 0] }] };
    expect(marksOf(draft, nobody).map((mark) => mark.key)).toEqual(["u.0", "u.2"]);
    expect((withMark(draft, "u.0", [5, 6]) as PlacesDraft).places.map((one) => one.at)).toEqual([[5, 6], [5, 6], [2000, 0]]);
    expect((shiftedBy(draft, 100, -50) as PlacesDraft).places.map((one) => one.at)).toEqual([[100, -50], [100, -50], [2100, -50]]);
    expect((turnedBy(draft, null, -20, nobody) as PlacesDraft).places.map((one) => one.facing)).toEqual([350, 340, 340]);
  });
  it("of shells are the command itself", () => {
    const draft: ShellsDraft = { kind: "shells", act: "bombard", range: 40, inches: 6, name: "mortar", command: { do: "bombard", unit: "u", spotter: "u.0", at: [1, 2], weapon: 0, attempts: 3, repeat: false, smoke: false, along: 0 } };
    expect(commandOf(withMark(draft, "0", [7, 8]))).toMatchObject({ do: "bombard", at: [7, 8], spotter: "u.0" });
    expect(nearest(marksOf(draft, nobody), [1, 3], 5)?.key).toBe("0");
    expect(nearest(marksOf(draft, nobody), [100, 3], 5)).toBeNull();
  });
});

describe("a river to be laid", () => {
  const river: BandDraft = { kind: "band", act: "lay-river", widths: [{ width: 8000, least: 29000, most: 43000 }], width: 8000, at: [36000, 24000], upright: true };
  it("goes where its middle is clicked, by tenths of an inch", () => expect(commandOf(withMark(river, "0", [31234, 5000]))).toEqual({ do: "lay-river", width: 8000, middle: 31200 }));
  it("stays where both banks may be", () => expect(commandOf(shiftedBy(river, 20_000, 0))).toEqual({ do: "lay-river", width: 8000, middle: 43000 }));
});

describe("split fire", () => {
  const gun = (team: string, weapon: number, more: Partial<Gun> = {}): Gun => ({ team, weapon, name: `w${weapon}`, range: 24, shots: 2, at: ["x.0", "x.1"], ...more });
  const start: AimsDraft = { kind: "aims", act: "shoot", unit: "u", aims: [], guns: [gun("u.0", 0), gun("u.0", 1, { machine_gun: true }), gun("u.0", 2, { machine_gun: true }), gun("u.0", 3, { secondary: true }), gun("u.1", 0)] };
  const fired = (draft: AimsDraft): string[] => draft.aims.map((aim) => `${aim.team}/${aim.weapon}>${aim.at}`);

  it("gives each team a target of its own", () => {
    const both = aimed(aimed(start, start.guns[0] as Gun, "x.0"), start.guns[4] as Gun, "x.1");
    expect(fired(both)).toEqual(["u.0/0>x.0", "u.1/0>x.1"]);
    expect(commandOf(both)).toMatchObject({ do: "shoot", unit: "u" });
  });
  it("fires one weapon of a team or all its machine-guns, a secondary one beside them", () => {
    let draft = aimed(start, start.guns[0] as Gun, "x.0");
    draft = aimed(draft, start.guns[3] as Gun, "x.1");
    expect(fired(draft)).toEqual(["u.0/0>x.0", "u.0/3>x.1"]);
    draft = aimed(draft, start.guns[1] as Gun, "x.0");
    expect(fired(draft)).toEqual(["u.0/3>x.1", "u.0/1>x.0"]);
    draft = aimed(draft, start.guns[2] as Gun, "x.1");
    expect(fired(draft)).toEqual(["u.0/3>x.1", "u.0/1>x.0", "u.0/2>x.1"]);
  });
  it("is at the moving rate for those who have one, and stays so as targets change", () => {
    const slow: AimsDraft = { ...start, guns: [gun("u.0", 0, { moving: true }), gun("u.1", 0), gun("u.2", 0, { moving: true })] };
    const rates = (draft: AimsDraft): string[] => draft.aims.filter((aim) => aim.moving).map((aim) => aim.team);
    const three = slow.guns.reduce((draft, one) => aimed(draft, one, "x.0"), slow);
    expect(rates(three)).toEqual([]);
    const back = heldBack(three, true);
    expect(rates(back)).toEqual(["u.0", "u.2"]);
    expect(rates(aimed(back, slow.guns[0] as Gun, "x.1"))).toEqual(["u.2", "u.0"]);
    expect(rates(heldBack(back, false))).toEqual([]);
  });
  it("lets a weapon be silent again", () => expect(fired(aimed(aimed(start, start.guns[0] as Gun, "x.0"), start.guns[0] as Gun, null))).toEqual([]));
});

describe("what happened, drawn", () => {
  it("is not what was taken back", () => {
    const told = (n: number, words: string, events: unknown[] = [{}]): { n: number; seat: string; words: string[]; events: unknown[] } => ({ n, seat: "axis", words: [words], events });
    expect(unbroken([told(1, "a"), told(2, "b"), told(3, "axis takes the last decision back", []), told(4, "c")]).map(({ n }) => n)).toEqual([1, 4]);
  });
  it("has the ways, the shots and the shells of an entry", () => {
    const trail = trailOf([
      { event: "moved", legs: [{ team: "allied 1.0", way: [[0, 0], [5, 5]] }, { team: "allied 1.1", way: [[0, 0]] }] },
      { event: "fired", volleys: [{ team: "axis 2.0", spot: [1, 1], hits: 2 }] },
      { event: "shelled", at: [3, 3], inches: 6 },
      { event: "asked", question: null },
    ]);
    expect(trail.ways).toEqual([{ team: "allied 1.0", seat: "allied", way: [[0, 0], [5, 5]] }]);
    expect(trail.shots).toEqual([{ from: "axis 2.0", to: [1, 1], hits: 2 }]);
    expect(trail.shells).toEqual([{ at: [3, 3], inches: 6 }]);
    expect(isEmpty(trail)).toBe(false);
    expect(isEmpty(trailOf([{ event: "asked" }]))).toBe(true);
  });
});
