/** Structured values by their JSON schema: the server describes every command of every kind of game. */
import { ask } from "../api/client";
import { routes } from "../api/routes";

export interface Schema {
  $ref?: string;
  title?: string;
  description?: string;
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | false;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  maxLength?: number;
}

export type Shapes = Record<string, Schema>;

export type Shape =
  | { kind: "const"; value: unknown }
  | { kind: "enum"; values: unknown[] }
  | { kind: "text"; most: number | undefined }
  | { kind: "number"; whole: boolean; least: number | undefined; most: number | undefined }
  | { kind: "boolean" }
  | { kind: "tuple"; items: Schema[] }
  | { kind: "list"; item: Schema }
  | { kind: "map"; item: Schema }
  | { kind: "object"; fields: [string, Schema, boolean][] }
  | { kind: "maybe"; inner: Schema }
  | { kind: "any" };

/** A schema without references. */
export function resolved(schema: Schema, shapes: Shapes): Schema {
  let at = schema;
  for (let depth = 0; at.$ref !== undefined && depth < 20; depth++) at = shapes[at.$ref.split("/").at(-1) ?? ""] ?? {};
  return at;
}

/** What kind of field a schema asks for. */
export function shapeOf(schema: Schema, shapes: Shapes): Shape {
  const at = resolved(schema, shapes);
  if (at.const !== undefined) return { kind: "const", value: at.const };
  if (at.enum) return at.enum.length === 1 ? { kind: "const", value: at.enum[0] } : { kind: "enum", values: at.enum };
  if (at.anyOf) return choice(at.anyOf, shapes);
  switch (at.type) {
    case "string":
      return { kind: "text", most: at.maxLength };
    case "integer":
    case "number":
      return { kind: "number", whole: at.type === "integer", least: at.minimum, most: at.maximum };
    case "boolean":
      return { kind: "boolean" };
    case "array":
      if (at.prefixItems) return { kind: "tuple", items: at.prefixItems };
      return { kind: "list", item: at.items || {} };
    case "object":
      if (at.properties) {
        const needed = new Set(at.required ?? []);
        return { kind: "object", fields: Object.entries(at.properties).map(([name, one]) => [name, one, needed.has(name)]) };
      }
      return { kind: "map", item: typeof at.additionalProperties === "object" ? at.additionalProperties : {} };
  }
  return { kind: "any" };
}

function choice(some: Schema[], shapes: Shapes): Shape {
  const real = some.filter((one) => resolved(one, shapes).type !== "null");
  const [only] = real;
  if (real.length === 1 && only) return real.length < some.length ? { kind: "maybe", inner: only } : shapeOf(only, shapes);
  return { kind: "any" };
}

/** A value to begin with. */
export function fresh(schema: Schema, shapes: Shapes): unknown {
  const at = resolved(schema, shapes);
  if (at.default !== undefined) return structuredClone(at.default);
  const shape = shapeOf(schema, shapes);
  switch (shape.kind) {
    case "const":
      return shape.value;
    case "enum":
      return shape.values[0];
    case "text":
      return "";
    case "number":
      return shape.least ?? 0;
    case "boolean":
      return false;
    case "tuple":
      return shape.items.map((item) => fresh(item, shapes));
    case "list":
      return [];
    case "map":
      return {};
    case "object":
      return Object.fromEntries(shape.fields.filter(([, , needed]) => needed).map(([name, one]) => [name, fresh(one, shapes)]));
    case "maybe":
    case "any":
      return null;
  }
}

let loading: Promise<Shapes> | null = null;

/** All shapes that the server describes, fetched once. */
export function shapes(): Promise<Shapes> {
  loading ??= ask<{ components?: { schemas?: Shapes } }>("GET", routes.schema).then((all) => all.components?.schemas ?? {});
  loading.catch(() => (loading = null));
  return loading;
}

/** The schema of a parameter of a command. */
export function parameter(all: Shapes, kind: string, act: string, param: string): Schema | null {
  const commands = Object.entries(all).filter(([, one]) => {
    const tag = one.properties?.["do"];
    return tag !== undefined && (tag.const === act || tag.enum?.includes(act)) && one.properties?.[param] !== undefined;
  });
  const own = commands.find(([name]) => name.toLowerCase().startsWith(kind)) ?? commands[0];
  return own?.[1].properties?.[param] ?? null;
}
