// npm test: every check there is, all of them even when one fails, with one line of counts at the end.
// npm test -- FILE…: only vitest, with these arguments; files in e2e/ run with the browser's configuration.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { ensureBuilt, ensureInstalled, root } from "./setup.mjs";

const checks = [
  ["Types of the server", "tsc", "-p", "tsconfig.server.json", "--noEmit"],
  ["Types of the browser", "tsc", "-p", "tsconfig.web.json", "--noEmit"],
  ["Lint and format", "biome", "ci", "."],
  ["Boundaries", "depcruise", "--config", ".dependency-cruiser.mjs", "src"],
  ["Files", process.execPath, "scripts/check-files.mjs"],
];
const suites = [
  ["Unit and API tests", "vitest.config.ts"],
  ["Browser tests", "vitest.e2e.config.ts"],
];

const scratch = mkdtempSync(join(tmpdir(), "zippy-test-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
// Tools keep caches at home, and a machine that only runs tests may have none.
const env = { ...process.env, HOME: process.env.HOME || scratch };
const results = [];

/** Runs one program to its end, shows its output, and notes how it went. `count` adds what it counted. */
function step(title, [program, ...args], count = () => ({})) {
  console.log(`\n▶ ${title}`);
  const began = Date.now();
  const path = program === process.execPath ? program : join(root, "node_modules/.bin", program);
  const { status, error } = spawnSync(path, args, { cwd: root, stdio: "inherit", env });
  if (error) console.error(error.message);
  const result = {
    title,
    ok: status === 0,
    seconds: (Date.now() - began) / 1000,
    passed: 0,
    failed: 0,
    failures: [],
    unsteady: [],
    ...count(),
  };
  if (result.failed > 0 || result.problem) result.ok = false;
  if (!result.ok && result.failed === 0) result.failed = 1;
  results.push(result);
  console.log(`${result.ok ? "✓" : "✗"} ${title} (${result.seconds.toFixed(1)} s)`);
}

function vitest(title, args) {
  const file = join(scratch, `${results.length}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  mkdirSync(scratch, { recursive: true });
  step(title, ["vitest", "run", ...reporters, ...args], () => counts(file));
}

/** A file that could not even be loaded counts as one failed test. */
function counts(file) {
  if (!existsSync(file)) return { problem: "vitest left no report" };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const broken = report.testResults.filter(
    (suite) => suite.status === "failed" && suite.assertionResults.length === 0,
  );
  const passed = report.numPassedTests;
  const failed = report.numFailedTests + broken.length;
  const failures = report.testResults.flatMap(failuresOf);
  const unsteady = report.testResults.flatMap(unsteadyOf);
  return { passed, failed, failures, unsteady, ...(passed + failed === 0 && { problem: "no test ran" }) };
}

/** File and title of each test that failed in a file, or the file alone when it could not be loaded. */
function failuresOf({ name, status, assertionResults }) {
  const file = relative(root, name);
  if (status === "failed" && assertionResults.length === 0) return [file];
  return assertionResults
    .filter((result) => result.status === "failed")
    .map(({ fullName }) => `${file} > ${fullName}`);
}

/** The tests of a file that failed once and passed when tried again, with what they said at first. */
function unsteadyOf({ name, assertionResults }) {
  return assertionResults
    .filter(({ status, failureMessages }) => status === "passed" && failureMessages.length > 0)
    .map(
      ({ fullName, failureMessages: [message] }) =>
        `${relative(root, name)} > ${fullName}: ${message.split("\n")[0]}`,
    );
}

function configFor(args) {
  if (args.includes("--config") || !args.some((arg) => arg.replace(/^\.\//, "").startsWith("e2e/")))
    return [];
  return ["--config", "vitest.e2e.config.ts"];
}

function conclude() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log("");
  for (const { failures, unsteady } of results) {
    for (const test of unsteady) console.log(`↻ passed only when tried again: ${test}`);
    for (const failure of failures) console.log(`✗ ${failure}`);
  }
  for (const { ok, title, seconds, problem } of results) {
    console.log(`${ok ? "✓" : "✗"} ${title} (${seconds.toFixed(1)} s)${problem ? `: ${problem}` : ""}`);
  }
  console.log(`${sum("passed")} passed, ${sum("failed")} failed`);
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}

ensureInstalled();
ensureBuilt();
const args = process.argv.slice(2);
if (args.length > 0) vitest("Tests", [...configFor(args), ...args]);
else {
  for (const [title, ...command] of checks) step(title, command);
  for (const [title, config] of suites) vitest(title, ["--config", config]);
}
conclude();
