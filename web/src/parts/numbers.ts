/** Shares and means as people read them. */

/** A share to a whole per cent, as the rules' own words tell it: what is not certain is never told as 0 or 100. */
export function percent(share: number): string {
  const whole = Math.round(share * 100);
  return whole === 0 && share > 0 ? "<1\u00a0%" : whole === 100 && share < 1 ? ">99\u00a0%" : `${whole}\u00a0%`;
}

/** A share that may have been tried out, not calculated: never and always are then only less and more than so much. */
export function chance(one: { exact: boolean; carries: number; low: number; high: number }): string {
  if (one.exact || (one.carries > 0 && one.carries < 1)) return percent(one.carries);
  return one.carries <= 0 ? `<${Math.max(1, Math.ceil(one.high * 100))}\u00a0%` : `>${Math.min(99, Math.floor(one.low * 100))}\u00a0%`;
}

export function mean(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}

export function signed(number: number): string {
  return number < 0 ? `−${-number}` : `+${number}`;
}
