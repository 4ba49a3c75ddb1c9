import { expect, test } from "vitest";
import { isNestedDeeply } from "./nested-json";

const nested = (depth: number, inner = "1") => "[".repeat(depth) + inner + "]".repeat(depth);

test("API-3 JSON of a hundred levels may be parsed, of more not, whether it ends or not", () => {
  expect(isNestedDeeply(nested(100))).toBe(false);
  expect(isNestedDeeply(nested(101))).toBe(true);
  expect(isNestedDeeply('{"a":'.repeat(101))).toBe(true);
  expect(isNestedDeeply("[".repeat(1_000_000))).toBe(true);
  expect(isNestedDeeply(`[${"[],{},".repeat(1000)}0]`)).toBe(false);
});

test("API-3 brackets in texts are no levels", () => {
  const brackets = "[{".repeat(1000);
  for (const text of [brackets, `\\"${brackets}`, `\\\\\\"${brackets}`, `${brackets}\\\\`])
    expect(isNestedDeeply(`{"title":"${text}","tags":["a"]}`), text.slice(0, 8)).toBe(false);
  expect(isNestedDeeply(`["\\\\",${nested(101)}]`)).toBe(true);
  expect(isNestedDeeply(`"${brackets}`)).toBe(false);
});

test("API-3 a long text of quotation marks and backslashes is read in linear time", () => {
  for (const text of ['\\"'.repeat(2_000_000), "\\".repeat(4_000_001), '"'.repeat(4_000_000)])
    expect(isNestedDeeply(`"${text}`)).toBe(false);
}, 5_000);
