import { expect, test } from "vitest";
import { dueLabel, settledDueLabel } from "./due-label";

const now = Date.parse("2026-03-02T09:00:00.000Z");
const label = (due: string) => dueLabel(due, now);

test("MTX-5 a task is overdue from one hour before its due date", () => {
  expect(label("2026-02-01T09:00:00.000Z")).toMatchObject({ text: "Overdue", tone: "danger" });
  expect(label("2026-03-02T09:59:59.999Z")).toMatchObject({ text: "Overdue", tone: "danger" });
  expect(label("2026-03-02T10:00:00.000Z").text).not.toBe("Overdue");
});

test("MTX-5 under 24 hours the label counts whole hours in red", () => {
  expect(label("2026-03-02T10:00:00.000Z")).toMatchObject({ text: "Due: 1 hours", tone: "danger" });
  expect(label("2026-03-03T08:59:59.999Z")).toMatchObject({ text: "Due: 23 hours", tone: "danger" });
});

test("MTX-5 under 72 hours the label says today in yellow", () => {
  expect(label("2026-03-03T09:00:00.000Z")).toMatchObject({ text: "Due: Today", tone: "warning" });
  expect(label("2026-03-05T08:59:59.999Z")).toMatchObject({ text: "Due: Today", tone: "warning" });
});

test("MTX-5 later due dates show the date, with the exact time in the tooltip", () => {
  const later = label("2026-03-05T12:00:00.000Z");
  expect(later).toMatchObject({ text: "Mar 5, 2026", tone: "plain" });
  expect(later.exact).toMatch(/^Thursday, March 5, 2026 at /);
});

test("a resolved task shows its date and never warns", () => {
  expect(settledDueLabel("2026-02-01T12:00:00.000Z")).toMatchObject({
    text: "Feb 1, 2026",
    tone: "plain",
  });
});
