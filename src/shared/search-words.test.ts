import { expect, test } from "vitest";
import { SearchWords, wordsOf } from "./search-words";

test("a search has at most eight different words", () => {
  const eight = "one two three four five six seven eight";
  expect(SearchWords.safeParse(`${eight}  one two`).success).toBe(true);
  const { error } = SearchWords.safeParse(`${eight} nine`);
  expect(error?.issues.map(({ message }) => message)).toEqual(["Search for at most 8 words."]);
  expect(wordsOf("  b a  b ")).toEqual(["b", "a"]);
  expect(wordsOf(undefined)).toEqual([]);
});
