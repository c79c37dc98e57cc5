/** From the domain of a parameter to a field of a form: what is shown, how it begins, when it is complete. */
import type { Domain, Option } from "../api/types";

export type Value = unknown;
export type Point = [number, number];

export type Field =
  | { kind: "fixed"; value: Value }
  | { kind: "yes-no" }
  | { kind: "one"; values: Value[] }
  | { kind: "some"; values: Value[]; least: number; most: number }
  | { kind: "whole"; least: number; most: number }
  | { kind: "faces"; count: number; sides: number }
  | { kind: "spot"; rings: Point[][]; points: Point[] }
  | { kind: "hex"; among: string[] }
  | { kind: "hexes"; least: number; most: number; among: string[]; boards: string[] }
  | { kind: "tally"; counts: Record<string, number> }
  | { kind: "structure"; domain: Domain; start: Value };

/** Where a structured value begins when nothing is known of it but its domain. */
const STARTS: Record<string, Value> = {
  order: [],
  fortify: [],
  placement: [],
  aims: [],
  legs: [],
  flights: [],
  traps: [],
  places: [],
};

export function fieldOf(domain: Domain): Field {
  switch (domain.domain) {
    case "one-of":
      return oneOf(list(domain["values"]));
    case "some":
    case "choices":
      return { kind: "some", values: list(domain["values"]), least: whole(domain["least"]), most: whole(domain["most"]) };
    case "off-table":
      return offTable(list(domain["teams"]), domain["some"] === true);
    case "whole":
      return whole(domain["least"]) === whole(domain["most"])
        ? { kind: "fixed", value: domain["least"] }
        : { kind: "whole", least: whole(domain["least"]), most: whole(domain["most"]) };
    case "faces":
      return { kind: "faces", count: whole(domain["count"]), sides: whole(domain["sides"]) };
    case "region":
      return { kind: "spot", rings: list(domain["rings"]) as Point[][], points: [] };
    case "in-sight":
      return { kind: "spot", rings: [], points: list(domain["edge"]) as Point[] };
    case "aiming-points":
      return { kind: "spot", rings: [], points: list(domain["points"]) as Point[] };
    case "spot":
      return { kind: "hex", among: [] };
    case "tally":
      return { kind: "tally", counts: (domain["counts"] ?? {}) as Record<string, number> };
    case "places":
      if (typeof domain["least"] === "number") {
        return {
          kind: "hexes",
          least: whole(domain["least"]),
          most: whole(domain["most"]),
          among: list(domain["among"]) as string[],
          boards: list(domain["boards"]) as string[],
        };
      }
  }
  return { kind: "structure", domain, start: structuredClone(STARTS[domain.domain] ?? null) };
}

function oneOf(values: Value[]): Field {
  if (values.length === 1) return { kind: "fixed", value: values[0] };
  if (values.length === 2 && values.includes(true) && values.includes(false)) return { kind: "yes-no" };
  return { kind: "one", values };
}

function offTable(teams: Value[], some: boolean): Field {
  return some ? { kind: "some", values: teams, least: 1, most: teams.length } : { kind: "fixed", value: teams };
}

function list(value: unknown): Value[] {
  return Array.isArray(value) ? (value as Value[]) : [];
}

function whole(value: unknown): number {
  return typeof value === "number" ? value : 0;
}

/** What a field holds before anybody touched it; nothing where a choice must be made. */
export function startOf(field: Field): Value {
  switch (field.kind) {
    case "fixed":
      return field.value;
    case "some":
      return field.least === field.values.length ? [...field.values] : [];
    case "whole":
      return field.least;
    case "hexes":
      return [];
    case "tally":
      return {};
    case "faces":
      return Array.from({ length: field.count }, () => null);
    case "spot":
      return inside(field);
    case "structure":
      return structuredClone(field.start);
    default:
      return undefined;
  }
}

/** Whether a field is filled in so that it can be sent. The rules still look at it. */
export function complete(field: Field, value: Value): boolean {
  switch (field.kind) {
    case "fixed":
      return true;
    case "yes-no":
      return typeof value === "boolean";
    case "one":
      return field.values.some((one) => same(one, value));
    case "some":
      return isList(value) && value.length >= field.least && value.length <= field.most;
    case "whole":
      return Number.isInteger(value) && (value as number) >= field.least && (value as number) <= field.most;
    case "faces":
      return isList(value) && value.length === field.count && value.every((face) => isFace(face, field.sides));
    case "spot":
      return isList(value) && value.length === 2 && value.every((n) => Number.isInteger(n));
    case "hex":
      return typeof value === "string" && value.trim() !== "";
    case "hexes":
      return isList(value) && value.length >= field.least && value.length <= field.most;
    case "tally":
      return typeof value === "object" && value !== null && Object.keys(value).length > 0;
    case "structure":
      return value !== null && value !== undefined;
  }
}

function isList(value: Value): value is Value[] {
  return Array.isArray(value);
}

function isFace(value: Value, sides: number): boolean {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= sides;
}

/** Values from the wire are plain data: equal when they are written the same. */
export function same(a: Value, b: Value): boolean {
  return a === b || (typeof a === "object" && JSON.stringify(a) === JSON.stringify(b));
}

/** A place to begin with: a point that was named, or the middle of a region if the region covers it. */
function inside(field: Extract<Field, { kind: "spot" }>): Point | undefined {
  if (field.points.length > 0) return field.points[0];
  const ring = field.rings[0];
  if (!ring || ring.length === 0) return undefined;
  const middle: Point = [
    Math.round(ring.reduce((sum, [x]) => sum + x, 0) / ring.length),
    Math.round(ring.reduce((sum, [, y]) => sum + y, 0) / ring.length),
  ];
  return covers(field.rings, middle) ? middle : ring[0];
}

/** Whether rings cover a point, by the even-odd rule. */
export function covers(rings: Point[][], [x, y]: Point): boolean {
  let within = false;
  for (const ring of rings) {
    ring.forEach(([x1, y1], n) => {
      const [x2, y2] = ring[(n + ring.length - 1) % ring.length] as Point;
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) within = !within;
    });
  }
  return within;
}

/** The box around rings and points. */
export function box(field: Extract<Field, { kind: "spot" }>): { x: Point; y: Point } | null {
  const all = [...field.rings.flat(), ...field.points];
  if (all.length === 0) return null;
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  return { x: [Math.min(...xs), Math.max(...xs)], y: [Math.min(...ys), Math.max(...ys)] };
}

// -- options

export interface Choice {
  option: Option;
  /** The values that are settled. */
  values: Record<string, Value>;
  /** The parameters that are still to be asked for, in order. */
  open: string[];
}

/** An option with every value filled in that can only be one. */
export function begun(option: Option): Choice {
  const values: Record<string, Value> = {};
  const open: string[] = [];
  for (const [name, domain] of Object.entries(option.takes)) {
    const field = fieldOf(domain);
    if (field.kind === "fixed") values[name] = field.value;
    else open.push(name);
  }
  return { option, values, open };
}

/** How many buttons a choice may become before it is a list instead. */
export const FEW = 7;

/** A choice as buttons, one for each value, where its only open parameter is one of a few; else itself. */
export function buttons(choice: Choice): Choice[] {
  const [name] = choice.open;
  if (choice.open.length !== 1 || name === undefined) return [choice];
  const field = fieldOf(choice.option.takes[name] as Domain);
  const values = field.kind === "yes-no" ? [true, false] : field.kind === "one" && field.values.length <= FEW ? field.values : [];
  return values.length === 0
    ? [choice]
    : values.map((value) => ({ option: choice.option, values: { ...choice.values, [name]: value }, open: [] }));
}

/** The command that a choice is when nothing of it is open any more. */
export function commandOf(choice: Choice): { do: string } & Record<string, Value> {
  return { do: choice.option.act, ...choice.values };
}
