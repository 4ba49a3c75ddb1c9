import { type InfiniteData, replaceEqualDeep } from "@tanstack/react-query";

/** One fetched page. `full` is its state on arrival; rows added or removed later don't change it. */
export interface Page<Row> {
  rows: Row[];
  full: boolean;
}

/** A list loaded page by page; the page parameter is the offset (count of rows). */
export type PagedList<Row> = InfiniteData<Page<Row>>;

interface WithId {
  id: string;
}

/** Turns a response into a page. */
export function pageOf<Row>(rows: Row[], size: number): Page<Row> {
  return { rows, full: rows.length === size };
}

/** The offset of the next page; undefined if the last one wasn't full (specification, section 9). */
export function nextOffset<Row>(last: Page<Row>, all: Page<Row>[]): number | undefined {
  return last.full ? all.reduce((count, page) => count + page.rows.length, 0) : undefined;
}

/** All loaded rows in order. A row on two pages, because the list moved between them, is listed once. */
export function rowsOf<Row extends WithId>(list: PagedList<Row> | undefined): Row[] {
  const rows = list?.pages.flatMap((page) => page.rows) ?? [];
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/**
 * A list with the objects of its earlier state where nothing has changed, wherever a row is now: what left above them
 * moves all rows, and only new objects are drawn again.
 */
export function keepRows<Row extends WithId>(
  before: PagedList<Row> | undefined,
  list: PagedList<Row>,
): PagedList<Row> {
  if (!before) return list;
  const known = new Map(before.pages.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
  const pages = list.pages.map((page, index) => {
    const old = before.pages[index];
    if (page === old) return page;
    const rows = page.rows.map((row) => replaceEqualDeep(known.get(row.id), row));
    return old?.full === page.full && sameItems(rows, old.rows) ? old : { ...page, rows };
  });
  const pageParams = replaceEqualDeep(before.pageParams, list.pageParams);
  if (pageParams === before.pageParams && sameItems(pages, before.pages)) return before;
  return { ...list, pages, pageParams };
}

/** The ids of rows, as the array from before if they are the same in the same order: only then does anything move. */
export function orderOf(rows: readonly WithId[], before: readonly string[]): readonly string[] {
  const ids = rows.map(({ id }) => id);
  return sameItems(ids, before) ? before : ids;
}

const sameItems = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, index) => one === others[index]);

/** The list without a row; the same list if the row isn't in it. */
export function withoutRow<Row extends WithId>(list: PagedList<Row>, id: string): PagedList<Row> {
  return changePage(list, (rows) => {
    const kept = rows.filter((row) => row.id !== id);
    return kept.length === rows.length ? rows : kept;
  });
}

/** The list with a row's new content where the row is; the same list if the row isn't in it. */
export function withChangedRow<Row extends WithId>(list: PagedList<Row>, row: Row): PagedList<Row> {
  return changePage(list, (rows) =>
    rows.some(({ id }) => id === row.id) ? rows.map((other) => (other.id === row.id ? row : other)) : rows,
  );
}

/** The list with a row in order, or without it if its page isn't loaded yet. */
export function withRow<Row extends WithId>(
  list: PagedList<Row>,
  row: Row,
  compare: (a: Row, b: Row) => number,
): PagedList<Row> {
  const rest = withoutRow(list, row.id);
  const last = rest.pages.length - 1;
  const home = rest.pages.findIndex((page) => page.rows.some((other) => compare(row, other) < 0));
  if (home === -1 && rest.pages[last]?.full !== false) return rest;
  const at = home === -1 ? last : home;
  return {
    ...rest,
    pages: rest.pages.map((page, index) =>
      index === at ? { ...page, rows: sorted(page.rows, row, compare) } : page,
    ),
  };
}

function sorted<Row>(rows: Row[], row: Row, compare: (a: Row, b: Row) => number): Row[] {
  const position = rows.findIndex((other) => compare(row, other) < 0);
  return position === -1 ? [...rows, row] : rows.toSpliced(position, 0, row);
}

function changePage<Row>(list: PagedList<Row>, change: (rows: Row[]) => Row[]): PagedList<Row> {
  const pages = list.pages.map((page) => {
    const rows = change(page.rows);
    return rows === page.rows ? page : { ...page, rows };
  });
  return pages.every((page, index) => page === list.pages[index]) ? list : { ...list, pages };
}
