import type { ChatMessage } from "./parsed-mail";

/** Maximum bytes kept per mail. `problem` mentions anything dropped. */
export const maxMailBytes = 25 * 1024 * 1024;

/** The origin of a stream of mails. */
export interface MailSource {
  file: string;
  /** Path inside the zip; null if the file itself contains the mails. */
  entry: string | null;
}

/** Where a mail is in the user's files. `index` counts from 1 within the file or zip entry. */
export interface MailPosition extends MailSource {
  index: number;
  /** What is counted; "mail" by default. */
  unit?: "mail" | "message" | "row";
}

/** An unparsed mail from an archive, or an already parsed message from a chat export. */
export interface RawMail {
  /**
   * Headers and body without mbox escapes; empty for a chat. Often a view into a larger buffer: copy before
   * transferring.
   */
  bytes: Uint8Array;
  position: MailPosition;
  /** Delivery time from the mbox "From " line; null in an EML. */
  postmark: Date | null;
  /** A sentence about damage that only the archive shows; null if there is none. */
  problem: string | null;
  /** Set for a message from a chat export or a table. It isn't parsed again. */
  chat?: ChatMessage;
}

/** Something that yielded no mail: a whole file, a zip entry or the rest of one. */
export interface ArchiveProblem {
  where: string;
  /** A sentence for the user. */
  reason: string;
  /** How many messages were lost, if known. */
  damaged?: number;
}

/** Called for each problem while the rest is still being read. */
export type ReportProblem = (problem: ArchiveProblem) => void;

/** Tells people where a mail is: `old.zip, 2019/inbox.mbox, mail 12`. */
export function locationOf({ file, entry, index, unit = "mail" }: MailPosition): string {
  return `${entry === null ? file : `${file}, ${entry}`}, ${unit} ${index}`;
}

/** Approximate memory use of a message, in bytes. */
export function sizeOf({ bytes, chat }: RawMail): number {
  return bytes.byteLength + (chat ? chat.content.length * 2 + 500 : 0);
}

/** The sentence for a mail that was cut because of its `size` (bytes). */
export function tooLarge(size: number): string {
  const megabytes = Math.max(26, Math.round(size / (1024 * 1024)));
  return `This email is ${megabytes} MB. Only its first 25 MB were read.`;
}
