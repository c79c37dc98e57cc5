/** What to do now beside a real table: the mission's own step while it is set up, the turn's stage after that. */
import type { Look } from "../game/store.svelte";
import { sheet } from "../home/library";
import { t, type Key } from "../texts";

const STAGES: Record<string, Key> = {
  morale: "stage.morale",
  withdraw: "stage.withdraw",
  ambush: "stage.ambush",
  arrive: "stage.arrive",
  snipers: "stage.snipers",
  main: "stage.main",
};

/** Whether a force has snipers: then the set-up asks for them besides. */
function snipers(setup: unknown): boolean {
  const forces = (setup as { forces?: Record<string, { sniper?: boolean }[]> } | undefined)?.forces ?? {};
  return Object.values(forces).some((units) => units.some((unit) => unit.sniper));
}

export async function missionGuide(look: Look): Promise<string> {
  const { mission, stage, step, asked } = look.view ?? {};
  if (typeof mission !== "string" || asked) return "";
  if (stage === "setup" && typeof step === "number") {
    const card = await sheet(mission);
    return (snipers(look.view?.["setup"]) ? card.set_up_with_snipers : card.set_up)[step] ?? "";
  }
  const key = STAGES[String(stage)];
  return key ? t(key) : "";
}
