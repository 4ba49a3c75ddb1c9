import { expect, test } from "vitest";
import type { Message } from "../../contract";
import { draftReply } from "./reply-draft";

const now = Date.parse("2026-11-19T09:00:00Z");

const message = (content: string, dueDate: string | null, sender = "Mina Sato") =>
  ({
    sender,
    content,
    aiAnalysis: { dueDate, evidence: { task: [{ quote: content }] } },
  }) as unknown as Message;

test("a reply draft greets the sender, quotes what was asked and promises it by the due date", () => {
  const asked = message("Could you send me the signed lease by Friday?", "2026-11-20T12:00:00Z");
  expect(draftReply(asked, "Ana", now)).toBe(
    "Hi Mina,\n\nAbout “Could you send me the signed lease by Friday?”:\nI'll do it by Friday, November 20.\n\nAna",
  );
});

test("a reply draft promises no day that has passed", () => {
  const asked = message("Could you send me the signed lease by Friday?", "2026-11-06T12:00:00Z");
  expect(draftReply(asked, "Ana", now)).toContain("I'll do it and let you know.");
});

test("a reply draft is in the message's language", () => {
  const asked = message("Kannst du mir bitte bis Freitag den Vertrag schicken?", "2026-11-20T12:00:00Z");
  expect(draftReply(asked, "Ana", now)).toContain("Das erledige ich bis Freitag, 20. November.");
});

test.each([
  ["Sato, Mina", "Hi Mina,"],
  ["billing@shop.example", "Hello,"],
  ["+15550100", "Hello,"],
])("a reply draft to %s begins with %s", (sender, greeting) => {
  expect(draftReply(message("Please call me back.", null, sender), "Ana", now)).toMatch(
    new RegExp(`^${greeting}`),
  );
});
