import { expect, test } from "vitest";
import { taskDescription } from "./task-description";

const body = "Please sign the lease by Friday.\n\nBo";

test.each([
  [
    "a forward by Gmail",
    `---------- Forwarded message ---------\nFrom: Bo Lind <bo@example.com>\nDate: Mon, Mar 2, 2026 at 9:00 AM\nSubject: Lease\nTo: Ana <ana@example.com>\n\n\n${body}`,
  ],
  [
    "a forward by Apple Mail",
    `\n\nBegin forwarded message:\n\nFrom: Bo Lind <bo@example.com>\nSubject: Lease\nDate: 2 March 2026 at 09:00:00 CET\nTo: Ana <ana@example.com>\n\n${body}`,
  ],
  [
    "a forward by Outlook",
    `________________________________\nFrom: Bo Lind <bo@example.com>\nSent: Monday, March 2, 2026 9:00 AM\nTo: Ana <ana@example.com>\nSubject: Lease\n\n${body}`,
  ],
  [
    "a forward by Lotus Notes",
    `---------------------- Forwarded by Ana Lopez/HOU/ECT on 03/02/2001 09:00 AM ---------------------------\n\n\nBo Lind\n03/02/2001 08:00 AM\nTo: Ana Lopez/HOU/ECT@ECT\ncc:  \nSubject: Lease\n\n${body}`,
  ],
  ["a reply above nothing else", `${body}`],
])("TASK-1 %s is described by what it says", (_, content) => {
  expect(taskDescription(content)).toBe(body);
});

test("TASK-1 what the sender writes above a forwarded message comes first, then that message", () => {
  const forwarded = `FYI\n\n---------- Forwarded message ---------\nFrom: Bo Lind <bo@example.com>\nDate: Mon, Mar 2, 2026 at 9:00 AM\nSubject: Lease\nTo: Ana <ana@example.com>\n\n${body}`;
  expect(taskDescription(forwarded)).toBe(`FYI\n\n${body}`);
});

test.each([
  ["alone", "> Shall I send the lease?\n\nYes, please"],
  [
    "with who wrote it",
    "On Mon, Mar 2, 2026, Bo wrote:\n> Shall I send the lease?\n> And to whom?\n\nYes, please",
  ],
])("TASK-1 an answer below a quotation keeps it: %s", (_, content) => {
  expect(taskDescription(content)).toBe(content);
});

test("TASK-1 a forwarded answer below a quotation keeps it too, without the lines above both", () => {
  const answer = "> Shall I send the lease?\n\nYes, please";
  const head = "---------- Forwarded message ---------\nFrom: Bo Lind <bo@example.com>\nSubject: Lease\n\n";
  expect(taskDescription(head + answer)).toBe(answer);
});

test("TASK-1 a reply keeps the lines that it answers, and a message without words has no description", () => {
  const reply = "Yes, please send it.\n\nOn Mon, Mar 2, 2026, Bo wrote:\n> Shall I send the lease?";
  expect(taskDescription(reply)).toContain("Yes, please send it.");
  expect(taskDescription(reply)).toContain("Shall I send the lease?");
  expect(taskDescription(" \n ")).toBeNull();
});
