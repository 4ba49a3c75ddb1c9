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
  // What repeats never begins in the past.
  expect(readLine("Invoice every week @yesterday", { people: [], now }).due).toEqual(
    new Date(2026, 11, 1, 17, 0),
  );
});
