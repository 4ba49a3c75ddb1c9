import { expect, test } from "vitest";
import { cutAtWord, cutText } from "./cut-text";

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

test("BEY-1 a name ends with a whole word, or within a long one", () => {
  const long = "The customer is furious, the confirmation went out with the wrong notional.";
  expect(cutAtWord(long, 72)).toBe("The customer is furious, the confirmation went out with the wrong…");
  expect(cutAtWord(long, 65)).toBe("The customer is furious, the confirmation went out with the wrong…");
  expect(cutAtWord(long, long.length)).toBe(long);
  expect(cutAtWord(`See https://example.org/${"a".repeat(80)}`, 40)).toBe(
    "See https://example.org/aaaaaaaaaaaaaaaa…",
  );
});
