/** The places that a browser holds, gathered game by game. */
import type { Held, Result } from "../api/types";

export interface OpenGame {
  game: string;
  kind: string;
  title: string;
  /** The place to open it from. */
  place: string;
  seats: string[];
  toAct: string[];
  mine: boolean;
  last: string;
  result: Result | null;
}

/** Games in which something waits for their owner first, then the newest. Those that only the host's link opens are left out. */
export function byGame(held: readonly Held[]): OpenGame[] {
  const games = new Map<string, OpenGame>();
  for (const one of held) {
    const game: OpenGame = games.get(one.game) ?? {
      game: one.game,
      kind: one.kind,
      title: one.title,
      place: "",
      seats: [],
      toAct: one.to_act,
      mine: false,
      last: one.last_at ?? one.opened_at,
      result: one.result as Result | null,
    };
    if (one.role === "seat" && one.seat !== null) {
      game.seats.push(one.seat);
      if (game.place === "" || game.place === "watch" || (one.mine && !game.mine)) game.place = one.seat;
      game.mine ||= one.mine;
    } else if (one.role === "watch" && game.place === "") game.place = "watch";
    games.set(one.game, game);
  }
  return [...games.values()]
    .filter((one) => one.place !== "")
    .sort((a, b) => Number(b.mine) - Number(a.mine) || Number(a.result !== null) - Number(b.result !== null) || b.last.localeCompare(a.last));
}
