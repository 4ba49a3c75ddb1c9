// Finds what a change affects: the changed files, and the tests closest to them.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { distancesFrom, readImports } from "./import-graph.mjs";
import { root } from "./setup.mjs";

/**
 * Most imports between a test and a changed file. Most tests start the whole product, which counts as far
 * away.
 */
const mostSteps = 2;
/** More test files take longer than a minute. */
const mostFiles = 24;
const isTest = (path) => /\.test\.tsx?$/.test(path);
const isJourney = (path) => path.startsWith("e2e/");
/** True if the browser loads the file. */
const isShown = (path) =>
  /^src\/(web|app|shared)\/|^src\/features\/[^/]+\/web\/|^[^/]+\.html$|^e2e\/support\//.test(path);

/**
 * The files that differ from a commit, without deleted ones. Without a commit: uncommitted changes, or the
 * last commit if there are none.
 *
 * @returns paths from the repository root.
 */
export function changedFiles(commit) {
  if (commit) return changedSince(commit);
  const uncommitted = changedSince("HEAD");
  return uncommitted.length > 0 ? uncommitted : changedSince("HEAD~1");
}

function changedSince(commit) {
  const tracked = git("diff", "--name-only", "--relative", commit, "--");
  const added = git("ls-files", "--others", "--exclude-standard");
  return existing([...tracked, ...added]);
}

const existing = (paths) => [...new Set(paths)].filter((path) => existsSync(join(root, path)));

function git(...args) {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr}`);
  return stdout.split("\n").filter(Boolean);
}

/** Every test file of the repository. */
export const testFiles = () =>
  existing(git("ls-files", "--cached", "--others", "--exclude-standard")).filter(isTest);

/**
 * Selects the tests for a change: changed tests, tests of changed files, tests in the same folder or a parent
 * folder within the feature, and tests that import a changed file directly or through one other file. Browser
 * tests only run if they changed.
 *
 * @param changed - paths from the repository root.
 * @param files - every test file.
 * @returns `tests` (closest first) and `journeys` (browser tests) to run; `left` names what only a full run
 * covers.
 */
export function touchedTests(changed, files, slow = readSlowTests()) {
  const tests = files.filter((path) => !isJourney(path));
  const graph = readImports(tests);
  const nearest = (test) => Math.min(...changed.map((path) => stepsBetween(graph, test, path)));
  const touched = tests
    .map((test) => ({ test, steps: nearest(test) }))
    .filter(({ steps }) => steps <= mostSteps)
    .sort((one, other) => one.steps - other.steps);
  const fits = ({ test, steps }, at) => steps === 0 || (at < mostFiles && !slow.includes(test));
  const left = touched.filter((one, at) => !fits(one, at)).map(({ test }) => test);
  return {
    tests: touched.filter(fits).map(({ test }) => test),
    journeys: changed.filter((path) => isTest(path) && isJourney(path)),
    left: changed.some(isShown) ? [...left, "the browser tests"] : left,
  };
}

function stepsBetween(graph, test, path) {
  if (test === path || test === path.replace(/\.tsx?$/, ".test.ts")) return 0;
  if (isTest(path)) return Number.POSITIVE_INFINITY;
  const imported = distancesFrom(graph, test, (file) => !file.startsWith("src/app/")).get(path);
  return Math.min(imported ?? Number.POSITIVE_INFINITY, isBeside(test, path) ? 1 : Number.POSITIVE_INFINITY);
}

/** True if the test is in the file's folder or a parent folder within the same feature. */
function isBeside(test, path) {
  const [room] = path.match(/^src\/features\/[^/]+|^src\/[^/]+\/[^/]+|^[^/]+/) ?? [];
  const folder = dirname(test);
  return room !== undefined && `${folder}/`.startsWith(`${room}/`) && `${path}/`.startsWith(`${folder}/`);
}

/** The slowest tests, which vitest starts first. */
const readSlowTests = () => JSON.parse(readFileSync(join(root, "test/support/slow-tests.json"), "utf8"));
