import type { MailAttachment } from "./mail-text";

/** A mail as the product keeps it. Strings hold no NUL and no lone surrogate. */
export interface ParsedMail {
  externalId: string;
  /** The same for all mails of a conversation, as far as their headers tell. */
  threadKey: string;
  messageId: string | null;
  inReplyTo: string | null;
  subject: string | null;
  fromName: string | null;
  fromAddress: string | null;
  /** Addresses, lower case; at most 500. */
  to: string[];
  cc: string[];
  /** Null: no date could be read; `problem` says so. */
  sentAt: Date | null;
  /** Plain text, at most 1,000,000 characters. */
  content: string;
  attachments: MailAttachment[];
  /** A newsletter or an automatic notice. A discussion list is neither. */
  bulk: boolean;
  /** A sentence when the mail could not be read whole. */
  problem: string | null;
}

/** A message of a chat export or a table, read whole where it stood. It has no Message-ID of mail. */
export interface ChatMessage extends ParsedMail {
  /** Who sent it, the same in every export of that kind: what a person picks to say "this is me". Null: nobody known. */
  senderKey: string | null;
  /** Whether the export says that its owner sent it; null when it does not tell whose export it is. */
  ownerSent: boolean | null;
}
