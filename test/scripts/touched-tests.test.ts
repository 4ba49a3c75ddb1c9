import { expect, test } from "vitest";
import { distancesFrom, readImports } from "../../scripts/import-graph.mjs";
import { testFiles, touchedTests } from "../../scripts/touched-tests.mjs";

const all = testFiles();

test("finds every test file", () => {
  expect(all).toContain("test/scripts/touched-tests.test.ts");
  expect(all).toContain("e2e/matrix/matrix.test.ts");
  expect(all.length).toBeGreaterThan(150);
});

test("a change runs the tests beside it and those that import it, closest first", () => {
  const { tests } = touchedTests(["src/features/tasks/quadrants.ts"], all, []);
  expect(tests).toContain("src/features/tasks/tasks.test.ts");
  expect(tests).not.toContain("src/server/secrets.test.ts");
  expect(touchedTests(["src/server/secrets.ts"], all).tests[0]).toBe("src/server/secrets.test.ts");
});

test("a changed test always runs; a slow one nearby waits for the full run", () => {
  const file = "src/server/secrets.test.ts";
  expect(touchedTests([file], all, [file]).tests).toEqual([file]);
  expect(touchedTests(["src/server/secrets.ts"], all, [file]).tests).toContain(file);
  const { tests, left } = touchedTests(["src/server/config.ts"], all, [file]);
  expect(tests).not.toContain(file);
  expect(left).toContain(file);
});

test("runs only as many tests as fit into a minute, and names the rest", () => {
  const { tests, left } = touchedTests(["test/support/test-app.ts"], all, []);
  expect(tests).toHaveLength(24);
  expect(left.length).toBeGreaterThan(10);
  expect(new Set([...tests, ...left]).size).toBe(tests.length + left.length);
});

test("only changed browser tests run; changes to browser code leave the others to the full run", () => {
  const journey = "e2e/matrix/matrix.test.ts";
  expect(touchedTests([journey], all)).toEqual({ tests: [], journeys: [journey], left: [] });
  expect(touchedTests(["src/features/tasks/web/matrix-screen.tsx"], all).left).toContain("the browser tests");
});

test("follows imports of files, parent folders and workers, but not of types", () => {
  const graph = readImports(["src/features/inbox/reading/parser-pool.ts"]);
  const reached = distancesFrom(graph, "src/features/inbox/reading/parser-pool.ts");
  expect(reached.get("src/features/inbox/reading/mail-worker.ts")).toBe(1);
  expect(reached.has("src/features/triage/engine.ts")).toBe(true);
  expect(reached.has("vitest")).toBe(false);
});
