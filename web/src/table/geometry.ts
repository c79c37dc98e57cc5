/**
 * Places on a table and on the drawing of it. The server speaks mils (thousandths of an inch) with y up; the drawing
 * has 20 units to an inch with y down. Bearings are degrees, 0 up the table, clockwise.
 */

export type Spot = [number, number];
export type Point = [number, number];

export const INCH = 1000;
/** Units of the drawing to an inch. */
export const UNIT = 20;
const SCALE = UNIT / INCH;

/** From mils to the drawing, on a table so high. */
export function drawn([x, y]: readonly [number, number], high: number): Point {
  return [x * SCALE, (high - y) * SCALE];
}

/** From the drawing to whole mils. */
export function spotAt([x, y]: Point, high: number): Spot {
  return [Math.round(x / SCALE), Math.round(high - y / SCALE)];
}

/** A length in mils as it is drawn. */
export function long(mils: number): number {
  return mils * SCALE;
}

export function apart(a: readonly [number, number], b: readonly [number, number]): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

/** The length of a way, corner by corner. */
export function wayLength(way: readonly (readonly [number, number])[]): number {
  return way.reduce((sum, at, n) => (n === 0 ? 0 : sum + apart(way[n - 1] as Spot, at)), 0);
}

/** Mils in inches with one decimal, as a tape shows them. */
export function inches(mils: number): string {
  return `${(Math.round(mils / 100) / 10).toFixed(1)}″`;
}

/** The bearing from one spot (mils, y up) to another; nothing where they are the same. */
export function bearing(from: readonly [number, number], to: readonly [number, number]): number | null {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  if (dx === 0 && dy === 0) return null;
  return whole(Math.round((Math.atan2(dx, dy) * 180) / Math.PI));
}

/** A bearing from 0 to 359. */
export function whole(degrees: number): number {
  return ((Math.round(degrees) % 360) + 360) % 360;
}

/** So far from a spot in a direction. */
export function shifted([x, y]: readonly [number, number], degrees: number, mils: number): Spot {
  const turn = (degrees * Math.PI) / 180;
  return [Math.round(x + mils * Math.sin(turn)), Math.round(y + mils * Math.cos(turn))];
}

export function kept([x, y]: Spot, size: readonly [number, number]): Spot {
  return [Math.min(Math.max(x, 0), size[0]), Math.min(Math.max(y, 0), size[1])];
}

export function middleOf(points: readonly (readonly [number, number])[]): Point {
  const n = Math.max(1, points.length);
  return [points.reduce((sum, [x]) => sum + x, 0) / n, points.reduce((sum, [, y]) => sum + y, 0) / n];
}

/** What a team stands on: a disc, or a box with its front toward its facing. Half sizes in mils. */
export interface Standing {
  at: readonly [number, number];
  facing: number;
  base: { round: boolean; half_width: number; half_length: number };
}

/** The distance from a base to a spot, edge to spot; 0 inside. */
export function gapToSpot(one: Standing, to: readonly [number, number]): number {
  const { half_width: wide, half_length: length, round } = one.base;
  if (round) return Math.max(0, apart(one.at, to) - wide);
  const turn = (one.facing * Math.PI) / 180;
  const [dx, dy] = [to[0] - one.at[0], to[1] - one.at[1]];
  const across = dx * Math.cos(turn) - dy * Math.sin(turn);
  const ahead = dx * Math.sin(turn) + dy * Math.cos(turn);
  return Math.hypot(Math.max(0, Math.abs(across) - wide), Math.max(0, Math.abs(ahead) - length));
}

/** The corners of a box, or points of a disc's rim, in mils. */
export function rim(one: Standing): Spot[] {
  const { half_width: wide, half_length: length, round } = one.base;
  if (round) return Array.from({ length: 24 }, (_, n) => shifted(one.at, n * 15, wide));
  const turn = (one.facing * Math.PI) / 180;
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  return [[-1, 1], [1, 1], [1, -1], [-1, -1]].map(([a, b]) => {
    const [across, ahead] = [(a as number) * wide, (b as number) * length];
    return [Math.round(one.at[0] + across * c + ahead * s), Math.round(one.at[1] - across * s + ahead * c)];
  });
}

/** From edge to edge of two bases, near enough to show: the rules measure for themselves. */
export function gap(a: Standing, b: Standing): number {
  if (a.base.round && b.base.round) return Math.max(0, apart(a.at, b.at) - a.base.half_width - b.base.half_width);
  if (a.base.round) return Math.max(0, gapToSpot(b, a.at) - a.base.half_width);
  if (b.base.round) return Math.max(0, gapToSpot(a, b.at) - b.base.half_width);
  const [one, other] = [rim(a), rim(b)];
  return Math.min(...one.map((at) => gapToSpot(b, at)), ...other.map((at) => gapToSpot(a, at)));
}

/** Whether rings cover a point, by the even-odd rule. */
export function covers(rings: readonly (readonly (readonly [number, number])[])[], [x, y]: readonly [number, number]): boolean {
  let within = false;
  for (const ring of rings) {
    for (let n = 0, before = ring.length - 1; n < ring.length; before = n++) {
      const [x1, y1] = ring[n] as Spot;
      const [x2, y2] = ring[before] as Spot;
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) within = !within;
    }
  }
  return within;
}

/** A place well inside of rings: their middle if they cover it, else the best of a grid. */
export function inside(rings: readonly (readonly (readonly [number, number])[])[]): Spot | null {
  const all = rings.flat();
  if (all.length === 0) return null;
  const xs = all.map(([x]) => x);
  const ys = all.map(([, y]) => y);
  const [left, right, low, high] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const middle: Spot = [(left + right) / 2, (low + high) / 2];
  const grid: Spot[] = [middle];
  for (let a = 1; a < 12; a++) for (let b = 1; b < 12; b++) grid.push([left + ((right - left) * a) / 12, low + ((high - low) * b) / 12]);
  const found = grid.filter((spot) => covers(rings, spot));
  const best = found.sort((a, b) => edge(rings, b) - edge(rings, a))[0] ?? (all[0] as Spot);
  return [Math.round(best[0]), Math.round(best[1])];
}

function edge(rings: readonly (readonly (readonly [number, number])[])[], at: Spot): number {
  return Math.min(...rings.flatMap((ring) => ring.map((a, n) => toSegment(at, a, ring[(n + 1) % ring.length] as Spot))));
}

/** How far a point is from a stretch. */
export function toSegment(at: readonly [number, number], a: readonly [number, number], b: readonly [number, number]): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const far = dx * dx + dy * dy;
  const share = far === 0 ? 0 : Math.min(1, Math.max(0, ((at[0] - a[0]) * dx + (at[1] - a[1]) * dy) / far));
  return apart(at, [a[0] + dx * share, a[1] + dy * share]);
}

// -- paths of the drawing

/** The field of fire of what shoots ahead only: a quarter, as far as is worth drawing. */
export const FIELD = `M0 0L${-UNIT * 9} ${-UNIT * 9}A${UNIT * 12.7} ${UNIT * 12.7} 0 0 1 ${UNIT * 9} ${-UNIT * 9}Z`;

const two = (n: number): string => (Math.round(n * 100) / 100).toString();

export function xy([x, y]: readonly [number, number]): string {
  return `${two(x)} ${two(y)}`;
}

export function line(points: readonly Point[]): string {
  return points.length ? `M${points.map(xy).join("L")}` : "";
}

export function closed(points: readonly Point[]): string {
  return points.length ? `${line(points)}Z` : "";
}

/** How far a rounded corner may be from the true one, which is what the rules go by: 0.15 inches. */
const STRAYS = 0.15 * UNIT;

/** A closed outline with its corners rounded: from the middles of its sides, or from nearer where that would cut too much off. */
export function rounded(points: readonly Point[]): string {
  if (points.length < 3) return closed(points);
  const steps = points.map((at, n) => {
    const [before, after] = [points.at(n - 1) as Point, points[(n + 1) % points.length] as Point];
    const cut = apart(at, middleOf([before, at, at, after])) / 2;
    const share = Math.min(1, STRAYS / (cut || 1)) / 2;
    const toward = ([x, y]: Point): Point => [at[0] + (x - at[0]) * share, at[1] + (y - at[1]) * share];
    return `${xy(toward(before))}Q${xy(at)} ${xy(toward(after))}`;
  });
  return `M${steps.join("L")}Z`;
}

/** Short strokes of no length, which a round cap makes dots. */
export function dots(points: readonly Point[]): string {
  return points.map((at) => `M${xy(at)}h0`).join("");
}

export function moved(points: readonly Point[], dx: number, dy: number): Point[] {
  return points.map(([x, y]) => [x + dx, y + dy]);
}
