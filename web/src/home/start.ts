/** From what a person chose to a new game, and into it. */
import { ask } from "../api/client";
import { keepKey } from "../api/keys";
import { routes } from "../api/routes";
import type { ForceRead, NewGame, Opened } from "../api/types";
import { router } from "../router.svelte";
import { t } from "../texts";

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
  enter(await ask<Opened>("POST", routes.games, { body: wanted }));
}

/** Keeps the links of a game that was opened, and goes to it. */
export function enter(opened: Opened): void {
  keepLinks(opened);
  router.go({ page: "play", game: opened.game, seat: opened.mine[0]?.seat ?? "watch" });
}

export function keepLinks(opened: Opened): void {
  const keep = (place: string, token: string): void => keepKey(opened.game, opened.kind, opened.title, place, token);
  for (const link of opened.mine) keep(link.seat, link.token);
  for (const link of opened.invites) keep(`invite:${link.seat}`, link.token);
  keep("watch", opened.watch.token);
  keep("host", opened.host.token);
}

/** The most bytes of a game's file, as the server has it. */
const FILE = 16_000_000;

/** Brings a game in from its file, and goes to it: whoever brings it has all its seats. */
export async function bringIn(file: File): Promise<void> {
  if (file.size > FILE) throw new Error(t("file.large", { file: file.name }));
  const body = new Blob([file], { type: "application/x-ndjson" });
  enter(await ask<Opened>("POST", routes.imports, { body }));
}

/** What a game's file says of itself in its first line; nothing where it is none. */
export async function headOf(file: File): Promise<{ kind: string; title: string } | null> {
  try {
    const head = JSON.parse((await file.slice(0, 2000).text()).split("\n")[0] ?? "") as Record<string, unknown>;
    return head["orsha"] === "game" ? { kind: String(head["kind"]), title: String(head["title"]) } : null;
  } catch {
    return null;
  }
}

/** A force from a file of the person's own, read by the server: a list, a roster of an army builder, or JSON. */
export async function readForce(file: File): Promise<ForceRead> {
  if (file.size > FILE / 2) throw new Error(t("file.large", { file: file.name }));
  const data = base64(new Uint8Array(await file.arrayBuffer()));
  return ask<ForceRead>("POST", routes.force, { body: { name: file.name, data } });
}

export function base64(bytes: Uint8Array): string {
  let text = "";
  for (let n = 0; n < bytes.length; n += 0x8000) text += String.fromCharCode(...bytes.subarray(n, n + 0x8000));
  return btoa(text);
}
