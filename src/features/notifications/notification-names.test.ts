import { expect, test } from "vitest";
import { inTeam } from "../../shared/team-address";
import type { Notification } from "./contract";
import { pathOf } from "./notification-names";

test("BEY-9 an item about something that this version of the page doesn't know opens the dashboard", () => {
  const newer = JSON.parse('{ "subjectType": "voyage", "subjectId": "1" }') as Notification;
  expect(pathOf(newer)).toBe("/dashboard");
});

test("BEY-9 a mention opens the task at its comments, also from a push, whose address names the team", () => {
  const path = pathOf({ type: "mentioned", subjectType: "task", subjectId: "1" });
  expect(path).toBe("/matrix/1#task-comments");
  expect(inTeam(path, "2")).toBe("/matrix/1?team=2#task-comments");
});
