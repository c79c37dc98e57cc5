/** From what a person chose to a new game, and into it. */
import { ask } from "../api/client";
import { keepKey } from "../api/keys";
import { routes } from "../api/routes";
import type { NewGame, Opened } from "../api/types";
import { router } from "../router.svelte";

/** Who takes the other seat: somebody at this device, somebody with a link, or a bot by its name. */
export type Opponent = "here" | "link" | `bot:${string}`;
export type Seats = Record<string, string>;

/** Who sits where. */
export function seated(seats: readonly string[], mine: string, opponent: Opponent): Seats {
  const other = opponent === "here" ? "mine" : opponent === "link" ? "invite" : opponent;
  return Object.fromEntries(seats.map((seat) => [seat, seat === mine ? "mine" : other]));
}

/** Opens a game, keeps its links and goes to it. */
export async function open(wanted: NewGame): Promise<void> {
  const opened = await ask<Opened>("POST", routes.games, { body: wanted });
  keepLinks(opened);
  const seat = opened.mine[0]?.seat ?? "watch";
  router.go({ page: "play", game: opened.game, seat });
}

export function keepLinks(opened: Opened): void {
  const keep = (place: string, token: string): void => keepKey(opened.game, opened.kind, opened.title, place, token);
  for (const link of opened.mine) keep(link.seat, link.token);
  for (const link of opened.invites) keep(`invite:${link.seat}`, link.token);
  keep("watch", opened.watch.token);
  keep("host", opened.host.token);
}

/** A force or another value from a file of the person's own. */
export async function fromFile(file: File, most = 900_000): Promise<unknown> {
  if (file.size > most) throw new Error(`${file.name}: ${file.size} > ${most}`);
  return JSON.parse(await file.text()) as unknown;
}
