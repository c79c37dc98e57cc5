/**
 * What a person is about to do, before it is sent: places, ways, aims or a template, shown on the table as marks that
 * can be dragged and turned. A draft is a value; every change makes another.
 */
import type { Command } from "../api/types";
import { apart, bearing, wayLength, whole, type Spot } from "./geometry";
import type { Aim, Gun, Leg, Load, Place, Site, Team } from "./scene";

export interface PlacesDraft { kind: "places"; act: "deploy" | "fly"; unit: string; places: Place[]; rings: Spot[][]; note?: string }
/** Works: `forward` where their guns fire ahead only, `walls` where each may have one beside it. */
export interface SitesDraft { kind: "sites"; act: "build"; item: string; sites: Site[]; rings: Spot[][]; forward: boolean; walls: boolean }
export interface LegsDraft { kind: "legs"; act: LegsAct; unit: string | null; legs: Leg[]; rooms: string[]; target: string | null; dash: boolean; byOrder: boolean; control?: Control }
/** A demolition carrier under control: the tank that steers it, and how wide the template is that is about it then. */
export interface Control { tank: string; carrier: string; inches: number }
export interface AimsDraft { kind: "aims"; act: "shoot" | "defend" | "flak"; unit: string | null; aims: Aim[]; guns: Gun[] }
export interface SpotDraft { kind: "spot"; act: "put"; what: string; among: string[]; at: Spot; rings: Spot[][] }
export interface SpotsDraft { kind: "spots"; act: "lay-traps"; at: Spot[] }
export interface LoadsDraft { kind: "loads"; act: "launch"; unit: string; loads: Load[] }
export interface ShellsDraft { kind: "shells"; act: "bombard"; command: Bombard; range: number; inches: number; name: string }

/** A river across the table: how wide it may be, and between where its middle then lies; `upright` where it runs up the table. */
export interface BandDraft { kind: "band"; act: "lay-river"; widths: { width: number; least: number; most: number }[]; width: number; at: Spot; upright: boolean }
/** One of some rooms, for whatever an act asks it. */
export interface RoomDraft { kind: "room"; act: string; param: string; words: string; rooms: string[]; room: string }

export type LegsAct = "move" | "charge" | "take-control" | "counterattack" | "break-off" | "consolidate";
export type Draft = PlacesDraft | SitesDraft | LegsDraft | AimsDraft | SpotDraft | SpotsDraft | LoadsDraft | ShellsDraft | BandDraft | RoomDraft;
export type Bombard = { do: "bombard"; unit: string; spotter: string; at: Spot; weapon: number; attempts: number; repeat: boolean; smoke: boolean; along: number };

/** Something of a draft that stands somewhere. */
export interface Mark {
  key: string;
  at: Spot;
  facing: number;
  /** The team whose counter it is; nothing for markers. */
  team: string | null;
  way: Spot[];
  level: number;
  board: string | null;
}

type Teams = ReadonlyMap<string, Team>;

export function marksOf(draft: Draft, teams: Teams): Mark[] {
  switch (draft.kind) {
    case "places":
      return draft.places.filter((one) => !one.aboard).map((one) => mark(one.team, one.at, one.facing ?? 0, one.team, [], one.level ?? 0));
    case "sites":
      return draft.sites.map((one, n) => mark(String(n), one.at, one.facing ?? 0));
    case "legs":
      return draft.legs.map((leg) => ({ ...mark(leg.team, endOf(leg), facingOf(leg, teams), leg.team, leg.way, leg.level), board: leg.board }));
    case "spot":
    case "band":
      return [mark("0", draft.at, 0)];
    case "spots":
      return draft.at.map((at, n) => mark(String(n), at, 0));
    case "loads":
      return draft.loads.map((load, n) => mark(String(n), load.at, 0));
    case "shells":
      return [mark("0", draft.command.at, draft.command.along)];
    case "aims":
    case "room":
      return [];
  }
}

function mark(key: string, at: Spot, facing: number, team: string | null = null, way: Spot[] = [], level = 0): Mark {
  return { key, at, facing, team, way, level, board: null };
}

export function endOf(leg: Leg): Spot {
  return leg.way[leg.way.length - 1] as Spot;
}

/** How a team faces after its leg: as it was told to, else the way it came. */
export function facingOf(leg: Leg, teams: Teams): number {
  if (leg.facing !== null) return leg.facing;
  const last = leg.way.length > 1 ? bearing(leg.way[leg.way.length - 2] as Spot, endOf(leg)) : null;
  return last ?? teams.get(leg.team)?.facing ?? 0;
}

/** The draft with one mark somewhere else. A leg goes straight there: the server finds a better way when it is let go. */
export function withMark(draft: Draft, key: string, at: Spot): Draft {
  const nth = Number(key);
  switch (draft.kind) {
    case "places": {
      const riders = (one: Place): boolean => one.team === key || one.aboard === key;
      return { ...draft, places: draft.places.map((one) => (riders(one) ? { ...one, at } : one)) };
    }
    case "sites":
      return { ...draft, sites: draft.sites.map((one, n) => (n === nth ? { ...one, at } : one)) };
    case "legs":
      return { ...draft, legs: draft.legs.map((leg) => (leg.team === key ? { ...leg, way: [leg.way[0] as Spot, at], board: null } : leg)) };
    case "spot":
      return { ...draft, at };
    case "band":
      return banked({ ...draft, at });
    case "spots":
      return { ...draft, at: draft.at.map((one, n) => (n === nth ? at : one)) };
    case "loads":
      return { ...draft, loads: draft.loads.map((one, n) => (n === nth ? { ...one, at } : one)) };
    case "shells":
      return { ...draft, command: { ...draft.command, at } };
    case "aims":
    case "room":
      return draft;
  }
}

/** The draft with everything shifted; ways keep their beginnings. */
export function shiftedBy(draft: Draft, dx: number, dy: number): Draft {
  const go = ([x, y]: Spot): Spot => [Math.round(x + dx), Math.round(y + dy)];
  switch (draft.kind) {
    case "places":
      return { ...draft, places: draft.places.map((one) => ({ ...one, at: go(one.at) })) };
    case "sites":
      return { ...draft, sites: draft.sites.map((one) => ({ ...one, at: go(one.at) })) };
    case "legs":
      return { ...draft, legs: draft.legs.map((leg) => ({ ...leg, way: [leg.way[0] as Spot, go(endOf(leg))], board: null })) };
    case "spot":
      return { ...draft, at: go(draft.at) };
    case "band":
      return banked({ ...draft, at: go(draft.at) });
    case "spots":
      return { ...draft, at: draft.at.map(go) };
    case "loads":
      return { ...draft, loads: draft.loads.map((one) => ({ ...one, at: go(one.at) })) };
    case "shells":
      return { ...draft, command: { ...draft.command, at: go(draft.command.at) } };
    case "aims":
    case "room":
      return draft;
  }
}

/** A river where its banks are allowed, by tenths of an inch. */
export function banked(draft: BandDraft): BandDraft {
  const bounds = draft.widths.find(({ width }) => width === draft.width);
  const along = draft.upright ? 0 : 1;
  if (!bounds) return draft;
  const at: Spot = [...draft.at];
  at[along] = Math.min(Math.max(Math.round(at[along] / 100) * 100, bounds.least), bounds.most);
  return { ...draft, at };
}

/** The draft with one mark, or all of them, turned by some degrees. */
export function turnedBy(draft: Draft, key: string | null, by: number, teams: Teams): Draft {
  const meant = (one: string): boolean => key === null || key === one;
  switch (draft.kind) {
    case "places":
      return { ...draft, places: draft.places.map((one) => (meant(one.team) ? { ...one, facing: whole((one.facing ?? 0) + by) } : one)) };
    case "sites":
      return { ...draft, sites: draft.sites.map((one, n) => (meant(String(n)) ? { ...one, facing: whole((one.facing ?? 0) + by) } : one)) };
    case "legs":
      return { ...draft, legs: draft.legs.map((leg) => (meant(leg.team) ? { ...leg, facing: whole(facingOf(leg, teams) + by) } : leg)) };
    case "shells":
      return { ...draft, command: { ...draft.command, along: whole(draft.command.along + by) } };
    default:
      return draft;
  }
}

/** The draft with a team on another floor of its room. */
export function raised(draft: Draft, key: string, by: number): Draft {
  const floor = (level: number | undefined): number => Math.min(9, Math.max(0, (level ?? 0) + by));
  if (draft.kind === "places") return { ...draft, places: draft.places.map((one) => (one.team === key ? { ...one, level: floor(one.level) } : one)) };
  if (draft.kind === "legs") return { ...draft, legs: draft.legs.map((leg) => (leg.team === key ? { ...leg, level: floor(leg.level) } : leg)) };
  return draft;
}

/** The draft with other legs for some teams, the rest as they were. */
export function withLegs(draft: LegsDraft, legs: readonly Leg[]): LegsDraft {
  const anew = new Map(legs.map((leg) => [leg.team, leg]));
  const known = new Set(draft.legs.map((leg) => leg.team));
  return { ...draft, legs: [...draft.legs.map((leg) => anew.get(leg.team) ?? leg), ...legs.filter((leg) => !known.has(leg.team))] };
}

export function without(draft: LegsDraft, team: string): LegsDraft {
  return { ...draft, legs: draft.legs.filter((leg) => leg.team !== team) };
}

/** A team that stays where it is, to be turned or dragged. */
export function standingLeg(team: Team, pace: string): Leg {
  return { team: team.id, way: [[...team.at]], pace, facing: null, board: null, level: team.level };
}

/** Legs that do something: somebody who neither goes nor turns is left out. */
export function moving(legs: readonly Leg[]): Leg[] {
  return legs.filter((leg) => leg.way.length > 1 || leg.facing !== null || leg.board !== null);
}

/** The longest way among the legs, in mils; who charges out of a room is measured from its opening. */
export function farthest(draft: LegsDraft, teams: Teams): number {
  const out = (leg: Leg): boolean => draft.act === "charge" && Boolean(teams.get(leg.team)?.room);
  return Math.max(0, ...draft.legs.map((leg) => wayLength(out(leg) ? leg.way.slice(1) : leg.way)));
}

/** The command that a draft is. */
export function commandOf(draft: Draft): Command {
  switch (draft.kind) {
    case "places":
      return { do: draft.act, unit: draft.unit, places: draft.places };
    case "sites":
      return { do: draft.act, item: draft.item, sites: draft.sites };
    case "legs": {
      const legs = draft.act === "move" ? moving(draft.legs) : draft.legs.filter((leg) => leg.way.length > 1);
      if (draft.act === "move") return { do: "move", unit: draft.unit, legs };
      if (draft.act === "charge") return { do: "charge", unit: draft.unit, legs, rooms: draft.rooms };
      if (draft.control) return { do: draft.act, unit: draft.unit, tank: draft.control.tank, carrier: draft.control.carrier, legs };
      return { do: draft.act, legs };
    }
    case "aims":
      return draft.act === "shoot" ? { do: "shoot", unit: draft.unit, aims: draft.aims } : { do: draft.act, aims: draft.aims };
    case "spot":
      return { do: draft.act, what: draft.what, at: draft.at };
    case "band":
      return { do: draft.act, width: draft.width, middle: draft.at[draft.upright ? 0 : 1] };
    case "spots":
      return { do: draft.act, at: draft.at };
    case "loads":
      return { do: draft.act, unit: draft.unit, loads: draft.loads };
    case "shells":
      return draft.command;
    case "room":
      return { do: draft.act, [draft.param]: draft.room };
  }
}

// -- aims

/** The aims with a weapon at a target, or silent. Weapons that do not fire together give way: one, or all machine-guns. */
export function aimed(draft: AimsDraft, gun: Gun, at: string | null, smoke = false): AimsDraft {
  const own = draft.guns.filter((one) => one.team === gun.team);
  const together = (other: Aim): boolean => {
    const its = own.find((one) => one.weapon === other.weapon);
    if (!its || other.weapon === gun.weapon) return false;
    return Boolean(its.secondary) !== Boolean(gun.secondary) || (Boolean(its.machine_gun) && Boolean(gun.machine_gun));
  };
  const rest = draft.aims.filter((aim) => aim.team !== gun.team || (at === null ? aim.weapon !== gun.weapon : together(aim)));
  const next = { ...draft, aims: at === null ? rest : [...rest, { team: gun.team, weapon: gun.weapon, at, smoke }] };
  return heldBack(next, draft.aims.some((aim) => aim.moving));
}

/** Whether a team stood still and has a moving rate with all that it fires: after that rate it may charge. */
export function mayHoldBack(draft: AimsDraft, team: string): boolean {
  const own = draft.aims.filter((aim) => aim.team === team);
  return own.length > 0 && own.every((aim) => draft.guns.some((gun) => gun.team === team && gun.weapon === aim.weapon && gun.moving));
}

/** The aims at the moving rate as far as they have one, or at the full rate. */
export function heldBack(draft: AimsDraft, on: boolean): AimsDraft {
  return { ...draft, aims: draft.aims.map((aim) => ({ ...aim, moving: on && mayHoldBack(draft, aim.team) })) };
}

/** The nearest of some marks to a spot, within so many mils. */
export function nearest<T extends { at: Spot }>(among: readonly T[], at: Spot, most: number): T | null {
  let best: T | null = null;
  let far = most;
  for (const one of among) if (apart(one.at, at) <= far) [best, far] = [one, apart(one.at, at)];
  return best;
}
