import { defineConfig } from "vitest/config";

/** `npm run soak`: crash tests with more kills than `npm test` has time for. */
export default defineConfig({
  test: {
    include: ["test/crash/soak.ts"],
    globalSetup: ["test/support/database-server.ts"],
    setupFiles: ["test/support/each-file.ts"],
    disableConsoleIntercept: true,
    // Not a measurement: it only ends tests that hang.
    testTimeout: 600_000,
  },
});
