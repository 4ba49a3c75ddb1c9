import { expect, test } from "vitest";
import type { Analysis } from "../triage/contract";
import type { Message } from "./contract";
import { detected, inView, offersTask } from "./message-views";

const analysis = (changes: Partial<Analysis> = {}): Analysis => ({
  hasTask: true,
  uncertain: false,
  taskTitle: "Send the quote",
  category: "action_request",
  sentiment: "neutral",
  priority: "medium",
  urgency: "not_urgent",
  importance: "important",
  dueDate: null,
  confidence: 0.9,
  engine: "embedded",
  version: "1",
  evidence: {},
  ...changes,
});

const message = (
  changes: Partial<Pick<Message, "status" | "priority" | "aiAnalysis" | "leftToAll" | "muted">> = {},
) => ({
  status: "new" as const,
  priority: "medium" as const,
  aiAnalysis: analysis(),
  leftToAll: false,
  contact: null,
  snoozedUntil: null,
  muted: false,
  ...changes,
});

test("INB-1 Requires Action lists new messages with a task", () => {
  expect(inView("requires_action", message())).toBe(true);
  expect(inView("requires_action", message({ aiAnalysis: analysis({ hasTask: false }) }))).toBe(false);
  expect(inView("requires_action", message({ status: "processed" }))).toBe(false);
  expect(inView("requires_action", message({ aiAnalysis: null }))).toBe(false);
});

test("INB-1 Requires Action lists high-priority messages until they are resolved", () => {
  const high = message({ priority: "high", aiAnalysis: analysis({ hasTask: false }) });
  expect(inView("requires_action", high)).toBe(true);
  expect(inView("requires_action", { ...high, status: "processed" })).toBe(true);
  expect(inView("requires_action", { ...high, status: "resolved" })).toBe(false);
});

test("INB-3 Create Task is offered only while the message is new and has a task", () => {
  expect(offersTask(message())).toBe(true);
  expect(offersTask(message({ status: "processed" }))).toBe(false);
  expect(offersTask(message({ status: "resolved" }))).toBe(false);
  expect(offersTask(message({ aiAnalysis: analysis({ hasTask: false }) }))).toBe(false);
});

test("INB-2 the AI line names category and sentiment, underscores as spaces", () => {
  expect(
    detected(message({ aiAnalysis: analysis({ category: "problem_report", sentiment: "negative" }) })),
  ).toBe("AI detected: problem report, negative");
  expect(detected(message({ aiAnalysis: null }))).toBeUndefined();
});

test("INB-1 a message that an import left to All Messages doesn't require action", () => {
  const left = message({ priority: "high", leftToAll: true });
  expect(inView("requires_action", left)).toBe(false);
  expect(inView("all", left)).toBe(true);
  expect(inView("resolved", { ...left, status: "resolved" })).toBe(true);
});
