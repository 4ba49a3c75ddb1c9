import { expect, test } from "vitest";
import { cutText } from "./cut-text";

test("MTX-3 a description of 100 characters stays complete, a longer one ends in an ellipsis", () => {
  expect(cutText("a".repeat(100), 100)).toBe("a".repeat(100));
  expect(cutText("a".repeat(101), 100)).toBe(`${"a".repeat(100)}…`);
});

test("INB-2 content is cut at 200 characters and no space is left before the ellipsis", () => {
  expect(cutText(`${"b".repeat(199)} ${"c".repeat(50)}`, 200)).toBe(`${"b".repeat(199)}…`);
});

test("a character of two units isn't split", () => {
  expect(cutText(`${"a".repeat(99)}😀 and more`, 100)).toBe(`${"a".repeat(99)}…`);
});
