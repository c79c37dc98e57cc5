/** A set-up in the making: what lies in the tray, what is placed where, who holds what, how full a hex is. */
import type { Counter, Fort, MapWork, Piece, SideName } from "./scene";

export type How = "open" | "concealed" | "hidden";

export interface Placed {
  id: string;
  hex: string;
  how: How;
  held_by: string | null;
  level: number | null;
}

export interface SetUp {
  rule: string;
  side: SideName;
  pieces: Record<string, Piece>;
  forts: Record<string, Fort>;
  slots: Record<string, string>;
  zones: Record<string, string[]>;
  where: Record<string, string>;
  barred: Record<string, string>;
  standing: Record<string, Piece>;
}

export interface Thing {
  id: string;
  name: string;
  kind: string;
  group: string;
  zone: string;
  /** Where it stands already. */
  at: string;
  barred: string;
}

/** Everything that can be placed. */
export function things(setUp: SetUp): Thing[] {
  const base = (id: string): Pick<Thing, "id" | "zone" | "barred"> => ({ id, zone: setUp.where[id] ?? "", barred: setUp.barred[id] ?? "" });
  return [
    ...Object.values(setUp.pieces).map((one) => ({ ...base(one.id), name: one.type, kind: one.kind, group: one.group ?? "", at: one.hex })),
    ...Object.values(setUp.forts).map((one) => ({ ...base(one.id), name: fortName(one), kind: "work", group: "", at: one.hex })),
    ...Object.entries(setUp.slots).map(([id, words]) => ({ ...base(id), name: words, kind: "slot", group: "", at: "" })),
  ];
}

function fortName(fort: Fort): string {
  const mines = fort.ap || fort.at ? ` ${[fort.ap ? `${fort.ap} AP` : "", fort.at ? `${fort.at} AT` : ""].filter((one) => one !== "").join(", ")}` : "";
  const size = fort.values ? ` ${fort.values.join("-")}` : fort.capacity ? ` ×${fort.capacity}` : "";
  return `${fort.what}${size}${mines}`;
}

export function zoneOf(setUp: SetUp, id: string): string[] {
  return id in setUp.barred ? [] : (setUp.zones[setUp.where[id] ?? ""] ?? []);
}

/** The hexes where all of some things may go. */
export function common(setUp: SetUp, ids: readonly string[]): Set<string> {
  const [first, ...rest] = ids.map((id) => zoneOf(setUp, id));
  const others = rest.map((zone) => new Set(zone));
  return new Set((first ?? []).filter((hex) => others.every((zone) => zone.has(hex))));
}

/** Half-squads that a piece counts as for stacking. */
export function size(kind: string): number {
  return kind === "squad" ? 2 : kind === "half-squad" || kind === "crew" ? 1 : 0;
}

/** Where a piece comes to stand: where it is put, or, if it is not named, with who has it; a gun on the map stays. */
export function spot(setUp: SetUp, placed: ReadonlyMap<string, Placed>, piece: Piece, deep = 4): string {
  const entry = placed.get(piece.id);
  if (entry) return entry.hex;
  const holder = setUp.pieces[piece.held_by ?? ""];
  if (!holder || deep === 0 || (piece.kind === "gun" && piece.hex) || piece.id in setUp.standing) return piece.hex;
  return spot(setUp, placed, holder, deep - 1);
}

/** Pieces that are not named and go with who has them onto the map, each with its holder. */
export function following(setUp: SetUp, placed: readonly Placed[]): Map<string, string> {
  const moved = byId(placed);
  const along = Object.values(setUp.pieces).filter((one) => !moved.has(one.id) && !one.hex && spot(setUp, moved, one) !== "");
  return new Map(along.map((one) => [one.id, one.held_by ?? ""]));
}

function byId(placed: readonly Placed[]): Map<string, Placed> {
  return new Map(placed.map((one) => [one.id, one]));
}

/** How many half-squads a hex holds in a set-up. */
export function crowd(setUp: SetUp, placed: readonly Placed[], hex: string): number {
  const moved = byId(placed);
  return [...Object.values(setUp.pieces), ...Object.values(setUp.standing)].filter((one) => spot(setUp, moved, one) === hex).reduce((sum, one) => sum + size(one.kind), 0);
}

const HOLDERS: Record<string, readonly string[]> = {
  sw: ["squad", "half-squad", "crew", "leader", "hero", "vehicle"],
  gun: ["squad", "half-squad", "crew", "vehicle"],
  "armor-leader": ["vehicle"],
};

/** Who in a hex could hold a weapon, those of its own group first; who has least comes before who has more. */
export function holders(setUp: SetUp, placed: readonly Placed[], id: string, hex: string): string[] {
  const piece = setUp.pieces[id];
  const kinds = piece ? HOLDERS[piece.kind] : undefined;
  if (!piece || !kinds) return [];
  const moved = byId(placed);
  const load = (holder: string): number => placed.filter((one) => one.held_by === holder).length;
  return [...Object.values(setUp.pieces), ...Object.values(setUp.standing)]
    .filter((one) => one.id !== id && kinds.includes(one.kind) && spot(setUp, moved, one) === hex)
    .sort((a, b) => Number(b.group === piece.group) - Number(a.group === piece.group) || load(a.id) - load(b.id) || kinds.indexOf(a.kind) - kinds.indexOf(b.kind))
    .map((one) => one.id);
}

/** Puts things into a hex; weapons go into somebody's hands where somebody is there, men before what they carry. */
export function put(setUp: SetUp, placed: readonly Placed[], ids: readonly string[], hex: string, how: How): Placed[] {
  let found = placed.filter((one) => !ids.includes(one.id));
  const order = [...ids].sort((a, b) => Number(kindOf(setUp, a) in HOLDERS) - Number(kindOf(setUp, b) in HOLDERS));
  for (const id of order) {
    const kind = kindOf(setUp, id);
    const holder = kind in HOLDERS ? (holders(setUp, found, id, hex)[0] ?? null) : null;
    found = [...found, { id, hex, how: kind === "work" || kind === "slot" ? "open" : how, held_by: holder, level: null }];
  }
  return found;
}

/** Takes things up again; what they held is in nobody's hands. */
export function takeUp(placed: readonly Placed[], ids: readonly string[]): Placed[] {
  return placed.filter((one) => !ids.includes(one.id)).map((one) => (one.held_by !== null && ids.includes(one.held_by) ? { ...one, held_by: null } : one));
}

function kindOf(setUp: SetUp, id: string): string {
  return setUp.pieces[id]?.kind ?? (id in setUp.forts ? "work" : "slot");
}

/** A set-up in the making as counters on the map. What is not placed stays where it was. */
export function asCounters(setUp: SetUp, placed: readonly Placed[], standing: readonly Counter[]): Counter[] {
  const moved = byId(placed);
  const own = Object.values(setUp.pieces).flatMap((piece): Counter[] => {
    const hex = spot(setUp, moved, piece);
    if (!hex) return [];
    const entry = moved.get(piece.id) ?? (hex === piece.hex ? undefined : moved.get(piece.held_by ?? ""));
    const how = entry && entry.how !== "open" ? [entry.how] : [];
    return [{ ...piece, hex, status: [...piece.status, ...how], held_by: moved.get(piece.id)?.held_by ?? piece.held_by, secret: how.length > 0 } as Counter];
  });
  const slots = Object.keys(setUp.slots).flatMap((id): Counter[] => {
    const hex = moved.get(id)?.hex;
    return hex ? [{ id, side: setUp.side, kind: "slot", type: id.includes("/observer") ? "Obs" : id.includes("/") ? "Pre" : "Aim", hex, secret: true } as Counter] : [];
  });
  return [...standing.filter((one) => !(one.id in setUp.pieces)), ...own, ...slots];
}

export function asWorks(setUp: SetUp, placed: readonly Placed[], standing: readonly MapWork[]): MapWork[] {
  const moved = new Map(placed.map((one) => [one.id, one.hex]));
  const own = Object.values(setUp.forts).flatMap((fort) => (moved.get(fort.id) ? [{ ...fort, hex: moved.get(fort.id) as string, secret: true } as unknown as MapWork] : []));
  return [...standing.filter((one) => !(one.id in setUp.forts)), ...own];
}
