/** The units of a force at a real table, as the mission's set-up has them. */

export const UNIT_KINDS = ["infantry", "tank", "gun", "aircraft"] as const;

export interface TypedUnit {
  name: string;
  points: number;
  teams: number;
  kind: (typeof UNIT_KINDS)[number];
  front_armour: number;
  artillery: boolean;
  commander: boolean;
}

export function blank(n: number): TypedUnit {
  return { name: `Unit ${n}`, points: 10, teams: 5, kind: "infantry", front_armour: 0, artillery: false, commander: false };
}

/** So many units without names, the points shared out among them. */
export function numbered(count: number, points: number): Pick<TypedUnit, "name" | "points">[] {
  const each = Math.floor(points / count);
  return Array.from({ length: count }, (_, n) => ({ name: `Unit ${n + 1}`, points: each + (n < points - each * count ? 1 : 0) }));
}
