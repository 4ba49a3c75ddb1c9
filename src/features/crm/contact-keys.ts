/**
 * What identifies a person across a CRM and the channels: an address in lower case, a phone number in E.164, or a
 * handle without its @. Each has its own prefix, so that they can't be confused.
 */

/** The key of an email address; null if it is none. */
export function addressKey(address: string): string | null {
  const normal = address.trim().toLowerCase().normalize("NFC");
  return /^[^\s@]+@[^\s@]+$/.test(normal) && normal.length <= 320 ? `mail:${normal}` : null;
}

/** The key of a phone number with its country code; null without one, because it could be anybody's. */
export function phoneKey(phone: string): string | null {
  const digits = phone
    .normalize("NFKC")
    .replace(/\(0\)/g, "")
    .replace(/(?<=\d)\s*(x|ext\.?|#)\s*\d+$/i, "")
    .replace(/[\s().\-/\u2010-\u2015]/g, "");
  const international = digits.replace(/^00/, "+");
  return /^\+[1-9]\d{6,14}$/.test(international) ? `phone:${international}` : null;
}

/** The key of a handle, such as @acme; null if it is none. */
export function handleKey(handle: string): string | null {
  const bare = handle
    .trim()
    .replace(/^https?:\/\/(www\.)?[\w.-]+\/@?/i, "")
    .replace(/^@/, "")
    .replace(/\/+$/, "")
    .toLowerCase();
  return /^[\p{L}\p{N}._-]{2,100}$/u.test(bare) ? `handle:${bare}` : null;
}

/** The keys by which the messages of a contact can be recognized. */
export function contactKeys(contact: { addresses: string[]; phones: string[]; handles: string[] }): string[] {
  const keys = [
    ...contact.addresses.map(addressKey),
    ...contact.phones.map(phoneKey),
    ...contact.handles.map(handleKey),
  ];
  return [...new Set(keys.filter((key) => key !== null))];
}
