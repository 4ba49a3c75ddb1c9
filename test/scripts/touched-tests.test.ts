import { expect, test } from "vitest";
import { distancesFrom, readImports } from "../../scripts/import-graph.mjs";
import { testFiles, touchedTests } from "../../scripts/touched-tests.mjs";

const all = testFiles();

test("every test file is known", () => {
  expect(all).toContain("test/scripts/touched-tests.test.ts");
  expect(all).toContain("e2e/matrix/matrix.test.ts");
  expect(all.length).toBeGreaterThan(150);
});

test("a change runs the tests beside it and those that import it, nearest first", () => {
  const { tests } = touchedTests(["src/features/tasks/quadrants.ts"], all, []);
  expect(tests).toContain("src/features/tasks/tasks.test.ts");
  expect(tests).not.toContain("src/server/secrets.test.ts");
  expect(touchedTests(["src/server/secrets.ts"], all).tests[0]).toBe("src/server/secrets.test.ts");
});

test("a changed test runs, however long it takes; a slow one nearby is left to the full run", () => {
  const file = "src/server/secrets.test.ts";
  expect(touchedTests([file], all, [file]).tests).toEqual([file]);
  expect(touchedTests(["src/server/secrets.ts"], all, [file]).tests).toContain(file);
  const { tests, left } = touchedTests(["src/server/config.ts"], all, [file]);
  expect(tests).not.toContain(file);
  expect(left).toContain(file);
});

test("no more tests run than fit into a minute; the others are named", () => {
  const { tests, left } = touchedTests(["test/support/test-app.ts"], all);
  expect(tests).toHaveLength(24);
  expect(left.length).toBeGreaterThan(10);
  expect(new Set([...tests, ...left]).size).toBe(tests.length + left.length);
});

test("of the browser tests those run that changed; what the browser loads leaves them to the full run", () => {
  const journey = "e2e/matrix/matrix.test.ts";
  expect(touchedTests([journey], all)).toEqual({ tests: [], journeys: [journey], left: [] });
  expect(touchedTests(["src/features/tasks/web/matrix-screen.tsx"], all).left).toContain("the browser tests");
});

test("imports of files, folders above and workers are followed, imports of types are not", () => {
  const graph = readImports(["src/features/imports/parser-pool.ts"]);
  const reached = distancesFrom(graph, "src/features/imports/parser-pool.ts");
  expect(reached.get("src/features/imports/import-worker.ts")).toBe(1);
  expect(reached.has("src/features/triage/engine.ts")).toBe(true);
  expect(reached.has("vitest")).toBe(false);
});
