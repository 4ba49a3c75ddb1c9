import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "eval/**/*.test.ts"],
    globalSetup: ["test/database-server.ts"],
    // On a loaded machine a wait can run out. What passes only then is named at the end of the run.
    retry: 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Two cores: more workers would only make every file slower.
    maxWorkers: 2,
  },
});
