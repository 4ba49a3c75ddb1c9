import { beforeEach, expect, test } from "vitest";
import { warningMail } from "../src/features/billing/warning-mails";
import { digestMail } from "../src/features/notifications/digest/digest-mail";
import { createMailer, type Mail } from "../src/server/mailer";
import { startSmtp } from "./stand-ins/smtp";

const smtp = await startSmtp();
const send = createMailer(smtp.url, "Zippy <zippy@example.com>");
const attack = "x\r\nBcc: eve@example.org\r\nX-Attack: yes\r\n\r\nAnother body";
const harmless: Mail = { to: "ana@example.com", subject: "Hello", text: "Hello" };

beforeEach(() => {
  smtp.mails.length = 0;
});

/** One mail, to Ana alone, without a header of the attacker. */
function expectOneMail(): void {
  expect(smtp.mails).toHaveLength(1);
  const [mail] = smtp.mails;
  expect(mail?.to).toBe("ana@example.com");
  expect(Object.keys(mail?.headers ?? {})).not.toEqual(expect.arrayContaining(["bcc"]));
  expect(mail?.headers).not.toHaveProperty("x-attack");
  expect(mail?.text).not.toMatch(/^Another body/);
}

test.each<[string, Partial<Mail>]>([
  ["a subject", { subject: attack }],
  ["an id", { messageId: attack }],
  ["a header", { headers: { "List-Unsubscribe": attack } }],
])("lines in %s add no header, no recipient and no body to a mail", async (_, change) => {
  await send({ ...harmless, ...change });
  expectOneMail();
});

test("names and titles with lines add nothing to the mails that name them", async () => {
  const item = { id: "1", teamId: "2", title: attack, at: null };
  const groups = { overdue: [item], dueToday: [item], assigned: [item], messages: [item], blocked: [item] };
  const digest = { ...groups, olderMessages: 1 } as Parameters<typeof digestMail>[1];
  const reader = { email: "ana@example.com", firstName: attack } as Parameters<typeof digestMail>[0];
  const addresses = {
    address: "https://zippy.example.com",
    unsubscribe: "https://zippy.example.com/u",
    id: "<1@z>",
  };
  await send(digestMail(reader, digest, addresses));
  expectOneMail();
  smtp.mails.length = 0;
  const team = { name: attack, email: "ana@example.com", publicUrl: "https://zippy.example.com" };
  await send(warningMail(team, new Date("2026-12-24T00:00:00Z")));
  expectOneMail();
  expect(smtp.mails[0]?.subject).toContain("x Bcc: eve@example.org X-Attack: yes Another body: your data");
});

test("a password is never sent to a mail server without TLS, and no mail either", async () => {
  const withPassword = smtp.url.replace("smtp://", "smtp://ana:secret@");
  await expect(createMailer(withPassword, "Zippy <zippy@example.com>")(harmless)).rejects.toMatchObject({
    code: "ETLS",
  });
  expect(smtp.mails).toEqual([]);
});
