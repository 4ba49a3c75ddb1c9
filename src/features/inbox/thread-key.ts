import { createHash } from "node:crypto";

/** Longest key that an index takes for certain (bytes); a mail without ids is named by its whole subject. */
const longestKey = 2000;

/** A conversation's key, hashed where it is too long to be indexed. */
export function indexableKey(key: string): string {
  if (Buffer.byteLength(key) <= longestKey) return key;
  return `long:${createHash("sha256").update(key).digest("base64url")}`;
}
