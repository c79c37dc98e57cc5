/** What the desk reads of a campaign: the map's scene, and the seat's own view. */
import type { components } from "../api/schema";
import type { GameStore, Look } from "../game/store.svelte";

type Schemas = components["schemas"];

export type MapScene = Schemas["MapScene"];
export type HexPlace = Schemas["HexPlace"];
export type Counter = Schemas["Counter"];
export type MapWork = Schemas["MapWork"];
export type MapPaint = Schemas["MapPaint"];
export type SaleChart = Schemas["SaleChart"];
export type DeskGroup = Schemas["DeskGroup"];
export type DeskPrice = Schemas["DeskPrice"];
export type SetUpSheet = Schemas["SetUpSheet"];
export type FrontSheet = Schemas["FrontSheet"];
export type ReportSheet = Schemas["ReportSheet"];
export type ReadReport = Schemas["ReadReport"];
export type StepSheet = Schemas["StepSheet"];
export type ChanceTable = Schemas["ChanceTable"];
export type Paper = Schemas["Paper"];
export type PaperSheets = Schemas["PaperSheets"];
export type Fault = Schemas["Fault"];

export type SideName = "german" | "russian";
export const SIDE_NAMES: readonly SideName[] = ["german", "russian"];

export interface Hidden<T> {
  to: string[];
  value?: T;
}

export interface Piece {
  id: string;
  side: SideName;
  kind: string;
  type: string;
  hex: string;
  level: number | null;
  status: string[];
  held_by: string | null;
  group: string | null;
  last?: string;
}

export interface Fort {
  id: string;
  what: string;
  side: SideName;
  hex: string;
  ap: number;
  at: number;
  capacity: number;
  values: number[] | null;
  known?: boolean;
}

export interface Asset {
  id: string;
  group: string;
  words: string;
  ammunition: string | null;
  hexes: string[];
  level: number | null;
  observer: boolean;
}

export interface Question {
  rule: string;
  words: string;
  choices: Record<string, string>;
  least: number;
  most: number;
  form: "choose" | "order" | "fortify" | "place";
}

export interface Report {
  date: string;
  map?: string;
  turns: number;
  pieces: Piece[];
  markers: { what: string; hex: string }[];
  works: { what: string; hex: string; side: SideName; hidden?: boolean; ap: number; at: number }[];
  removed: string[];
  control: Partial<Record<SideName, string[]>>;
  casualties: Partial<Record<SideName, { cvp: number; lost: Record<string, number> }>>;
  evp: number;
  exited: Record<string, number>;
  concedes: SideName | null;
  ft_dc: { side: SideName; type: string; roll: number }[];
  used: Partial<Record<SideName, string[]>>;
}

export interface SideState {
  elr: number;
  san: number;
  cpp: Hidden<number>;
  fpp: Hidden<number>;
  bought: Hidden<Record<string, number>>;
  works_bought: Hidden<Record<string, number>>;
  box: Hidden<Record<string, Piece>>;
  forts: Hidden<Record<string, Fort>>;
  assets: Hidden<Record<string, Asset>>;
}

export interface CampaignView {
  date: string;
  step: string;
  sides: Record<SideName, SideState>;
  questions: Partial<Record<SideName, Hidden<Question>>>;
  waiting: SideName[];
  pieces: Record<string, Piece>;
  forts: Record<string, Fort>;
  markers: { what: string; hex: string }[];
  control: Record<string, string>;
  weather: string;
  ground: string;
  wind: string;
  cvp: number;
  evp: number;
  lvp: string[];
  filed: Report | null;
  filed_by: SideName | null;
  covered: Partial<Record<SideName, string[]>>;
}

export function sceneOf(look: Look): MapScene | null {
  return look.scene as MapScene | null;
}

export function viewOf(look: Look): CampaignView | null {
  return look.view as CampaignView | null;
}

export function sideOf(game: GameStore): SideName | null {
  return game.seat === "german" || game.seat === "russian" ? game.seat : null;
}

/** What a seat is asked now. */
export function asked(view: CampaignView | null, side: SideName | null): Question | null {
  if (!view || !side || !view.waiting.includes(side)) return null;
  return view.questions[side]?.value ?? null;
}

/** All that a side can have in play, as its own view knows it. */
export function ownPieces(view: CampaignView, side: SideName): Piece[] {
  return [...Object.values(view.pieces), ...Object.values(view.sides[side].box.value ?? {})].filter((one) => one.side === side);
}
