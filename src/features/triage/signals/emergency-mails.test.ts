import { expect, test } from "vitest";
import { analyze } from "../engine";

/** The analysis of a mail of Thursday, November 26, 2026 to one reader. */
const analysisOf = (content: string, subject: string | null) =>
  analyze({
    ...{ content, subject, channel: "gmail", to: ["ana@example.com"], cc: [], bulk: false, fromOwner: false },
    from: { name: "Bo Lind", address: "bo@example.com" },
    sentAt: new Date("2026-11-26T09:00:00Z"),
  });

test.each([
  ["The production server is down, please fix it immediately, today! This is critical.", "Server down"],
  ["the production server is down, please fix it. This is critical.", null],
  ["Our checkout page is broken again, please fix it ASAP.", "Shop"],
  ["The boiler in the cellar is leaking, can you look at it right away?", "Boiler"],
  ["The server is down!", "Server"],
])(
  "INB-8 an emergency told to its reader is an urgent problem with a task, not mass mail: %s",
  (content, subject) => {
    expect(analysisOf(content, subject)).toMatchObject({
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
  expect(analysisOf(content, "Help").taskTitle).toBe(title);
});

test.each([
  [
    "The production server is up again since 9:40. It was the disk, nothing to do for you.",
    "Server is up again",
  ],
  ["Your account will be closed today. Act immediately and click the link below to verify it.", "Act now"],
])("INB-8 what is over, and what only presses, is no task: %s", (content, subject) => {
  expect(analysisOf(content, subject).hasTask).toBe(false);
});
