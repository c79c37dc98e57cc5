/** What to do now beside a real table: the mission's own step while it is set up, the turn's stage after that. */
import type { Look } from "../game/store.svelte";
import { sheet } from "../home/library";
import { t, type Key } from "../texts";

const STAGES: Record<string, Key> = {
  morale: "stage.morale",
  withdraw: "stage.withdraw",
  ambush: "stage.ambush",
  arrive: "stage.arrive",
  main: "stage.main",
};

export async function missionGuide(look: Look): Promise<string> {
  const { mission, stage, step, asked } = look.view ?? {};
  if (typeof mission !== "string" || asked) return "";
  if (stage === "setup" && typeof step === "number") return (await sheet(mission)).set_up[step] ?? "";
  const key = STAGES[String(stage)];
  return key ? t(key) : "";
}
