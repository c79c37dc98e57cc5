/** What happened in an entry, as it is drawn over the table: ways that were gone, shots, where shells fell. */
import type { GameEvent } from "../api/types";
import type { Spot } from "./geometry";
import { unitOf } from "./scene";

export interface Trail {
  ways: { team: string; seat: string; way: Spot[] }[];
  shots: { from: string; to: Spot; hits: number }[];
  shells: { at: Spot; inches: number }[];
  gone: string[];
}

type Went = { team: string; way: Spot[] };
type Volleyed = { team: string; spot: Spot; hits: number };

/** The entries that still stand: an undo takes the one before it along. */
export function unbroken<T extends { seat: string; events: unknown[]; words: string[] }>(told: readonly T[]): T[] {
  const found: T[] = [];
  for (const one of told) {
    if (one.events.length === 0 && one.words[0] === `${one.seat} takes the last decision back`) found.pop();
    else found.push(one);
  }
  return found;
}

export function trailOf(events: readonly GameEvent[]): Trail {
  const trail: Trail = { ways: [], shots: [], shells: [], gone: [] };
  for (const event of events) {
    const legs = event["legs"];
    if (Array.isArray(legs)) for (const leg of legs as Went[]) if (leg.way.length > 1) trail.ways.push({ team: leg.team, seat: unitOf(leg.team).split(" ")[0] ?? "", way: leg.way });
    if (event.event === "fired") for (const one of event["volleys"] as Volleyed[]) trail.shots.push({ from: one.team, to: one.spot, hits: one.hits });
    if (event.event === "shelled") trail.shells.push({ at: event["at"] as Spot, inches: Number(event["inches"]) });
    if (event.event === "teams-gone") trail.gone.push(...(event["teams"] as string[]));
  }
  return trail;
}

export function isEmpty(trail: Trail): boolean {
  return trail.ways.length + trail.shots.length + trail.shells.length === 0;
}
