import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Option } from "../src/api/types";
import type { GameStore } from "../src/game/store.svelte";
import { settled, TableStore, unitIn } from "../src/table/table.svelte";

const one = (...values: unknown[]): { domain: string; values: unknown[] } => ({ domain: "one-of", values });
const option = (act: string, takes: Option["takes"] = {}): Option => ({ act, words: act, takes, ends: false });
const MOVE = option("move", { unit: one("allied 1"), legs: { domain: "legs", unit: "allied 1", by_order: false, reach: { "allied 1.0": { tactical: 8 }, "allied 1.1": { tactical: 8 } } } });
const SHOOT = option("shoot", { unit: one("allied 1"), aims: { domain: "aims", guns: [{ team: "allied 1.0", weapon: 0, name: "rifle", range: 16, shots: 1, at: ["axis 1.0"] }] } });
const base = { name: "infantry", round: true, half_width: 800, half_length: 800 };
const SCENE = {
  scene: "table", size: [72_000, 48_000], step: "movement", stage: "main", asked: null, objectives: [], markers: [], smoke: [], zones: {}, rooms: {},
  teams: [
    { id: "allied 1.0", unit: "allied 1", seat: "allied", kind: "infantry", name: "Rifles, team 1", at: [10_000, 10_000], facing: 0, base, leader: true },
    { id: "allied 1.1", unit: "allied 1", seat: "allied", kind: "infantry", name: "Rifles, team 2", at: [12_000, 10_000], facing: 0, base },
    { id: "axis 1.0", unit: "axis 1", seat: "axis", kind: "infantry", name: "Grenadiers, team 1", at: [10_000, 20_000], facing: 180, base, leader: true },
  ],
  units: [
    { id: "allied 1", number: "1", seat: "allied", name: "Rifles", kind: "infantry", where: "table", standing: "", teams: ["allied 1.0", "allied 1.1"], leader: "allied 1.0" },
    { id: "allied 2", number: "2", seat: "allied", name: "Mortars", kind: "infantry", where: "roster", standing: "", waiting: [{ id: "allied 2.0", kind: "infantry", name: "Mortars, team 1", base }] },
    { id: "axis 1", number: "1", seat: "axis", name: "Grenadiers", kind: "infantry", where: "table", standing: "", teams: ["axis 1.0"], leader: "axis 1.0" },
  ],
};

/** A game as the table sees it, with answers of the server by question. */
function stage(options: Option[], answers: Record<string, unknown> = {}) {
  const asked: Record<string, unknown>[] = [];
  const done: unknown[] = [];
  const game = {
    id: "g", token: "t", seat: "allied", options, count: 5, past: null, busy: false, picked: null, focus: [], shown: { count: 5, view: null, scene: SCENE },
    tries: vi.fn(async () => ({ ok: true, count: 5, detail: "", rule: null })),
    do: vi.fn(async (command: unknown) => (done.push(command), true)),
  };
  vi.stubGlobal("fetch", async (_: string, init: { body: string }) => {
    const { question } = JSON.parse(init.body) as { question: Record<string, unknown> };
    asked.push(question);
    const answer = answers[question["ask"] as string];
    return answer === undefined
      ? new Response(JSON.stringify({ status: 422, detail: "not now" }), { status: 422 })
      : new Response(JSON.stringify({ count: 5, answer }));
  });
  return { table: new TableStore(game as unknown as GameStore), game, asked, done };
}

beforeEach(() => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => (vi.useRealTimers(), vi.unstubAllGlobals()));
const settle = async (): Promise<void> => void (await vi.advanceTimersByTimeAsync(300));

describe("the table", () => {
  it("tells a team's number first where a list may cut its name", () => {
    expect(stage([]).table.teamFirst("allied 1.1")).toBe("Team 2, Rifles");
  });
  it("knows which options are about which unit", () => {
    const { table } = stage([MOVE, SHOOT, option("next")]);
    expect(unitIn(MOVE)).toBe("allied 1");
    expect(settled(option("bombard", { smoke: one(false), at: { domain: "aiming-points" }, weapon: one(2) }))).toEqual({ smoke: false, weapon: 2 });
    expect([...table.byUnit.keys()]).toEqual(["allied 1"]);
    expect(table.others.map((other) => other.act)).toEqual(["next"]);
  });

  it("fills in what a scene leaves out, and draws teams that are yet to come", () => {
    const { table } = stage([]);
    expect(table.teams.get("allied 1.1")).toMatchObject({ leader: false, pinned: false, riders: [] });
    expect(table.piece("allied 2.0")).toMatchObject({ kind: "infantry", seat: "allied" });
    expect(table.piece("nobody 9.9")).toBeNull();
  });

  it("sends a unit where the ground is clicked: by the server's way, then asked of the rules, then done", async () => {
    const legs = [{ team: "allied 1.0", way: [[10_000, 10_000], [10_000, 16_000]], pace: "tactical", facing: null, board: null, level: 0 }];
    const { table, game, asked, done } = stage([MOVE], { way: { legs }, reach: { team: "allied 1.0", paces: {} } });
    table.pickTeam("allied 1.0");
    table.pickGround([10_000, 90_000]);
    await settle();
    expect(asked.find((question) => question["ask"] === "way")).toMatchObject({ unit: "allied 1", to: [10_000, 48_000], dash: false });
    expect(game.tries).toHaveBeenCalledWith({ do: "move", unit: "allied 1", legs }, expect.anything());
    expect(table.verdict?.ok).toBe(true);
    await table.confirm();
    expect(done).toEqual([{ do: "move", unit: "allied 1", legs }]);
    expect(table.draft).toBeNull();
  });

  it("goes on by keys from where there was no way, past whoever stands there", async () => {
    const { table, asked } = stage([MOVE], { way: { legs: [] }, reach: { team: "x", paces: {} } });
    table.pickUnit("allied 1");
    table.beginMove();
    for (let n = 0; n < 3; n++) {
      table.nudge(null, 0, 1000);
      await settle();
    }
    expect(asked.filter((question) => question["ask"] === "way").map((question) => question["to"])).toEqual([[10_000, 11_000], [10_000, 12_000], [10_000, 13_000]]);
  });

  it("moves only the team that was picked by itself", async () => {
    const { table, asked } = stage([MOVE], { way: { legs: [] }, reach: { team: "x", paces: {} } });
    table.pickTeam("allied 1.1");
    table.pickTeam("allied 1.1");
    await table.goTo([0, 0]);
    expect(asked.find((question) => question["ask"] === "way")).toMatchObject({ teams: ["allied 1.1"] });
    expect(table.hint).not.toBe("");
  });

  it("aims at an enemy who is clicked, and fires only when told to", async () => {
    const aims = [{ team: "allied 1.0", weapon: 0, at: "axis 1.0", smoke: false }];
    const { table, done } = stage([SHOOT], { propose: { command: { do: "shoot", unit: "allied 1", aims } }, targets: { shots: [], charges: [], why_no_shot: null }, odds: { shots: [{ team: "axis 1.0", chance: 0.25 }] } });
    table.pickUnit("allied 1");
    table.pickTeam("axis 1.0");
    await settle();
    expect(table.draft).toMatchObject({ kind: "aims", aims });
    expect(table.odds).toEqual([{ team: "axis 1.0", chance: 0.25 }]);
    expect(done).toEqual([]);
    await table.confirm();
    expect(done).toEqual([{ do: "shoot", unit: "allied 1", aims }]);
  });

  it("begins nothing again between what was done and the news of it", async () => {
    const put = option("put", { what: one("objective 1"), at: { domain: "region", rings: [[[0, 0], [9000, 0], [9000, 9000], [0, 9000]]] } });
    const { table, game, done } = stage([put]);
    Object.assign(game, { settled: true });
    table.settle();
    await table.confirm();
    expect(done).toHaveLength(1);
    expect(table.draft).toBeNull();
    table.settle();
    game.do.mockImplementation(async () => ((game.count += 1), true));
    await table.confirm();
    expect(table.draft).not.toBeNull();
  });

  it("tells why something cannot be proposed, but not of a moment that is over", async () => {
    const { table, game } = stage([SHOOT], { targets: { shots: [], charges: [], why_no_shot: "" } });
    table.pickUnit("allied 1");
    await table.aimAt("axis 1.0");
    expect(table.hint).toBe("not now");
    expect(table.draft).toBeNull();
    const late = table.aimAt("axis 1.0");
    game.count += 1;
    await late;
    expect(table.hint).toBe("");
  });

  it("puts an objective inside its area, and drops a plan whose act is gone", async () => {
    const put = option("put", { what: one("objective 1"), at: { domain: "region", rings: [[[0, 0], [9000, 0], [9000, 9000], [0, 9000]]] } });
    const { table } = stage([put]);
    table.settle();
    expect(table.draft).toMatchObject({ kind: "spot", what: "objective 1", at: [4500, 4500] });
    table.nudge(null, 1000, -500);
    expect(table.marks[0]?.at).toEqual([5500, 4000]);
    expect(table.allowed([5500, 4000])).toBe(true);
    expect(table.allowed([20_000, 4000])).toBe(false);
    const later = stage([option("next")]).table;
    later.set(table.draft);
    later.settle();
    expect(later.draft).toBeNull();
  });

  it("measures from click to click", () => {
    const { table } = stage([]);
    table.measuring = true;
    table.pickGround([0, 0]);
    table.pickGround([3000, 4000]);
    expect(table.ruler).toEqual({ from: [0, 0], to: [3000, 4000] });
    table.pickTeam("axis 1.0");
    expect(table.ruler).toEqual({ from: [10_000, 20_000], to: [10_000, 20_000] });
  });
});
