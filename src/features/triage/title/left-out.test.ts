import { expect, test } from "vitest";
import { titles } from "./test-titles";

test.each([
  ["Please send me the report when you can", "Send Nils the report"],
  ["Could you send me the report whenever you have a spare minute?", "Send Nils the report"],
  ["Please review the plan as soon as possible, no rush.", "Review the plan"],
  ["Can you look at the new lease sometime?", "Look at the new lease"],
  ["Could you have a quick look at the slides?", "Look at the slides"],
  [
    "Just a friendly reminder that your expense report is due on Friday.",
    "Submit expense report due on Friday",
  ],
  ["Reminder: the rent is due on the 1st.", "Pay rent due on the 1st"],
])("a title says neither that there is time nor that this is a reminder: %s", (text, expected) => {
  expect(titles(text)).toContain(expected);
});
