import { hourOf, plainDigits, type WrittenTime, writtenDay } from "../written-time";

/** The first line of a message in a WhatsApp export. */
export interface WhatsAppLine {
  time: WrittenTime;
  /** The time as written. It identifies the message no matter how its date is interpreted. */
  written: string;
  /** Null for notices from WhatsApp itself (joined, left, encrypted). */
  sender: string | null;
  text: string;
}

const marks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;
const head =
  /^(\[)?(\d{1,4})\s?([-/.])\s?(\d{1,2})\s?[-/.]\s?(\d{1,4})\.?[,،]?\s+([^\d\s[\]][^\d[\]]{0,14}?)?\s?(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?(?:\s?([^\d\s\]:–-][^\d\]:–-]{0,9}))?(\]\s?|\s[-–]\s)/u;
const longestHead = 60;

/** Parses a line; undefined if it doesn't start a message and so continues the previous one. */
export function readWhatsAppLine(line: string): WhatsAppLine | undefined {
  const start = line.slice(0, longestHead);
  if (!/\p{Nd}/u.test(start.slice(0, 6))) return undefined;
  // removes direction marks and converts digits of other scripts; both keep the length of the line
  const offset = start.length - start.replace(/^[\u200e\u200f\u202a-\u202e\ufeff]+/u, "").length;
  const found = head.exec(plainDigits(start.slice(offset)).replace(/[\u200e\u200f\u202a-\u202e]/gu, " "));
  if (!found) return undefined;
  const [
    whole,
    bracket,
    first = "",
    separator = "",
    second = "",
    third = "",
    before = "",
    hour,
    minute,
    seconds,
    after = "",
    end = "",
  ] = found;
  if ((bracket !== undefined) !== end.startsWith("]")) return undefined;
  const day = writtenDay(first, separator, second, third);
  if (!day) return undefined;
  const time = {
    day,
    hour: hourOf(Number(hour), before.trim() || after),
    minute: Number(minute),
    second: Number(seconds ?? 0),
  };
  const written = whole.replace(/[^\p{L}\p{N}]+/gu, " ").trim();
  return { time, written, ...senderAndText(line.slice(offset + whole.length)) };
}

/**
 * The name comes before the first colon. A notice may quote text with a colon, but names contain no quotes.
 */
function senderAndText(rest: string): Pick<WhatsAppLine, "sender" | "text"> {
  const colon = /:(?:\s|$)/.exec(rest)?.index ?? -1;
  const name = colon > 0 ? rest.slice(0, colon).replace(marks, "").trim() : "";
  if (!name || name.length > 100 || /["“”„«»]/.test(name)) return { sender: null, text: rest };
  // names of people who aren't contacts follow a tilde
  return { sender: name.replace(/^~\s*/, ""), text: rest.slice(colon + 1).replace(/^\s/, "") };
}

/** Removes the invisible marks that WhatsApp puts around names and notices. */
export function withoutMarks(text: string): string {
  return text.replace(marks, "");
}

/**
 * True if a text file with this beginning is a WhatsApp chat: the first line starts a message, and people
 * write.
 */
export function isWhatsAppChat(text: string): boolean {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.trim());
  const read = lines.slice(0, 200).map(readWhatsAppLine);
  const begins = read.filter((line) => line !== undefined);
  return (
    begins.some(({ sender }) => sender !== null) && (read[0] !== undefined || begins.length * 4 > read.length)
  );
}
