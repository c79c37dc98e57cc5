/** The desk: what is laid on the map, what is picked there, and the questions that the rules answer beforehand. */
import { ask } from "../api/client";
import { routes } from "../api/routes";
import type { GameStore } from "../game/store.svelte";
import { known, sentence, t } from "../texts";
import { Grid, hexesIn, type Placed } from "./hexes";
import { asked, sceneOf, sideOf, viewOf, type CampaignView, type Counter, type HexPlace, type MapPaint, type MapScene, type MapWork, type Question, type SideName } from "./scene";

export const LAYERS = ["levels", "terrain", "roads", "rail", "slopes", "names", "control", "perimeters", "isolated", "works", "units"] as const;
export type Layer = (typeof LAYERS)[number];
const OFF_AT_FIRST: readonly Layer[] = ["control"];

/** What a page lays on the map: hexes that can be picked, hexes that are, areas that are told apart, pieces not there yet. */
export interface Lay {
  open?: ReadonlySet<string>;
  /** Single hexes that can be picked, without a veil over all others. */
  marks?: ReadonlySet<string>;
  chosen?: ReadonlySet<string>;
  wrong?: ReadonlySet<string>;
  /** An area in outline, as a perimeter that would be drawn. */
  outline?: readonly (readonly string[])[];
  /** In place of what the scene has: a set-up or a report in the making. */
  pieces?: readonly Counter[];
  works?: readonly MapWork[];
  signs?: readonly { what: string; hex: string }[];
  pick?: (hex: string) => void;
  /** What picking a hex does, in words. */
  does?: string;
}

export class DeskStore {
  readonly game: GameStore;
  shown = $state<Record<Layer, boolean>>(Object.fromEntries(LAYERS.map((one) => [one, !OFF_AT_FIRST.includes(one)])) as Record<Layer, boolean>);
  /** The hex that is looked at. */
  cursor = $state<string | null>(null);
  lay = $state.raw<Lay>({});
  paint = $state.raw<MapPaint | null>(null);
  /** Asks the map to come to a hex; grows with every wish. */
  goto = $state.raw<{ hex: string; n: number } | null>(null);

  readonly scene: MapScene | null = $derived.by(() => sceneOf(this.game.shown));
  readonly view: CampaignView | null = $derived.by(() => viewOf(this.game.shown));
  readonly side: SideName | null = $derived.by(() => sideOf(this.game));
  readonly question: Question | null = $derived.by(() => (this.game.past ? null : asked(this.view, this.side)));
  readonly places: ReadonlyMap<string, HexPlace> = $derived.by(() => new Map((this.scene?.ground?.hexes ?? []).map((one) => [one.hex, one])));
  private readonly ground = $derived(this.scene?.ground ?? null);
  readonly grid: Grid | null = $derived.by(() => (this.ground ? gridOf(this.ground.id, this.ground.hexes) : null));
  readonly pieces: readonly Counter[] = $derived.by(() => this.lay.pieces ?? this.scene?.pieces ?? []);
  readonly works: readonly MapWork[] = $derived.by(() => this.lay.works ?? this.scene?.works ?? []);
  readonly signs: readonly { what: string; hex: string }[] = $derived.by(() => this.lay.signs ?? this.scene?.signs ?? []);

  constructor(game: GameStore) {
    this.game = game;
    void ask<MapPaint>("GET", routes.map).then((paint) => (this.paint = paint), () => undefined);
  }

  /** Asks the campaign's rules; nothing happens. */
  async ask<T>(question: { ask: string } & Record<string, unknown>, signal?: AbortSignal): Promise<T> {
    const said = await ask<{ answer: T }>("POST", routes.desk(this.game.id), { token: this.game.token, body: { question }, ...(signal ? { signal } : {}) });
    return said.answer;
  }

  show(hex: string): void {
    this.cursor = hex;
    this.goto = { hex, n: (this.goto?.n ?? 0) + 1 };
  }

  /** What lies in a hex, in words. */
  about(hex: string): string[] {
    const place = this.places.get(hex);
    if (!place) return [];
    const ground = [...place.terrain.map((one) => known("terrain", one)), place.level ? t("desk.level", { n: place.level }) : ""];
    if (place.road?.length) ground.push(t("desk.road"));
    if (place.rail?.length) ground.push(place.torn_up ? t("desk.railTorn") : t("desk.rail"));
    if (place.bridge) ground.push(t("desk.bridge"));
    if (place.culvert) ground.push(t("desk.culvert"));
    if (place.victory) ground.push(t("desk.victory"));
    const control = this.scene?.control[hex];
    const lines = [sentence(ground.filter((one) => one !== "").join(", "))];
    if (control) lines.push(t("desk.controls", { who: known("seat", control) }));
    const area = this.scene?.areas.find((one) => one.hexes.includes(hex));
    if (area) lines.push(t("desk.isolatedArea"));
    for (const [side, hexes] of Object.entries(this.scene?.covered ?? {})) if (hexes.includes(hex)) lines.push(t("desk.covered", { who: known("seat", side) }));
    for (const one of this.works) if (one.hex === hex) lines.push(workWords(one));
    for (const one of this.signs) if (one.hex === hex) lines.push(known("sign", one.what));
    for (const one of this.pieces) if (one.hex === hex) lines.push(pieceWords(one));
    return lines;
  }

  /** The hexes that the log points at: named ones, and those of the pieces that are named. */
  readonly focused: ReadonlySet<string> = $derived.by(() => {
    const wanted = this.game.focus;
    if (wanted.length === 0) return new Set<string>();
    const at = new Map(this.pieces.map((one) => [one.id, one.hex]));
    return new Set(wanted.flatMap((id) => (this.places.has(id) ? [id] : at.has(id) ? [at.get(id) as string] : hexesIn(id))));
  });
}

const grids = new Map<string, Grid>();

function gridOf(id: string, hexes: readonly Placed[]): Grid {
  const kept = grids.get(id);
  if (kept) return kept;
  const made = new Grid(hexes);
  grids.set(id, made);
  return made;
}

export function pieceWords(one: Pick<Counter, "id" | "side" | "type" | "status" | "secret" | "held_by">): string {
  const state = (one.status ?? []).map((word) => known("status", word).toLowerCase());
  const more = [...state, ...(one.held_by ? [t("desk.heldBy", { id: one.held_by })] : []), ...(one.secret ? [t("desk.secret")] : [])];
  return `${known("seat", one.side)} ${one.type} ${one.id}${more.length ? `, ${more.join(", ")}` : ""}`;
}

export function workWords(one: Pick<MapWork, "what" | "side" | "ap" | "at" | "values" | "secret">): string {
  const mines = [one.ap ? `${one.ap} AP` : "", one.at ? `${one.at} AT` : ""].filter((word) => word !== "").join(", ");
  const more = [mines, one.values ? one.values.join("-") : "", one.secret ? t("desk.secret") : ""].filter((word) => word !== "");
  return `${known("work", one.what)} (${known("seat", one.side)})${more.length ? `, ${more.join(", ")}` : ""}`;
}
