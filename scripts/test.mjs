// npm test: all checks, even after one fails, with one line of counts at the end.
// npm test -- --changed [COMMIT]: what changed since a commit touches, in less than a minute. Without a commit:
// uncommitted changes, or the last commit if there are none.
// npm test -- FILE…: only vitest, with these arguments; files in e2e/ run with the browser's configuration.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
const env = {
  ...process.env,
  HOME: process.env.HOME || scratch,
  // Programs whose output passes through here can't see that it ends in a terminal.
  ...(process.stdout.isTTY && { FORCE_COLOR: "1" }),
};
const results = [];

/**
 * Runs one program until it ends.
 *
 * @param printFrom - resolves when its output may be printed; until then it is kept. Without it, all is kept.
 * @returns whether it succeeded, and the output that wasn't printed.
 */
function run([program, ...args], printFrom = new Promise(() => {})) {
  const path = program === process.execPath ? program : join(root, "node_modules/.bin", program);
  return new Promise((resolve) => {
    const child = spawn(path, args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env });
    let kept = "";
    let take = (piece) => (kept += piece);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (piece) => take(piece));
    printFrom.then(() => {
      process.stdout.write(kept);
      kept = "";
      take = (piece) => process.stdout.write(piece);
    });
    const end = (ok) => resolve({ ok, output: kept });
    child.once("error", (error) => {
      take(`${error.message}\n`);
      end(false);
    });
    child.once("close", (status) => end(status === 0));
  });
}

/** Records the result of a step. A failed step that names no test counts as one failure. */
function conclude(
  title,
  began,
  { ok, ended = Date.now(), passed = 0, failures = [], retried = [], skipped = [], problem },
) {
  const sound = ok && failures.length === 0 && !problem;
  const failed = sound ? 0 : Math.max(1, failures.length);
  const seconds = (ended - began) / 1000;
  results.push({ title, ok: sound, seconds, passed, failed, failures, retried, skipped, problem });
  console.log(`${sound ? "✓" : "✗"} ${title} (${seconds.toFixed(1)} s)`);
}

/** Runs the checks in parallel and prints the output of each when it ends. */
async function runChecks(wanted) {
  await Promise.all(
    wanted.map(async ({ title, command }) => {
      const began = Date.now();
      const result = await run(command);
      if (!result.ok) console.log(`\n▶ ${title}\n${result.output.trim()}`);
      conclude(title, began, result);
    }),
  );
}

/** Runs vitest; prints its output once the tests `after` which it is to be read have ended. */
async function runTests(title, args, { after = Promise.resolve(), ...options } = {}) {
  const began = Date.now();
  const file = join(scratch, `${title}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${file}`];
  const printed = after.then(() => console.log(`\n▶ ${title}`));
  const { ok } = await run(["vitest", "run", ...reporters, ...args], printed);
  const ended = Date.now();
  await printed;
  conclude(title, began, { ok, ended, ...readReport(file, root, options) });
}

/** Both kinds of tests at once: each alone waits often enough to leave much of two cores unused. */
async function runEverything() {
  await runChecks(checks);
  const unit = runTests("Unit and API tests", ["--config", "vitest.config.ts"]);
  await Promise.all([unit, runTests("Browser tests", ["--config", browserConfig], { after: unit })]);
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

function configFor(args) {
  if (args.includes("--config") || !args.some((arg) => arg.replace(/^\.\//, "").startsWith("e2e/")))
    return [];
  return ["--config", browserConfig];
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
else await runTests("Tests", [...configFor(args), ...args], { partial: true });
report();
