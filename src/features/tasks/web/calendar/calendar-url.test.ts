import { expect, test } from "vitest";
import { searchOfSpan, spanOfSearch } from "./calendar-url";

const today = "2027-03-17";

test.each([
  ["?view=calendar", "month", "2027-03-01"],
  ["?view=calendar&month=2026-12", "month", "2026-12-01"],
  ["?view=calendar&week=2027-03-15", "week", "2027-03-15"],
] as const)("MTX-6 %j and its month or week belong together", (search, span, start) => {
  expect(spanOfSearch(search, today)).toEqual({ span, start });
  expect(searchOfSpan(span, start, today, "?view=calendar")).toBe(search);
});

test("MTX-6 what isn't a month or a week is the present one, and a week begins on Monday", () => {
  for (const search of ["?month=2027-13", "?month=", "?month=12027-01", "?month=0001-01"])
    expect(spanOfSearch(search, today)).toEqual({ span: "month", start: "2027-03-01" });
  expect(spanOfSearch("?week=2027-02-30", today)).toEqual({ span: "week", start: "2027-03-15" });
  expect(spanOfSearch("?week=2027-03-21&month=2030-01", today)).toEqual({
    span: "week",
    start: "2027-03-15",
  });
  expect(searchOfSpan("month", "2027-05-09", today, "?view=calendar&week=2027-03-15&tasks=mine")).toBe(
    "?view=calendar&tasks=mine&month=2027-05",
  );
});
