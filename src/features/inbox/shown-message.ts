import { listedContent, type Message, type SenderContact } from "./contract";
import { senderKey } from "./message-views";
import type { ListedMessage, MessageRow } from "./repository";
import { withDeal } from "./sender-contact";

/** A complete message as lists have it. */
export function cut(row: MessageRow): ListedMessage {
  return {
    ...row,
    content: row.content.slice(0, listedContent),
    contentCut: row.content.length > listedContent,
  };
}

/**
 * A stored message in the contract's form.
 *
 * @param muted - keys of the senders that the reader has muted in the message's team.
 */
export function toMessage(
  row: ListedMessage,
  muted: ReadonlySet<string>,
  contact: SenderContact | undefined,
): Message {
  return {
    ...row,
    aiAnalysis: withDeal(row.aiAnalysis, contact, row),
    contact: contact ?? null,
    createdAt: row.createdAt.toISOString(),
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    onlyMe: row.visibleTo !== null,
    muted: muted.has(senderKey(row)),
  };
}
