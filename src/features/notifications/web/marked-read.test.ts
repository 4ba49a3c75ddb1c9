import { expect, test } from "vitest";
import type { Notification } from "../contract";
import { markedRead, unreadOf } from "./marked-read";

const notification = (subjectId: string, read = false): Notification => ({
  ...{ id: subjectId, type: "assigned", subjectType: "task", subjectId, title: "Report", count: 1 },
  ...{ createdAt: "2026-11-24T09:00:00.000Z", read },
});

test("BEY-9 unread notifications beyond the list count on when one of it is read", () => {
  const list = { unread: 70, items: [notification("a"), notification("b"), notification("c", true)] };
  expect(markedRead(list, { subjectId: "a" })).toEqual({
    unread: 69,
    items: [notification("a", true), notification("b"), notification("c", true)],
  });
  expect(markedRead(list, { subjectId: "c" }).unread).toBe(70);
  expect(markedRead(list, undefined)).toMatchObject({
    unread: 0,
    items: [{ read: true }, { read: true }, {}],
  });
});

test("BEY-9 what is open has an unread notification, unless that is about several tasks", () => {
  const several = { ...notification("a"), subjectType: "tasks" as const };
  const list = { unread: 2, items: [several, notification("a"), notification("b"), notification("c", true)] };
  expect(unreadOf(list, ["c", "a"])).toBe(list.items[1]);
  expect(unreadOf({ ...list, items: [several] }, ["a"])).toBeUndefined();
  expect(unreadOf(list, ["c", "d"])).toBeUndefined();
  expect(unreadOf(list, [])).toBeUndefined();
});
