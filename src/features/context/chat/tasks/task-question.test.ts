import { expect, test } from "vitest";
import { readStructuredQuestion } from "../structured-question";

test.each([
  ["How many tasks are open?", { kind: "open", counted: true }],
  ["How many open tasks do I have?", { kind: "mine", counted: true }],
  ["What is open?", { kind: "open" }],
  ["Which tasks are still open", { kind: "open" }],
  ["What do I have to do?", { kind: "open" }],
  ["What do we still need to do", { kind: "open" }],
  ["What's left to do?", { kind: "open" }],
  ["What tasks do we have?", { kind: "open" }],
  ["Show me all open tasks", { kind: "open" }],
  ["How many tasks are due this week?", { kind: "due", when: "this week", counted: true }],
  ["How many tasks are assigned to me?", { kind: "mine", counted: true }],
  ["what tasks are in do first?", { kind: "quadrant", quadrant: "do_first" }],
  ["What is in Do First?", { kind: "quadrant", quadrant: "do_first" }],
  ["Show the Delete/Defer tasks", { kind: "quadrant", quadrant: "delete_defer" }],
  ["Which tasks are under Delegate?", { kind: "quadrant", quadrant: "delegate" }],
  ["How many tasks are in the schedule quadrant?", { kind: "quadrant", quadrant: "schedule", counted: true }],
  ["What should I delegate?", { kind: "quadrant", quadrant: "delegate" }],
  ["What should I do next?", { kind: "quadrant", quadrant: "do_first" }],
  ["What's next?", { kind: "quadrant", quadrant: "do_first" }],
  ["What should I work on now?", { kind: "quadrant", quadrant: "do_first" }],
  ["Which tasks are unassigned?", { kind: "unassigned" }],
  ["Which tasks are assigned to nobody?", { kind: "unassigned" }],
  ["Show unassigned tasks", { kind: "unassigned" }],
  ["What is assigned to Tom?", { kind: "assigned", to: "tom" }],
  ["Which open tasks are assigned to Tom Baker", { kind: "assigned", to: "tom baker" }],
  ["How many tasks are assigned to Tom?", { kind: "assigned", to: "tom", counted: true }],
])("CTX-2 “%s” asks for tasks", (question, read) => {
  expect(readStructuredQuestion(question)).toEqual(read);
});

test.each([
  "What is the schedule?",
  "What is the schedule for the move?",
  "How many people come to the party?",
  "How many tasks did the plumber mention?",
  "What should I do about the lease?",
  "What do I have to do about the lease?",
  "What did we delegate to Bo?",
  "Which tasks did Bo mention?",
  "What is next to the warehouse?",
  "Is the painter unassigned to us?",
  "What was assigned to the painter?",
  "What is assigned to us?",
  "How many of my tasks are done?",
  "How many of my tasks did I finish this week?",
  "How many of my tasks are overdue?",
  "How many tasks are not due today?",
  "Which tasks aren't due this week?",
])("CTX-2 “%s” asks for what messages say", (question) => {
  expect(readStructuredQuestion(question)).toBeNull();
});
