import { storable } from "../../mail/charset";
import type { ProviderMessage } from "../providers/provider";

/** Longest text that is stored (characters). */
const longestContent = 1_000_000;
const longestName = 200;

/** Makes every text of a message storable, whatever it contains, and limits its length. */
export function cleanMessage(message: ProviderMessage): ProviderMessage {
  const { content, attachments, problem } = message;
  const cut = content.length > longestContent;
  return {
    ...message,
    externalId: storable(message.externalId),
    threadKey: message.threadKey && storable(message.threadKey),
    sender: line(message.sender) || "Unknown",
    senderAddress: (message.senderAddress && line(message.senderAddress)) || null,
    to: message.to.map(line),
    cc: message.cc.map(line),
    subject: message.subject && storable(message.subject),
    content: storable(cut ? content.slice(0, longestContent) : content),
    attachments: attachments.map(({ name, type, size }) => ({
      name: line(name) || "unnamed attachment",
      type: line(type) || "application/octet-stream",
      size: Number.isSafeInteger(size) && size > 0 ? size : 0,
    })),
    problem:
      problem ??
      (cut ? `The text has ${content.length} characters. Only the first ${longestContent} were kept.` : null),
  };
}

const line = (text: string): string => storable(text.replace(/\s+/g, " ").trim().slice(0, longestName));
