import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { allPassed, isMarked, leaveMark, markOf } from "../support/only-if-changed";

const folder = mkdtempSync(join(tmpdir(), "zippy-changed-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
vi.stubEnv("ZIPPY_TEST_CACHE", join(folder, "cache"));
vi.stubEnv("CI", "");
afterEach(() => void vi.stubEnv("CI", ""));
afterAll(() => void vi.unstubAllEnvs());

const write = (path: string, content: string): void => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
};
write("a.test.ts", 'import { b } from "./b";');
write("b.ts", 'import type { c } from "./c"; export const b = 1;');
write("c.ts", "export const c = 1;");
write("data/rows/1.jsonl", "1");
const mark = () => markOf(join(folder, "a.test.ts"), [join(folder, "data")]);

test("a file's tests stay marked as passed until something they read changes", () => {
  const passed = mark();
  expect(isMarked(passed)).toBe(false);
  leaveMark(passed);
  expect(isMarked(mark())).toBe(true);
  for (const [path, content] of [
    ["a.test.ts", 'import { b } from "./b"; b;'],
    ["b.ts", "export const b = 2;"],
    ["data/rows/1.jsonl", "2"],
    ["data/rows/2.jsonl", "1"],
  ] as const) {
    const before = mark();
    leaveMark(before);
    write(path, content);
    expect({ path, marked: isMarked(mark()) }).toEqual({ path, marked: false });
  }
});

test("changes to types alone don't matter", () => {
  write("b.ts", 'import type { c } from "./c"; export const b = 1;');
  const before = mark();
  write("c.ts", "export const c = 2;");
  expect(mark()).toBe(before);
});

test("CI=true runs them anyway", () => {
  leaveMark(mark());
  vi.stubEnv("CI", "true");
  expect(isMarked(mark())).toBe(false);
});

test("a file is marked only if every test ran and passed", () => {
  const task = (state?: string) => ({ type: "test", result: state && { state } });
  const suite = (...tasks: unknown[]) =>
    ({ type: "suite", tasks }) as unknown as Parameters<typeof allPassed>[0];
  expect(allPassed(suite(task("pass"), suite(task("pass"))))).toBe(true);
  expect(allPassed(suite(task("pass"), suite(task("fail"))))).toBe(false);
  expect(allPassed(suite(task("pass"), task("skip")))).toBe(false);
  expect(allPassed(suite(task("pass"), task()))).toBe(false);
});
