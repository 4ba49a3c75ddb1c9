import { expect, test } from "vitest";
import { trimmed } from "./typed-values";

test.each([
  ["spaces", " \t\u00a0\u3000"],
  ["characters without width", "\u200b\u200c\u200d\u2060\ufeff"],
  ["direction marks", "\u200e\u200f\u061c\u202e\u2066\u2069"],
  ["Hangul fillers", "\u3164\u115f\u1160\uffa0"],
  ["an empty Braille cell", "\u2800"],
  ["a soft hyphen and a joiner", "\u00ad\u034f"],
  ["variation selectors and tags", "\ufe0f\u{e0041}"],
  ["control characters", "\u0001\u0007"],
])("a text of %s is empty", (_, text) => {
  expect(trimmed(text)).toBe("");
});

test.each([
  [" Call Bo ", "Call Bo"],
  ["👨‍👩‍👧", "👨‍👩‍👧"],
  ["می‌خواهم", "می‌خواهم"],
  ["한글", "한글"],
  ["?", "?"],
  ["שלום\u200f עולם", "שלום\u200f עולם"],
  ["Ana\u202e Berg \u2066", "Ana Berg"],
])("%j stays %j", (text, kept) => {
  expect(trimmed(text)).toBe(kept);
});
