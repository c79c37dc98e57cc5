import { beforeEach, describe, expect, test } from "vitest";
import { allKeys, bestPlace, dropKey, keepKey, keysOf, seatsHeld } from "../src/api/keys";
import type { Held, Roll } from "../src/api/types";
import { idsIn } from "../src/boards";
import { withGround } from "../src/game/store.svelte";
import { byGame } from "../src/home/open-games";
import { seated } from "../src/home/start";
import { numbered } from "../src/home/units";
import { good, lines, outcome } from "../src/parts/rolls";
import en from "../src/texts/en.json";
import { count, known, t, whole } from "../src/texts";

beforeEach(() => localStorage.clear());

describe("the keys of this browser", () => {
  test("are kept by game, the newest of a place", () => {
    keepKey("g1", "battle", "Dust Up", "allied", "old");
    keepKey("g1", "battle", "Dust Up", "allied", "new");
    keepKey("g1", "battle", "Dust Up", "invite:axis", "asked");
    keepKey("g1", "battle", "Dust Up", "host", "h");
    expect(keysOf("g1")?.tokens).toEqual({ allied: "new", "invite:axis": "asked", host: "h" });
    expect(seatsHeld(keysOf("g1"))).toEqual(["allied"]);
    expect(bestPlace(keysOf("g1")!)).toBe("allied");
  });

  test("are forgotten one by one, and the game with the last", () => {
    keepKey("g1", "battle", "Dust Up", "allied", "a");
    keepKey("g1", "battle", "Dust Up", "watch", "w");
    dropKey("g1", "allied");
    expect(bestPlace(keysOf("g1")!)).toBe("watch");
    dropKey("g1", "watch");
    expect(allKeys()).toEqual({});
  });

  test("what somebody else wrote there does no harm", () => {
    localStorage.setItem("orsha.games", '{"g1": 5, "g2": {"kind": "battle", "title": "x", "tokens": {"allied": 7}}}');
    expect(allKeys()).toEqual({});
    localStorage.setItem("orsha.games", "not json");
    expect(allKeys()).toEqual({});
  });
});

describe("open games", () => {
  const held = (more: Partial<Held>): Held => ({
    place: 0, game: "g", kind: "battle", title: "Dust Up", role: "seat", seat: "allied", seats: {}, to_act: [], mine: false,
    count: 3, opened_at: "2026-11-01", last_at: null, result: null, ...more,
  });

  test("both seats and the spectators' place are one game, opened where it is asked", () => {
    const games = byGame([held({ role: "watch", seat: null }), held({}), held({ seat: "axis", mine: true, to_act: ["axis"] }), held({ role: "host", seat: null })]);
    expect(games).toHaveLength(1);
    expect(games[0]).toMatchObject({ place: "axis", seats: ["allied", "axis"], mine: true });
  });

  test("what waits for me comes first, what is over last", () => {
    const over = { winner: "axis", why: "", points: {} };
    const games = byGame([held({ game: "over", result: over, last_at: "2026-11-09" }), held({ game: "theirs", last_at: "2026-11-08" }), held({ game: "mine", mine: true })]);
    expect(games.map((one) => one.game)).toEqual(["mine", "theirs", "over"]);
  });
});

test("who sits where", () => {
  expect(seated(["allied", "axis"], "axis", "bot:staff")).toEqual({ allied: "bot:staff", axis: "mine" });
  expect(seated(["allied", "axis"], "allied", "here")).toEqual({ allied: "mine", axis: "mine" });
  expect(seated(["allied", "axis"], "allied", "link")).toEqual({ allied: "mine", axis: "invite" });
});

test("numbered units share the points out", () => {
  const units = numbered(7, 100);
  expect(units).toHaveLength(7);
  expect(units.reduce((sum, one) => sum + one.points, 0)).toBe(100);
});

test("a scene without ground lies on the one before", () => {
  expect(withGround({ teams: [] }, { ground: { id: "a" } })).toEqual({ teams: [], ground: { id: "a" } });
  expect(withGround({ ground: { id: "b" } }, { ground: { id: "a" } })).toEqual({ ground: { id: "b" } });
});

test("an event is about the things that it names", () => {
  const event = { event: "shot", by: "t1", at: [{ team: "t2", hits: 1 }], lost: { t3: 1 }, words: "t9" };
  expect(idsIn(event, new Set(["t1", "t2", "t3"]))).toEqual(["t1", "t2", "t3"]);
});

describe("rolls", () => {
  const roll = (more: Partial<Roll["ask"]>, faces: number[], result: number): Roll => ({
    event: "roll", number: 1, faces, result,
    ask: { purpose: "to hit", who: "allied", count: faces.length, sides: 6, how: "sum", modifiers: [], needed: null, seen_by: null, again_of: null, chart: null, ...more },
  });

  test("each die by itself, with its modifiers", () => {
    const one = roll({ how: "each", needed: 5, modifiers: [{ name: "long range", value: -1 }] }, [6, 5], 1);
    expect([good(one, 6), good(one, 5)]).toEqual([true, false]);
    expect(outcome(one)).toBe("1 of 2 with 6+ (5+, −1)");
  });

  test("a test passes or fails as a whole", () => {
    expect(outcome(roll({ needed: 4 }, [3], 3))).toBe("3: failed, 4+ needed");
    expect(good(roll({ needed: 4, count: 2 }, [3, 1], 4), 3)).toBeNull();
  });

  test("stand in the log where they were rolled", () => {
    const one = roll({}, [4], 4);
    const events = [{ event: "aimed" }, one as unknown as { event: string }, { event: "hit" }];
    const found = lines(events, ["takes aim", "allied rolls to hit: 4 makes 4", "is hit"]);
    expect(found.map((line) => ("roll" in line ? "roll" : line.words))).toEqual(["takes aim", "roll", "is hit"]);
  });
});

describe("texts", () => {
  test("names are filled in, and what is not known stays", () => {
    expect(t("game.won", { who: "Axis" })).toBe("Axis wins");
    expect(count("game.points", 1)).toBe("one victory point");
    expect(count("game.points", 3)).toBe("3 victory points");
    expect(known("seat", "partisan-band")).toBe("Partisan band");
    expect(whole("a rule forbids it")).toBe("A rule forbids it.");
  });

  test("no text is empty, and one and several go in pairs", () => {
    for (const [key, text] of Object.entries(en)) {
      expect(text.trim(), key).not.toBe("");
      if (key.endsWith(".one")) expect(en, key).toHaveProperty([`${key.slice(0, -4)}.other`]);
    }
  });
});
