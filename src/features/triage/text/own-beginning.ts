import { findOwnText } from "./own-text";

/** How much of a message is read for its beginning (characters): words quoted first may be long. */
const read = 4000;

/**
 * The beginning of what the sender of a message wrote, in one line: not what they quote above it. A message that only
 * quotes or forwards begins with that.
 */
export function ownBeginning(content: string): string {
  const start = content.slice(0, read);
  const { ranges } = findOwnText(start);
  const own = ranges.map((range) => start.slice(range.start, range.end)).join(" ");
  return (own.trim() || start).replace(/\s+/g, " ").trim();
}
