import type { MailInspection } from "../../mail/inspect-mail";
import type { ParsedMail } from "../../mail/mail";
import { normalizeAddress } from "../../mail/mail-address";
import type { ChatMessage } from "../../mail/parsed-mail";
import type { RawMail } from "../../mail/raw-mail";
import type { TeamCorrections } from "../../triage/corrections/correction";
import type { EngineResult, TriageInput } from "../../triage/message";

/** Who the mails are read for. */
export interface MailReader {
  /** Mail from this address is context and never a task; null if unknown. */
  ownerAddress: string | null;
  /** Keys of the chat senders that the user is, as in {@link ChatMessage}. */
  ownKeys?: readonly string[];
  /** The team's corrections of the engine; null if there are none. */
  teamCorrections?: TeamCorrections | null;
  /** IANA time zone for dates without one; UTC by default. */
  timeZone?: string;
}

/** A parsed and analyzed mail. */
export interface ReadMail {
  mail: ParsedMail | ChatMessage;
  /** Null if the mail was only parsed or has no date, or if triage failed (see `conclusionError`). */
  analysis: EngineResult | null;
  conclusionError: string | null;
}

/** Raw mails for another thread, with all bytes in one buffer. */
export interface PackedMails {
  bytes: ArrayBuffer;
  mails: (Omit<RawMail, "bytes"> & { length: number })[];
}

/** What a worker does with mails: only identify or parse them, or analyze them for somebody, too. */
export type ReadingWork = "inspect" | "parse" | MailReader;

/** A batch of raw mails for the worker. */
export interface ReadRequest extends PackedMails {
  id: number;
  work: ReadingWork;
}

/** A mail that was only inspected. */
export type InspectedMail = Omit<ReadMail, "mail"> & { mail: MailInspection };

/** The worker's response: the mails of one batch, in order. */
export interface ReadAnswer {
  id: number;
  mails: (ReadMail | InspectedMail)[];
}

/** Packs mails for transfer. The originals stay usable, so that a failed batch can be retried. */
export function packMails(mails: RawMail[]): PackedMails {
  const packed = new Uint8Array(mails.reduce((sum, mail) => sum + mail.bytes.length, 0));
  let offset = 0;
  const labels = mails.map(({ bytes, ...label }) => {
    packed.set(bytes, offset);
    offset += bytes.length;
    return { ...label, length: bytes.length };
  });
  return { bytes: packed.buffer, mails: labels };
}

/** Packed mails, as views into their buffer. */
export function unpackMails({ bytes, mails }: PackedMails): RawMail[] {
  let offset = 0;
  return mails.map(({ length, ...label }) => {
    const mail = { ...label, bytes: new Uint8Array(bytes, offset, length) };
    offset += length;
    return mail;
  });
}

/** True if the user sent it: according to the export, to the user's own answer, or to the sender address. */
export function sentByOwner(
  mail: ParsedMail | ChatMessage,
  { ownerAddress, ownKeys = [] }: Pick<MailReader, "ownerAddress" | "ownKeys">,
): boolean {
  if ("ownerSent" in mail && mail.ownerSent !== null) return mail.ownerSent;
  if ("senderKey" in mail && mail.senderKey !== null && ownKeys.includes(mail.senderKey)) return true;
  return ownerAddress !== null && mail.fromAddress === normalizeAddress(ownerAddress);
}

/** A parsed mail as engine input; null without a date, which the engine requires. */
export function triageInput(mail: ParsedMail | ChatMessage, reader: MailReader): TriageInput | null {
  const { timeZone } = reader;
  if (!mail.sentAt) return null;
  return {
    content: mail.content,
    subject: mail.subject,
    from: { name: mail.fromName, address: mail.fromAddress },
    to: mail.to,
    cc: mail.cc,
    sentAt: mail.sentAt,
    channel: "import",
    bulk: mail.bulk,
    fromOwner: sentByOwner(mail, reader),
    ...(timeZone ? { timeZone } : {}),
  };
}
