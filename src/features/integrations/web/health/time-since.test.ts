import { expect, test } from "vitest";
import { timeSince, timeUntil } from "./time-since";

test.each([
  [null, "Never"],
  [0, "0 seconds ago"],
  [59, "59 seconds ago"],
  [60, "1 minute ago"],
  [3599, "59 minutes ago"],
  [3600, "1 hour ago"],
  [86_399, "23 hours ago"],
  [86_400, "1 day ago"],
  [200_000, "2 days ago"],
  [9_304 * 86_400, "9,304 days ago"],
])("INT-5 a check %s seconds ago reads %s", (seconds, words) => {
  expect(timeSince(seconds)).toBe(words);
});

test("the next check is now or in a given time", () => {
  const now = Date.parse("2026-11-21T10:00:00Z");
  expect(timeUntil("2026-11-21T09:59:00Z", now)).toBe("now");
  expect(timeUntil("2026-11-21T10:04:10Z", now)).toBe("in 4 minutes");
});
