import { createHash } from "node:crypto";
import type { SourceMessage } from "../source-message";

/** Longest key that always fits an index (bytes). The key of a mail without ids is its whole subject. */
const longestKey = 2000;

/** A conversation's key, hashed if it is too long to be indexed. */
export function indexableKey(key: string): string {
  if (Buffer.byteLength(key) <= longestKey) return key;
  return `long:${createHash("sha256").update(key).digest("base64url")}`;
}

/** A mail's external id: its Message-ID, and a hash of its body. Rows of a table have a hash too. */
const mailId = /^(?!csv:)(.+)#[\w-]{22}$/s;

/**
 * The key that a mail would give its answers, because they name it. Null if that is the key of its conversation
 * already, and for what is no mail.
 */
export function ownThreadKey({
  externalId,
  threadKey,
}: Pick<SourceMessage, "externalId" | "threadKey">): string | null {
  const own = mailId.exec(externalId)?.[1];
  return own && threadKey && own !== threadKey ? indexableKey(own) : null;
}
