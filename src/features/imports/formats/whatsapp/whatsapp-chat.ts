import { createHash } from "node:crypto";
import { counted } from "../../../../shared/counted";
import { instantIn } from "../../../../shared/local-time";
import type { RawMail } from "../../../mail/raw-mail";
import { decoded, EncodingCheck, linesOf, type TextEncoding } from "../../../mail/text-encoding";
import {
  type ArchiveFile,
  type ChatMessage,
  chatMessage,
  nameOf,
  type Reading,
  toRawMail,
} from "../chat-message";
import { type DateOrder, DateOrderVote, orderNames } from "../date-order";
import { unreadable } from "../unreadable";
import { wallClock } from "../written-time";
import { readWhatsAppLine, type WhatsAppLine, withoutMarks } from "./whatsapp-line";
import { readWhatsAppText } from "./whatsapp-text";

/**
 * Reads the messages of a WhatsApp chat exported as text. Needs two passes, because the order of day and
 * month shows only in the whole file. Keeps one message in memory, plus a number per message.
 *
 * Identifies a message by its time as written, its sender, its text and the number of identical messages
 * before it, so a newer export of the chat adds only new messages. The file name doesn't count, because
 * phones change it.
 *
 * Source: faq.whatsapp.com/1180414079177245 (how to export). The line formats of both systems are described
 * at wachattopdf.com/blog/whatsapp-chat-txt-format
 */
export async function* readWhatsAppChat(
  source: ArchiveFile,
  encoding: TextEncoding,
  reading: Reading,
): AsyncGenerator<RawMail> {
  const where = nameOf(source);
  let scan: Scan;
  try {
    scan = await scanChat(source, encoding, reading.timeZone);
  } catch (error) {
    reading.report({ where, reason: unreadable(error) });
    return;
  }
  reading.note(
    `${where} is a WhatsApp chat. Its dates were read ${orderNames[scan.order]} because ${scan.reason}; its times were read as ${reading.timeZone} time.`,
  );
  const left = { system: 0, deleted: 0 };
  const known = new Map<string, number>();
  const about = aboutChat(source, scan.senders);
  let index = 0;
  for await (const { line, text } of messagesOf(source, scan.encoding, reading)) {
    index++;
    if (line.sender === null) {
      left.system++;
      continue;
    }
    const said = readWhatsAppText(text, (name) => source.sizeBeside?.(name));
    if ("leftOut" in said) {
      left[said.leftOut]++;
      continue;
    }
    const externalId = idOf(line, text, known);
    yield toRawMail(
      source,
      index,
      toMessage(line, said, { ...about, externalId }, scan.order, reading),
      "message",
    );
  }
  const out = [
    left.system > 0 && `${counted(left.system, "notice")} from WhatsApp itself (joined, left, encrypted)`,
    left.deleted > 0 && counted(left.deleted, "deleted message"),
  ].filter(Boolean);
  if (out.length > 0) reading.note(`Left out of ${where}: ${out.join(" and ")}.`);
}

interface Scan {
  encoding: TextEncoding;
  order: DateOrder;
  reason: string;
  /** Stops at three, which is enough to know it's a group. */
  senders: string[];
}

async function scanChat(source: ArchiveFile, encoding: TextEncoding, timeZone: string): Promise<Scan> {
  const vote = new DateOrderVote({ ascending: true });
  const check = new EncodingCheck();
  const senders = new Set<string>();
  for await (const lines of linesOf(decoded(source.open(), encoding)))
    for (const text of lines) {
      check.add(text);
      const line = readWhatsAppLine(text);
      if (!line) continue;
      vote.add(line.time.day);
      if (line.sender && senders.size < 3 && !("leftOut" in readWhatsAppText(line.text, () => undefined)))
        senders.add(line.sender);
    }
  return {
    encoding: encoding === "utf-8" && check.western ? "windows-1252" : encoding,
    senders: [...senders],
    ...vote.decide(timeZone),
  };
}

/**
 * Yields the messages, each with all its lines. If the stream fails midway, it still yields what came before.
 */
async function* messagesOf(
  source: ArchiveFile,
  encoding: TextEncoding,
  { report }: Reading,
): AsyncGenerator<{ line: WhatsAppLine; text: string }> {
  const where = nameOf(source);
  let line: WhatsAppLine | undefined;
  let texts: string[] = [];
  let stray = 0;
  try {
    for await (const lines of linesOf(decoded(source.open(), encoding)))
      for (const text of lines) {
        const next = readWhatsAppLine(text);
        if (!next) {
          if (line) texts.push(text);
          else if (text.trim()) stray++;
          continue;
        }
        if (line) yield { line, text: texts.join("\n") };
        line = next;
        texts = [next.text];
      }
  } catch (error) {
    report({ where, reason: unreadable(error), damaged: 1 });
  }
  if (line) yield { line, text: texts.join("\n") };
  if (stray > 0)
    report({
      where,
      reason: `Skipped ${counted(stray, "line")} before the first message.`,
      damaged: 1,
    });
}

interface About {
  /** The chat's name from the file name; null if it contains none. */
  chat: string | null;
  /** Null for a group. */
  pair: [string, string] | null;
  /** The owner of the export. */
  owner: string | null;
}

const fileNames =
  /^(?:WhatsApp[ -]Chat (?:with|mit|-|–) |Chat (?:de|do) WhatsApp (?:con|com) |Conversa do WhatsApp com |Discussion WhatsApp avec |Chat WhatsApp con |WhatsApp-chat met )/i;

function aboutChat({ file, entry }: ArchiveFile, senders: string[]): About {
  const names = [entry?.split("/").at(-1), file].flatMap((name) =>
    name ? name.replace(/\.(?:txt|zip)$/i, "") : [],
  );
  const own = names.map((name) => name.replace(/\s?\(\d+\)$/, "")).find((name) => fileNames.test(name));
  const chat = own?.replace(fileNames, "").trim() || null;
  const [one, other] = senders;
  const pair: [string, string] | null = senders.length === 2 && one && other ? [one, other] : null;
  // a chat between two is named after the other person
  const owner = pair && chat && pair.includes(chat) ? (pair.find((name) => name !== chat) ?? null) : null;
  return { chat, pair, owner };
}

function toMessage(
  line: WhatsAppLine,
  said: Extract<ReturnType<typeof readWhatsAppText>, { content: string }>,
  { chat, pair, owner, externalId }: About & { externalId: string },
  order: DateOrder,
  { timeZone }: Reading,
): ChatMessage {
  const clock = wallClock(line.time, order);
  const sender = line.sender as string;
  const name = chat ?? pair?.toSorted().join(" and ") ?? "WhatsApp";
  const day = clock ? [clock.year, clock.month, clock.day].join("-") : line.written;
  return chatMessage({
    externalId,
    threadKey: `whatsapp:${name}:${day}`,
    fromName: sender,
    senderKey: `whatsapp:${sender}`,
    ownerSent: owner ? sender === owner : null,
    to: pair ? pair.filter((one) => one !== sender) : [`#${name}`],
    content: said.content,
    attachments: said.attachments,
    sentAt: clock ? instantIn(timeZone, clock) : null,
    problem: clock ? null : `The date of this message doesn't exist when read ${orderNames[order]}.`,
  });
}

/** The same in every export of the chat. `known` counts identical messages. */
function idOf(line: WhatsAppLine, text: string, known: Map<string, number>): string {
  const hash = createHash("sha256")
    .update(`${line.written}\n${line.sender}\n${withoutMarks(text).trim()}`)
    .digest("base64url")
    .slice(0, 22);
  const count = (known.get(hash) ?? 0) + 1;
  known.set(hash, count);
  return `whatsapp:${hash}${count > 1 ? `:${count}` : ""}`;
}
