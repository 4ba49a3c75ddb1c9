import { createHash } from "node:crypto";

/** Longest key that always fits an index (bytes). The key of a mail without ids is its whole subject. */
const longestKey = 2000;

/** A conversation's key, hashed if it is too long to be indexed. */
export function indexableKey(key: string): string {
  if (Buffer.byteLength(key) <= longestKey) return key;
  return `long:${createHash("sha256").update(key).digest("base64url")}`;
}
