/** What fills an area: trees strewn over it, furrows across it, a roof's half. Units are those of the drawing. */
import { apart, covers, toSegment, type Point } from "./geometry";

/** A number from 0 to 1 that looks like chance and is always the same for the same seeds. */
export function chance(a: number, b: number, c: number): number {
  const n = Math.sin(a * 127.1 + b * 311.7 + c * 74.7) * 43758.5453;
  return n - Math.floor(n);
}

export interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function boxOf(points: readonly Point[]): Box {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

function toEdge(points: readonly Point[], at: Point): number {
  return Math.min(...points.map((a, n) => toSegment(at, a, points[(n + 1) % points.length] as Point)));
}

/** Points strewn over an area, about so far apart and so far from its edge. */
export function strewn(points: readonly Point[], step: number, margin: number, seed: number): Point[] {
  const box = boxOf(points);
  const found: Point[] = [];
  let row = 0;
  for (let y = box.top + step / 2; y < box.bottom; y += step * 0.86, row++) {
    for (let x = box.left + (row % 2 ? step / 2 : 0); x < box.right; x += step) {
      const at: Point = [x + (chance(x, y, seed) - 0.5) * step * 0.55, y + (chance(y, x, seed + 1) - 0.5) * step * 0.55];
      if (covers([points], at) && toEdge(points, at) > margin) found.push(at);
    }
  }
  return found;
}

/** Parallel stretches across an area along its longest side. */
export function rowsIn(points: readonly Point[], step: number, margin: number): [Point, Point][] {
  const turn = longest(points);
  const [c, s] = [Math.cos(turn), Math.sin(turn)];
  const turned = points.map(([x, y]): Point => [x * c + y * s, -x * s + y * c]);
  const back = ([x, y]: Point): Point => [x * c - y * s, x * s + y * c];
  const box = boxOf(turned);
  const found: [Point, Point][] = [];
  for (let y = box.top + step / 2; y < box.bottom; y += step) {
    const cuts = turned
      .flatMap((a, n) => {
        const b = turned[(n + 1) % turned.length] as Point;
        return a[1] > y !== b[1] > y ? [a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1])] : [];
      })
      .sort((a, b) => a - b);
    for (let n = 0; n + 1 < cuts.length; n += 2) {
      const [from, to] = [(cuts[n] as number) + margin, (cuts[n + 1] as number) - margin];
      if (to > from) found.push([back([from, y]), back([to, y])]);
    }
  }
  return found;
}

/** The direction of the longest side, in radians. */
export function longest(points: readonly Point[]): number {
  let best = 0;
  let turn = 0;
  points.forEach((a, n) => {
    const b = points[(n + 1) % points.length] as Point;
    if (apart(a, b) > best) [best, turn] = [apart(a, b), Math.atan2(b[1] - a[1], b[0] - a[0])];
  });
  return turn;
}

/** The part of an outline to the right of a line through a point in a direction. */
export function halfOf(points: readonly Point[], at: Point, turn: number): Point[] {
  const side = ([x, y]: Point): number => (y - at[1]) * Math.cos(turn) - (x - at[0]) * Math.sin(turn);
  const found: Point[] = [];
  points.forEach((a, n) => {
    const b = points[(n + 1) % points.length] as Point;
    const [one, other] = [side(a), side(b)];
    if (one >= 0) found.push(a);
    if (one >= 0 !== other >= 0) {
      const share = one / (one - other);
      found.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
    }
  });
  return found;
}

/** An outline drawn in toward its middle by about so much. */
export function shrunk(points: readonly Point[], by: number): Point[] {
  const n = points.length;
  const middle: Point = [points.reduce((sum, [x]) => sum + x, 0) / n, points.reduce((sum, [, y]) => sum + y, 0) / n];
  const far = points.reduce((sum, at) => sum + apart(at, middle), 0) / n;
  const share = far > by ? 1 - by / far : 0;
  return share < 0.2 ? [] : points.map(([x, y]) => [middle[0] + (x - middle[0]) * share, middle[1] + (y - middle[1]) * share]);
}

/** Places along a line every so far, each with the direction to its left. */
export function along(points: readonly Point[], step: number): { at: Point; across: Point }[] {
  const found: { at: Point; across: Point }[] = [];
  let rest = step / 2;
  for (let n = 0; n + 1 < points.length; n++) {
    const [a, b] = [points[n] as Point, points[n + 1] as Point];
    const far = apart(a, b);
    if (far === 0) continue;
    const [ux, uy] = [(b[0] - a[0]) / far, (b[1] - a[1]) / far];
    for (; rest < far; rest += step) found.push({ at: [a[0] + ux * rest, a[1] + uy * rest], across: [-uy, ux] });
    rest -= far;
  }
  return found;
}
