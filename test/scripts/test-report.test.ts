import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { closingLine, readReport, skippedLines } from "../../scripts/test-report.mjs";

const folder = mkdtempSync(join(tmpdir(), "zippy-report-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Result {
  fullName: string;
  status: "passed" | "failed" | "skipped";
  failureMessages?: string[];
  meta?: { skipped?: string };
}

/** The parsed report of a file with these tests. */
function read(results: Result[], options?: { partial?: boolean }, status = "passed", message = "") {
  const assertionResults = results.map((result) => ({ failureMessages: [], meta: {}, ...result }));
  const path = join(folder, "report.json");
  const testResults = [{ name: "/repository/src/a.test.ts", status, message, assertionResults }];
  writeFileSync(path, JSON.stringify({ testResults }));
  return readReport(path, "/repository", options);
}

const passing: Result = { fullName: "adds", status: "passed" };

test("names a failed test with its file", () => {
  const { passed, failures } = read([passing, { fullName: "subtracts", status: "failed" }], {}, "failed");
  expect({ passed, failures }).toEqual({ passed: 1, failures: ["src/a.test.ts > subtracts"] });
});

test("a test of a partial run that passes only on a retry fails it, although vitest passed", () => {
  const late: Result = {
    fullName: "waits",
    status: "passed",
    failureMessages: ["Error: too late\n    at here"],
  };
  const { passed, failures } = read([passing, late], { partial: true });
  expect({ passed, failures }).toEqual({
    passed: 1,
    failures: ["src/a.test.ts > waits: passed only on a retry (Error: too late)"],
  });
});

test("a test of a whole run that needed a retry passes and is named", () => {
  const late: Result = { fullName: "waits", status: "passed", failureMessages: ["Error: too late"] };
  const { passed, failures, retried } = read([late]);
  expect({ passed, failures }).toEqual({ passed: 1, failures: [] });
  expect(retried).toEqual(["src/a.test.ts > waits: passed only on a retry (Error: too late)"]);
});

test("a test that needed a retry is named with what it waited for and where", () => {
  const message = [
    "TimeoutError: locator.waitFor: Timeout 60000ms exceeded.",
    "Call log:",
    "\u001b[2m  - waiting for getByText('Done') to be visible\u001b[22m",
    "    at wait (/elsewhere/test/support/page.ts:3:5)",
    "    at /repository/src/a.test.ts:12:9",
  ].join("\n");
  const late: Result = { fullName: "waits", status: "passed", failureMessages: [message] };
  expect(read([late]).retried).toEqual([
    "src/a.test.ts > waits: passed only on a retry (TimeoutError: locator.waitFor: Timeout 60000ms exceeded.; waiting for getByText('Done') to be visible; line 12)",
  ]);
});

test("a property that needed a retry is named with what failed in it", async () => {
  const failing = fc.asyncProperty(fc.boolean(), async () => {
    throw new Error("deadlock detected");
  });
  const message = await fc.assert(failing).catch((error: Error) => String(error.stack));
  const late: Result = { fullName: "holds", status: "passed", failureMessages: [String(message)] };
  expect(read([late]).retried[0]).toMatch(
    /passed only on a retry \(Error: Property failed after 1 tests; Got error: deadlock detected\)$/i,
  );
});

test("counts a skipped test with its reason; without one it fails the run", () => {
  const { failures, skipped } = read([
    passing,
    { fullName: "reads", status: "skipped", meta: { skipped: "no data" } },
    { fullName: "forgets", status: "skipped" },
  ]);
  expect(skipped).toEqual([{ path: "src/a.test.ts", reason: "no data" }]);
  expect(failures).toEqual(["src/a.test.ts > forgets: skipped without a reason"]);
});

test("tests outside a partial run need no reason", () => {
  expect(read([passing, { fullName: "other", status: "skipped" }], { partial: true }).failures).toEqual([]);
});

test("a file that can't be loaded, or fails outside its tests, fails the run", () => {
  expect(read([], {}, "failed", "Error: no such module\n").failures).toEqual([
    "src/a.test.ts: Error: no such module",
  ]);
  expect(read([passing], {}, "failed", "a background problem").failures).toEqual([
    "src/a.test.ts: a background problem",
  ]);
});

test("a run without a report or without tests is a problem", () => {
  expect(readReport(join(folder, "missing.json"), "/repository").problem).toBe("vitest left no report");
  expect(read([]).problem).toBe("no test ran");
});

test("groups skips by reason, and counts them in the last line", () => {
  const skipped = [
    { path: "a.test.ts", reason: "no data" },
    { path: "b.test.ts", reason: "not as root" },
    { path: "a.test.ts", reason: "no data" },
  ];
  expect(skippedLines(skipped)).toEqual([
    "– 2 skipped: no data: a.test.ts (2)",
    "– 1 skipped: not as root: b.test.ts (1)",
  ]);
  expect(closingLine({ passed: 5, failed: 0, skipped: 3 })).toBe("5 passed, 0 failed, 3 skipped");
  expect(closingLine({ passed: 5, failed: 1, skipped: 0 })).toBe("5 passed, 1 failed");
});
