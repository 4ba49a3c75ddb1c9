import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openProcessorShares } from "../../bench/scale/processor-share";
import { atEnd } from "../support/at-end";

/** A folder in place of Linux's control groups. Unlike them, it keeps files of groups that were removed. */
function folder(...inside: string[]): string {
  const root = mkdtempSync(join(tmpdir(), "zippy-groups-"));
  atEnd(() => rmSync(root, { recursive: true, force: true }));
  for (const name of inside) mkdirSync(join(root, name));
  return root;
}

test("BEY-18 the bench gives a process its part of a core, in control groups of both versions", () => {
  const root = folder("cpu");
  openProcessorShares(root)?.limit(4711, 0.1);
  const read = (name: string) => readFileSync(join(root, name), "utf8");
  expect(read("cpu/zippy-bench-4711/cpu.cfs_period_us")).toBe("20000");
  expect(read("cpu/zippy-bench-4711/cpu.cfs_quota_us")).toBe("2000");
  expect(read("cpu/zippy-bench-4711/cgroup.procs")).toBe("4711");

  writeFileSync(join(root, "cgroup.controllers"), "cpu");
  const shares = openProcessorShares(root);
  shares?.limit(4712, 0.25);
  expect(read("cgroup.subtree_control")).toBe("+cpu");
  expect(read("zippy-bench-4712/cpu.max")).toBe("5000 20000");
  shares?.favor([4713]);
  expect(read("zippy-bench-rest/cpu.weight")).toBe("1000");
  shares?.close();
  // They are as they were.
  expect(read("cgroup.procs")).toBe("4713");
});

test("BEY-18 without control groups, the bench knows that it can't limit processes", () => {
  expect(openProcessorShares(join(folder(), "none"))).toBeUndefined();
});
