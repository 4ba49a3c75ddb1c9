import { getTableConfig } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { referenced } from "../corrections/tables";
import { messages } from "./tables";

test("corrections refer to columns as the inbox defines them", () => {
  const columns = (table: typeof messages | typeof referenced.messages) =>
    getTableConfig(table).columns.map(
      (column) => [column.name, column.getSQLType(), column.notNull] as const,
    );

  expect(getTableConfig(referenced.messages).name).toBe(getTableConfig(messages).name);
  expect(columns(messages)).toEqual(
    expect.arrayContaining(columns(referenced.messages).map((one) => [...one])),
  );
});
