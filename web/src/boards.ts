/**
 * What each kind of game adds to the generic page: a board above it, names for its things, what its log is about.
 *
 * A kind without a board is played with the generic forms alone. A board is loaded when its game is opened.
 */
import type { Component } from "svelte";
import type { GameEvent, Want } from "./api/types";
import type { GameStore, Look } from "./game/store.svelte";
import { missionGuide } from "./mission/guide";
import { t } from "./texts";

export interface BoardProps {
  game: GameStore;
}

export interface Board {
  /** Shown above the generic parts. It reads `game.shown` and `game.focus`, and acts by `game.do`. */
  component?: () => Promise<{ default: Component<BoardProps> }>;
  /** What the live channel sends of the game: its view, or the scene to draw. */
  wants: Want[];
  /** The acts that the board has its own way for: the generic forms show them folded away. */
  acts?: (act: string) => boolean;
  /** What is asked is all on the board: the generic form stands folded away below it, even where it is the only one. */
  folds?: boolean;
  /** A value of a domain in words, where it is not its own name. */
  name?: (value: unknown, look: Look) => string | undefined;
  /** The ids on the board that an event is about. */
  about?: (event: GameEvent, look: Look) => string[];
  /** Phone-sized, beside a real table: one question at a time, large buttons, the board below them. */
  companion?: boolean;
  /** Acts that the other side must not look at: at a shared device they wait behind a cover. */
  secret?: (act: string) => boolean;
  /** Which moment it is, where no scene says it. */
  headline?: (look: Look) => string;
  /** What to do in the present step, in words, above what is asked. */
  guide?: (look: Look) => Promise<string>;
}

/** Names and log links of games on a table, from the units of their scene. */
const table: Pick<Board, "name" | "about"> = {
  name: (value, look) => (typeof value === "string" ? nameOnTable(value, look) : undefined),
  about: (event, look) => idsIn(event, new Set([...units(look).map((unit) => unit.id), ...teams(look)])),
};

const BOARDS: Record<string, Board> = {
  battle: { ...table, wants: ["scene"], component: () => import("./table/Table.svelte"), acts: () => true },
  mission: {
    ...table,
    wants: ["scene", "view"],
    component: () => import("./mission/Plan.svelte"),
    companion: true,
    secret: (act) => ["choose-plan", "exchange", "set-traps"].includes(act),
    guide: missionGuide,
  },
  series: {
    wants: ["view"],
    component: () => import("./series/Series.svelte"),
    headline: (look) => (look.view ? t("series.headline", { n: ((look.view["battles"] as unknown[] | undefined)?.length ?? 0) + 1 }) : ""),
  },
  campaign: {
    wants: ["view", "scene"],
    component: () => import("./desk/Desk.svelte"),
    acts: () => true,
    folds: true,
    secret: () => true,
    name: (value, look) => (typeof value === "string" ? choiceWords(value, look) : undefined),
    about: (event, look) => (event.event === "fronts-drawn" ? [] : idsIn(event, onMap(look))),
  },
  solo: { wants: ["view", "scene"] },
};

export function boardOf(kind: string): Board {
  return BOARDS[kind] ?? { wants: ["view"] };
}

/** A choice of a campaign's question in its own words. */
function choiceWords(key: string, look: Look): string | undefined {
  const questions = Object.values((look.view?.["questions"] ?? {}) as Record<string, { value?: { choices: Record<string, string> } }>);
  return questions.map((one) => one.value?.choices[key]).find((words) => words !== undefined);
}

/** The ids of what stands on a campaign's map. */
function onMap(look: Look): Set<string> {
  const found = look.scene?.["pieces"];
  return new Set(Array.isArray(found) ? (found as { id: string }[]).map((one) => one.id) : []);
}

interface UnitOnTable {
  id: string;
  name: string;
  seat: string;
}

function units(look: Look): UnitOnTable[] {
  const found = look.scene?.["units"];
  return Array.isArray(found) ? (found as UnitOnTable[]) : [];
}

function teams(look: Look): string[] {
  const found = look.scene?.["teams"];
  return Array.isArray(found) ? (found as { id: string }[]).map((team) => team.id) : [];
}

function nameOnTable(id: string, look: Look): string | undefined {
  const unit = units(look).find((one) => one.id === id);
  if (unit) return unit.name;
  const found = look.scene?.["teams"];
  return Array.isArray(found) ? (found as { id: string; name: string }[]).find((team) => team.id === id)?.name : undefined;
}

/** The known ids among the values of an event, however deep they stand. */
export function idsIn(event: unknown, known: ReadonlySet<string>): string[] {
  const found = new Set<string>();
  const walk = (value: unknown): void => {
    if (typeof value === "string") {
      if (known.has(value)) found.add(value);
    } else if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === "object" && value !== null) Object.entries(value).forEach(([key, one]) => (known.has(key) ? found.add(key) : 0, walk(one)));
  };
  walk(event);
  return [...found];
}
