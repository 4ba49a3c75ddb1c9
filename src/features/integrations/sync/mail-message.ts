import { parseMail } from "../../mail/mail";
import { maxMailBytes, tooLarge } from "../../mail/raw-mail";
import type { ProviderMessage } from "../providers/provider";

/** An email as a mailbox delivers it. */
export interface FoundMail {
  /** The complete source: headers and body. */
  bytes: Uint8Array;
  /** When it arrived in the mailbox; null if unknown. */
  receivedAt: Date | null;
  /** Its location in the mailbox. */
  location: string;
  /** True if it is in a folder for sent mail. */
  sent: boolean;
}

/**
 * Parses an email like imports do, so that it gets the same id from any source.
 *
 * @param ownAddress - the mailbox's address. Emails from it count as the owner's.
 */
export function readMail(found: FoundMail, ownAddress: string | null): ProviderMessage {
  const { receivedAt, location, sent } = found;
  const cut = found.bytes.byteLength > maxMailBytes;
  const mail = parseMail({
    bytes: cut ? found.bytes.subarray(0, maxMailBytes) : found.bytes,
    position: { file: location, entry: null, index: 1 },
    postmark: receivedAt,
    problem: cut ? tooLarge(found.bytes.byteLength) : null,
  });
  const { externalId, threadKey, to, cc, subject, content, bulk, problem, fromName, fromAddress } = mail;
  return {
    externalId,
    threadKey,
    to,
    cc,
    subject,
    content,
    bulk,
    problem,
    location,
    sender: fromName ?? fromAddress ?? "Unknown sender",
    senderAddress: fromAddress,
    attachments: mail.attachments.map(({ name, ...rest }) => ({
      ...rest,
      name: name ?? "unnamed attachment",
    })),
    sentAt: earlier(mail.sentAt, receivedAt) ?? new Date(),
    fromOwner: sent || (ownAddress !== null && fromAddress === ownAddress.toLowerCase()),
  };
}

/** An email can't be sent after it arrived. If its date says so, the sender's clock is fast. */
function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
