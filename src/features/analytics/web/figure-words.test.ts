import { expect, test } from "vitest";
import { durationOf } from "./figure-words";

test.each([
  [null, "–"],
  [0, "0 s"],
  [0.02, "1 s"],
  [0.15, "9 s"],
  [0.99, "59 s"],
  [0.995, "1 min"],
  [1, "1 min"],
  [2.54, "2.5 min"],
  [42, "42 min"],
  [59.6, "1 h"],
  [210, "3.5 h"],
  [1440, "1 day"],
  [2880, "2 days"],
])("ANA-2 %s minutes read %s", (minutes, words) => {
  expect(durationOf(minutes)).toBe(words);
});
