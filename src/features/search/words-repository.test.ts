import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";

const { pool } = (await startTestApp()).running.services;

test("BEY-7 a team's words are found by exactly the queries that find the words alone", async () => {
  const teams = [randomUUID(), randomUUID()];
  const texts = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("o'neil", "a \\ b", "the", "x:*", "it.it", "x".repeat(2045), "語".repeat(682)),
  );
  await fc.assert(
    fc.asyncProperty(texts, texts, async (text, word) => {
      const { rows } = await pool.query(
        `select search_words($1) @@ search_word($2) as plain, numnode(search_word($2)) > 0 as some,
           team_words($3, search_words($1)) @@ team_query($3, search_word($2)) as own,
           team_words($3, search_words($1)) @@ team_query($4, search_word($2)) as foreign`,
        [text.replaceAll("\0", ""), word.replaceAll("\0", ""), ...teams],
      );
      const { plain, some, own, foreign } = rows[0];
      const expected = word.length > 500 && some ? false : some ? plain : true;
      expect({ own, foreign }).toEqual({ own: expected, foreign: false });
    }),
    { numRuns: 200 },
  );
});
