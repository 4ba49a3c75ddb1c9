import { expect, test } from "vitest";
import { connectFields } from "../../providers/imap/server";
import { suggestionFor, withSuggestion } from "./connect-suggestions";

const empty = { user: "", password: "", host: "", port: "993" };

/** The values after typing a user name over others. */
const typed = (user: string, before: Record<string, string> = empty) =>
  withSuggestion(connectFields, before, { ...before, user });

test.each([
  ["ana@gmail.com", "imap.gmail.com"],
  ["ana@yahoo.co.uk", "imap.mail.yahoo.com"],
  ["Ana@iCloud.com ", "imap.mail.me.com"],
  ["ana@aol.com", "imap.aol.com"],
  ["ana@gmx.de", "imap.gmx.net"],
  ["ana@gmx.com", "imap.gmx.com"],
  ["ana@web.de", "imap.web.de"],
  ["ana@t-online.de", "secureimap.t-online.de"],
  ["ana@freenet.de", "mx.freenet.de"],
  ["ana@fastmail.com", "imap.fastmail.com"],
  ["ana@zoho.com", "imap.zoho.com"],
  ["ana@posteo.de", "posteo.de"],
  ["ana@mailbox.org", "imap.mailbox.org"],
  ["ana@orange.fr", "imap.orange.fr"],
  ["ana@free.fr", "imap.free.fr"],
  ["ana@libero.it", "imapmail.libero.it"],
  ["ana@comcast.net", "imap.comcast.net"],
  ["ana@att.net", "imap.mail.att.net"],
  ["ana@yandex.com", "imap.yandex.com"],
  ["ana@mail.ru", "imap.mail.ru"],
  ["ana@naver.com", "imap.naver.com"],
  ["ana@qq.com", "imap.qq.com"],
])("INT-8 the address %s names the server %s", (user, host) => {
  expect(typed(user)).toMatchObject({ host, port: "993" });
});

test("INT-8 an address at Microsoft fills in nothing and leads to Outlook", () => {
  expect(typed("ana@hotmail.com")).toMatchObject({ host: "" });
  expect(suggestionFor(connectFields, { user: "ana@hotmail.com" })?.note).toContain("under Outlook");
});

test("INT-8 an unknown domain, or one that only ends alike, fills in nothing", () => {
  expect(typed("ana@example.com").host).toBe("");
  expect(typed("ana@notgmail.com").host).toBe("");
});

test("INT-8 another address replaces what the first one filled in, and an unknown one clears it", () => {
  const gmail = typed("ana@gmail.com");
  expect(typed("ana@web.de", gmail).host).toBe("imap.web.de");
  expect(typed("ana@example.com", gmail).host).toBe("");
});

test("INT-8 a server that somebody typed stays", () => {
  const own = { ...empty, host: "mail.example.com", port: "143" };
  expect(typed("ana@gmail.com", own)).toMatchObject({ host: "mail.example.com", port: "143" });
});
