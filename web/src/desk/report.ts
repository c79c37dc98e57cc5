/** A scenario's end in the making: begun from what stood there, changed hex by hex, compared with what was before. */
import type { CampaignView, Counter, Fault, MapWork, Piece, Report, SideName } from "./scene";

export const STATUSES: Record<string, readonly string[]> = {
  men: ["broken", "disrupted", "pinned", "encircled", "berserk", "fanatic", "concealed", "prisoner"],
  smc: ["wounded"],
  leader: ["heroic"],
  mmc: ["engineer"],
  thing: ["malfunctioned", "disabled", "dismantled", "captured"],
  gun: ["hooked", "low-ammo", "depleted-ammo"],
  vehicle: [
    "motion", "bogged", "mired", "immobilized", "abandoned", "recall", "recall-ammo", "stunned", "shocked", "unconfirmed-kill", "encircled",
    "malfunctioned", "disabled", "mg-malfunctioned", "mg-disabled", "low-ammo", "depleted-ammo", "captured",
  ],
};
export const MARKERS = ["flame", "blaze", "wreck", "burning-wreck", "burnt-out-wreck", "rubble", "shellholes", "trailbreak", "open-ground"] as const;
export const WORKS = ["foxhole", "trench", "at-ditch", "wire", "minefield", "pillbox", "cupola", "roadblock"] as const;

/** The states that a piece of a kind can be in. */
export function statusesOf(kind: string): string[] {
  const mmc = ["squad", "half-squad", "crew"].includes(kind);
  const smc = ["leader", "hero"].includes(kind);
  const groups = [...(mmc || smc ? ["men"] : []), ...(smc ? ["smc"] : []), ...(kind === "leader" ? ["leader"] : []), ...(mmc ? ["mmc"] : []), ...(kind === "sw" || kind === "gun" ? ["thing"] : []), ...(kind === "gun" ? ["gun"] : []), ...(kind === "vehicle" ? ["vehicle"] : [])];
  return groups.flatMap((one) => [...(STATUSES[one] ?? [])]);
}

/** What stood on the map as the scenario began, as a side knows it: where a report begins. */
export function begun(view: CampaignView, side: SideName): Report {
  const own = Object.values(view.sides[side].box.value ?? {}).filter((one) => one.hex);
  const pieces = [...Object.values(view.pieces), ...own].filter((one) => one.hex).map(bare);
  const ids = new Set(pieces.map((one) => one.id));
  return {
    date: view.date,
    turns: 6,
    pieces: pieces.map((one) => (one.held_by && !ids.has(one.held_by) ? { ...one, held_by: null } : one)),
    markers: [],
    works: [],
    removed: [],
    control: {},
    casualties: { german: { cvp: 0, lost: {} }, russian: { cvp: 0, lost: {} } },
    evp: 0,
    exited: {},
    concedes: null,
    ft_dc: [],
    used: {},
  };
}

/** As a report has it: what was hidden or concealed is now simply there. */
function bare(piece: Piece): Piece {
  return { id: piece.id, side: piece.side, kind: piece.kind, type: piece.type, hex: piece.hex, level: piece.level, status: piece.status.filter((one) => !["hidden", "concealed"].includes(one)), held_by: piece.held_by, group: piece.group };
}

/** A file's report over what stood there: a file has all of it. */
export function filled(read: Partial<Report>, date: string): Report {
  const nothing = { date, turns: 6, pieces: [], markers: [], works: [], removed: [], control: {}, casualties: {}, evp: 0, exited: {}, concedes: null, ft_dc: [], used: {} };
  return { ...nothing, ...read };
}

export function inHex(report: Report, hex: string): Piece[] {
  return report.pieces.filter((one) => one.hex === hex);
}

/** Pieces, and all that they hold. */
function withHeld(report: Report, ids: readonly string[]): Set<string> {
  const going = new Set(ids);
  for (let grown = -1; grown !== going.size; ) {
    grown = going.size;
    for (const one of report.pieces) if (one.held_by && going.has(one.held_by)) going.add(one.id);
  }
  return going;
}

/** Pieces go to another hex with all that they hold. */
export function moved(report: Report, ids: readonly string[], hex: string): Report {
  const going = withHeld(report, ids);
  return { ...report, pieces: report.pieces.map((one) => (going.has(one.id) ? { ...one, hex, level: null, held_by: one.held_by && going.has(one.held_by) ? one.held_by : null } : one)) };
}

/** Pieces are lost, or left the map; what they held lies there. The losses of their side grow. */
export function lost(report: Report, ids: readonly string[]): Report {
  const gone = new Set(ids);
  const casualties = { ...report.casualties };
  for (const one of report.pieces.filter((piece) => gone.has(piece.id))) {
    const before = casualties[one.side] ?? { cvp: 0, lost: {} };
    casualties[one.side] = { ...before, lost: { ...before.lost, [one.type]: (before.lost[one.type] ?? 0) + 1 } };
  }
  return { ...report, casualties, pieces: without(report.pieces, gone) };
}

function without(pieces: readonly Piece[], gone: ReadonlySet<string>): Piece[] {
  return pieces.filter((one) => !gone.has(one.id)).map((one) => (one.held_by && gone.has(one.held_by) ? { ...one, held_by: null } : one));
}

export function changed(report: Report, id: string, by: Partial<Piece>): Report {
  return { ...report, pieces: report.pieces.map((one) => (one.id === id ? { ...one, ...by } : one)) };
}

/** A piece is at a level of its hex, and with it all that it holds. */
export function levelled(report: Report, id: string, level: number | null): Report {
  const going = withHeld(report, [id]);
  return { ...report, pieces: report.pieces.map((one) => (going.has(one.id) ? { ...one, level } : one)) };
}

export function turned(report: Report, id: string, status: string): Report {
  const piece = report.pieces.find((one) => one.id === id);
  if (!piece) return report;
  const on = piece.status.includes(status);
  return changed(report, id, { status: on ? piece.status.filter((one) => one !== status) : [...piece.status, status] });
}

/** More pieces, with ids that nothing else has. */
export function added(report: Report, side: SideName, kind: string, type: string, hex: string, count: number): Report {
  const taken = new Set(report.pieces.map((one) => one.id));
  const fresh: Piece[] = [];
  for (let n = 1; fresh.length < count; n++) {
    const id = `new-${side[0] ?? ""}${n}`;
    if (!taken.has(id)) fresh.push({ id, side, kind, type, hex, level: null, status: [], held_by: null, group: null });
  }
  return { ...report, pieces: [...report.pieces, ...fresh] };
}

/** A hex goes from one holder to the next: as it was, German, Russian, as it was. */
export function controlTurned(report: Report, hex: string): Report {
  const [german, russian] = [report.control.german ?? [], report.control.russian ?? []];
  const less = (some: string[]): string[] => some.filter((one) => one !== hex);
  if (german.includes(hex)) return { ...report, control: { german: less(german), russian: [...russian, hex] } };
  if (russian.includes(hex)) return { ...report, control: { german, russian: less(russian) } };
  return { ...report, control: { german: [...german, hex], russian } };
}

/** A work or marker that was there is gone, or is there again. */
export function removedTurned(report: Report, text: string): Report {
  return { ...report, removed: report.removed.includes(text) ? report.removed.filter((one) => one !== text) : [...report.removed, text] };
}

export function asCounters(report: Report): Counter[] {
  return report.pieces.filter((one) => one.hex) as unknown as Counter[];
}

export function asWorks(report: Report, standing: readonly MapWork[]): MapWork[] {
  const gone = new Set(report.removed);
  return [...standing.filter((one) => !gone.has(`${one.what} ${one.hex}`)), ...report.works.map((one, n) => ({ ...one, id: `report-${n}` }) as unknown as MapWork)];
}

// -- comparing

export interface Difference {
  what: "gone" | "moved" | "changed" | "new";
  id: string;
  side: SideName;
  type: string;
  hex: string;
  from: string;
  status: string[];
}

/** How the pieces of a report differ from what a side's map had. */
export function differences(before: readonly Piece[], report: Report): Difference[] {
  const had = new Map(before.filter((one) => one.hex).map((one) => [one.id, one]));
  const has = new Map(report.pieces.map((one) => [one.id, one]));
  const found: Difference[] = [];
  for (const one of had.values()) if (!has.has(one.id)) found.push({ what: "gone", id: one.id, side: one.side, type: one.type, hex: "", from: one.hex, status: [] });
  for (const one of has.values()) {
    const old = had.get(one.id);
    const base = { id: one.id, side: one.side, type: one.type, hex: one.hex, from: old?.hex ?? "", status: one.status };
    if (!old) found.push({ what: "new", ...base });
    else if (old.hex !== one.hex) found.push({ what: "moved", ...base });
    else if (old.type !== one.type || [...old.status].sort().join() !== [...one.status].sort().join()) found.push({ what: "changed", ...base });
  }
  return found;
}

/** Which part of the form a fault is shown at: by its place, else by the rule that it breaks. */
export function sectionOf(fault: Fault): string {
  const [first] = fault.at;
  if (first !== undefined) return first;
  const by: Record<string, string> = { "001 7.13": "casualties", "001 CG14": "evp", "001 7.5134": "ft_dc", "001 CG5": "removed", "001 CG7": "used", "001 7.509": "pieces", "001 7.502": "works" };
  return by[fault.rule ?? ""] ?? "";
}

/** What goes to the server: nothing that was left empty. */
export function sendable(report: Report): Report {
  const casualties = Object.fromEntries(Object.entries(report.casualties).filter(([, one]) => one && (one.cvp > 0 || Object.keys(one.lost).length > 0)));
  const lists = (some: Partial<Record<SideName, string[]>>): Partial<Record<SideName, string[]>> => Object.fromEntries(Object.entries(some).filter(([, one]) => one && one.length > 0));
  return { ...report, casualties, control: lists(report.control), used: lists(report.used) };
}
