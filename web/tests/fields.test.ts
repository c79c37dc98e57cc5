import { describe, expect, test } from "vitest";
import { begun, box, buttons, commandOf, complete, covers, fieldOf, startOf, type Field, type Point } from "../src/fields/fields";
import { fresh, parameter, shapeOf, type Shapes } from "../src/fields/schema";
import { rolled } from "../src/fields/dice";

const region = { domain: "region", rings: [[[0, 0], [10, 0], [10, 10], [0, 10]]] };

describe("a domain becomes a field", () => {
  test("a choice with one value is no question", () => {
    expect(fieldOf({ domain: "one-of", values: ["u1"] })).toEqual({ kind: "fixed", value: "u1" });
    expect(fieldOf({ domain: "one-of", values: [null] })).toEqual({ kind: "fixed", value: null });
    expect(fieldOf({ domain: "whole", least: 3, most: 3 })).toEqual({ kind: "fixed", value: 3 });
  });

  test("true and false are yes and no", () => {
    expect(fieldOf({ domain: "one-of", values: [true, false] }).kind).toBe("yes-no");
    expect(fieldOf({ domain: "one-of", values: [true] })).toEqual({ kind: "fixed", value: true });
  });

  test("choices that exclude each other are still ticks: the rules say what does not go together", () => {
    expect(fieldOf({ domain: "choices", values: ["a", "b"], least: 0, most: 2 })).toEqual({ kind: "some", values: ["a", "b"], least: 0, most: 2 });
  });

  test("teams that all stay off the table are no question, some of them are", () => {
    expect(fieldOf({ domain: "off-table", teams: ["t1", "t2"], some: false })).toEqual({ kind: "fixed", value: ["t1", "t2"] });
    expect(fieldOf({ domain: "off-table", teams: ["t1", "t2"], some: true })).toMatchObject({ kind: "some", least: 1, most: 2 });
  });

  test("places of a solo mission are hexes, places of a battle a structure", () => {
    expect(fieldOf({ domain: "places", least: 0, most: 6, among: ["A1"], boards: [] }).kind).toBe("hexes");
    expect(fieldOf({ domain: "places", unit: "allied 1" }).kind).toBe("structure");
  });

  test("what nobody knows is a structure, not nothing", () => {
    expect(fieldOf({ domain: "of-the-future" })).toMatchObject({ kind: "structure", start: null });
  });
});

describe("a field is filled in", () => {
  const cases: [Field, unknown, boolean][] = [
    [{ kind: "one", values: ["a", "b", "c"] }, "b", true],
    [{ kind: "one", values: ["a", "b", "c"] }, undefined, false],
    [{ kind: "some", values: ["a", "b"], least: 1, most: 1 }, [], false],
    [{ kind: "some", values: ["a", "b"], least: 1, most: 1 }, ["b"], true],
    [{ kind: "whole", least: 0, most: 60 }, 61, false],
    [{ kind: "whole", least: 0, most: 60 }, Number.NaN, false],
    [{ kind: "faces", count: 2, sides: 6 }, [6, null], false],
    [{ kind: "faces", count: 2, sides: 6 }, [6, 7], false],
    [{ kind: "faces", count: 2, sides: 6 }, [6, 1], true],
    [{ kind: "hex", among: [] }, "  ", false],
    [{ kind: "tally", counts: { r1: 1 } }, {}, false],
    [{ kind: "yes-no" }, false, true],
  ];
  test.each(cases)("%j with %j: %s", (field, value, right) => expect(complete(field, value)).toBe(right));

  test("a place begins inside its region", () => {
    const field = fieldOf(region) as Extract<Field, { kind: "spot" }>;
    const start = startOf(field) as Point;
    expect(covers(field.rings, start)).toBe(true);
    expect(box(field)).toEqual({ x: [0, 10], y: [0, 10] });
  });

  test("a region with a hole does not cover the hole", () => {
    const rings: Point[][] = [
      [[0, 0], [10, 0], [10, 10], [0, 10]],
      [[4, 4], [6, 4], [6, 6], [4, 6]],
    ];
    expect(covers(rings, [1, 1])).toBe(true);
    expect(covers(rings, [5, 5])).toBe(false);
    expect(covers(rings, [11, 5])).toBe(false);
  });
});

describe("an option becomes buttons", () => {
  test("one open choice of a few: a button each, that is a whole command", () => {
    const choice = begun({ ends: false, act: "put", words: "place it", takes: { what: { domain: "one-of", values: ["objective 1"] }, at: { domain: "one-of", values: ["left", "right"] } } });
    expect(choice.open).toEqual(["at"]);
    expect(buttons(choice).map(commandOf)).toEqual([
      { do: "put", what: "objective 1", at: "left" },
      { do: "put", what: "objective 1", at: "right" },
    ]);
  });

  test("two open choices, or very many values, are a form", () => {
    const two = begun({ ends: false, act: "control", words: "say who", takes: { place: { domain: "one-of", values: ["A", "B"] }, holder: { domain: "one-of", values: ["x", "y"] } } });
    expect(buttons(two)).toEqual([two]);
    const many = begun({ ends: false, act: "activate", words: "try", takes: { suspect: { domain: "one-of", values: Array.from({ length: 34 }, (_, n) => `S${n}`) } } });
    expect(buttons(many)).toEqual([many]);
  });

  test("nothing open: the act itself", () => {
    expect(commandOf(begun({ ends: false, act: "done", words: "done", takes: {} }))).toEqual({ do: "done" });
  });
});

describe("a structure is described by its schema", () => {
  const all: Shapes = {
    "campaign.Order": { type: "object", properties: { do: { enum: ["order"] }, purchases: { type: "array", items: { $ref: "#/components/schemas/campaign.Purchase" } } } },
    "campaign.Purchase": {
      type: "object",
      properties: { id: { type: "string" }, extras: { type: "object", additionalProperties: { type: "integer" }, default: {} }, by: { anyOf: [{ type: "string" }, { type: "null" }] } },
      required: ["id"],
    },
    "solo.Answer": { type: "object", properties: { do: { enum: ["answer"] }, chosen: { type: "array", items: { type: "string" } } } },
    "campaign.Answer": { type: "object", properties: { do: { enum: ["answer"] }, chosen: { type: "array", items: { type: "integer" } } } },
  };

  test("the parameter of a command of the right kind", () => {
    expect(parameter(all, "campaign", "answer", "chosen")).toEqual({ type: "array", items: { type: "integer" } });
    expect(parameter(all, "solo", "answer", "chosen")).toEqual({ type: "array", items: { type: "string" } });
    expect(parameter(all, "solo", "nothing", "chosen")).toBeNull();
  });

  test("lists of objects, through references", () => {
    const shape = shapeOf(parameter(all, "campaign", "order", "purchases")!, all);
    expect(shape.kind).toBe("list");
    if (shape.kind !== "list") return;
    expect(fresh(shape.item, all)).toEqual({ id: "" });
    expect(shapeOf(shape.item, all)).toMatchObject({ kind: "object" });
    expect(shapeOf(all["campaign.Purchase"]!.properties!["by"]!, all)).toMatchObject({ kind: "maybe" });
  });
});

test("the page's dice have the faces that dice have", () => {
  const faces = rolled(600, 6);
  expect(faces).toHaveLength(600);
  expect(new Set(faces)).toEqual(new Set([1, 2, 3, 4, 5, 6]));
});
