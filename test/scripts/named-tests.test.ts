import { expect, test } from "vitest";
import { sortNamed } from "../../scripts/named-tests.mjs";

const root = new URL("../..", import.meta.url).pathname;
const sorted = (...args: string[]) => sortNamed(args, root);

test("browser tests and others that are named together run both, each with the options", () => {
  expect(sorted("src/shared/a.test.ts", "./e2e/shell/b.test.ts", "-t", "one of them")).toEqual({
    unit: ["src/shared/a.test.ts", "-t", "one of them"],
    browser: ["./e2e/shell/b.test.ts", "-t", "one of them"],
  });
  expect(sorted("e2e/shell", "src/features/tasks", "--retry", "0")).toEqual({
    unit: ["src/features/tasks", "--retry", "0"],
    browser: ["e2e/shell", "--retry", "0"],
  });
});

test("one kind runs alone", () => {
  expect(sorted("src/shared")).toEqual({ unit: ["src/shared"], browser: null });
  expect(sorted("e2e/shell", "-t", "Theme")).toEqual({ unit: null, browser: ["e2e/shell", "-t", "Theme"] });
  expect(sorted("due-text")).toEqual({ unit: ["due-text"], browser: null });
  const own = ["--config", "vitest.e2e.config.ts", "e2e/shell"];
  expect(sorted(...own)).toEqual({ unit: own, browser: null });
});
