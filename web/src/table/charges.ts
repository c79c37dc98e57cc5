/** How a charge's chance is known, in words: calculated, or tried out with seeded dice. */
import { percent } from "../parts/numbers";
import { t } from "../texts";
import type { ChargeAt } from "./scene";

export function tried(one: ChargeAt): string {
  if (!one.exact && one.carries <= 0) return t("table.neverCarried");
  if (!one.exact && one.carries >= 1) return t("table.alwaysCarried");
  return one.exact ? t("table.exactly") : t("table.tried", { low: percent(one.low), high: percent(one.high) });
}
