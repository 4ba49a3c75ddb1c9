import { JsonDamage } from "./json-values";

/** Why a file isn't read, or may have been read wrongly. The message is a sentence. */
export class Refusal extends Error {}

/** A file was read to its end, but its bytes were changed after it was zipped. */
export class ChangedSince extends Refusal {}

const sentences: Record<string, string> = {
  ENOENT: "The file doesn't exist.",
  EISDIR: "This is a folder. Add the files in it instead.",
  EACCES: "The permissions of the file don't allow reading it.",
  EPERM: "The permissions of the file don't allow reading it.",
  Z_BUF_ERROR: "The archive is cut off. Only the part before the cut was read.",
  Z_DATA_ERROR: "The archive is damaged. Only the part before the damage was read.",
};

/** A sentence for an error during reading. */
export function unreadable(error: unknown): string {
  if (error instanceof Refusal || error instanceof JsonDamage) return error.message;
  const { code = "", message } = error as NodeJS.ErrnoException;
  return sentences[code] ?? `Reading failed: ${message}.`;
}

/**
 * The same for a file of entries, with what is missing because of it.
 *
 * @param index - the number of entries that were read.
 * @param unit - such as "message".
 */
export function unreadableAfter(error: unknown, index: number, unit: string): string {
  const reason = unreadable(error);
  if (error instanceof ChangedSince) return reason;
  return `${reason} ${index === 0 ? "Nothing could be read." : `Everything after ${unit} ${index} is missing.`}`;
}
