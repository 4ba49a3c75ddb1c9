import { expect, test } from "vitest";
import { startTestApp } from "./support/test-app";

const app = await startTestApp();

test("a deletion finds the rows that belong to the deleted one by an index", async () => {
  const { rows } = await app.running.services.pool.query<{ key: string }>(`
    select c.conrelid::regclass || '(' || string_agg(a.attname, ', ' order by k.place) || ')' as key
    from pg_constraint c
    cross join lateral unnest(c.conkey) with ordinality k(column_number, place)
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.column_number
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
          -- The key's columns are the first of the index, in any order.
          and (i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey
      )
    group by c.oid, c.conrelid order by 1`);
  expect(rows.map(({ key }) => key)).toEqual([]);
});
