import type { RedactionKind } from "./contract";

/**
 * Part of a text that must not leave, in UTF-16 offsets with `end` exclusive. Equal `same`: same person or
 * address.
 */
export interface RedactedSpan {
  start: number;
  end: number;
  kind: RedactionKind;
  same?: string;
}

/**
 * Finds the values of a pattern. The value is the first group, which must end the match, or else the whole
 * match.
 *
 * Patterns stay linear in two ways: the characters of an unbounded repetition must not come right before the
 * start, so that each run is scanned once, and everything else has an upper bound.
 */
export function* spansOf(
  text: string,
  pattern: RegExp,
  kind: RedactionKind,
  holds: (value: string) => boolean = () => true,
): Generator<RedactedSpan> {
  for (const match of text.matchAll(pattern)) {
    const value = match[1] ?? match[0];
    const end = match.index + match[0].length;
    if (holds(value)) yield { start: end - value.length, end, kind };
  }
}

/** A value and its offset behind the label. */
export interface LabelledValue {
  at: number;
  value: string;
  kind: RedactionKind;
}

/**
 * What a search yields: what it found, or null after a piece of work that found nothing. After each, other work of the
 * thread may run.
 */
export type Search = Generator<RedactedSpan | null>;

/** How far after a label to look for its value, in characters. */
const reach = 160;

/**
 * Finds the values after each label.
 *
 * @param valuesIn - finds the values in the text after a label.
 */
export function* behindLabels(
  text: string,
  label: RegExp,
  valuesIn: (rest: string, label: string) => Iterable<LabelledValue>,
): Search {
  for (const match of text.matchAll(label)) {
    const from = match.index + match[0].length;
    for (const { at, value, kind } of valuesIn(text.slice(from, from + reach), match[0]))
      yield { start: from + at, end: from + at + value.length, kind };
    yield null;
  }
}

/** Sorts and merges spans. Overlapping ones become one span of the kind found first. */
export function merged(found: RedactedSpan[]): RedactedSpan[] {
  const sorted = found
    .map((span, rank) => ({ span, rank }))
    .sort((a, b) => a.span.start - b.span.start || b.span.end - a.span.end);
  const result: { first: RedactedSpan; rank: number; start: number; end: number }[] = [];
  for (const { span, rank } of sorted) {
    const last = result.at(-1);
    if (!last || span.start >= last.end) {
      result.push({ first: span, rank, start: span.start, end: span.end });
      continue;
    }
    last.end = Math.max(last.end, span.end);
    if (rank < last.rank) Object.assign(last, { first: span, rank });
  }
  return result.map(({ first, start, end }) => ({ ...first, start, end }));
}
