/** The tokens of this browser's seats, by game. Whoever has a token is let in, so they go nowhere but into headers. */

export interface Keys {
  kind: string;
  title: string;
  /** Tokens by place: a seat's name, `watch`, `host`, or `invite:SEAT` for an invitation that was not given away yet. */
  tokens: Record<string, string>;
}

const KEY = "orsha.games";

export function allKeys(): Record<string, Keys> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return isRecord(kept) ? Object.fromEntries(Object.entries(kept).filter((one): one is [string, Keys] => isKeys(one[1]))) : {};
  } catch {
    return {};
  }
}

export function keysOf(game: string): Keys | undefined {
  return allKeys()[game];
}

/** Keeps a token; the newest one of a place counts. */
export function keepKey(game: string, kind: string, title: string, place: string, token: string): void {
  const all = allKeys();
  all[game] = { kind, title, tokens: { ...all[game]?.tokens, [place]: token } };
  write(all);
}

/** Forgets one token, or the whole game. */
export function dropKey(game: string, place?: string): void {
  const all = allKeys();
  const keys = all[game];
  if (!keys) return;
  if (place !== undefined) delete keys.tokens[place];
  if (place === undefined || Object.keys(keys.tokens).length === 0) delete all[game];
  write(all);
}

/** The seats among the places whose tokens are kept. */
export function seatsHeld(keys: Keys | undefined): string[] {
  return Object.keys(keys?.tokens ?? {}).filter((place) => place !== "watch" && place !== "host" && !place.startsWith("invite:"));
}

/** The place to look from when none is named: a seat before a spectator's. */
export function bestPlace(keys: Keys): string | undefined {
  return seatsHeld(keys)[0] ?? ("watch" in keys.tokens ? "watch" : undefined);
}

function write(all: Record<string, Keys>): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(all));
  } catch {
    // Without storage a game lasts as long as its page.
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isKeys(value: unknown): value is Keys {
  return (
    isRecord(value) &&
    typeof value["kind"] === "string" &&
    typeof value["title"] === "string" &&
    isRecord(value["tokens"]) &&
    Object.values(value["tokens"]).every((token) => typeof token === "string")
  );
}
