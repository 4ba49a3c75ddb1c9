import { expect, test } from "vitest";
import type { TaskStep } from "./contract";
import { mergeSteps } from "./merge-steps";

const step = (id: string, title = id, done = false): TaskStep => ({ id, title, done });
const [a, b, c] = [step("a"), step("b"), step("c")];

test("BEY-5 steps that two people add at the same time are both there", () => {
  expect(mergeSteps({ seen: [a], wanted: [a, c], now: [a, b] })).toEqual([a, b, c]);
  // Sent twice, the same step is added once.
  expect(mergeSteps({ seen: [a], wanted: [a, c], now: [a, b, c] })).toEqual([a, b, c]);
});

test("BEY-5 where nobody else has changed them, the steps are as they are wanted, in their order", () => {
  expect(mergeSteps({ seen: [a, b], wanted: [b, a], now: [a, b] })).toEqual([b, a]);
});

test("BEY-5 one checks a step that the other renames, and a removed one stays removed", () => {
  const wanted = [step("a", "a", true), b];
  expect(mergeSteps({ seen: [a, b], wanted, now: [step("a", "Call Bo"), b] })).toEqual([
    step("a", "Call Bo", true),
    b,
  ]);
  expect(mergeSteps({ seen: [a, b], wanted, now: [b] })).toEqual([b]);
  expect(mergeSteps({ seen: [a, b], wanted: [b], now: [step("a", "Call Bo"), b, c] })).toEqual([b, c]);
});

test("BEY-5 steps that are too many together are refused", () => {
  const many = (from: string, count: number) => Array.from({ length: count }, (_, n) => step(`${from}${n}`));
  expect(() => mergeSteps({ seen: [], wanted: many("x", 30), now: many("y", 30) })).toThrow(/50 steps/);
});
