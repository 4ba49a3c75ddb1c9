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
  // Named one by one, because a copy of a whole row takes three times as long, and lists have many.
  return {
    id: row.id,
    teamId: row.teamId,
    channel: row.channel,
    threadKey: row.threadKey,
    sender: row.sender,
    senderAddress: row.senderAddress,
    contact: contact ?? null,
    subject: row.subject,
    content: row.content,
    contentCut: row.contentCut,
    attachments: row.attachments,
    createdAt: row.createdAt.toISOString(),
    status: row.status,
    priority: row.priority,
    leftToAll: row.leftToAll,
    snoozedUntil: row.snoozedUntil?.toISOString() ?? null,
    muted: muted.has(senderKey(row)),
    sample: row.sample,
    onlyMe: row.visibleTo !== null,
    aiAnalysis: withDeal(row.aiAnalysis, contact, row),
    problem: row.problem,
  };
}
