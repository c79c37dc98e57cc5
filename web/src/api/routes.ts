/** Where things are on the server; every path is one of the schema's. */
import type { paths } from "./schema";

type Path = keyof paths;

const at = (path: Path, game: string, seat = ""): string =>
  path.replace("{game}", encodeURIComponent(game)).replace("{seat}", encodeURIComponent(seat));
const plain = (path: Path): string => path;

export const routes = {
  games: plain("/api/games"),
  mine: plain("/api/mine"),
  join: plain("/api/join"),
  library: plain("/api/library"),
  force: plain("/api/library/force"),
  imports: plain("/api/import"),
  mission: (slug: string) => plain("/api/library/missions/{slug}").replace("{slug}", encodeURIComponent(slug)),
  game: (game: string) => at("/api/games/{game}", game),
  view: (game: string) => at("/api/games/{game}/view", game),
  scene: (game: string) => at("/api/games/{game}/scene", game),
  commands: (game: string) => at("/api/games/{game}/commands", game),
  dice: (game: string) => at("/api/games/{game}/dice", game),
  undo: (game: string) => at("/api/games/{game}/undo", game),
  tries: (game: string) => at("/api/games/{game}/try", game),
  ask: (game: string) => at("/api/games/{game}/ask", game),
  desk: (game: string) => at("/api/games/{game}/desk", game),
  battles: (game: string) => at("/api/games/{game}/battles", game),
  battleLink: (game: string) => at("/api/games/{game}/battles/link", game),
  battleRecord: (game: string) => at("/api/games/{game}/battles/record", game),
  map: plain("/api/library/map"),
  auto: (game: string) => at("/api/games/{game}/auto", game),
  picture: (game: string) => at("/api/games/{game}/picture", game),
  exported: (game: string) => at("/api/games/{game}/export", game),
  link: (game: string, place: string) => at("/api/games/{game}/seats/{seat}/link", game, place),
  bot: (game: string, seat: string) => at("/api/games/{game}/seats/{seat}/bot", game, seat),
  /** Not in the schema: a websocket, and the schema itself. */
  live: "/api/live",
  schema: "/api/openapi.json",
} as const;
