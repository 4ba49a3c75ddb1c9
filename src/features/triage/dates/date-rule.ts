import { hint } from "./date-hints";
import type { Reading, Reference } from "./date-readings";

/** What a text must contain for a pattern to match: at least one bit of each mask. */
export interface Needs {
  /** Of `clue`. */
  clue: number;
  /** Of `clue` too. */
  also: number;
  /** Of {@link hint}. */
  hint: number;
  /** Fast to search for, and in every match. */
  holds?: RegExp;
}

/** No requirement. */
export const unneeded = { also: -1, hint: hint.any } as const;

/** Whether a pattern may match a text; this skips most rules for most sentences. */
export const mayMatch = (needs: Needs, clues: number, hints: number, text: string): boolean =>
  (clues & needs.clue) !== 0 &&
  (clues & needs.also) !== 0 &&
  (hints & needs.hint) !== 0 &&
  (needs.holds === undefined || needs.holds.test(text));

export interface Rule extends Needs {
  pattern: RegExp;
  /** The meaning of the words; null if they aren't a day after all. */
  read(match: RegExpExecArray, reference: Reference, text: string): Reading | null;
}

/**
 * @param needs - a bit of `clue`, or several requirements.
 * @param source - of the pattern, which starts at the start of a word.
 */
export const rule = (
  needs: number | (Partial<Needs> & Pick<Needs, "clue">),
  source: string,
  read: Rule["read"],
): Rule => ({
  ...unneeded,
  ...(typeof needs === "number" ? { clue: needs } : needs),
  pattern: new RegExp(`\\b${source}`, "gi"),
  read,
});

/** "By the end of the", "close of" and similar, before the period that ends. */
export const endOf = `(?:(?:at |by |before )?(?:the )?(?:very )?end of|close of)(?: the| this| our)?`;
