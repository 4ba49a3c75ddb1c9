import { expect, test } from "vitest";
import type { SourceText } from "../sources";
import { readWords } from "./read-words";

/** The part of a text between two marks, as it is read. */
function read(marked: string): string {
  const [before = "", words = "", after = ""] = marked.split("|");
  const range = { start: before.length, end: before.length + words.length };
  return readWords({ of: { text: before + words + after } as SourceText, range });
}

test.each([
  // Also if the quote begins near the end of a line.
  [
    "The landlord called today, and we talked for an hour. |The lease\nEnds with Anna's contract.|",
    "The lease Ends with Anna's contract.",
  ],
  ["|The lease of the warehouse ends\non 31 March.|", "The lease of the warehouse ends on 31 March."],
  ["> |The crane costs nine\n> million euros.|", "The crane costs nine million euros."],
  [
    "|The crane of the harbour, which we have rented for years now, is gone.\r\nIt costs nine million.|",
    "The crane of the harbour, which we have rented for years now, is gone. It costs nine million.",
  ],
])("a sentence that was broken into lines is one line: %j", (marked, words) => {
  expect(read(marked)).toBe(words);
});

test.each([
  ["|Room 12\n3|\nRoom 13\n4", "Room 12\n3"],
  ["|Canteen group\ncy ode|", "Canteen group\ncy ode"],
  [
    "|Please bring:\n- the keys\n- the plan of the cellar|",
    "Please bring:\n- the keys\n- the plan of the cellar",
  ],
  [
    "|The plan is here:\n\nhttps://files.example.com/plan.zip|",
    "The plan is here:\n\nhttps://files.example.com/plan.zip",
  ],
])("what stands on lines keeps them: %j", (marked, words) => {
  expect(read(marked)).toBe(words);
});
