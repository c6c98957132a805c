/// <reference types="vitest/config" />
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = process.env.KAFENIO_SERVER ?? "http://127.0.0.1:8000";

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../src/kafenio/server/static",
    emptyOutDir: true,
    manifest: true, // for tools/pwa.mjs, which takes it away again
    assetsInlineLimit: 0, // nothing inline: the pages are served under a strict Content-Security-Policy
    modulePreload: { polyfill: false },
    target: "es2022",
  },
  server: { proxy: { "/api": server, "/ws": { target: server, ws: true } } },
  test: { include: ["tests/**/*.test.ts"], environment: "node" },
});
