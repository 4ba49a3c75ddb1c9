/** Decodes a text file: UTF-8 and UTF-16 with or without a mark, otherwise the usual Windows encoding. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = markOf(bytes) ?? (bytes.length > 3 ? zeroPattern(bytes) : null);
  if (encoding) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function markOf([one, two, three]: Uint8Array): string | null {
  if (one === 0xff && two === 0xfe) return "utf-16le";
  if (one === 0xfe && two === 0xff) return "utf-16be";
  return one === 0xef && two === 0xbb && three === 0xbf ? "utf-8" : null;
}

/** Western text in UTF-16 has a zero in every other byte. */
function zeroPattern(bytes: Uint8Array): string | null {
  const head = bytes.subarray(0, 400);
  let even = 0;
  let odd = 0;
  for (const [at, byte] of head.entries()) if (byte === 0) at % 2 === 0 ? even++ : odd++;
  const many = head.length / 4;
  if (odd > many && even === 0) return "utf-16le";
  return even > many && odd === 0 ? "utf-16be" : null;
}
