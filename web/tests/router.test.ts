import { describe, expect, test } from "vitest";
import { address, read, router } from "../src/router.svelte";

const TOKEN = "B0s_4YP63OSCJfAhBleKSiQPAXFBTqnR";

describe("addresses", () => {
  test.each([
    ["", { page: "home" }],
    ["#/", { page: "home" }],
    ["#/new/battle", { page: "new", what: "battle" }],
    [`#/join/${TOKEN}`, { page: "link", role: "join", token: TOKEN }],
    [`#/game/${TOKEN}`, { page: "link", role: "game", token: TOKEN }],
    ["#/play/ec831371c4d9/allied", { page: "play", game: "ec831371c4d9", seat: "allied" }],
    ["#/new/nonsense", { page: "lost", path: "new/nonsense" }],
    ["#/join/short", { page: "lost", path: "join/short" }],
    ["#/play/../allied", { page: "lost", path: "play/../allied" }],
  ])("%s", (hash, route) => expect(read(hash)).toEqual(route));

  test("there and back", () => {
    for (const route of [{ page: "home" }, { page: "new", what: "solo" }, { page: "play", game: "g1", seat: "watch" }] as const) {
      expect(read(address(route))).toEqual(route);
    }
  });

  test("a token leaves the address bar at once", () => {
    location.hash = `#/join/${TOKEN}`;
    router.start();
    expect(router.route).toEqual({ page: "link", role: "join", token: TOKEN });
    expect(location.href).not.toContain(TOKEN);
    dispatchEvent(new Event("hashchange")); // the page is loaded anew
    expect(router.route).toEqual({ page: "link", role: "join", token: TOKEN });
  });
});
