/**
 * Hexes on the desk's map: west at the left, north at the top, numbers grow to the right, letters upward.
 *
 * Side 0 looks toward the lower number, to the left; the others follow clockwise. Corner n lies between sides n and n+1.
 */
export type Point = readonly [number, number];

/** From one hex's centre to the next. */
export const STEP = 30;
export const SIDES = [0, 1, 2, 3, 4, 5] as const;

const turn = (n: number): number => Math.PI + (n * Math.PI) / 3;
const SIDE: Point[] = SIDES.map((n) => [Math.cos(turn(n)), Math.sin(turn(n))]);
const CORNER: Point[] = SIDES.map((n) => [Math.cos(turn(n + 0.5)), Math.sin(turn(n + 0.5))]);
const NAME = /^([A-Z])\1?(\d{1,2})$/;

export interface Cell {
  column: number;
  number: number;
}

/** P15 as a column and a number; nothing where it is no hex's name. */
export function parse(name: string): Cell | null {
  const found = NAME.exec(name);
  if (!found) return null;
  const letters = name.replace(/\d/g, "");
  return { column: letters.charCodeAt(0) - 65 + 26 * (letters.length - 1), number: Number(found[2]) };
}

export function nameOf(cell: Cell): string {
  const letter = String.fromCharCode(65 + (cell.column % 26));
  return `${letter.repeat(1 + Math.floor(cell.column / 26))}${cell.number}`;
}

/** The hex across a side. */
export function neighbour({ column, number }: Cell, side: number): Cell {
  const low = Math.abs(column % 2);
  const steps: Point[] = [[0, -1], [1, low - 1], [1, low], [0, 1], [-1, low], [-1, low - 1]];
  const [across, along] = steps[((side % 6) + 6) % 6] as Point;
  return { column: column + across, number: number + along };
}

/** How many hexes apart. */
export function distance(one: Cell, other: Cell): number {
  const cube = ({ column, number }: Cell): [number, number, number] => {
    const z = number - Math.floor(column / 2);
    return [column, -column - z, z];
  };
  const [a, b] = [cube(one), cube(other)];
  return Math.max(...a.map((part, n) => Math.abs(part - (b[n] as number))));
}

export interface Placed {
  hex: string;
  /** Grows with the letters, */
  x: number;
  /** and with the numbers. */
  y: number;
}

/** Where hexes lie on the map. */
export class Grid {
  readonly wide: number;
  readonly high: number;
  private readonly west: number;
  private readonly north: number;
  private readonly spots = new Map<string, Point>();

  constructor(hexes: readonly Placed[]) {
    this.west = Math.min(...hexes.map((one) => one.y));
    this.north = Math.max(...hexes.map((one) => one.x));
    for (const one of hexes) this.spots.set(one.hex, [(one.y - this.west) * STEP, (this.north - one.x) * STEP]);
    this.wide = (Math.max(...hexes.map((one) => one.y)) - this.west) * STEP;
    this.high = (this.north - Math.min(...hexes.map((one) => one.x))) * STEP;
  }

  has(hex: string): boolean {
    return this.spots.has(hex);
  }

  get names(): string[] {
    return [...this.spots.keys()];
  }

  at(hex: string): Point {
    return this.spots.get(hex) ?? [0, 0];
  }

  /** The hex under a point; nothing beside the map. */
  under([x, y]: Point): string | null {
    const column = Math.round((this.north * STEP - y) / (STEP * 0.75 ** 0.5));
    let best: string | null = null;
    let near = STEP * STEP * 0.36;
    for (const c of [column - 1, column, column + 1]) {
      const middle = x / STEP + this.west - (c % 2 === 0 ? 0 : 0.5);
      for (const n of [Math.floor(middle), Math.ceil(middle)]) {
        if (c < 0) continue;
        const hex = nameOf({ column: c, number: n });
        const spot = this.spots.get(hex);
        if (!spot) continue;
        const far = (spot[0] - x) ** 2 + (spot[1] - y) ** 2;
        if (far < near) [best, near] = [hex, far];
      }
    }
    return best;
  }

  corners(hex: string, reach = 1): Point[] {
    const [x, y] = this.at(hex);
    const far = (STEP / 3 ** 0.5) * reach;
    return CORNER.map(([cx, cy]) => [x + cx * far, y + cy * far]);
  }

  side(hex: string, side: number, reach = 1): Point {
    const [x, y] = this.at(hex);
    const [sx, sy] = SIDE[side] as Point;
    return [x + (sx * STEP * reach) / 2, y + (sy * STEP * reach) / 2];
  }

  /** Some hexes as one path, each a closed shape. */
  cells(hexes: Iterable<string>, reach = 1): string {
    let path = "";
    for (const hex of hexes) if (this.has(hex)) path += shape(this.corners(hex, reach));
    return path;
  }

  /** The outline of an area, along its hexsides, a little within them. Sides at the map's edge count too. */
  outline(area: Iterable<string>, inset = 0): string {
    return this.rings(area)
      .map((ring) => shape(ring.map(({ hex, side }, n) => this.turnAt(hex, side, ring[(n + 1) % ring.length] as Bound, inset))))
      .join("");
  }

  /** The hexsides about an area, ring by ring. */
  rings(area: Iterable<string>): Bound[][] {
    const within = new Set(area);
    const follow = new Map<string, Bound>();
    for (const hex of within) {
      const cell = parse(hex);
      if (!cell || !this.has(hex)) continue;
      for (const side of SIDES) if (!within.has(nameOf(neighbour(cell, side)))) follow.set(this.key(hex, side - 1), { hex, side });
    }
    const found: Bound[][] = [];
    for (let start = follow.keys().next(); !start.done; start = follow.keys().next()) {
      const ring: Bound[] = [];
      for (let here = start.value; follow.has(here); ) {
        const one = follow.get(here) as Bound;
        follow.delete(here);
        ring.push(one);
        here = this.key(one.hex, one.side);
      }
      found.push(ring);
    }
    return found;
  }

  /** The sides of some hexes that look at others: a front line. */
  between(some: Iterable<string>, others: ReadonlySet<string>): string {
    let path = "";
    for (const hex of some) {
      const cell = parse(hex);
      if (!cell || !this.has(hex)) continue;
      const corners = this.corners(hex);
      for (const side of SIDES) {
        if (!others.has(nameOf(neighbour(cell, side)))) continue;
        path += `M${write(corners[(side + 5) % 6] as Point)}L${write(corners[side] as Point)}`;
      }
    }
    return path;
  }

  private key(hex: string, corner: number): string {
    const [x, y] = this.corners(hex)[((corner % 6) + 6) % 6] as Point;
    return `${Math.round((x * 2) / STEP)},${Math.round((y * 2 * 3 ** 0.5) / STEP)}`;
  }

  private turnAt(hex: string, side: number, after: Bound, inset: number): Point {
    const [x, y] = this.corners(hex)[side] as Point;
    const [one, other] = [SIDE[side] as Point, SIDE[after.side] as Point];
    const straight = after.hex === hex ? 1.155 : 0.577;
    const far = inset * STEP * straight;
    const sum: Point = [one[0] + other[0], one[1] + other[1]];
    const long = Math.hypot(...sum) || 1;
    return [x - (sum[0] / long) * far, y - (sum[1] / long) * far];
  }
}

export interface Bound {
  hex: string;
  side: number;
}

export function write([x, y]: Point): string {
  return `${Math.round(x * 100) / 100} ${Math.round(y * 100) / 100}`;
}

export function shape(points: readonly Point[]): string {
  return points.length === 0 ? "" : `M${points.map(write).join("L")}Z`;
}

/** Hexes in the order of the map: by letters, then by numbers. */
export function ordered(hexes: Iterable<string>): string[] {
  return [...hexes].sort((a, b) => {
    const [one, other] = [parse(a), parse(b)];
    return one && other ? one.column - other.column || one.number - other.number : a.localeCompare(b);
  });
}

/** The hexes that a sentence names. */
export function hexesIn(words: string): string[] {
  return [...new Set(words.match(/\b([A-Z])\1?\d{1,2}\b/g) ?? [])].filter((one) => parse(one) !== null);
}
