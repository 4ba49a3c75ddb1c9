import { expect, test } from "vitest";
import type { Evidence } from "../../../../shared/evidence";
import { highlight, spanOf } from "./highlight";

const evidence = (start: number, end: number, quote: string): Evidence => ({
  sourceType: "message",
  sourceId: "m1",
  part: "content",
  start,
  end,
  quote,
});

test("marked words get their own spans, and no text is lost", () => {
  const text = "Please send the quote by Friday.";
  const stretches = highlight(text, [
    { name: "dueDate", start: 22, end: 31 },
    { name: "task", start: 7, end: 21 },
  ]);
  expect(stretches.map((stretch) => stretch.text).join("")).toBe(text);
  expect(stretches.filter(({ marks }) => marks.length > 0)).toEqual([
    { text: "send the quote", marks: ["task"] },
    { text: "by Friday", marks: ["dueDate"] },
  ]);
});

test("where marks overlap, the span carries both", () => {
  const stretches = highlight("abcdef", [
    { name: "one", start: 0, end: 4 },
    { name: "two", start: 2, end: 6 },
  ]);
  expect(stretches).toEqual([
    { text: "ab", marks: ["one"] },
    { text: "cd", marks: ["one", "two"] },
    { text: "ef", marks: ["two"] },
  ]);
});

test("marks outside the text, and an empty text, mark nothing", () => {
  expect(highlight("abc", [{ name: "far", start: 9, end: 12 }])).toEqual([{ text: "abc", marks: [] }]);
  expect(highlight("", [{ name: "any", start: 0, end: 3 }])).toEqual([]);
});

test("evidence with wrong offsets is found by its quote", () => {
  expect(spanOf(evidence(0, 4, "quote"), "send the quote")).toEqual({ start: 9, end: 14 });
  expect(spanOf(evidence(9, 14, "quote"), "send the quote")).toEqual({ start: 9, end: 14 });
  expect(spanOf(evidence(0, 4, "gone"), "send the quote")).toBeUndefined();
});
