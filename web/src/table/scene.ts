/** The parts of a table's scene, by their short names, and how they are looked up. */
import type { components } from "../api/schema";
import type { GameStore } from "../game/store.svelte";

type Schemas = components["schemas"];

export type TableScene = Schemas["TableScene"];
export type Ground = Schemas["Ground"];
export type Feature = Schemas["Feature"];
export type Team = Schemas["Team"];
export type Unit = Schemas["Unit"];
export type Base = Schemas["Base"];
export type Marker = Schemas["Marker"];
export type Objective = Schemas["Objective"];
export type RoomPlan = Schemas["RoomPlan"];
export type Boat = Schemas["Boat"];

export type Place = { team: string; at: [number, number]; facing?: number; aboard?: string | null; level?: number };
export type Leg = { team: string; way: [number, number][]; pace: string; facing: number | null; board: string | null; level: number };
export type Aim = { team: string; weapon: number; at: string; smoke: boolean; moving?: boolean };
export type Site = { at: [number, number]; facing?: number; wall?: "left" | "right" | null };
export type Load = { at: [number, number]; teams: string[] };
/** A weapon that can shoot now, and at whom. */
export type Gun = { team: string; weapon: number; name: string; range: number; shots: number; at: string[]; machine_gun?: boolean; secondary?: boolean; smoke?: boolean; limited?: number | null; moving?: boolean };

export type Target = Schemas["Target"];
export type ChargeAt = Schemas["ChargeAt"];
export type Targeted = Schemas["Targeted"];
export type Reached = Schemas["Reached"];
export type Seen = Schemas["Seen"];
export type Shells = Schemas["Shells"];
export type Cards = Schemas["Cards"];
export type RollsAhead = Schemas["RollsAhead"];
export type MoveAhead = Schemas["MoveAhead"];
export type Reasons = Schemas["Reasons"];

const TEAM: Partial<Team> = {
  aboard: null, arc: "", bailed_out: false, commander: false, did: [], foxholes: false, leader: false, level: 0, out_of_command: false,
  pinned: false, range: 0, riders: [], room: null, smoked: false, to_ground: false, work: false,
};
const UNIT: Partial<Unit> = { teams: [], strength: 0, lost: [], formation: null, leader: null, pinned: false, arriving: false, shells: null, attached_to: null, points: 0, lands: false };

/** The scene with what the server leaves out filled in: false and empty values. Worked out once for each. */
export function completed(scene: TableScene): TableScene {
  let found = whole.get(scene);
  if (!found) {
    const teams = scene.teams.map((team) => ({ ...TEAM, ...team }));
    const units = scene.units.map((unit) => ({ ...UNIT, ...unit }));
    found = { ...scene, teams, units, plan: scene.plan ?? [], boats: scene.boats ?? [], current: scene.current ?? [] };
    whole.set(scene, found);
  }
  return found;
}
const whole = new WeakMap<TableScene, TableScene>();

export function sceneOf(game: GameStore): TableScene | null {
  const scene = game.shown.scene;
  return scene && scene["scene"] === "table" ? completed(scene as unknown as TableScene) : null;
}

export function unitOf(team: string): string {
  return team.slice(0, team.lastIndexOf("."));
}

/** The number of a team in its unit, counted from one as the rules name it. */
export function teamNumber(team: string): number {
  return Number(team.slice(team.lastIndexOf(".") + 1)) + 1;
}

/** What a room is called within its building, where the building bears its name. */
export function roomNumber(room: RoomPlan): string {
  return room.name.startsWith(`${room.building} `) ? room.name.slice(room.building.length + 1) : room.name;
}

/** Teams that stand on the table by themselves: who is aboard is shown by what carries it. */
export function standing(scene: TableScene): Team[] {
  return scene.teams.filter((team) => !team.aboard);
}
