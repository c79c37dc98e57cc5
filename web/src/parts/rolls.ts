/** What a roll came to. */
import type { GameEvent, Roll } from "../api/types";
import { t } from "../texts";
import { signed } from "./numbers";

export function isRoll(event: GameEvent): event is GameEvent & Roll {
  return event.event === "roll";
}

function extra(roll: Roll): number {
  return roll.ask.modifiers.reduce((sum, one) => sum + one.value, 0);
}

/** Whether one die did what was needed; nothing where dice are summed or read. */
export function good(roll: Roll, face: number): boolean | null {
  const { how, needed, count } = roll.ask;
  if (needed === null) return null;
  if (how === "each") return face + extra(roll) >= needed;
  return count === 1 ? roll.result >= needed : null;
}

/** The result in a few words. */
export function outcome(roll: Roll): string {
  const { how, needed } = roll.ask;
  const more = extra(roll);
  if (how === "each") return t("roll.each", { result: roll.result, of: roll.faces.length, needed: (needed ?? 0) - more }) + (more === 0 ? "" : ` (${needed}+, ${signed(more)})`);
  if (needed === null) return t(how === "read" ? "roll.read" : "roll.sum", { result: roll.result });
  return t(roll.result >= needed ? "roll.passed" : "roll.failed", { result: roll.result, needed });
}

/** The words of an entry with its rolls in their places: the server tells each event in a sentence, some in none. */
export function lines(events: GameEvent[], words: string[]): ({ words: string; event: GameEvent | null } | { roll: Roll })[] {
  const rolls = events.filter(isRoll);
  const even = events.length === words.length;
  return words.map((line, n) => {
    const next = rolls[0];
    if (next && (line.startsWith(`${next.ask.who} rolls ${next.ask.purpose}`) || line === "a secret roll")) {
      rolls.shift();
      return { roll: next };
    }
    return { words: line, event: even ? (events[n] ?? null) : null };
  });
}
