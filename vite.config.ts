import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { fewFiles } from "./vite-chunks.ts";
import { withoutSummaries } from "./vite-contracts.ts";
import { sharedHead, staticPages, workspaceFirst } from "./vite-pages.ts";

const root = fileURLToPath(new URL(".", import.meta.url));
const alias = { zod: fileURLToPath(new URL("src/web/schema-stand-in.ts", import.meta.url)) };
const server = "http://127.0.0.1:3000";

export default defineConfig(({ mode }) => {
  // A NODE_ENV from outside, such as a test runner's, would mix React's two builds.
  process.env.NODE_ENV = mode === "development" ? "development" : "production";
  return {
    plugins: [react(), withoutSummaries, sharedHead(root), workspaceFirst, staticPages(root, alias)],
    // Vitest reads this file if it has no config of its own, and tests the server with real schemas.
    resolve: process.env.VITEST ? {} : { alias },
    build: {
      outDir: "dist/web",
      emptyOutDir: true,
      rolldownOptions: {
        input: ["index.html", "landing.html", "terms.html", "privacy.html", "stopped.html"],
        output: { codeSplitting: { groups: fewFiles(root) } },
      },
      // The bench uses it to add up the files of the first load.
      manifest: true,
      // Browsers without modulepreload load these files a little later.
      modulePreload: { polyfill: false },
      target: "es2022",
      cssTarget: "es2022",
      // No inlining as data: URLs, because the content security policy allows only 'self'.
      assetsInlineLimit: 0,
    },
    server: {
      host: "127.0.0.1",
      proxy: { "/api": { target: server }, "/ws": { target: server.replace("http", "ws"), ws: true } },
    },
  };
});
