import { inReadingOrder } from "../../../shared/typed-values";
import { storable } from "../../mail/charset";
import { limitContent, storableLine as line } from "../../mail/stored-text";
import type { ProviderMessage } from "../providers/provider";

/** False for an invalid time, and for one outside these years, which no list could show. */
const isReal = (time: Date): boolean => time.getUTCFullYear() >= 1970 && time.getUTCFullYear() <= 2100;

/** Makes every text and time of a message storable, whatever it contains, and limits the length of its texts. */
export function cleanMessage(message: ProviderMessage): ProviderMessage {
  const { attachments } = message;
  const { content, problem } = limitContent(message.content, "message");
  return {
    ...message,
    externalId: storable(message.externalId),
    threadKey: message.threadKey && storable(message.threadKey),
    sender: line(message.sender) || "Unknown",
    senderAddress: (message.senderAddress && line(message.senderAddress)) || null,
    to: message.to.map((recipient) => line(recipient)),
    cc: message.cc.map((recipient) => line(recipient)),
    subject: message.subject && storable(inReadingOrder(message.subject)),
    content,
    sentAt: isReal(message.sentAt) ? message.sentAt : new Date(),
    attachments: attachments.map(({ name, type, size }) => ({
      name: line(name) || "unnamed attachment",
      type: line(type) || "application/octet-stream",
      size: Number.isSafeInteger(size) && size > 0 ? size : 0,
    })),
    problem: message.problem ?? problem,
  };
}
