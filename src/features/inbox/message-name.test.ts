import { expect, test } from "vitest";
import { taskTitleOf } from "./message-name";

test("INB-3 a message is called like the task made from it: title of the analysis, subject, first line, or sender", () => {
  const message = { subject: " Fair ", content: "It opens on Monday.\nBo", sender: "Bo", aiAnalysis: null };
  expect(taskTitleOf({ ...message, aiAnalysis: { taskTitle: "Book a stand" } })).toBe("Book a stand");
  expect(taskTitleOf({ ...message, aiAnalysis: { taskTitle: null } })).toBe("Fair");
  expect(taskTitleOf({ ...message, subject: null })).toBe("It opens on Monday.");
  expect(taskTitleOf({ ...message, subject: null, content: "\u202eIt\u2066 opens.\n" })).toBe("It opens.");
  const long = `${"We need the signed contract back ".repeat(3)}today.`;
  expect(taskTitleOf({ ...message, subject: null, content: long })).toBe(`${long.slice(0, 77)}…`);
  expect(taskTitleOf({ ...message, subject: null, content: " " })).toBe("Message of Bo");
});
