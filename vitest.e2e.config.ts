import { defineConfig } from "vitest/config";
import { longestFirst } from "./test/support/longest-first.ts";

const long = [
  "e2e/offline/offline-work.test.ts",
  "e2e/context/context.test.ts",
  "e2e/meetings/recorder.test.ts",
  "e2e/meetings/real-speech.test.ts",
  "e2e/public/demo.test.ts",
  "e2e/inbox/correction.test.ts",
  "e2e/offline/offline.test.ts",
  "e2e/inbox/split-view.test.ts",
  "e2e/integrations/integrations-look.test.ts",
  "e2e/offline/offline-preferences.test.ts",
  "e2e/public/google-sign-in.test.ts",
  "e2e/integrations/integrations.test.ts",
  "e2e/shell/screens.test.ts",
  "e2e/inbox/inbox-work.test.ts",
  "e2e/inbox/why.test.ts",
  "e2e/inbox/bulk-work.test.ts",
  "e2e/integrations/integrations-accounts.test.ts",
  "e2e/shell/fail-screens.test.ts",
  "e2e/shell/settings.test.ts",
  "e2e/matrix/task-detail.test.ts",
  "e2e/shell/stored-texts.test.ts",
  "e2e/billing/stripe.test.ts",
  "e2e/shell/members.test.ts",
  "e2e/shell/shell.test.ts",
  "e2e/matrix/matrix.test.ts",
  "e2e/billing/billing.test.ts",
];

/** Browser journeys: the built product in real Chromium. */
export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: ["test/support/database-server.ts", "e2e/support/product.ts"],
    setupFiles: ["test/support/each-file.ts"],
    // A worker's files share one Chromium; each page has its own context.
    isolate: false,
    // A browser has more ways to be late than ours. The end of the run names each test that needed it.
    retry: 1,
    sequence: { sequencer: longestFirst(long) },
    // Not a measurement: it only ends tests that hang.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // There are two cores.
    maxWorkers: 2,
    // A test that has ended closes its pages, also while one of its routes still fetches a call.
    onUnhandledError: ({ message }) => !/^"?route\.fetch: .*(disposed|closed)/.test(message),
  },
});
