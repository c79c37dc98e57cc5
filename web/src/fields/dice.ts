/** Dice for people who have none at hand: evenly, from the browser's own source of chance. */
export function rolled(count: number, sides: number): number[] {
  const limit = 2 ** 32 - (2 ** 32 % sides);
  const faces: number[] = [];
  const some = new Uint32Array(Math.max(1, count));
  while (faces.length < count) {
    crypto.getRandomValues(some);
    for (const n of some) if (n < limit && faces.length < count) faces.push((n % sides) + 1);
  }
  return faces;
}
