import { defineConfig } from "vitest/config";

/** Browser journeys: the built product in real Chromium. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["e2e/product.ts"],
    testTimeout: 60_000,
    hookTimeout: 90_000,
    expect: { poll: { timeout: 15_000 } },
    // Each file has its own browser, and there are two cores.
    maxWorkers: 2,
  },
});
