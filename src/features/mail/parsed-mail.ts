import type { MailAttachment } from "./mail-text";

/** A mail as the product stores it. Strings contain no NUL and no lone surrogates. */
export interface ParsedMail {
  externalId: string;
  /** The same for all mails of a conversation, as far as headers show. */
  threadKey: string;
  messageId: string | null;
  inReplyTo: string | null;
  subject: string | null;
  fromName: string | null;
  fromAddress: string | null;
  /** Addresses in lower case, at most 500. */
  to: string[];
  cc: string[];
  /** Null if no date is readable; `problem` then says so. */
  sentAt: Date | null;
  /** IANA zone of the sender's clock; null if the date doesn't tell. */
  timeZone?: string | null;
  /** Plain text, at most 1,000,000 characters. */
  content: string;
  attachments: MailAttachment[];
  /** True for newsletters and automatic notices, false for discussion lists. */
  bulk: boolean;
  /** A sentence if the mail couldn't be read completely. */
  problem: string | null;
}

/** A fully parsed message of a chat export or a table. It has no mail Message-ID. */
export interface ChatMessage extends ParsedMail {
  /**
   * Identifies the sender across exports of this kind, so that users can say "this is me". Null if unknown.
   */
  senderKey: string | null;
  /** Whether the owner of the export sent the message; null if the export doesn't name its owner. */
  ownerSent: boolean | null;
}
