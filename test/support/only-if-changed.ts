import { createHash, type Hash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, resolve } from "node:path";
import { afterAll, type RunnerTestSuite } from "vitest";
import { readImports } from "../../scripts/import-graph.mjs";
import { projectRoot } from "../../src/server/project-root";
import { onlyIf } from "./only-if";

/** Outside the repository, so that a fresh clone on the same machine finds it. */
const cacheFolder = () =>
  process.env.ZIPPY_TEST_CACHE ??
  join(process.env.XDG_CACHE_HOME || join(homedir(), ".cache"), "zippy-tests");

/**
 * Options for the tests of a slow file that depends on nothing but files: the run skips them while everything
 * they read is unchanged since all of them last passed. With `CI=true` they always run.
 *
 * @param file - the test file, from the root of the repository; its imports count as read.
 * @param others - files and folders that the tests read while they run.
 */
export function onlyIfChanged(file: string, others: readonly string[]) {
  const mark = markOf(file, others);
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what the hook needs.
  afterAll(({}, suite) => {
    if (allPassed(suite)) leaveMark(mark);
  });
  return onlyIf(!isMarked(mark), "passed before with exactly these files; CI=true runs it anyway");
}

/** The file whose existence means that the tests passed with exactly these files. */
export const markOf = (file: string, others: readonly string[]): string =>
  join(cacheFolder(), `${file.replaceAll("/", "-")}-${stateOf(file, others)}`);

export const isMarked = (mark: string): boolean => process.env.CI !== "true" && existsSync(mark);

export function leaveMark(mark: string): void {
  mkdirSync(cacheFolder(), { recursive: true });
  writeFileSync(mark, "");
}

/** Whether every test of a file ran and passed. A test that wasn't requested didn't run. */
export function allPassed({ tasks }: Pick<RunnerTestSuite, "tasks">): boolean {
  return tasks.every((task) => (task.type === "suite" ? allPassed(task) : task.result?.state === "pass"));
}

/** A fingerprint of everything that a test file reads, of the packages, and of the kind of machine. */
function stateOf(file: string, others: readonly string[]): string {
  const paths = [...readImports([file]).keys(), "package-lock.json", ...others];
  const hash = createHash("sha256").update(`${process.version} ${process.platform} ${process.arch}`);
  for (const path of paths.sort()) addToHash(hash, resolve(projectRoot, path));
  return hash.digest("hex").slice(0, 32);
}

/** Depends only on name and content, so that a clone elsewhere has the same fingerprint. */
function addToHash(hash: Hash, path: string): void {
  hash.update(`${basename(path)}\0`);
  if (!existsSync(path)) return;
  if (!statSync(path).isDirectory()) hash.update(readFileSync(path)).update("\0");
  else for (const name of readdirSync(path).sort()) addToHash(hash, join(path, name));
}
