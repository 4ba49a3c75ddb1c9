import { storable } from "../../mail/charset";
import { normalizeAddress } from "../../mail/mail-address";
import type { ChatMessage, ParsedMail } from "../../mail/parsed-mail";
import type { RawMail, ReportProblem } from "../../mail/raw-mail";
import { limitContent, longestSubject, storableLine } from "../../mail/stored-text";

export type { ChatMessage } from "../../mail/parsed-mail";

/** A file that can be opened repeatedly. */
export interface ArchiveFile {
  /** The user's name for the file, or for the zip that contains it. */
  file: string;
  /** Path inside the zip; null if the file itself is read. */
  entry: string | null;
  open(): AsyncIterable<Buffer>;
  /** Size in bytes of a neighboring file in the zip, by name without folders; undefined if there is none. */
  sizeBeside?(name: string): number | undefined;
}

/** Whose archive it is and how to read it. */
export interface Reading {
  /** IANA time zone for times without one. */
  timeZone: string;
  /** The user's own address in lower case; null if unknown. */
  ownerAddress: string | null;
  report: ReportProblem;
  /** Receives sentences about assumptions and omissions. */
  note(sentence: string): void;
  /** Receives how many bytes of a part of an archive, named by any object, have been read. */
  reached?(part: object, bytes: number): void;
}

/** Tells people where a file is: `old.zip, chats/result.json`. */
export function nameOf({ file, entry }: Pick<ArchiveFile, "file" | "entry">): string {
  return entry === null ? file : `${file}, ${entry}`;
}

/** What a chat parser knows about a message; the rest stays empty. */
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
  const { content, problem } = limitContent(storable(parts.content).trim(), "message");
  return {
    ...parts,
    externalId: storable(parts.externalId),
    threadKey: storable(parts.threadKey),
    messageId: null,
    inReplyTo: null,
    subject: shown(parts.subject ?? null, longestSubject),
    fromName: shown(parts.fromName),
    fromAddress: shown(normalizeAddress(parts.fromAddress ?? "")),
    to: (parts.to ?? []).flatMap((name) => shown(name) ?? []),
    cc: (parts.cc ?? []).flatMap((name) => shown(name) ?? []),
    content,
    attachments: (parts.attachments ?? []).map((one) => ({
      name: shown(one.name, 300) ?? "unnamed attachment",
      type: shown(one.type, 100) ?? "application/octet-stream",
      size: Number.isSafeInteger(one.size) && one.size > 0 ? one.size : 0,
    })),
    bulk: parts.bulk ?? false,
    problem: parts.problem ?? problem,
  };
}

/** Combines a message with its position, as archives yield it. */
export function toRawMail(
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

function shown(text: string | null, longest?: number): string | null {
  return text === null ? null : storableLine(text, longest) || null;
}
