import { expect, test } from "vitest";
import type { Notification } from "../contract";
import { markedRead, unreadOf } from "./marked-read";

const notification = (subjectId: string, read = false): Notification => ({
  ...{ id: subjectId, type: "assigned", subjectType: "task", subjectId, title: "Report", count: 1 },
  ...{ createdAt: "2026-11-24T09:00:00.000Z", read },
});

test("BEY-9 unread notifications beyond the list count on when one of it is read", () => {
  const list = { unread: 70, items: [notification("a"), notification("b"), notification("c", true)] };
  expect(markedRead(list, notification("a"))).toEqual({
    unread: 69,
    items: [notification("a", true), notification("b"), notification("c", true)],
  });
  expect(markedRead(list, notification("c")).unread).toBe(70);
  expect(markedRead(list, undefined)).toMatchObject({
    unread: 0,
    items: [{ read: true }, { read: true }, {}],
  });
});

test("BEY-9 several tasks, their first by itself, and other news of several are entries of their own", () => {
  const several = { ...notification("a"), subjectType: "tasks" as const };
  const due = { ...several, type: "due_soon" as const };
  const list = { unread: 3, items: [several, due, notification("a")] };
  for (const [at, item] of list.items.entries())
    expect(markedRead(list, item)).toMatchObject({
      unread: 2,
      items: list.items.map((_, other) => ({ read: other === at })),
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
