import { addressParser, decodeWords } from "postal-mime";
import { printable, storable } from "./charset";
import { readStructured } from "./header-parameters";
import { messageIdIn, openHeaders, openMail } from "./inspect-mail";
import { normalizeAddress } from "./mail-address";
import { readMailZone } from "./mail-date";
import { header, headerWords, type MailHeaders } from "./mail-headers";
import { readBody } from "./mail-text";
import type { MimePart } from "./mime-parts";
import type { ParsedMail } from "./parsed-mail";
import type { RawMail } from "./raw-mail";
import { limitContent, longestContent, longestSubject, storableLine } from "./stored-text";
import { subjectPrefix } from "./subject-prefix";

export type { ParsedMail } from "./parsed-mail";

const mostAddresses = 500;

/** Parses a mail. Never throws: skips unreadable parts and describes them in `problem`. */
export function parseMail(mail: RawMail): ParsedMail {
  const bytes = Buffer.from(mail.bytes.buffer, mail.bytes.byteOffset, mail.bytes.byteLength);
  const opened = openMail(mail);
  const envelope = readEnvelope(opened.root.headers, opened.externalId);
  const { externalId, sentAt, problem } = opened;
  const body = bodyOf(bytes, opened.root);
  return {
    ...envelope,
    externalId,
    sentAt,
    content: body.content,
    attachments: body.attachments,
    bulk: isBulk(opened.root),
    problem: problem ?? body.problem,
  };
}

/** Parses only the headers of a mail, for when parsing all of it failed for the given reason. */
export function parseHeadersOnly(mail: RawMail, reason: string): ParsedMail {
  const { headers, externalId, sentAt } = openHeaders(mail);
  const envelope = readEnvelope(headers, externalId);
  return {
    ...envelope,
    externalId,
    sentAt,
    content: "",
    attachments: [],
    bulk: isBulk({ headers, type: readStructured(header(headers, "content-type")) }),
    problem: reason,
  };
}

function bodyOf(bytes: Buffer, root: MimePart): Pick<ParsedMail, "content" | "attachments" | "problem"> {
  try {
    const { text, attachments } = readBody(bytes, root, longestContent);
    const whole = storable(text)
      .trimEnd()
      .replace(/^(?:[ \t]*\n)+/, "");
    return { ...limitContent(whole, "email"), attachments };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const raw = bytes.toString("latin1", root.bodyStart, root.bodyStart + longestContent);
    return {
      content: storable(raw),
      attachments: [],
      problem: `The body of this email couldn't be decoded (${reason}), so it was kept in raw form.`,
    };
  }
}

function readEnvelope(headers: MailHeaders, externalId: string) {
  const messageId = messageIdIn(header(headers, "message-id"));
  const inReplyTo = messageIdIn(header(headers, "in-reply-to"));
  const subject = tidy(headerWords(headers, "subject") ?? "", longestSubject) || null;
  const root = messageIdIn(header(headers, "references")) ?? inReplyTo ?? messageId;
  const [from] = readAddresses(headers, "from").concat(readAddresses(headers, "sender"));
  return {
    timeZone: readMailZone(header(headers, "date") ?? ""),
    messageId: messageId && storable(messageId),
    inReplyTo: inReplyTo && storable(inReplyTo),
    subject,
    fromName: from?.name || null,
    fromAddress: from?.address || null,
    to: addressesOf(headers, "to"),
    cc: addressesOf(headers, "cc"),
    threadKey: storable(root ?? externalId),
  };
}

const subjectPrefixes = new RegExp(`^(?:\\s*${subjectPrefix})+`, "i");

/** Identifies a conversation by its subject, without reply and forward prefixes. */
export function subjectKey(subject: string): string {
  const plain = subject.replace(subjectPrefixes, "").trim();
  return `subject:${(plain || subject).toLowerCase()}`;
}

interface Mailbox {
  name: string;
  address: string;
}

function addressesOf(headers: MailHeaders, name: string): string[] {
  const found = readAddresses(headers, name).flatMap(({ address, name: label }) => address || label || []);
  return [...new Set(found)].slice(0, mostAddresses);
}

function readAddresses(headers: MailHeaders, name: string): Mailbox[] {
  return (headers.values.get(name) ?? []).flatMap((value) => {
    const hidden = value.length < 1000 && value.includes(" at ") ? veiled(value) : null;
    if (hidden) return [hidden];
    return addressParser(value.slice(0, 50_000), { flatten: true }).flatMap((entry) =>
      entry.address === undefined
        ? []
        : [{ name: tidy(entry.name), address: normalizeAddress(tidy(entry.address)) }],
    );
  });
}

/** List archives write "ann at example.org (Ann Lee)" to stop address harvesters. */
function veiled(value: string): Mailbox | null {
  const match =
    /^([^\s<>()@]+) at ([^\s<>()@]+)(?:\s+\((.*)\))?$/.exec(value) ??
    /^"?(?<name>[^"<@]*?)"?\s*<([^\s<>()@]+) at ([^\s<>()@]+)>$/.exec(value);
  if (!match) return null;
  const [user, host, label] =
    match.groups?.name === undefined ? match.slice(1) : [match[2], match[3], match[1]];
  const name = decodeWords(label ?? "").replace(/<[^<>]*>/, "");
  return { name: tidy(name), address: normalizeAddress(tidy(`${user}@${host}`)) };
}

const tidy = (text: string, longest?: number): string => storableLine(printable(text), longest);

function isBulk({ headers, type }: Pick<MimePart, "headers" | "type">): boolean {
  const automatic = header(headers, "auto-submitted");
  if (automatic && !/^no\b/i.test(automatic)) return true;
  if (type.value === "multipart/report") return true;
  const post = header(headers, "list-post");
  if (post && !/^\s*no\b/i.test(post)) return false;
  return (
    headers.values.has("list-unsubscribe") || /^(?:bulk|junk)$/i.test(header(headers, "precedence") ?? "")
  );
}
