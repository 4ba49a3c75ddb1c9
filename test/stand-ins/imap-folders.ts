/** An email in a folder. */
export interface LyingMail {
  uid: number;
  raw: Buffer;
  /** The announced size, if it differs from the real one. */
  claims?: number | undefined;
  receivedAt: Date;
  flags: Set<string>;
}

/** A folder of a mailbox. `use`: its special-use attribute (RFC 6154), with the backslash. */
export interface Folder {
  path: string;
  use: string | null;
  uidValidity: number;
  uidNext: number;
  mails: LyingMail[];
}

export interface Account {
  password: string;
  folders: Folder[];
}

export const newAccount = (password: string, validity: number): Account => ({
  password,
  folders: [
    ["INBOX", null],
    ["Sent Mail", "\\Sent"],
    ["Drafts", "\\Drafts"],
    ["Archive", "\\Archive"],
    ["Bin", "\\Trash"],
    ["Junk", "\\Junk"],
  ].map(([path, use]) => ({
    path: path as string,
    use: use ?? null,
    uidValidity: validity,
    uidNext: 1,
    mails: [],
  })),
});

/**
 * True if a set such as `1:3,7:*` contains a number. `*` is the greatest number. Source: RFC 3501,
 * sequence-set
 */
export function inSet(set: string, number: number, greatest: number): boolean {
  return set.split(",").some((part) => {
    const [from = 0, to = from] = part.split(":").map((end) => (end === "*" ? greatest : Number(end)));
    return number >= Math.min(from, to) && number <= Math.max(from, to);
  });
}

/** The emails that match all search keys. Source: RFC 3501, section 6.4.4 */
export function searched(folder: Folder, keys: string): LyingMail[] {
  const greatest = folder.mails.at(-1)?.uid ?? 0;
  const words = keys.split(" ");
  return folder.mails.filter(({ uid, flags, receivedAt }) =>
    words.every((word, at) => {
      const value = words[at + 1] ?? "";
      if (word === "UID") return inSet(value, uid, greatest);
      if (word === "SINCE") return receivedAt.getTime() >= Date.parse(`${value} UTC`);
      if (word === "DELETED") return flags.has("\\Deleted");
      if (word === "UNDELETED") return !flags.has("\\Deleted");
      if (word === "UNDRAFT") return !flags.has("\\Draft");
      if (words[at - 1] === "UID" || words[at - 1] === "SINCE") return true;
      throw new Error(`the stand-in cannot search for ${word}`);
    }),
  );
}

/** One email as a FETCH response. Source: RFC 3501, section 7.4.2 */
export function fetched(mail: LyingMail, sequence: number, items: string): Buffer {
  const parts: (string | Buffer)[] = [`UID ${mail.uid}`];
  if (items.includes("RFC822.SIZE")) parts.push(` RFC822.SIZE ${mail.claims ?? mail.raw.length}`);
  if (items.includes("INTERNALDATE")) parts.push(` INTERNALDATE "${internalDate(mail.receivedAt)}"`);
  const whole = /BODY\.PEEK\[\](?:<(\d+)\.(\d+)>)?/.exec(items);
  if (whole) {
    const [, start, length] = whole;
    const from = Number(start ?? 0);
    const text = mail.raw.subarray(from, length ? from + Number(length) : undefined);
    parts.push(` BODY[]${start ? `<${start}>` : ""} {${text.length}}\r\n`, text);
  }
  const fields = /HEADER\.FIELDS \(([^)]+)\)/i.exec(items)?.[1];
  if (fields) {
    const text = headerField(mail.raw, fields);
    parts.push(` BODY[HEADER.FIELDS (${fields})] {${text.length}}\r\n`, text);
  }
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from(`* ${sequence} FETCH (`), body, Buffer.from(")\r\n")]);
}

function headerField(raw: Buffer, name: string): Buffer {
  const head = raw.toString("latin1").split("\r\n\r\n", 1)[0] ?? "";
  const line = head
    .split(/\r\n(?![ \t])/)
    .find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return Buffer.from(line ? `${line}\r\n\r\n` : "\r\n", "latin1");
}

function internalDate(date: Date): string {
  const [, day, month, year, time] = date.toUTCString().split(" ");
  return `${day}-${month}-${year} ${time} +0000`;
}
