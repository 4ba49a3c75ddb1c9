import { expect, test } from "vitest";
import { type DraftStore, dropDraft, findDraft, keepDraft } from "./task-draft";
import type { TaskValues } from "./task-values";

const values: TaskValues = {
  title: "Send the quote",
  description: "",
  status: "new",
  priority: "medium",
  urgency: "urgent",
  importance: "important",
  assigneeId: "",
  dueDate: "",
};

function memory(): DraftStore & { entries: Map<string, string> } {
  const entries = new Map<string, string>();
  return {
    entries,
    getItem: (key) => entries.get(key) ?? null,
    setItem: (key, value) => void entries.set(key, value),
    removeItem: (key) => void entries.delete(key),
  };
}

test("TASK-2 reopening a task offers its unsaved edits", () => {
  const store = memory();
  keepDraft("ana", "t1", { ...values, title: "Send both quotes" }, store);
  expect(findDraft("ana", "t1", values, store)?.values.title).toBe("Send both quotes");
});

test("TASK-2 a draft that equals the task is not offered", () => {
  const store = memory();
  keepDraft("ana", "t1", values, store);
  expect(findDraft("ana", "t1", values, store)).toBeUndefined();
});

test("a draft belongs to one person and one task, and can be discarded", () => {
  const store = memory();
  keepDraft("ana", "t1", { ...values, title: "Other" }, store);
  expect(findDraft("ben", "t1", values, store)).toBeUndefined();
  expect(findDraft("ana", "t2", values, store)).toBeUndefined();
  dropDraft("ana", "t1", store);
  expect(findDraft("ana", "t1", values, store)).toBeUndefined();
});

test("an unreadable draft is ignored", () => {
  const store = memory();
  keepDraft("ana", "t1", { ...values, title: "Other" }, store);
  for (const key of store.entries.keys()) store.entries.set(key, "{");
  expect(findDraft("ana", "t1", values, store)).toBeUndefined();
});
