import { expect, test } from "vitest";
import { partName } from "./part-name";
import { readLine } from "./task-line";

test("BEY-8 a date that has passed is taken, and its chip says that the task is overdue", () => {
  const now = new Date(2026, 10, 25, 10, 0);
  const chips = (line: string) =>
    readLine(line, { people: [], now }).parts.map((part) => partName(part, now).replaceAll("\u202f", " "));
  expect(chips("Send the invoice @yesterday")).toEqual(["Tue, Nov 24, 5:00 PM (overdue)"]);
  expect(chips("Send the invoice @last fri 4pm !!")).toEqual([
    "Fri, Nov 20, 4:00 PM (overdue)",
    "Urgent and important",
  ]);
  expect(chips("Send the invoice @fri 4pm")).toEqual(["Fri, Nov 27, 4:00 PM"]);
});

test.each([
  ["every week @yesterday", [2026, 11, 1], "From Tue, Dec 1, 2026"],
  ["every 2 weeks @last fri", [2026, 11, 4], "From Fri, Dec 4, 2026"],
  ["every 2 weeks on mon and thu @last fri", [2026, 10, 26], "From Thu, Nov 26, 2026"],
  ["every 3 days @3 days ago", [2026, 10, 25], "From Wed, Nov 25, 2026"],
  ["every 3 months @last fri", [2027, 1, 20], "From Sat, Feb 20, 2027"],
  ["every year @yesterday", [2027, 10, 24], "From Wed, Nov 24, 2027"],
] as [string, [number, number, number], string][])(
  "BEY-8 “%s” begins at its next time, and the chip says so",
  (words, [year, month, date], chip) => {
    const now = new Date(2026, 10, 25, 10, 0);
    const { due, parts } = readLine(`Invoice ${words}`, { people: [], now });
    expect(due).toEqual(new Date(year, month, date, 17, 0));
    expect(parts.map((part) => partName(part, now))).toContain(chip);
  },
);
