import { defineConfig } from "vitest/config";

/** Browser journeys: the built product in real Chromium. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["e2e/product.ts"],
    // On a loaded machine a wait can run out. What passes only then is named at the end of the run.
    retry: 1,
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 15_000 } },
    // Each file has its own browser, and there are two cores.
    maxWorkers: 2,
  },
});
