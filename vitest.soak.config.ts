import { defineConfig } from "vitest/config";

/** `npm run soak`, what `npm test` has no time for. CONTRIBUTING.md lists it. */
export default defineConfig({
  test: {
    include: [
      "test/crash/soak.ts",
      "test/real-servers/*-soak.ts",
      "test/speech/*-soak.ts",
      "test/soak/*-soak.ts",
    ],
    globalSetup: ["test/support/database-server.ts"],
    setupFiles: ["test/support/each-file.ts"],
    disableConsoleIntercept: true,
    // Not a measurement: it only ends tests that hang.
    testTimeout: 600_000,
    hookTimeout: 180_000,
  },
});
