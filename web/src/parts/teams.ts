/** Teams in the words of the rules, where they stand by their ids, as people say them. */
import { count } from "../texts";

const ID = "(?:allied|axis) w?\\d+\\.\\d+";
const RUN = new RegExp(`\\b${ID}(?:, ${ID})*\\b`, "g");

/** Ids by names; teams of one unit that stand side by side are named once. A unit that has no name keeps its ids. */
export function teamsNamed(words: string, name: (unit: string) => string | null): string {
  return words.replace(RUN, (run) => {
    const groups: { unit: string; numbers: number[] }[] = [];
    for (const id of run.split(", ")) {
      const [unit = "", n = "0"] = id.split(".");
      const last = groups.at(-1);
      if (last?.unit === unit) last.numbers.push(Number(n) + 1);
      else groups.push({ unit, numbers: [Number(n) + 1] });
    }
    if (groups.some(({ unit }) => name(unit) === null)) return run;
    return groups.map(({ unit, numbers }) => count("table.teamsOf", numbers.length, { unit: name(unit) ?? unit, n: listed(numbers) })).join("; ");
  });
}

function listed(numbers: readonly number[]): string {
  return numbers.length === 1 ? String(numbers[0]) : `${numbers.slice(0, -1).join(", ")} and ${numbers.at(-1)}`;
}
