import { type SQL, sql } from "drizzle-orm";
import { AppError } from "../../shared/app-error";

/** How a value that a list is ordered by is written down, checked, and compared again. */
interface ValueType {
  write: (column: SQL) => SQL;
  valid: RegExp;
  read: (value: string | null) => SQL;
}

const valueTypes = {
  text: {
    write: (column) => column,
    // The database stores no NUL.
    valid: /^[^\0]*$/,
    read: (value) => sql`${value}::text`,
  },
  truth: {
    write: (column) => sql`(${column})::text`,
    valid: /^(?:true|false)$/,
    read: (value) => sql`${value}::boolean`,
  },
  number: {
    write: (column) => sql`(${column})::text`,
    valid: /^-?\d{1,9}$/,
    read: (value) => sql`${value}::int`,
  },
  /** In microseconds, as precisely as the database keeps it. */
  instant: {
    write: (column) => sql`(extract(epoch from ${column}) * 1000000)::bigint::text`,
    valid: /^-?\d{1,18}$/,
    read: (value) => sql`(timestamptz 'epoch' + ${value}::bigint * interval '1 microsecond')`,
  },
  id: {
    write: (column) => sql`(${column})::text`,
    valid: /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/,
    read: (value) => sql`${value}::uuid`,
  },
} satisfies Record<string, ValueType>;

/** A value that a list is ordered by. */
export interface OrderValue {
  by: SQL;
  type: keyof typeof valueTypes;
}

/** Where a row is in an order, as text: the values that it is ordered by. */
export const cursorIn = (order: readonly OrderValue[]): SQL<string> =>
  sql<string>`json_build_array(${sql.join(
    order.map(({ by, type }) => valueTypes[type].write(by)),
    sql`, `,
  )})::text`;

/**
 * The values of a cursor, to continue a list exactly there, wherever its row is now.
 *
 * @throws AppError `invalid_input` if it isn't a cursor of this order.
 */
export function valuesAt(order: readonly OrderValue[], cursor: string): SQL[] {
  const values = parsed(cursor);
  const isCursor =
    values?.length === order.length &&
    values.every((value, at) => value === null || valueTypes[order[at]!.type].valid.test(value));
  if (!isCursor)
    throw new AppError(
      "invalid_input",
      "cursor: Take the next page's address as it is in the header `link`.",
    );
  return values.map((value, at) => valueTypes[order[at]!.type].read(value));
}

function parsed(cursor: string): (string | null)[] | undefined {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    const isList = (list: unknown): list is (string | null)[] =>
      Array.isArray(list) && list.every((value) => value === null || typeof value === "string");
    return isList(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

/** A row, and where it is in the order of its list. */
export interface CursorRow {
  id: string;
  cursor: string;
}

/** Receives the last row of a full page, after which the next one begins. */
export type NextPage = (last: CursorRow) => void;

/** Reports the end of a page, if it is full, and gives the page back. */
export function reportEnd<Row extends CursorRow>(
  rows: Row[],
  limit: number,
  next: NextPage | undefined,
): Row[] {
  const last = rows.at(-1);
  if (last && rows.length === limit) next?.(last);
  return rows;
}
