import { expect, test } from "vitest";
import { shortDue } from "./short-due";

test("INB-2 a due date that is near shows its weekday and time, another one its date", () => {
  const now = new Date(2026, 10, 30, 9).getTime();
  const due = (...at: [number, number, number, number?]) =>
    shortDue(new Date(...at).toISOString(), now).replaceAll("\u202f", " ");
  expect(due(2026, 11, 1, 15)).toBe("Tue 3:00 PM");
  expect(due(2026, 11, 24, 15)).toBe("Dec 24, 2026");
  expect(due(2026, 10, 29)).toBe("Nov 29, 2026");
});
