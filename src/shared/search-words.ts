import { z } from "zod";

/** A search looks for each word in every text of a team, so the number of words is limited. */
const mostWords = 8;

/** The words of a search, each once. */
export const wordsOf = (search: string | undefined): string[] => [
  ...new Set(search?.trim().split(/\s+/).filter(Boolean)),
];

/** Words that must all occur. */
export const SearchWords = z
  .string()
  .max(200, "Search for at most 200 characters.")
  .refine((text) => wordsOf(text).length <= mostWords, `Search for at most ${mostWords} words.`)
  .describe(
    `Words that must all occur, at most ${mostWords}. Signs and words as common as “the” don't count: a search for ` +
      "nothing else leaves nothing out. A search that takes too long is refused with 400.",
  );
