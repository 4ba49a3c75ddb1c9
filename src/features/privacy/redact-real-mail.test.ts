import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { dataFolder, onlyWithData } from "../../../test/support/only-if";
import { readArchive } from "../imports/formats/mail/archive";
import { parseMail } from "../mail/mail";
import { redact } from "./redact";

/**
 * Maximum mails per thousand that may lose text. The three that did when this was measured all named a
 * password or code.
 */
const mostPerThousand = 10;

async function* realMails(folder: string): AsyncGenerator<string> {
  const mail = join(folder, "mail");
  const archives = readdirSync(mail).filter((name) => /\.(mbox|txt)$/.test(name));
  const single = readdirSync(join(mail, "enron")).map((name) => `enron/${name}`);
  for (const name of [...archives, ...single])
    for await (const raw of readArchive(join(mail, name), name, () => undefined)) {
      const { subject, content } = parseMail(raw);
      yield `${subject ?? ""}\n${content}`;
    }
}

/** Sentences of business mail, chat lines and posts. They are short, and none contains a secret. */
function realLines(folder: string): string[] {
  const texts = (path: string) =>
    readFileSync(join(folder, path), "utf8")
      .trim()
      .split("\n")
      .map((line) => (JSON.parse(line) as { text: string }).text);
  const chats = readdirSync(join(folder, "chat-irc")).flatMap((name) =>
    readFileSync(join(folder, "chat-irc", name), "utf8").split("\n"),
  );
  return [...texts("email-intent/train.jsonl"), ...texts("sentiment/train.jsonl"), ...chats];
}

const loses = (text: string): boolean =>
  Object.keys(redact(text, { redactNames: false, redactAddresses: false, people: [] }).redacted).length > 0;

test("ordinary mail keeps its words", onlyWithData, async () => {
  let mails = 0;
  let losing = 0;
  for await (const text of realMails(dataFolder as string)) {
    mails++;
    if (loses(text)) losing++;
  }
  expect(mails).toBeGreaterThan(300);
  expect((losing / mails) * 1000).toBeLessThanOrEqual(mostPerThousand);
  // Zero would mean that nothing is detected at all.
  expect(losing).toBeGreaterThan(0);
});

test("ordinary sentences, chats and posts lose nothing", onlyWithData, () => {
  const lines = realLines(dataFolder as string);
  expect(lines.length).toBeGreaterThan(9000);
  expect(lines.filter(loses)).toEqual([]);
});
