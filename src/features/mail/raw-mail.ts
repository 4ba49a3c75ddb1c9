import type { ChatMessage } from "./parsed-mail";

/** Bytes kept of one mail; what lies beyond is dropped and said so in `problem`. */
export const maxMailBytes = 25 * 1024 * 1024;

/** Where a stream of mails comes from. */
export interface MailSource {
  file: string;
  /** Path inside the zip; null when the file itself holds the mails. */
  entry: string | null;
}

/** Where in the user's files a mail stands. `index` counts from 1 within the file or zip entry. */
export interface MailPosition extends MailSource {
  index: number;
  /** What is counted; default "mail". */
  unit?: "mail" | "message" | "row";
}

/** One mail as it stood in an archive, not yet parsed; or a message of a chat export, read already. */
export interface RawMail {
  /** Headers and body, mbox escapes undone. Often a view into a larger buffer: copy before transferring. Empty for a chat. */
  bytes: Uint8Array;
  position: MailPosition;
  /** Delivery time on the mbox "From " line; null in an EML. */
  postmark: Date | null;
  /** A sentence about damage that only the archive shows; null when there is none. */
  problem: string | null;
  /** Set for a message of a chat export or a table, which is not parsed again. */
  chat?: ChatMessage;
}

/** Something that yielded no mail: a whole file, a zip entry or the rest of one. */
export interface ArchiveProblem {
  where: string;
  /** A sentence for the user. */
  reason: string;
  /** How many messages it would have been, where that is known. */
  damaged?: number;
}

/** Takes what could not be read while the rest goes on. */
export type ReportProblem = (problem: ArchiveProblem) => void;

/** Names a mail's place for people: `old.zip, 2019/inbox.mbox, mail 12`. */
export function locationOf({ file, entry, index, unit = "mail" }: MailPosition): string {
  return `${entry === null ? file : `${file}, ${entry}`}, ${unit} ${index}`;
}

/** Bytes of memory a message takes, about. */
export function sizeOf({ bytes, chat }: RawMail): number {
  return bytes.byteLength + (chat ? chat.content.length * 2 + 500 : 0);
}

/** The sentence for a mail of which only the head was kept; `size` in bytes. */
export function tooLarge(size: number): string {
  const megabytes = Math.max(26, Math.round(size / (1024 * 1024)));
  return `The mail has ${megabytes} MB; only its first 25 MB were read.`;
}
