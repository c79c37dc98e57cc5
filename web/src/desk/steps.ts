/** The story of a campaign cut into pages: one for each step of a reorganization, one for each battle. */
import type { GameEvent, Roll, Told } from "../api/types";
import { isRoll, lines } from "../parts/rolls";

export interface Line {
  n: number;
  seat: string | null;
  words: string;
  roll: Roll | null;
  event: GameEvent | null;
}

export interface Page {
  key: string;
  date: string;
  step: string;
  first: number;
  lines: Line[];
}

/** The first date's steps come before anything is told: the campaign opens in 7.518. */
const OPENING = { date: "23AM", step: "7.518" };
/** What every page says by itself. */
const PLAIN = new Set(["step-began", "task-done", "queued", "asked"]);

export function pages(told: readonly Told[]): Page[] {
  const found: Page[] = [];
  let { date, step } = OPENING;
  const open = (n: number): Page => {
    const page: Page = { key: `${date} ${step} ${n}`, date, step, first: n, lines: [] };
    found.push(page);
    return page;
  };
  let page = open(0);
  for (const entry of told) {
    for (const line of spoken(entry)) {
      const { event } = line;
      if (event?.event === "date-began") date = String(event["date"]);
      const next = begins(event);
      if (next !== null && next !== page.step) {
        step = next;
        page = open(entry.n);
      }
      if (line.words !== "" && !(event && PLAIN.has(event.event))) page.lines.push(line);
    }
  }
  return found;
}

/** The step that begins with an event. */
function begins(event: GameEvent | null): string | null {
  if (event === null) return null;
  if (event.event === "step-began") return String(event["step"]);
  if (event.event === "battle-began" || event.event === "rejected") return "battle";
  if (event.event === "filed") return "agree";
  return event.event === "ended" ? "over" : null;
}

/** An entry's events with their words, in order. The server leaves out words that would be empty. */
function spoken(entry: Told): Line[] {
  const base = { n: entry.n, seat: entry.seat ?? null };
  const said = lines(entry.events, entry.words);
  if (entry.events.length === entry.words.length) {
    return said.map((line, n) => ({ ...base, words: "words" in line ? line.words : entry.words[n] ?? "", roll: "roll" in line ? line.roll : null, event: entry.events[n] ?? null }));
  }
  const found: Line[] = [];
  let next = 0;
  for (const event of entry.events) {
    if (SILENT.has(event.event) || sealed(event)) {
      found.push({ ...base, words: "", roll: null, event });
      continue;
    }
    const words = entry.words[next++] ?? "";
    found.push({ ...base, words, roll: isRoll(event) ? event : null, event });
  }
  return found;
}

const SILENT = new Set(["queued", "task-done"]);

/** A secret of the other side: it comes without words. */
function sealed(event: GameEvent): boolean {
  const part = event["text"] ?? event["change"] ?? event["points"];
  return typeof part === "object" && part !== null && "to" in part && !("value" in part);
}

/** The modifiers of a roll, summed. */
export function modifier(roll: Roll): number {
  return roll.ask.modifiers.reduce((sum, one) => sum + one.value, 0);
}

/** The chance that dice reach a number; nothing where none is needed or dice are read as digits. */
export function chance(roll: Roll): number | null {
  const { needed, count, sides, how } = roll.ask;
  if (needed === null || how !== "sum" || count < 1 || count > 6) return null;
  let ways = new Map<number, number>([[modifier(roll), 1]]);
  for (let die = 0; die < count; die++) {
    const next = new Map<number, number>();
    for (const [sum, n] of ways) for (let face = 1; face <= sides; face++) next.set(sum + face, (next.get(sum + face) ?? 0) + n);
    ways = next;
  }
  let good = 0;
  for (const [sum, n] of ways) if (sum >= needed) good += n;
  return good / sides ** count;
}
