// npm test: all checks, even after one fails, with one line of counts at the end.
// npm test -- --changed [COMMIT]: what changed since a commit touches, in less than a minute. Without a commit:
// uncommitted changes, or the last commit if there are none.
// npm test -- FILE…: only vitest, with these arguments; files in e2e/ run with the browser's configuration.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sortNamed } from "./named-tests.mjs";
import { ensureBuilt, ensureInstalled, root } from "./setup.mjs";
import { closingLine, readReport, skippedLines } from "./test-report.mjs";
import { changedFiles, testFiles, touchedTests } from "./touched-tests.mjs";

const browserConfig = "vitest.e2e.config.ts";
const checks = [
  { title: "Types of the server", command: ["tsc", "-p", "tsconfig.server.json", "--noEmit"], of: /\.ts$/ },
  {
    title: "Types of the browser",
    command: ["tsc", "-p", "tsconfig.web.json", "--noEmit"],
    of: /^src\/.*\.tsx?$/,
  },
  { title: "Lint and format", command: ["biome", "ci", "."] },
  { title: "Boundaries", command: ["depcruise", "--config", ".dependency-cruiser.mjs", "src"], of: /^src\// },
  { title: "Files", command: [process.execPath, "scripts/check-files.mjs"] },
  { title: "Names", command: [process.execPath, "scripts/check-names.mjs"] },
];

const scratch = mkdtempSync(join(tmpdir(), "zippy-test-"));
process.once("exit", () => rmSync(scratch, { recursive: true, force: true }));
// Tools keep caches in the home folder, which a machine that only runs tests may lack.
const env = { ...process.env, HOME: process.env.HOME || scratch };
const results = [];

/** Runs one program until it ends. `output` is empty if it was printed directly. */
function run([program, ...args], stdio = "inherit") {
  const path = program === process.execPath ? program : join(root, "node_modules/.bin", program);
  return new Promise((resolve) => {
    const child = spawn(path, args, { cwd: root, stdio: ["ignore", stdio, stdio], env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (piece) => (output += piece));
    child.once("error", (error) => resolve({ ok: false, output: error.message }));
    child.once("close", (status) => resolve({ ok: status === 0, output }));
  });
}

/** Records the result of a step. A failed step that names no test counts as one failure. */
function conclude(title, began, { ok, passed = 0, failures = [], retried = [], skipped = [], problem }) {
  const sound = ok && failures.length === 0 && !problem;
  const failed = sound ? 0 : Math.max(1, failures.length);
  const seconds = (Date.now() - began) / 1000;
  results.push({ title, ok: sound, seconds, passed, failed, failures, retried, skipped, problem });
  console.log(`${sound ? "✓" : "✗"} ${title} (${seconds.toFixed(1)} s)`);
}

/** Runs the checks in parallel and prints the output of each when it ends. */
async function runChecks(wanted) {
  await Promise.all(
    wanted.map(async ({ title, command }) => {
      const began = Date.now();
      const result = await run(command, "pipe");
      if (!result.ok) console.log(`\n▶ ${title}\n${result.output.trim()}`);
      conclude(title, began, result);
    }),
  );
}

async function runTests(title, args, options) {
  console.log(`\n▶ ${title}`);
  const began = Date.now();
  const file = join(scratch, `${results.length}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const { ok, output } = await run(["vitest", "run", ...reporters, ...args]);
  if (output) console.error(output);
  conclude(title, began, { ok, ...readReport(file, root, options) });
}

async function runEverything() {
  await runChecks(checks);
  await runTests("Unit and API tests", ["--config", "vitest.config.ts"]);
  await runTests("Browser tests", ["--config", browserConfig]);
}

async function runTouched(commit) {
  const changed = changedFiles(commit);
  console.log(`Changed: ${changed.join(", ") || "nothing"}`);
  const { tests, journeys, left } = touchedTests(changed, testFiles());
  await runChecks(checks.filter(({ of }) => !of || changed.some((path) => of.test(path))));
  if (tests.length > 0) await runTests("Unit and API tests", ["--config", "vitest.config.ts", ...tests]);
  if (journeys.length > 0) await runTests("Browser tests", ["--config", browserConfig, ...journeys]);
  if (left.length > 0) console.log(`\nNot run, although the change may affect them: ${left.join(", ")}`);
}

async function runNamed(args) {
  const { unit, browser } = sortNamed(args, root);
  if (unit) await runTests(browser ? "Unit and API tests" : "Tests", unit, { partial: true });
  if (browser) await runTests("Browser tests", ["--config", browserConfig, ...browser], { partial: true });
}

function report() {
  const sum = (key) => results.reduce((total, result) => total + result[key], 0);
  console.log("");
  for (const { retried } of results) for (const test of retried) console.log(`↻ ${test}`);
  for (const { failures } of results) for (const failure of failures) console.log(`✗ ${failure}`);
  for (const { ok, title, seconds, problem } of results)
    console.log(`${ok ? "✓" : "✗"} ${title} (${seconds.toFixed(1)} s)${problem ? `: ${problem}` : ""}`);
  const skipped = results.flatMap((result) => result.skipped);
  for (const line of skippedLines(skipped)) console.log(line);
  console.log(closingLine({ passed: sum("passed"), failed: sum("failed"), skipped: skipped.length }));
  process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
}

ensureInstalled();
ensureBuilt();
const args = process.argv.slice(2);
const [first, commit] = args;
if (args.length === 0) await runEverything();
else if (first === "--changed") await runTouched(commit);
else await runNamed(args);
report();
