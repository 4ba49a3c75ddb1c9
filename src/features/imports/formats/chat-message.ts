import { storable } from "../../mail/charset";
import type { ChatMessage, ParsedMail } from "../../mail/parsed-mail";
import type { RawMail, ReportProblem } from "../../mail/raw-mail";

export type { ChatMessage } from "../../mail/parsed-mail";

/** A file to read, as often as needed. */
export interface ArchiveFile {
  /** What the user calls the file, or the zip it lies in. */
  file: string;
  /** Path inside the zip; null when the file itself is read. */
  entry: string | null;
  open(): AsyncIterable<Buffer>;
  /** Bytes of a file that lies beside it in the zip, by its name without folders; undefined when there is none. */
  sizeBeside?(name: string): number | undefined;
}

/** For whom and how an archive is read. */
export interface Reading {
  /** IANA zone of times that are written without one. */
  timeZone: string;
  /** The person's own address, lower case; null when unknown. */
  ownerAddress: string | null;
  report: ReportProblem;
  /** Told a sentence about what was taken for granted or left out. */
  note(sentence: string): void;
}

/** Names a file for people: `old.zip, chats/result.json`. */
export function nameOf({ file, entry }: Pick<ArchiveFile, "file" | "entry">): string {
  return entry === null ? file : `${file}, ${entry}`;
}

const longestContent = 1_000_000;
const longestName = 200;

/** What a chat's reader knows of a message; the rest is empty. */
export interface ChatParts {
  externalId: string;
  threadKey: string;
  fromName: string | null;
  content: string;
  sentAt: Date | null;
  senderKey: string | null;
  ownerSent: boolean | null;
  fromAddress?: string | null;
  subject?: string | null;
  to?: string[];
  cc?: string[];
  attachments?: ParsedMail["attachments"];
  bulk?: boolean;
  problem?: string | null;
}

/** Completes a message and makes its texts storable. */
export function chatMessage(parts: ChatParts): ChatMessage {
  const whole = storable(parts.content).trim();
  const cut = whole.length > longestContent;
  return {
    ...parts,
    externalId: storable(parts.externalId),
    threadKey: storable(parts.threadKey),
    messageId: null,
    inReplyTo: null,
    subject: shown(parts.subject ?? null, 1000),
    fromName: shown(parts.fromName, longestName),
    fromAddress: shown(parts.fromAddress ?? null, longestName)?.toLowerCase() ?? null,
    to: (parts.to ?? []).flatMap((name) => shown(name, longestName) ?? []),
    cc: (parts.cc ?? []).flatMap((name) => shown(name, longestName) ?? []),
    content: cut ? storable(whole.slice(0, longestContent)) : whole,
    attachments: (parts.attachments ?? []).map((one) => ({
      name: shown(one.name, 300) ?? "unnamed attachment",
      type: shown(one.type, 100) ?? "application/octet-stream",
      size: Number.isSafeInteger(one.size) && one.size > 0 ? one.size : 0,
    })),
    bulk: parts.bulk ?? false,
    problem:
      parts.problem ??
      (cut
        ? `The text of this message has ${whole.length} characters. The first 1,000,000 were kept.`
        : null),
  };
}

/** A message with its place, as archives hand them on. */
export function placed(
  source: ArchiveFile,
  index: number,
  message: ChatMessage,
  unit: "message" | "row",
): RawMail {
  return {
    bytes: new Uint8Array(0),
    position: { file: source.file, entry: source.entry, index, unit },
    postmark: null,
    problem: message.problem,
    chat: message,
  };
}

function shown(text: string | null, longest: number): string | null {
  return text === null ? null : storable(text.replace(/\s+/g, " ").trim().slice(0, longest)) || null;
}

/** "1 message", "2,000 messages". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;
}
