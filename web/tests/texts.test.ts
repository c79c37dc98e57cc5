import { describe, expect, it } from "vitest";
import { teamsNamed } from "../src/parts/teams";
import { howMany, sentence, together, whole } from "../src/texts";

describe("sentences", () => {
  it("begin with a capital letter, but for names that do not", () => {
    expect(sentence("axis attacks")).toBe("Axis attacks");
    expect(sentence("the plans are shown: allied attack, axis defend")).toBe("The plans are shown: Allied attack, Axis defend");
    expect(whole("sMG34 Machine-Gun Platoon shoots")).toBe("sMG34 Machine-Gun Platoon shoots.");
  });
});

describe("how many are chosen", () => {
  it("is said without a range where there is none", () => {
    expect([howMany(1, 1), howMany(0, 6), howMany(2, 6)]).toEqual(["exactly 1", "up to 6", "2 to 6"]);
  });
});

describe("a counter's values", () => {
  it("stay on one line; other hyphens may end it", () => {
    expect(together("6 x 4-4-7, Machine-Gun")).toBe("6 x 4-\u20604-\u20607, Machine-Gun");
  });
});

describe("teams in the words of the rules", () => {
  const names: Record<string, string> = { "allied 1": "Rifle Company", "allied 2": "Rifle Company (2)", "axis w1": "Bunker" };
  const named = (words: string): string => teamsNamed(words, (unit) => names[unit] ?? null);

  it("are named by their unit and number", () => {
    expect(named("to hit allied 1.6 with rifles")).toBe("to hit Rifle Company, team 7 with rifles");
    expect(named("to hit axis w1.0")).toBe("to hit Bunker, team 1");
  });
  it("of one unit are named together, in the order of their dice", () => {
    expect(named("bombardment on allied 1.4, allied 1.5, allied 1.8, allied 2.2, allied 1.0")).toBe(
      "bombardment on Rifle Company, teams 5, 6 and 9; Rifle Company (2), team 3; Rifle Company, team 1",
    );
  });
  it("keep their ids where a unit is not known", () => {
    expect(named("save of axis 9.0, axis 9.1")).toBe("save of axis 9.0, axis 9.1");
  });
});
