import { expect, test } from "vitest";
import type { Notification } from "./contract";
import { pathOf } from "./notification-names";

test("BEY-9 an item about something that this version of the page doesn't know opens the dashboard", () => {
  const newer = JSON.parse('{ "subjectType": "voyage", "subjectId": "1" }') as Notification;
  expect(pathOf(newer)).toBe("/dashboard");
});
