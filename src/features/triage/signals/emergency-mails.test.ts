import { expect, test } from "vitest";
import { analyzed } from "./test-analysis";

test.each([
  ["The production server is down, please fix it immediately, today! This is critical.", "Server down"],
  ["the production server is down, please fix it. This is critical.", null],
  ["Our checkout page is broken again, please fix it ASAP.", "Shop"],
  ["The boiler in the cellar is leaking, can you look at it right away?", "Boiler"],
  ["The server is down!", "Server"],
])(
  "INB-8 an emergency told to its reader is an urgent problem with a task, not mass mail: %s",
  (content, subject) => {
    expect(analyzed(content, { subject })).toMatchObject({
      hasTask: true,
      urgency: "urgent",
      category: "problem_report",
    });
  },
);

test.each([
  ["The production server is down, please fix it immediately.", "Fix the production server"],
  ["Our checkout page is broken again, please fix it ASAP.", "Fix the checkout page"],
  [
    "The lift in the north wing is stuck, can you look at it right away?",
    "Look at the lift in the north wing",
  ],
])("INB-2 a title names what failed, not “it” or the subject: %s", (content, title) => {
  expect(analyzed(content, { subject: "Help" }).taskTitle).toBe(title);
});

test.each([
  [
    "The production server is up again since 9:40. It was the disk, nothing to do for you.",
    "Server is up again",
  ],
  ["Your account will be closed today. Act immediately and click the link below to verify it.", "Act now"],
])("INB-8 what is over, and what only presses, is no task: %s", (content, subject) => {
  expect(analyzed(content, { subject }).hasTask).toBe(false);
});
