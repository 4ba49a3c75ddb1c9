import type { EvidenceSpan } from "../../../shared/evidence";
import type { TriageInput } from "../message";
import type { MessageReading } from "../signals/message-reading";
import type { Range } from "../text/own-text";

/** A phrase in the visible texts, with its span in the stored message. */
export interface FoundQuote {
  /** In the visible text. */
  seen: Range;
  part: EvidenceSpan["part"];
  span: EvidenceSpan;
}

/**
 * Finds a phrase that a model claims to have copied: in the sender's own words first, then in the subject.
 * Only line breaks and spaces may differ.
 *
 * @returns null if the message doesn't contain it.
 */
export function findQuote(quote: string, reading: MessageReading, input: TriageInput): FoundQuote | null {
  const pattern = patternOf(quote);
  if (!pattern) return null;
  const { content, subject } = reading.seen;
  for (const { start, end } of reading.own.ranges) {
    const match = pattern.exec(content.text.slice(start, end));
    if (match) {
      const seen = { start: start + match.index, end: start + match.index + match[0].length };
      return { seen, part: "content", span: spanIn(input.content, content.toSource(seen), "content") };
    }
  }
  const match = pattern.exec(subject.text);
  if (!match) return null;
  const seen = { start: match.index, end: match.index + match[0].length };
  return { seen, part: "subject", span: spanIn(input.subject ?? "", subject.toSource(seen), "subject") };
}

const spanIn = (source: string, { start, end }: Range, part: EvidenceSpan["part"]): EvidenceSpan => ({
  part,
  start,
  end,
  quote: source.slice(start, end),
});

/** A quote without a letter or digit shows nothing. */
const meaningful = /[\p{L}\p{N}]/u;

function patternOf(quote: string): RegExp | null {
  const words = quote.trim().split(/[\s\p{Cc}]+/u);
  if (!meaningful.test(quote)) return null;
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  // Whole words only: "no" is not a quote from "not".
  const from = /^[\p{L}\p{N}]/u.test(quote.trim()) ? "(?<![\\p{L}\\p{N}])" : "";
  const to = /[\p{L}\p{N}]$/u.test(quote.trim()) ? "(?![\\p{L}\\p{N}])" : "";
  return new RegExp(`${from}${escaped.join("[\\s\\p{Cc}]+")}${to}`, "u");
}
