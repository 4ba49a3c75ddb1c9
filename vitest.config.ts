import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/longest-first.ts";

const long = [
  "eval/eval.test.ts",
  "test/crash.test.ts",
  "test/webhook-crash.test.ts",
  "providers/slack/slack-recheck.test.ts",
  "test/access-matrix.test.ts",
  "test/injection.test.ts",
  "src/server/postgres/postgres.test.ts",
  "test/boundaries.test.ts",
];

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts", "eval/**/*.test.ts"],
    globalSetup: ["test/support/database-server.ts"],
    setupFiles: ["test/support/each-file.ts"],
    // The files of a worker share loaded modules, which takes longer than most tests; each has a database of its own.
    isolate: false,
    sequence: { sequencer: longestFirst(long) },
    // On a loaded machine a wait can run out. What passes only then is named at the end of the run.
    retry: 1,
    // No measure of anything: only what hangs is to end.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Two cores: more workers would only make every file slower.
    maxWorkers: 2,
  },
});
