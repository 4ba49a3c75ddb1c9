import { parseMail } from "../../mail/mail";
import { maxMailBytes, tooLarge } from "../../mail/raw-mail";
import type { ProviderMessage } from "../providers/provider";

/** A mail as a mailbox hands it over. */
export interface FoundMail {
  /** The whole mail: headers and body. */
  bytes: Uint8Array;
  /** When it reached the mailbox; null when that is not told. */
  receivedAt: Date | null;
  /** Where the mailbox keeps it. */
  location: string;
  /** It stands in the folder of sent mail. */
  sent: boolean;
}

/**
 * Reads a mail as imports do, so that it is the same message under the same id wherever it comes from.
 *
 * @param ownAddress - the mailbox's: what is sent from it is the owner's.
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

/** A mail cannot have been sent after it came: where it says so, the sender's clock is fast. */
function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
