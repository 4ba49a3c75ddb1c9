import type { EvidenceSpan } from "../../../shared/evidence";
import type { EvidenceField } from "../contract";
import type { MessageReading } from "../signals/message-reading";
import type { SentenceReading } from "../signals/sentence-reading";
import { type Topic, topicBit } from "../signals/topics";
import { marks } from "../text/tokens";

/** Most spans shown for one conclusion. */
const maxSpans = 3;

/** The texts of a message; evidence quotes from them. */
export interface Sources {
  content: string;
  subject: string;
}

/** A span of the message with its text. */
export function spanOf(
  sources: Sources,
  part: EvidenceSpan["part"],
  start: number,
  end: number,
): EvidenceSpan {
  return { part, start, end, quote: sources[part].slice(start, end) };
}

/** The first spans with words for one of the topics; longer phrases hide shorter ones inside them. */
export function signSpans(
  sources: Sources,
  message: MessageReading,
  wanted: readonly Topic[],
): EvidenceSpan[] {
  const bits = wanted.reduce((sum, topic) => sum | topicBit(topic), 0);
  const spans: EvidenceSpan[] = [];
  for (const sentence of readInOrder(message)) {
    let covered = -1;
    const signs = sentence.signs
      .filter((sign) => sign.bits & bits)
      .sort((a, b) => a.start - b.start || b.end - a.end);
    for (const { start, end } of signs) {
      if (start < covered) continue;
      covered = end;
      spans.push(spanOf(sources, sentence.part, start, end));
      if (spans.length >= maxSpans) return spans;
    }
  }
  return spans;
}

/** Emoticons and exclamation marks, as evidence of tone. */
export function faceSpans(
  sources: Sources,
  message: MessageReading,
  face: "smile" | "frown",
): EvidenceSpan[] {
  const spans: EvidenceSpan[] = [];
  for (const { tokens, part } of readInOrder(message)) {
    const at = tokens.hash.indexOf(marks[face]);
    if (at >= 0) spans.push(spanOf(sources, part, tokens.start[at]!, tokens.end[at]!));
  }
  return spans.slice(0, maxSpans);
}

/** Sentences first, the subject last: the sender's text says more than the subject. */
export const readInOrder = ({ sentences, subject }: MessageReading): SentenceReading[] =>
  subject ? [...sentences, subject] : sentences;

/** Sets a field only if there is something to show. */
export function withSpans(
  evidence: Partial<Record<EvidenceField, EvidenceSpan[]>>,
  field: EvidenceField,
  spans: EvidenceSpan[],
): void {
  if (spans.length > 0) evidence[field] = spans.slice(0, maxSpans);
}
