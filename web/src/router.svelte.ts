/** Addresses. All of it stands after the #, so a link's token never reaches a server's log. */

export const STARTS = ["battle", "companion", "series", "campaign", "solo", "file"] as const;
export type Start = (typeof STARTS)[number];
export type LinkRole = "game" | "join" | "watch" | "host";

export type Route =
  | { page: "home" }
  | { page: "new"; what: Start }
  | { page: "link"; role: LinkRole; token: string }
  | { page: "play"; game: string; seat: string }
  | { page: "lost"; path: string };

const TOKEN = /^[A-Za-z0-9_-]{20,100}$/;
const NAME = /^[A-Za-z0-9_-]{1,64}$/;
const LINKS: readonly string[] = ["game", "join", "watch", "host"];

/** What an address means. */
export function read(hash: string): Route {
  const path = hash.replace(/^#?\/?/, "").replace(/\/$/, "");
  const [head = "", ...rest] = path.split("/");
  const [first = "", second = ""] = rest;
  if (path === "") return { page: "home" };
  if (head === "new" && rest.length === 1 && (STARTS as readonly string[]).includes(first)) {
    return { page: "new", what: first as Start };
  }
  if (LINKS.includes(head) && rest.length === 1 && TOKEN.test(first)) {
    return { page: "link", role: head as LinkRole, token: first };
  }
  if (head === "play" && rest.length === 2 && NAME.test(first) && NAME.test(second)) {
    return { page: "play", game: first, seat: second };
  }
  return { page: "lost", path };
}

/** The address of a page. A link's page has none: its token is to be seen nowhere. */
export function address(route: Exclude<Route, { page: "link" | "lost" }>): string {
  switch (route.page) {
    case "home":
      return "#/";
    case "new":
      return `#/new/${route.what}`;
    case "play":
      return `#/play/${route.game}/${route.seat}`;
  }
}

class Router {
  route = $state.raw<Route>({ page: "home" });

  start(): void {
    addEventListener("hashchange", () => this.look());
    this.look();
  }

  go(route: Exclude<Route, { page: "link" | "lost" }>, instead = false): void {
    if (instead) {
      history.replaceState(null, "", address(route));
      this.look();
    } else location.hash = address(route);
  }

  private look(): void {
    const kept = (history.state as { token?: string } | null)?.token;
    const route = read(kept && LINKS.includes(location.hash.slice(2)) ? `${location.hash}/${kept}` : location.hash);
    // The token goes out of the address bar, and of what the browser shows of its history, before anything else happens;
    // kept with the entry itself, it is still there when the page is loaded anew.
    if (route.page === "link") history.replaceState({ token: route.token }, "", `#/${route.role}`);
    this.route = route;
    scrollTo(0, 0);
  }
}

export const router = new Router();
