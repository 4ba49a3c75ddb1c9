import type { Evidence } from "../../../../shared/evidence";

/** A span of text and the names of its marks (none: plain). */
export interface Stretch {
  text: string;
  marks: string[];
}

/** A span to mark: UTF-16 offsets, end exclusive. */
export interface Mark {
  name: string;
  start: number;
  end: number;
}

/** Cuts a text where marks begin and end. Marks may overlap and come in any order. */
export function highlight(text: string, marks: Mark[]): Stretch[] {
  const inside = marks
    .map(({ name, start, end }) => ({ name, start: Math.max(0, start), end: Math.min(text.length, end) }))
    .filter(({ start, end }) => start < end);
  const cuts = [...new Set([0, text.length, ...inside.flatMap(({ start, end }) => [start, end])])].sort(
    (a, b) => a - b,
  );
  return cuts.slice(0, -1).map((start, index) => {
    const end = cuts[index + 1] ?? text.length;
    const over = inside.filter((mark) => mark.start <= start && mark.end >= end);
    return { text: text.slice(start, end), marks: over.map(({ name }) => name) };
  });
}

/**
 * Finds evidence in a text. The quote decides: if the offsets don't match it, the quote is searched for; if
 * the text doesn't contain it, nothing is marked.
 */
export function spanOf(
  { start, end, quote }: Evidence,
  text: string,
): { start: number; end: number } | undefined {
  if (text.slice(start, end) === quote) return { start, end };
  const found = quote ? text.indexOf(quote) : -1;
  return found === -1 ? undefined : { start: found, end: found + quote.length };
}
