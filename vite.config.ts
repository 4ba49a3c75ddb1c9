import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const schemaStandIn = fileURLToPath(new URL("src/web/schema-stand-in.ts", import.meta.url));
const server = "http://127.0.0.1:3000";

/**
 * A style sheet in the page's head would hold back the splash. The page only announces it; the program applies it
 * before it shows anything (src/web/first-styles.ts).
 */
const splashFirst: Plugin = {
  name: "splash-first",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler: (html) => html.replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"'),
  },
};

export default defineConfig(({ mode }) => {
  // A NODE_ENV of the surroundings, such as a test runner's, would mix React's two builds.
  process.env.NODE_ENV = mode === "development" ? "development" : "production";
  return {
    plugins: [react(), splashFirst],
    // Vitest reads this file where it has none of its own, and tests the server with real schemas.
    resolve: process.env.VITEST ? {} : { alias: { zod: schemaStandIn } },
    build: {
      outDir: "dist/web",
      emptyOutDir: true,
      // The bench sums up what the first load consists of.
      manifest: true,
      target: "es2022",
      cssTarget: "es2022",
      // Inlined as data: it would need a wider content security policy than 'self'.
      assetsInlineLimit: 0,
    },
    server: {
      host: "127.0.0.1",
      proxy: { "/api": { target: server }, "/ws": { target: server.replace("http", "ws"), ws: true } },
    },
  };
});
