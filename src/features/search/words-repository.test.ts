import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import { projectRoot } from "../../server/project-root";
import { isTooCommon, plainText, wordsOf } from "./words";
import { prefixQuery } from "./words-repository";

const { db, pool } = (await startTestApp()).running.services;

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

test("BEY-7 the index and the ranking take the accents from the same letters", async () => {
  const letters = Array.from({ length: 0x2000 - 0xc0 }, (_, at) => String.fromCodePoint(0xc0 + at)).filter(
    (letter) =>
      /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u.test(letter) && /\p{L}/u.test(letter),
  );
  const { rows } = await pool.query<{ letter: string; plain: string }>(
    "select letter, search_plain('x' || letter) as plain from unnest($1::text[]) letter",
    [letters],
  );
  const differing = rows.filter(({ letter, plain }) => plainText(`x${letter}`) !== plain);
  expect(rows.length).toBeGreaterThan(900);
  expect(differing).toEqual([]);
});

test.each([
  ["Brûlé", "brule"],
  ["brule", "BRÛLÉ"],
  ["Bru\u0302le\u0301", "brûlé"],
  ["die Straße", "STRASSE"],
  ["die Strasse", "straße"],
  ["GROẞ", "gross"],
  ["Øresund", "oresund"],
  ["Łódź", "lodz"],
  ["İstanbul", "istanbul"],
  ["ISTANBUL", "İstanbul"],
  ["Diyarbakır", "DIYARBAKIR"],
  ["Ελλάδα", "ελλαδα"],
  ["οδός", "ΟΔΟΣ"],
  ["ёлка", "елка"],
  ["หนังสือ", "หนังสือ"],
  ["한국어 é", "한국어"],
  ["“Hello” – and „Grüße“…", "hello"],
  ["«Grüße»", "grusse"],
  ["東京、大阪", "大阪"],
  ["le thé vert", "thé"],
  ["dön", "dön"],
])("BEY-7 in “%s”, “%s” is found", async (text, word) => {
  const { rows } = await pool.query("select search_words($1) @@ search_word($2) as found", [text, word]);
  expect(rows).toEqual([{ found: true }]);
  expect(wordsOf(text)).toEqual(expect.arrayContaining(wordsOf(word)));
});

test("BEY-7 a word that would be too common without its accent is another word", async () => {
  const { rows } = await pool.query(
    `select search_words('The tea') @@ search_word('thé') as common, search_words('vert') @@ search_word('thé vert') as part,
       numnode(search_word('the')) as nodes`,
  );
  expect(rows).toEqual([{ common: false, part: false, nodes: 0 }]);
  expect(wordsOf("The thé")).toEqual(["the", "thé"]);
});

test("BEY-7 the index and the ranking find the same words too common to lose their accents", async () => {
  // Their lists are in the first, and the second is plain English.
  const texts = ["src/features/search/words.ts", "CHANGELOG.md"].map((file) =>
    readFileSync(join(projectRoot, file), "utf8"),
  );
  const words = [
    ...new Set(
      texts
        .join(" ")
        .toLowerCase()
        .match(/[a-z]+/g),
    ),
  ];
  const { rows } = await pool.query<{ word: string }>(
    "select word from unnest($1::text[]) word where search_common(word)",
    [words],
  );
  expect(words.filter(isTooCommon)).toEqual(rows.map(({ word }) => word));
  expect(rows.length).toBeGreaterThan(120);
});

test.each([
  ["Mua máy tính", "máy"],
  ["Mua máy tính", "máy tính"],
  ["Le vé est ici", "vé"],
  ["Le théâtre", "thé"],
  ["Les héros", "hér"],
  ["le thé vert", "thé"],
  ["Brûlé", "brul"],
])("WORK-3 in “%s”, “%s” is found while it is typed", async (text, typed) => {
  const { rows } = await db.execute(sql`select search_words(${text}) @@ ${prefixQuery(typed)} as found`);
  expect(rows).toEqual([{ found: true }]);
});

test.each([
  ["We've met, I’ve heard", "vé"],
  ["You may go", "máy"],
  ["We're here", "Ré"],
])("BEY-6 in “%s”, the keyword “%s” isn't found", async (text, word) => {
  const { rows } = await pool.query("select search_words($1) @@ search_word($2) as found", [text, word]);
  expect(rows).toEqual([{ found: false }]);
});
