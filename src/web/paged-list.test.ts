import { expect, test } from "vitest";
import {
  keepRows,
  nextOffset,
  orderOf,
  type PagedList,
  pageOf,
  rowsOf,
  withoutRow,
  withRow,
} from "./paged-list";

interface Row {
  id: string;
  rank: number;
}

const size = 3;
const row = (rank: number): Row => ({ id: `r${rank}`, rank });
const byRank = (a: Row, b: Row) => a.rank - b.rank;

function list(...pages: number[][]): PagedList<Row> {
  return {
    pages: pages.map((ranks) => pageOf(ranks.map(row), size)),
    pageParams: pages.map((_, index) => index * size),
  };
}

const ranks = (of: PagedList<Row>) => of.pages.map((page) => page.rows.map((each) => each.rank));

test("MTX-6 a next page exists only if the last one was full", () => {
  const { pages } = list([1, 2, 3], [4, 5, 6]);
  expect(nextOffset(pages[1]!, pages)).toBe(6);
  const ended = list([1, 2, 3], [4]).pages;
  expect(nextOffset(ended[1]!, ended)).toBeUndefined();
});

test("MTX-6 removing a row doesn't hide the next page, and shifts its offset like the server's", () => {
  const { pages } = withoutRow(list([1, 2, 3], [4, 5, 6]), "r5");
  expect(nextOffset(pages[1]!, pages)).toBe(5);
});

test("a row is inserted in order on the page that covers it", () => {
  expect(ranks(withRow(list([1, 2, 4], [5, 8, 9]), row(3), byRank))).toEqual([
    [1, 2, 3, 4],
    [5, 8, 9],
  ]);
  expect(ranks(withRow(list([1, 2, 4], [5, 8, 9]), row(0), byRank))).toEqual([
    [0, 1, 2, 4],
    [5, 8, 9],
  ]);
});

test("a row that belongs after the loaded pages is left for its page", () => {
  expect(ranks(withRow(list([1, 2, 4]), row(7), byRank))).toEqual([[1, 2, 4]]);
});

test("a row that belongs at the end of a complete list is added there", () => {
  expect(ranks(withRow(list([1, 2, 4], [5]), row(7), byRank))).toEqual([
    [1, 2, 4],
    [5, 7],
  ]);
  expect(ranks(withRow(list([]), row(7), byRank))).toEqual([[7]]);
});

test("a row already in the list moves instead of appearing twice", () => {
  const moved = withRow(list([1, 2, 4], [5]), { id: "r1", rank: 6 }, byRank);
  expect(rowsOf(moved).map((each) => each.rank)).toEqual([2, 4, 5, 6]);
});

test("a row on two pages is listed once", () => {
  expect(rowsOf(list([1, 2, 3], [3, 4])).map((each) => each.rank)).toEqual([1, 2, 3, 4]);
});

test("a list without the row stays the same object, so that nothing rerenders", () => {
  const before = list([1, 2, 3]);
  expect(withoutRow(before, "r9")).toBe(before);
});

test("BEY-10 a list that is loaded again keeps the objects of the rows that didn't change, wherever they are now", () => {
  const before = list([1, 2, 3], [4, 5, 6], [7]);
  const moved = list([2, 3, 4], [5, 6, 7]);
  const changed = { ...row(5), rank: 50 };
  moved.pages[1]?.rows.splice(0, 1, changed);
  const after = keepRows(before, moved);
  expect(after).toEqual(moved);
  const old = new Map(rowsOf(before).map((one) => [one.id, one]));
  for (const one of rowsOf(after)) {
    if (one.id === changed.id) expect(one).not.toBe(old.get(one.id));
    else expect(one).toBe(old.get(one.id));
  }
});

test("BEY-10 a list that is loaded again without a change stays the same object, and so does a page", () => {
  const before = list([1, 2, 3], [4, 5]);
  expect(keepRows(before, list([1, 2, 3], [4, 5]))).toBe(before);
  const longer = keepRows(before, list([1, 2, 3], [4, 5, 6]));
  expect(longer.pages[0]).toBe(before.pages[0]);
  expect(longer.pages[1]).toEqual(pageOf([row(4), row(5), row(6)], size));
  expect(keepRows(undefined, before)).toBe(before);
  // Its rows are those that were left after one was removed, but nothing follows them any more.
  const last = list([1, 2]);
  expect(keepRows(withoutRow(list([1, 2, 3]), "r3"), last)).toEqual(last);
});

test("BEY-10 the order of rows stays the same array while only their content changes", () => {
  const before = orderOf([row(1), row(2)], []);
  expect(before).toEqual(["r1", "r2"]);
  expect(orderOf([{ ...row(1), rank: 9 }, row(2)], before)).toBe(before);
  expect(orderOf([row(2), row(1)], before)).toEqual(["r2", "r1"]);
  expect(orderOf([row(1)], before)).toEqual(["r1"]);
});
