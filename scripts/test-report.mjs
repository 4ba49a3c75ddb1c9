// Reads the results of a test run: how many tests passed, failed and were skipped, which ones, and why.
import { existsSync, readFileSync } from "node:fs";
import { relative } from "node:path";
import { stripVTControlCharacters } from "node:util";

/**
 * Reads the JSON report of one vitest run.
 *
 * A test that passed only on a retry is named, because it has a race. A test that was skipped without a reason fails
 * (see `test/support/only-if.ts`).
 *
 * @param options.partial - only some tests were requested: the others are skipped without a reason, and a race fails.
 * @returns {{ passed: number, failures: string[], retried: string[], skipped: { path: string, reason: string
 * }[], problem?: string }}
 * `failures` and `retried` are sentences; `problem` says why no test ran.
 */
export function readReport(file, root, { partial = false } = {}) {
  if (!existsSync(file))
    return { passed: 0, failures: [], retried: [], skipped: [], problem: "vitest left no report" };
  const { testResults } = JSON.parse(readFileSync(file, "utf8"));
  const report = { passed: 0, failures: [], retried: [], skipped: [] };
  for (const { name, status, message, assertionResults } of testResults) {
    const path = relative(root, name);
    const before = report.failures.length;
    for (const result of assertionResults) addTest(report, path, result, partial);
    // The file couldn't be loaded, or something failed outside its tests.
    if (status === "failed" && report.failures.length === before)
      report.failures.push(`${path}: ${firstLine(message)}`);
  }
  if (report.passed + report.failures.length + report.skipped.length === 0) report.problem = "no test ran";
  return report;
}

function addTest(report, path, { fullName, status, failureMessages, meta }, partial) {
  const title = `${path} > ${fullName}`;
  if (status === "failed") report.failures.push(title);
  else if (status === "passed" && failureMessages.length > 0)
    addRetried(report, `${title}: passed only on a retry (${reasonOf(failureMessages[0], path)})`, !partial);
  else if (status === "passed") report.passed++;
  else if (meta?.skipped) report.skipped.push({ path, reason: meta.skipped });
  else if (!partial) report.failures.push(`${title}: skipped without a reason`);
}

function addRetried(report, sentence, allowed) {
  if (allowed) report.passed++;
  (allowed ? report.retried : report.failures).push(sentence);
}

const firstLine = (text) => String(text).split("\n")[0];

/**
 * Why a test failed, also within a property, what it waited for, and where in its file: the next run may not show the
 * same race.
 */
function reasonOf(message, path) {
  const lines = stripVTControlCharacters(String(message)).split("\n");
  const waiting = lines.find((line) => /^\s*- waiting for /.test(line));
  const within = lines.find((line) => /^Got /.test(line));
  const at = lines.find((line) => /^\s*at /.test(line) && line.includes(path))?.match(/:(\d+):\d+\)?$/);
  return [lines[0], within, waiting?.trim().slice(2), at && `line ${at[1]}`].filter(Boolean).join("; ");
}

/** One line per reason for skipping tests, with the files and counts. */
export function skippedLines(skipped) {
  const reasons = new Map();
  for (const { path, reason } of skipped) {
    const files = reasons.get(reason) ?? new Map();
    reasons.set(reason, files.set(path, (files.get(path) ?? 0) + 1));
  }
  return [...reasons].map(([reason, files]) => {
    const count = [...files.values()].reduce((sum, tests) => sum + tests, 0);
    const names = [...files].map(([path, tests]) => `${path} (${tests})`).join(", ");
    return `– ${count} skipped: ${reason}: ${names}`;
  });
}

/** The last line of a run. */
export function closingLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`;
}
