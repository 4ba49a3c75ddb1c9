import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { startTestApp } from "../../../test/support/test-app";
import { beginningOf, isSurelyWithin } from "./text-beginning";

const app = await startTestApp();

test("the beginning of a text is that of `left`, however many bytes its characters have", async () => {
  const texts = ["", "four", "fives", "üüüü", "üüüüü", "🙂🙂", "🙂🙂🙂🙂", "🙂🙂🙂🙂🙂"];
  const { rows } = await app.running.services.db.execute<{
    own: string;
    left: string;
    within: boolean;
    short: boolean;
  }>(sql`
    select ${beginningOf(sql`text`, 4)} as own, left(text, 4) as left,
      ${isSurelyWithin(sql`text`, 4)} as within, length(text) <= 4 as short
    from unnest(${sql.param(texts)}::text[]) text`);
  expect(rows.map(({ own }) => own)).toEqual(rows.map(({ left }) => left));
  // It may say no of a short text, but never yes of a long one.
  expect(rows.filter(({ within, short }) => within && !short)).toEqual([]);
  expect(rows.filter(({ within }) => within)).toHaveLength(2);
});
