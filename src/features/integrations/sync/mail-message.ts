import type { MailParser } from "../../inbox/reading/parser-pool";
import { normalizeAddress } from "../../mail/mail-address";
import type { ParsedMail } from "../../mail/parsed-mail";
import { maxMailBytes, type RawMail, tooLarge } from "../../mail/raw-mail";
import type { FoundMail, ProviderMessage } from "../providers/provider";

/**
 * Parses emails like imports do, so that each gets the same id from any source.
 *
 * @param parser - parses outside the server's thread.
 * @param ownAddresses - the mailbox owner's. Emails from them count as the owner's.
 * @returns one message for each email, in the same order. One that can't be parsed keeps its headers.
 * @throws Error if the parser can't start.
 */
export async function readMails(
  parser: MailParser,
  found: FoundMail[],
  ownAddresses: string[],
): Promise<ProviderMessage[]> {
  const parsed = await parser.parse(found.map(toRawMail));
  const own = new Set(ownAddresses.map(withoutTag));
  return parsed.map((mail, index) => toMessage(mail, found[index] as FoundMail, own));
}

function toRawMail({ bytes, size = bytes.byteLength, receivedAt, location }: FoundMail): RawMail {
  return {
    bytes: bytes.subarray(0, maxMailBytes),
    position: { file: location, entry: null, index: 1 },
    postmark: receivedAt,
    problem: size > maxMailBytes ? tooLarge(size) : null,
  };
}

function toMessage(
  mail: ParsedMail,
  { receivedAt, location, sent, webUrl }: FoundMail,
  own: ReadonlySet<string>,
): ProviderMessage {
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
    ...(webUrl !== undefined && { webUrl }),
    sender: fromName ?? fromAddress ?? "Unknown sender",
    senderAddress: fromAddress,
    attachments: mail.attachments.map(({ name, ...rest }) => ({
      ...rest,
      name: name ?? "unnamed attachment",
    })),
    sentAt: earlier(mail.sentAt, receivedAt) ?? new Date(),
    timeZone: mail.timeZone ?? null,
    fromOwner: sent || (fromAddress !== null && own.has(withoutTag(fromAddress))),
  };
}

/** An address without its tag: ana+shop@example.com also reaches ana@example.com. Source: RFC 5233 */
const withoutTag = (address: string): string => normalizeAddress(address).replace(/^([^+@]+)\+[^@]*@/, "$1@");

/** An email can't be sent after it arrived. If its date says so, the sender's clock is fast. */
function earlier(one: Date | null, other: Date | null): Date | null {
  if (!one || !other) return one ?? other;
  return one < other ? one : other;
}
