import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";

/** `tools/build-web` says where to build; `npm run dev` shows the pages live beside `orsha serve` on port 8000. */
const out = process.env["ORSHA_WEB_OUT"] ?? "dist";
const server = process.env["ORSHA_SERVER"] ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: out,
    emptyOutDir: true,
    target: "es2022",
    // The server sends a strict content policy: nothing is inlined, nothing comes from elsewhere.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  server: { proxy: { "/api": { target: server, ws: true } } },
  resolve: process.env["VITEST"] ? { conditions: ["browser"] } : {},
  test: { environment: "happy-dom", include: ["tests/**/*.test.ts"], restoreMocks: true },
});
