import { expect, test } from "vitest";
import type { AuditEntry } from "../contract";
import { shownEntry } from "../shown-entry";
import { entryWords } from "./entry-words";

const entry = (action: AuditEntry["action"], detail: string | null, about: string | null = null) =>
  entryWords(shownEntry({ action, about, detail }));

test("an entry of the audit log is a sentence", () => {
  expect(entry("member_joined", "as an admin")).toBe("Joined the team as an admin");
  // As older versions recorded it.
  expect(entry("member_joined", "as member")).toBe("Joined the team as a member");
  expect(entry("invitation_created", "for a new member")).toBe("Created an invitation for a new member");
  expect(entry("plan_changed", "to pro")).toBe("Changed the plan to pro");
  expect(entry("task_deleted", "to do")).toBe("Deleted a task: to do");
  expect(entry("role_changed", "now admin", "Bo Lind")).toBe("Changed a role: Bo Lind, now admin");
  expect(entry("member_left", null)).toBe("Left the team");
});
