import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/longest-first.ts";
import slowTests from "./test/support/slow-tests.json" with { type: "json" };

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "eval/**/*.test.ts"],
    globalSetup: ["test/support/database-server.ts", "test/support/workers/built-scripts.ts"],
    setupFiles: ["test/support/each-file.ts"],
    // A worker's files share loaded modules, because loading takes longer than most tests. Each file has its
    // own database.
    isolate: false,
    // A test that passes only the second time has a race. The end of the run names it.
    retry: 1,
    sequence: { sequencer: longestFirst(slowTests) },
    // Not a measurement: it only ends tests that hang.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A state that a test waits for may come late on a busy machine.
    expect: { poll: { timeout: 60_000, interval: 100 } },
    // One more than there are cores: a worker waits a quarter of its time, for databases, processes and events.
    maxWorkers: 3,
  },
});
