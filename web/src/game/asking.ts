/** How what may be done is put to a person. */
import type { Choice } from "../fields/fields";

export interface Group {
  act: string;
  choices: Choice[];
}

/** The same act together, in the order in which the rules offer them. */
export function grouped(choices: Choice[]): Group[] {
  const groups = new Map<string, Choice[]>();
  for (const choice of choices) groups.set(choice.option.act, [...(groups.get(choice.option.act) ?? []), choice]);
  return [...groups].map(([act, some]) => ({ act, choices: some }));
}
