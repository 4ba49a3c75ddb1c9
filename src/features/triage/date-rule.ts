import type { Reading, Reference } from "./date-readings";

export interface Rule {
  /** The bit of `clue` without which the pattern cannot match. */
  needs: number;
  pattern: RegExp;
  /** What the words mean; null when they mean no day after all. */
  read(match: RegExpExecArray, reference: Reference, text: string): Reading | null;
}

/** @param source - of the pattern, which begins at the beginning of a word. */
export const rule = (needs: number, source: string, read: Rule["read"]): Rule => ({
  needs,
  pattern: new RegExp(`\\b${source}`, "gi"),
  read,
});

/** "By the end of the", "close of" and their like, before the span that ends. */
export const endOf = `(?:(?:at |by |before )?(?:the )?(?:very )?end of|close of)(?: the| this| our)?`;
