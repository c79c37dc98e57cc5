/** Terrain that reads at a glance: every kind of feature as a few paths, those underneath first. Colours are classes. */
import { closed, dots, drawn, line, long, middleOf, moved, rounded, xy, type Point } from "./geometry";
import { laid } from "./labels";
import type { Feature, Ground } from "./scene";
import { along, boxOf, chance, halfOf, longest, rowsIn, shrunk, strewn } from "./strewing";

/** A path, and the class that colours it. */
export interface Shape {
  is: string;
  d: string;
  width?: number;
}

export interface Label {
  at: Point;
  words: string;
  is: string;
}

export interface Painted {
  wide: number;
  high: number;
  base: string;
  shapes: Shape[];
  labels: Label[];
}

const LAYERS: string[][] = [
  ["hill", "steep-hill"],
  ["street"],
  ["open", "ploughed", "crops", "marsh", "swamp", "wooded-marsh", "wooded-swamp", "rubble", "craters"],
  ["rocks", "stream", "shallow-river", "deep-river", "pond", "crest", "cliff"],
  ["railway"],
  ["road"],
  ["ford", "road-bridge", "rail-bridge", "damaged-bridge"],
  ["barbed-wire", "scrub", "orchard", "fence", "hedge", "stone-wall", "boulevard", "bocage"],
  ["woods", "haystack", "fountain", "wreck"],
  ["building", "city-building", "exterior-wall", "defilade-wall"],
];

type Area = (points: Point[], seed: number) => Shape[];

const woods: Area = (points, seed) => {
  const crowns = strewn(points, 9, 3.4, seed);
  return [
    { is: "shade", d: rounded(moved(points, 2.8, 3.5)) },
    { is: "woods-floor", d: rounded(points) },
    { is: "woods-ink cap", d: dots(moved(crowns, 0.8, 1)), width: 12 },
    { is: "woods cap", d: dots(crowns), width: 10.6 },
    { is: "woods-top cap", d: dots(moved(crowns, -1.4, -1.7)), width: 5 },
  ];
};

const orchard: Area = (points) => {
  const trees = rowsIn(points, 12.5, 4.5).flatMap(([a, b]) => {
    const many = Math.max(1, Math.round(Math.hypot(b[0] - a[0], b[1] - a[1]) / 12.5));
    return Array.from({ length: many }, (_, k): Point => [a[0] + ((b[0] - a[0]) * (k + 0.5)) / many, a[1] + ((b[1] - a[1]) * (k + 0.5)) / many]);
  });
  return [
    { is: "orchard-floor", d: closed(points) },
    { is: "shade-line cap", d: dots(moved(trees, 1.5, 2)), width: 9 },
    { is: "woods-ink cap", d: dots(trees), width: 8.7 },
    { is: "orchard cap", d: dots(trees), width: 7.5 },
  ];
};

const scrub: Area = (points, seed) => {
  const bushes = strewn(points, 7.5, 2.5, seed);
  return [
    { is: "scrub-floor", d: rounded(points) },
    { is: "scrub-ink cap", d: dots(moved(bushes, 0.6, 0.8)), width: 5.2 },
    { is: "scrub cap", d: dots(bushes), width: 4.2 },
  ];
};

const crops: Area = (points) => [
  { is: "crops", d: closed(points) },
  { is: "crops-ink", d: rowsIn(points, 5, 1.8).map(([a, b]) => line([a, b])).join("") },
];

const ploughed: Area = (points) => [
  { is: "earth", d: closed(points) },
  { is: "earth-ink", d: rowsIn(points, 5.5, 1.5).map(([a, b]) => line([a, b])).join("") },
];

const meadow: Area = (points, seed) => [
  { is: "meadow", d: closed(points) },
  { is: "meadow-ink", d: tufts(strewn(points, 18, 4, seed)) },
];

function tufts(feet: Point[]): string {
  return feet.map(([x, y]) => `M${xy([x - 1.8, y])}l1 -2.3M${xy([x, y])}v-2.8M${xy([x + 1.8, y])}l-1 -2.3`).join("");
}

const marsh: Area = (points, seed) => {
  const feet = strewn(points, 11, 3.5, seed);
  return [
    { is: "marsh", d: rounded(points) },
    { is: "marsh-ink", d: feet.map(([x, y]) => `M${xy([x - 3.5, y])}h7`).join("") },
    { is: "reed", d: feet.map(([x, y]) => `M${xy([x, y])}l-1.6 -3.2M${xy([x, y])}v-4.2M${xy([x, y])}l1.6 -3.2`).join("") },
  ];
};

const swamp: Area = (points, seed) => [...marsh(points, seed), { is: "pool cap", d: dots(strewn(points, 13, 5, seed + 3)), width: 5.5 }];

const wooded =
  (under: Area): Area =>
  (points, seed) => {
    const trees = strewn(points, 11.5, 4.5, seed + 1);
    return [
      ...under(points, seed),
      { is: "woods-ink cap", d: dots(moved(trees, 1, 1.3)), width: 8.7 },
      { is: "woods cap", d: dots(trees), width: 7.5 },
      { is: "woods-top cap", d: dots(moved(trees, -1, -1.2)), width: 3.5 },
    ];
  };

/** Tints that rise step by step, with hachures where it is steep. */
const hill =
  (steep: boolean): Area =>
  (points) => {
    const shapes: Shape[] = [
      { is: "hill-shade", d: rounded(moved(points, 2.5, 3.2)) },
      { is: "hill", d: rounded(points) },
    ];
    for (const [n, by] of [13, 26, 42].entries()) {
      const inner = shrunk(points, by);
      if (inner.length > 0) shapes.push({ is: `hill-${n + 1}`, d: rounded(inner) });
    }
    if (steep) {
      const ring = [...points, points[0] as Point];
      const middle = middleOf(points);
      shapes.push({ is: "hachure", d: along(ring, 5.5).map(({ at, across }) => tick(at, across, middle, 7)).join("") });
    }
    return shapes;
  };

/** A short stroke from an edge toward a middle. */
function tick(at: Point, across: Point, middle: Point, far: number): string {
  const inward = (middle[0] - at[0]) * across[0] + (middle[1] - at[1]) * across[1] > 0 ? far : -far;
  return `M${xy(at)}l${xy([across[0] * inward, across[1] * inward])}`;
}

const water =
  (is: string): Area =>
  (points, seed) => [
    { is, d: points.length > 6 ? rounded(points) : closed(points) },
    { is: "wave", d: strewn(points, 21, 8, seed).map(([x, y]) => `M${xy([x - 4.5, y])}q2.2 -2 4.5 0t4.5 0`).join("") },
  ];

const craters: Area = (points, seed) => {
  const holes = strewn(points, 12, 4.5, seed);
  return [
    { is: "crater-ground", d: rounded(points) },
    { is: "crater-rim cap", d: dots(holes), width: 8.5 },
    { is: "crater cap", d: dots(moved(holes, 0.3, 0.4)), width: 5.3 },
  ];
};

const rocks: Area = (points, seed) => [
  { is: "rock-ground", d: rounded(points) },
  { is: "stone", d: strewn(points, 9.5, 4, seed).map((at, k) => stone(at, 2.8 + 1.2 * ((k * 7 + seed) % 3), k)).join("") },
];

function stone([x, y]: Point, size: number, k: number): string {
  return closed([0.3, 1.4, 2.6, 3.9, 5.2].map((turn): Point => [x + size * Math.cos(turn + k), y + size * 0.8 * Math.sin(turn + k)]));
}

const rubble: Area = (points, seed) => {
  const chips = strewn(points, 8.8, 2.5, seed);
  const chip = ([x, y]: Point, k: number): string => {
    const turn = chance(k, seed, 3) * 6.28;
    const [a, b] = [2.5 * Math.cos(turn), 2.5 * Math.sin(turn)];
    return closed([[x - a - b / 2, y - b + a / 2], [x + a - b / 2, y + b + a / 2], [x + a + b / 2, y + b - a / 2], [x - a + b / 2, y - b - a / 2]]);
  };
  return [
    { is: "rubble", d: closed(points) },
    { is: "rubble-stone", d: chips.filter((_, k) => k % 3 > 0).map(chip).join("") },
    { is: "rubble-brick", d: chips.filter((_, k) => k % 3 === 0).map(chip).join("") },
  ];
};

/** A house from above: two slopes of roof and a shadow. */
const building: Area = (points) => {
  const turn = longest(points);
  const middle = middleOf(points);
  const away = Math.cos(turn) >= 0 ? turn : turn + Math.PI;
  return [
    { is: "shade", d: closed(moved(points, 3, 3.8)) },
    { is: "roof", d: closed(points) },
    { is: "roof-dark", d: closed(halfOf(points, middle, away)) },
    { is: "roof-edge", d: closed(points) },
  ];
};

const block: Area = (points) => {
  const inner = shrunk(points, 6);
  return [
    { is: "shade", d: closed(moved(points, 4, 5)) },
    { is: "block", d: closed(points) },
    ...(inner.length ? [{ is: "block-top", d: closed(inner) }] : []),
  ];
};

const haystack: Area = (points) => {
  const [x, y] = middleOf(points);
  const box = boxOf(points);
  const far = Math.min(box.right - box.left, box.bottom - box.top) * 0.4;
  return [
    { is: "shade", d: rounded(moved(points, 1.8, 2.2)) },
    { is: "straw", d: rounded(points) },
    { is: "straw-ink", d: Array.from({ length: 7 }, (_, k) => `M${xy([x, y])}l${xy([far * Math.cos(k), far * Math.sin(k)])}`).join("") },
  ];
};

const wreck: Area = (points) => {
  const [a, b] = [points[0] as Point, points[Math.floor(points.length / 2)] as Point];
  const [c, d] = [points[Math.floor(points.length / 4)] as Point, points[Math.floor((points.length * 3) / 4)] as Point];
  return [
    { is: "wreck", d: closed(points) },
    { is: "wreck-ink", d: line([a, b]) + line([c, d]) },
  ];
};

const AREAS: Record<string, Area> = {
  hill: hill(false),
  "steep-hill": hill(true),
  street: (points) => [{ is: "street", d: closed(points) }],
  open: meadow,
  ploughed,
  crops,
  marsh,
  swamp,
  "wooded-marsh": wooded(marsh),
  "wooded-swamp": wooded(swamp),
  rubble,
  craters,
  rocks,
  "shallow-river": water("water"),
  "deep-river": water("deep"),
  pond: water("water"),
  scrub,
  orchard,
  woods,
  haystack,
  wreck,
  fountain: (points) => [{ is: "stone", d: closed(points) }, { is: "water", d: closed(shrunk(points, 8)) }],
  building,
  "city-building": block,
  "exterior-wall": (points) => [{ is: "wall-area", d: closed(points) }],
  "defilade-wall": (points) => [{ is: "wall-area", d: closed(points) }],
  ford: (points, seed) => [{ is: "ford", d: closed(points) }, { is: "stone", d: strewn(points, 8, 3, seed).map((at, k) => stone(at, 2, k)).join("") }],
  "barbed-wire": (points, seed) => [{ is: "wire", d: strewn(points, 7, 1.5, seed).map(([x, y]) => `M${xy([x - 2.5, y])}a2.5 2.5 0 1 1 5 0`).join("") }],
};

type Drawn = (middle: Point[], width: number, outline: Point[]) => Shape[];

const trees = (step: number, wide: number): Drawn => (middle) => {
  const crowns = along(middle, step).map(({ at }) => at);
  return [
    { is: "shade-line cap", d: dots(moved(crowns, 1.5, 2)), width: wide + 1 },
    { is: "woods-ink cap", d: dots(crowns), width: wide + 1.4 },
    { is: "hedge cap", d: dots(crowns), width: wide },
  ];
};

const bridge = (is: string): Drawn => (middle, width, outline) => [
  { is, d: closed(outline) },
  { is: "plank", d: along(middle, 6).map(({ at, across }) => across2(at, across, width / 2)).join("") },
  { is: "bridge-rail", d: [-1, 1].map((side) => line(beside(middle, (side * width) / 2))).join("") },
];

function across2([x, y]: Point, [ax, ay]: Point, half: number): string {
  return `M${xy([x - ax * half, y - ay * half])}L${xy([x + ax * half, y + ay * half])}`;
}

/** A line so far to the left of another. */
function beside(points: Point[], by: number): Point[] {
  return points.map((at, n) => {
    const [a, b] = [points[Math.max(0, n - 1)] as Point, points[Math.min(points.length - 1, n + 1)] as Point];
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    return [at[0] - ((b[1] - a[1]) / far) * by, at[1] + ((b[0] - a[0]) / far) * by];
  });
}

const LINES: Record<string, Drawn> = {
  road: (middle, width) => [{ is: "road-edge join", d: line(middle), width: width + 3 }, { is: "road join", d: line(middle), width }],
  street: (middle, width) => [{ is: "street-edge join", d: line(middle), width: width + 2 }, { is: "street-line join", d: line(middle), width }],
  railway: (middle, width) => [
    { is: "ballast", d: line(middle), width },
    { is: "sleeper", d: along(middle, 6).map(({ at, across }) => across2(at, across, width * 0.34)).join("") },
    { is: "rail", d: line(beside(middle, width * 0.2)) + line(beside(middle, -width * 0.2)) },
  ],
  stream: (middle, width) => [{ is: "bank join", d: line(middle), width: width + 2 }, { is: "water-line join", d: line(middle), width }],
  "shallow-river": (middle, width) => [{ is: "bank join", d: line(middle), width: width + 3 }, { is: "water-line join", d: line(middle), width }],
  "deep-river": (middle, width) => [{ is: "bank join", d: line(middle), width: width + 3 }, { is: "deep-line join", d: line(middle), width }],
  ford: (middle, _, outline) => [{ is: "ford", d: closed(outline) }, { is: "plank", d: dots(along(middle, 5).map(({ at }) => at)) }],
  "road-bridge": bridge("bridge"),
  "rail-bridge": bridge("bridge"),
  "damaged-bridge": (middle, width, outline) => [...bridge("bridge broken")(middle, width, outline), { is: "wreck-ink", d: along(middle, 18).map(({ at, across }) => across2(at, across, width * 0.45)).join("") }],
  hedge: trees(4.6, 6),
  bocage: trees(6.5, 10),
  boulevard: trees(20, 13),
  fence: (middle) => [{ is: "fence", d: line(middle) }, { is: "fence-post cap", d: dots(along(middle, 10).map(({ at }) => at)), width: 3 }],
  "stone-wall": (middle) => [{ is: "wall-ink", d: line(middle), width: 5 }, { is: "wall", d: line(middle), width: 3.4 }],
  "exterior-wall": (middle, width) => [{ is: "wall-ink", d: line(middle), width: Math.max(5, width) }],
  "defilade-wall": (middle, width) => [{ is: "wall-ink", d: line(middle), width: Math.max(5, width) }],
  "barbed-wire": (middle) => [{ is: "wire", d: along(middle, 8).map(({ at: [x, y] }) => `M${xy([x - 3, y - 3])}l6 6M${xy([x + 3, y - 3])}l-6 6`).join("") + line(middle) }],
  crest: (middle) => [{ is: "hachure", d: line(middle) + along(middle, 7).map(({ at, across }) => across2(at, across, 3.5)).join("") }],
  cliff: (middle) => [{ is: "cliff", d: line(middle) + along(middle, 7).map(({ at, across }) => `M${xy(at)}l${xy([across[0] * 8, across[1] * 8])}`).join("") }],
};

/** The whole table as paths; worked out once for each ground. `plan`: whether rooms are drawn over city buildings. */
export function paint(ground: Ground): Painted {
  const high = ground.size[1];
  const place = (spots: readonly (readonly [number, number])[]): Point[] => spots.map((spot) => drawn(spot, high));
  const order = new Map(LAYERS.flatMap((layer, n) => layer.map((kind): [string, number] => [kind, n])));
  const rank = (one: Feature): number => order.get(one.kind) ?? LAYERS.length - 2;
  const shapes: Shape[] = [];
  for (let layer = 0; layer < LAYERS.length; layer++) {
    const own = ground.features.filter((one) => rank(one) === layer);
    const lists = own.map((one) => shapesOf(one, place));
    // Lines of the same kind are one: first all their edges, then all their middles, so that crossings flow together.
    const most = Math.max(0, ...lists.map((list) => list.length));
    if (layer === 1 || layer === 3 || layer === 5) for (let n = 0; n < most; n++) shapes.push(...lists.flatMap((list) => list[n] ?? []));
    else lists.forEach((list) => shapes.push(...list));
    if (layer === LAYERS.length - 2) {
      const hills = ground.features.filter((one) => rank(one) === 0);
      shapes.push(...hills.map((one) => ({ is: "contour", d: rounded(place(one.outline)) })));
    }
  }
  return { wide: long(ground.size[0]), high: long(high), base: ground.base, shapes: shapes.filter((one) => one.d !== ""), labels: labels(ground, place) };
}

export function shapesOf(one: Pick<Feature, "n" | "kind" | "outline"> & Partial<Feature>, place: (spots: readonly (readonly [number, number])[]) => Point[]): Shape[] {
  const outline = place(one.outline);
  const middle = one.line ?? [];
  const asLine = middle.length > 1 ? LINES[one.kind] : undefined;
  if (asLine) return asLine(place(middle), long(one.width ?? 0), outline);
  return AREAS[one.kind]?.(outline, one.n) ?? [{ is: "other", d: closed(outline) }];
}

const CROSSINGS = ["ford", "road-bridge", "rail-bridge", "damaged-bridge"];

/** Names of features where there is room for them: a river's beside what crosses it. */
function labels(ground: Ground, place: (spots: readonly (readonly [number, number])[]) => Point[]): Label[] {
  const found: (Omit<Label, "at"> & { places: Point[] })[] = [];
  for (const one of ground.features) {
    const plain = !one.name || one.name === one.kind || one.name.startsWith("the ") || one.name.startsWith("a ") || one.kind === "rubble";
    if (plain || one.kind === "wreck") continue;
    const outline = place(one.outline);
    const middle = one.line && one.line.length > 1 ? (place(one.line)[Math.floor(one.line.length / 2)] as Point) : middleOf(outline);
    const { left, right, top, bottom } = boxOf(outline);
    const along: Point[] = one.water ? [0.38, 0.62, 0.2, 0.8].map((share) => (bottom - top > right - left ? [middle[0], top + (bottom - top) * share] : [left + (right - left) * share, middle[1]])) : [];
    found.push({ places: [middle, ...along], words: one.name, is: one.water ? "water-name" : "place-name" });
  }
  return laid(found, [long(ground.size[0]), long(ground.size[1])], 1, ground.features.filter((one) => CROSSINGS.includes(one.kind)).map((one) => boxOf(place(one.outline))));
}

/** Each kind of terrain on the table once, in the order of the layers. */
export function kindsOn(ground: Ground): Feature[] {
  const order = LAYERS.flat();
  const first = new Map<string, Feature>();
  for (const one of ground.features) if (!first.has(one.kind)) first.set(one.kind, one);
  return [...first.values()].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

/** A small piece of a kind, for the key: 44 by 30. */
export function swatch(kind: string, asLine: boolean): Shape[] {
  const identity = (spots: readonly (readonly [number, number])[]): Point[] => spots.map(([x, y]) => [x, y]);
  const small = ["building", "haystack", "wreck", "fountain"].includes(kind);
  const outline: Point[] = small ? [[12, 7], [32, 7], [32, 23], [12, 23]] : [[2, 10], [9, 3], [24, 2], [40, 5], [43, 16], [36, 27], [18, 28], [5, 25]];
  if (!asLine) return shapesOf({ n: 3, kind, outline }, identity);
  const width = { road: 10, street: 13, railway: 13, stream: 9, "shallow-river": 14, "deep-river": 14, ford: 13, "road-bridge": 14, "rail-bridge": 14, "damaged-bridge": 14 }[kind] ?? 5;
  const middle: Point[] = [[2, 16], [22, 14], [42, 16]];
  const box: Point[] = [[2, 15 - width / 2], [42, 15 - width / 2], [42, 15 + width / 2], [2, 15 + width / 2]];
  return shapesOf({ n: 3, kind, outline: box, line: middle, width: width * 50 }, identity);
}
