import { expect, test } from "vitest";
import { markName, withMarkNames } from "./mark-names";

test.each([
  ["?", "question mark"],
  ["??", "question marks"],
  ["？", "question mark"],
  ["!", "exclamation mark"],
  ["!!!", "exclamation marks"],
  ["?!", "question mark"],
  ["$", "currency sign"],
  [":-)", "smiling face"],
  [":D", "smiling face"],
  [":(", "frowning face"],
  ["…", "punctuation"],
])("BEY-13 %s alone is called %s", (mark, name) => expect(markName(mark)).toBe(name));

test.each(["or", "8", "can we?", "$400", "🎉", "за"])("BEY-13 %s needs no name", (words) =>
  expect(markName(words)).toBeNull(),
);

test("BEY-13 a condition names its marks and keeps its words", () => {
  expect(withMarkNames("Without “tomorrow”, “or” and “?”")).toBe(
    "Without “tomorrow”, “or” and the question mark “?”",
  );
  expect(withMarkNames("If it said “Could you please look into this?”")).toBe(
    "If it said “Could you please look into this?”",
  );
});
