/** The names of the wire's shapes as the pages use them. Where the schema names every kind's types, these are open. */
import type { components } from "./schema";

type Schemas = components["schemas"];

export type Result = Full<Schemas["Result"]>;
export type Modifier = Schemas["Modifier"];
export type Ask = Full<Schemas["Ask"]>;
export type Roll = Omit<Schemas["Roll"], "ask"> & { ask: Ask };
export type GameEvent = { event: string } & Record<string, unknown>;
export type Command = { do: string } & Record<string, unknown>;
export type Domain = { domain: string } & Record<string, unknown>;
export type Option = Omit<Schemas["Option"], "takes"> & { takes: Record<string, Domain> };
export type Told = Omit<Schemas["Told"], "events" | "command"> & { events: GameEvent[]; command: unknown };
export type Seat = Full<Schemas["Seat"]>;
export type Link = Schemas["Link"];
export type Opened = Schemas["Opened"];
export type NewGame = Schemas["NewGame"];
export type Joined = Schemas["Joined"];
export type Held = Schemas["Held"];
export type HeldGames = Schemas["HeldGames"];
export type Status = Full<Omit<Schemas["Status"], "seats" | "waiting" | "result">> & { seats: Record<string, Seat>; waiting: Ask | null; result: Result | null };
export type View = Omit<Schemas["View"], "view"> & { view: Record<string, unknown> };
export type Scene = Omit<Schemas["Scene"], "scene"> & { scene: Record<string, unknown> };
export type Tried = Full<Schemas["Tried"]>;
export type Done = Omit<Schemas["Done"], "told"> & { told: Told[] };
export type Problem = Pick<Schemas["Problem"], "status" | "title" | "detail"> & Partial<Schemas["Problem"]>;
export type Battles = Omit<Schemas["Battles"], "underway"> & { underway: Underway | null };
export type Underway = Omit<Schemas["Underway"], "seats" | "result"> & { seats: Record<string, Seat>; result: Result | null };
export type Coming = Schemas["Coming"];
export type FightNext = Schemas["FightNext"];
export type Library = Schemas["Library"];
export type MissionLine = Schemas["MissionLine"];
export type MissionSheet = Schemas["MissionSheet"];
export type ForceLine = Schemas["ForceLine"];
export type ForceRead = Schemas["ForceRead"];

export type Hello = Schemas["Hello"];
export type Want = NonNullable<Hello["wants"]>[number];
export type Welcome = Omit<Schemas["Welcome"], "status"> & { status: Status };
export type News = Omit<Schemas["News"], "told" | "view" | "scene" | "result" | "waiting"> & {
  told: Told[];
  result: Result | null;
  waiting: Ask | null;
  view?: Record<string, unknown> | null;
  scene?: Record<string, unknown> | null;
};
export type NowOpen = Full<Omit<Schemas["NowOpen"], "options" | "seats">> & { options: Option[]; seats: Record<string, Seat> };
export type Seated = Omit<Schemas["Seated"], "seats"> & { seats: Record<string, Seat> };
export type Gone = Schemas["Gone"];
export type LiveMessage = Welcome | News | NowOpen | Seated | Gone;

/** The scenes, for the boards. */
export type TableScene = Schemas["TableScene"];
export type MapScene = Schemas["MapScene"];

/** What the server sends is always written out whole, defaults too. */
type Full<T> = { [K in keyof T]-?: T[K] };
