import { useCallback, useMemo } from "react";
import { useLocation, useSearch } from "wouter";
import { searchWith } from "../matrix/board-url";
import { type Day, isDay, type Span, sameSpan, startOf } from "./calendar-days";

/** The month or week on screen. */
export interface ShownSpan {
  span: Span;
  /** Its first day. */
  start: Day;
}

/** The month or week in the query of an address, such as `month=2027-03` or `week=2027-03-15`; default: this month. */
export function spanOfSearch(search: string, today: Day): ShownSpan {
  const query = new URLSearchParams(search);
  const week = query.get("week");
  if (week !== null) return { span: "week", start: startOf("week", isDay(week) ? week : today) };
  const month = `${query.get("month")}-01`;
  return { span: "month", start: isDay(month) ? month : startOf("month", today) };
}

/** The query for the month or week of a day, with its question mark. Other parameters stay. */
export function searchOfSpan(span: Span, day: Day, today: Day, search: string): string {
  return searchWith(search, {
    month: span === "month" && !sameSpan("month", day, today) ? day.slice(0, 7) : null,
    week: span === "week" ? startOf("week", day) : null,
  });
}

/** Keeps the month or week in the address. */
export function useCalendarUrl(today: Day): ShownSpan & { show: (span: Span, day: Day) => void } {
  const [path, navigate] = useLocation();
  const search = useSearch();
  const shown = useMemo(() => spanOfSearch(search, today), [search, today]);
  const show = useCallback(
    (span: Span, day: Day) => navigate(path + searchOfSpan(span, day, today, search), { replace: true }),
    [navigate, path, search, today],
  );
  return { ...shown, show };
}
