import { describe, expect, test } from "vitest";
import { contextAge, messageAge } from "./relative-time";

const now = Date.parse("2026-03-14T12:00:00.000Z");
const ago = (seconds: number) => new Date(now - seconds * 1000).toISOString();

describe("INB-2 the age of a message", () => {
  test.each([
    [0, "Just now"],
    [59, "Just now"],
    [60, "1 minute ago"],
    [119, "1 minute ago"],
    [120, "2 minutes ago"],
    [3_599, "59 minutes ago"],
    [3_600, "1 hour ago"],
    [86_399, "23 hours ago"],
    [86_400, "1 day ago"],
    [40 * 86_400, "40 days ago"],
    [365 * 86_400, "365 days ago"],
    [366 * 86_400, "366 days ago"],
    [9_304 * 86_400, "9,304 days ago"],
  ])("of %i seconds reads %s", (seconds, text) => {
    expect(messageAge(ago(seconds), now)).toBe(text);
  });

  test("of a clock that runs ahead, or of no date, reads Just now", () => {
    expect(messageAge(ago(-500), now)).toBe("Just now");
    expect(messageAge("no date", now)).toBe("Just now");
  });
});

describe("TASK-1 the age of related context", () => {
  test.each([
    [3_599, "Just now"],
    [3_600, "1 hour ago"],
    [7_200, "2 hours ago"],
    [2 * 86_400, "2 days ago"],
    [3_000 * 86_400, "3,000 days ago"],
  ])("of %i seconds reads %s", (seconds, text) => {
    expect(contextAge(ago(seconds), now)).toBe(text);
  });
});
