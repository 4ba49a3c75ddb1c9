import { expect, test } from "vitest";
import { proposeTask, readTaskRequest } from "./task-request";

// A Wednesday.
const now = new Date("2026-11-18T10:00:00Z");

test.each([
  ["Create a task to call the plumber on Tuesday", "Call the plumber", "2026-11-24T17:00:00.000Z"],
  ["please add a new to-do: send Bo the quote by Friday!", "Send Bo the quote", "2026-11-20T17:00:00.000Z"],
  ["Remind me to pay the rent", "Pay the rent", null],
  ["Could you make a reminder that the lease ends", "The lease ends", null],
  [
    "add task Review the plan of 20 November with Ana",
    "Review the plan of 20 November with Ana",
    "2026-11-20T17:00:00.000Z",
  ],
])("CTX-2 “%s” offers the task “%s”", (question, title, dueDate) => {
  expect(proposeTask(readTaskRequest(question) ?? "", now, "UTC")).toEqual({ title, dueDate, taskId: null });
});

test.each(["Create tasks from the mails of Bo", "add a task for every open question", "Create a task"])(
  "CTX-2 “%s” names no task itself",
  (question) => expect(readTaskRequest(question)).toBe(""),
);

test.each([
  "What task did Bo create?",
  "Who added the task about the lease?",
  "Which tasks are blocked?",
  "What did Ana say about creating a task?",
  "new warehouse",
])("CTX-2 “%s” asks for no task", (question) => expect(readTaskRequest(question)).toBeNull());

test.each(["", "!!", "<b>x</b>", "see http://attacker.example", "x".repeat(201)])(
  "CTX-2 %j makes no title",
  (words) => expect(proposeTask(words, now, "UTC")).toBeNull(),
);
