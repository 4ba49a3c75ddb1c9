import type { InfiniteData } from "@tanstack/react-query";

/** One fetched page. `full` is how it came: rows put in or taken out later do not change it. */
export interface Page<Row> {
  rows: Row[];
  full: boolean;
}

/** A list loaded page by page; the page parameter is the offset (count of rows). */
export type PagedList<Row> = InfiniteData<Page<Row>>;

interface WithId {
  id: string;
}

/** Turns an answer into a page. */
export function pageOf<Row>(rows: Row[], size: number): Page<Row> {
  return { rows, full: rows.length === size };
}

/** The offset of the next page; undefined when the last one was not full (specification, section 9). */
export function nextOffset<Row>(last: Page<Row>, all: Page<Row>[]): number | undefined {
  return last.full ? all.reduce((count, page) => count + page.rows.length, 0) : undefined;
}

/** All loaded rows in order; a row that two pages brought, because the list moved in between, comes once. */
export function rowsOf<Row extends WithId>(list: PagedList<Row> | undefined): Row[] {
  const rows = list?.pages.flatMap((page) => page.rows) ?? [];
  const seen = new Set<string>();
  return rows.filter(({ id }) => !seen.has(id) && seen.add(id));
}

/** The list without a row; the same list when it does not hold it. */
export function withoutRow<Row extends WithId>(list: PagedList<Row>, id: string): PagedList<Row> {
  return changePage(list, (rows) => {
    const kept = rows.filter((row) => row.id !== id);
    return kept.length === rows.length ? rows : kept;
  });
}

/** The list with a row in its sorted place, or without it where that place lies on a page not loaded yet. */
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
