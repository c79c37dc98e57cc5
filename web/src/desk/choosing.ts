/** Choices of a question, and where on the map they lie. */
import { hexesIn, ordered, parse } from "./hexes";
import type { CampaignView } from "./scene";

/** Acts of which only one can be done with the same thing; a key names the act and then the thing. */
const CONTRARY: readonly (readonly [string, string])[] = [["strip", "scrounge"], ["wreck", "burn"], ["dismantle", "eliminate"], ["assemble", "eliminate"]];

export function contrary(one: string, other: string): boolean {
  const [act, ...thing] = one.split(" ");
  const [opposite, ...same] = other.split(" ");
  return thing.length > 0 && thing.join(" ") === same.join(" ") && CONTRARY.some(([a, b]) => (act === a && opposite === b) || (act === b && opposite === a));
}

/** The hex of each choice: its key is one, names one, or names a piece or work that stands in one. */
export function choiceHexes(choices: Readonly<Record<string, string>>, view: CampaignView | null): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, words] of Object.entries(choices)) found.set(key, hexOf(key, words, view));
  return found;
}

function hexOf(key: string, words: string, view: CampaignView | null): string {
  if (parse(key)) return key;
  const parts = key.split(/[ /]/);
  const named = parts.find((part) => parse(part) !== null);
  if (named) return named;
  for (const part of parts) {
    const there = view?.pieces[part]?.hex ?? view?.forts[part]?.hex;
    if (there) return there;
  }
  return /\bin ([A-Z]{1,2}\d{1,2})\b/.exec(words)?.[1] ?? hexesIn(words.replace(/\S*\d+-\d+\S*/g, ""))[0] ?? "";
}

export interface ChoiceGroup {
  hex: string;
  keys: string[];
}

/** Choices of the same hex together, in the map's order; those without a hex last. */
export function grouped(choices: readonly (readonly [string, string])[], at: ReadonlyMap<string, string>): ChoiceGroup[] {
  const by = new Map<string, string[]>();
  for (const [key] of choices) {
    const hex = at.get(key) ?? "";
    by.set(hex, [...(by.get(hex) ?? []), key]);
  }
  const hexes = ordered([...by.keys()].filter((hex) => hex !== ""));
  return [...hexes, ...(by.has("") ? [""] : [])].map((hex) => ({ hex, keys: by.get(hex) ?? [] }));
}
