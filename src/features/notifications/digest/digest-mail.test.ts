import { expect, test } from "vitest";
import { digestMail } from "./digest-mail";

test("BEY-9 the messages that wait open as the list of them, and the mail fits a phone", () => {
  const reader = { email: "ana@example.com", firstName: "Ana", timeZone: null };
  const nothing = { overdue: [], dueToday: [], assigned: [], messages: [], blocked: [] };
  const { text, html } = digestMail(
    reader,
    { ...nothing, olderMessages: 1307 },
    {
      address: "https://zippy.example.com",
      unsubscribe: "https://zippy.example.com/stop",
      id: "<1@example.com>",
    },
  );
  const list = "https://zippy.example.com/inbox?view=requires_action";
  expect(text).toContain(`1,307 earlier messages wait in your inbox.\n${list}\n`);
  expect(html).toContain(`<a href="${list}">1,307 earlier messages wait in your inbox.</a>`);
  expect(html).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
});
