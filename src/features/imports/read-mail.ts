import type { ParsedMail } from "../mail/mail";
import type { ChatMessage } from "../mail/parsed-mail";
import type { RawMail } from "../mail/raw-mail";
import type { TeamCorrections } from "../triage/corrections/correction";
import type { EngineResult, TriageInput } from "../triage/message";

/** For whom mails are read. */
export interface MailReader {
  /** Whose own mails are context and never a task; null when unknown. */
  ownerAddress: string | null;
  /** The senders of chats that the person has said to be, as in {@link ChatMessage}. */
  ownKeys?: readonly string[];
  /** What the team has taught the engine; null: nothing. */
  teamCorrections?: TeamCorrections | null;
  /** IANA zone in which dates without a zone are read. Default UTC. */
  timeZone?: string;
}

/** A mail read and judged. */
export interface ReadMail {
  mail: ParsedMail | ChatMessage;
  /** Null when triage failed (`verdictError` says how) or the mail carries no date. */
  analysis: EngineResult | null;
  conclusionError: string | null;
}

/** A batch of raw mails on its way to the worker: their bytes back to back in one buffer. */
export interface ReadRequest {
  id: number;
  reader: MailReader;
  bytes: ArrayBuffer;
  mails: (Omit<RawMail, "bytes"> & { length: number })[];
}

/** What the worker answers: the mails of one batch, in order. */
export interface ReadAnswer {
  id: number;
  mails: ReadMail[];
}

/** Packs mails for sending. The originals stay usable, so that a failed batch can be sent again. */
export function packRequest(id: number, mails: RawMail[], reader: MailReader): ReadRequest {
  const packed = new Uint8Array(mails.reduce((sum, mail) => sum + mail.bytes.length, 0));
  let offset = 0;
  const labels = mails.map(({ bytes, ...label }) => {
    packed.set(bytes, offset);
    offset += bytes.length;
    return { ...label, length: bytes.length };
  });
  return { id, reader, bytes: packed.buffer, mails: labels };
}

/** The mails of a request, as views into its buffer. */
export function unpackRequest({ bytes, mails }: ReadRequest): RawMail[] {
  let offset = 0;
  return mails.map(({ length, ...label }) => {
    const mail = { ...label, bytes: new Uint8Array(bytes, offset, length) };
    offset += length;
    return mail;
  });
}

/** Whether the person sent it: so says the export, so says the person, or it came from their address. */
export function sentByOwner(
  mail: ParsedMail | ChatMessage,
  { ownerAddress, ownKeys = [] }: Pick<MailReader, "ownerAddress" | "ownKeys">,
): boolean {
  if ("ownerSent" in mail && mail.ownerSent !== null) return mail.ownerSent;
  if ("senderKey" in mail && mail.senderKey !== null && ownKeys.includes(mail.senderKey)) return true;
  return ownerAddress !== null && mail.fromAddress === ownerAddress.toLowerCase();
}

/** A parsed mail as the engine wants it; null without a date, which the engine cannot do without. */
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
