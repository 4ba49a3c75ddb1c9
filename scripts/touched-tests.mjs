// What a change touches: the files that changed, and the tests nearest to them.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path/posix";
import { distancesFrom, readImports } from "./import-graph.mjs";
import { root } from "./setup.mjs";

/** Imports between a test and a changed file, at most. The product as a whole, which most tests start, counts as far away. */
const mostSteps = 2;
/** More tests than these take longer than a minute. */
const mostFiles = 24;
const isTest = (path) => /\.test\.tsx?$/.test(path);
const isJourney = (path) => path.startsWith("e2e/");
/** Whether the browser loads a file. */
const isShown = (path) =>
  /^src\/(web|app|shared)\/|^src\/features\/[^/]+\/web\/|^[^/]+\.html$|^e2e\/support\//.test(path);

/**
 * The files that differ from a commit, deleted ones left out. Without a commit: what is not committed yet, or the last
 * commit when everything is.
 *
 * @returns paths from the root of the repository.
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
 * Chooses the tests to run for a change: those that changed or whose subject did, those in the same folder or a folder above it in the
 * feature, and those that import a changed file directly or through one other file. Of the browser tests only those
 * that changed.
 *
 * @param changed - paths from the root of the repository.
 * @param files - every test file.
 * @returns `tests` (the nearest first) and `journeys` (browser tests) to run; `left`, what is left to a full run.
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

/** Whether the test lies in the folder of the file or in one above it, but still in the same feature. */
function isBeside(test, path) {
  const [room] = path.match(/^src\/features\/[^/]+|^src\/[^/]+\/[^/]+|^[^/]+/) ?? [];
  const folder = dirname(test);
  return room !== undefined && `${folder}/`.startsWith(`${room}/`) && `${path}/`.startsWith(`${folder}/`);
}

/** The tests that take longest; vitest starts them first. */
const readSlowTests = () => JSON.parse(readFileSync(join(root, "test/support/slow-tests.json"), "utf8"));
