import { expect, test } from "vitest";
import { sampleTask } from "../../../../../test/support/sample-task";
import { differ, isoTime, localTime, patchOf, valuesOf } from "./task-values";

const task = sampleTask({ dueDate: "2026-03-02T09:30:15.500Z" });

test("TASK-3 a save sends the eight fields and nothing else", () => {
  expect(Object.keys(patchOf(valuesOf(task), task)).sort()).toEqual([
    "assigneeId",
    "description",
    "dueDate",
    "importance",
    "priority",
    "status",
    "title",
    "urgency",
  ]);
});

test("WORK-3 a recurrence is sent only if it changed", () => {
  const rule = "FREQ=DAILY;BYHOUR=9;BYMINUTE=0";
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const repeating = sampleTask({ recurrence: { rule, timeZone: "Europe/Berlin" } });
  expect(patchOf(valuesOf(repeating), repeating)).not.toHaveProperty("recurrence");
  expect(patchOf({ ...valuesOf(task), rule }, task).recurrence).toEqual({ rule, timeZone });
  expect(patchOf({ ...valuesOf(repeating), rule: "" }, repeating).recurrence).toBeNull();
});

test("TASK-3 the due date is sent as ISO, or null if the field is empty", () => {
  const values = valuesOf(task);
  expect(patchOf({ ...values, dueDate: "" }, task).dueDate).toBeNull();
  const later = patchOf({ ...values, dueDate: "2026-05-06T07:08" }, task).dueDate;
  expect(later).toMatch(/^2026-05-0[567]T\d\d:08:00\.000Z$/);
  expect(localTime(later!)).toBe("2026-05-06T07:08");
});

test("an untouched due date keeps its seconds", () => {
  expect(patchOf({ ...valuesOf(task), title: "Send the new quote" }, task).dueDate).toBe(task.dueDate);
});

test("an empty assignee and description are sent as null, and the title is trimmed", () => {
  const patch = patchOf({ ...valuesOf(task), title: "  Call Ana " }, task);
  expect(patch).toMatchObject({ title: "Call Ana", description: null, assigneeId: null });
});

test("a form that was changed and changed back counts as unchanged", () => {
  const values = valuesOf(task);
  expect(differ({ ...values, title: "Other" }, values)).toBe(true);
  expect(differ({ ...values }, values)).toBe(false);
});

test("an invalid time is null", () => {
  expect(isoTime("")).toBeNull();
  expect(isoTime("tomorrow")).toBeNull();
});
