/** Shares and means as people read them. */
export function percent(share: number): string {
  const hundred = share * 100;
  return hundred > 0 && hundred < 1 ? "<1 %" : hundred > 99 && hundred < 100 ? ">99 %" : `${Math.round(hundred)} %`;
}

export function mean(number: number): string {
  return Number.isInteger(number) ? String(number) : number.toFixed(1);
}

export function signed(number: number): string {
  return number < 0 ? `−${-number}` : `+${number}`;
}
