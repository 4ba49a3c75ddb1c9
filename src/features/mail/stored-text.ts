import { inReadingOrder, trimmed } from "../../shared/typed-values";
import { storable } from "./charset";

/** The longest stored text of a message (characters). */
export const longestContent = 1_000_000;
/** Longest name or address (characters). */
const longestName = 200;
/** Longest subject (characters). */
export const longestSubject = 1000;

/**
 * Limits the text of a message.
 *
 * @param what - "email" or "message", for the sentence.
 * @returns the text to store, and what was left out as a sentence; null if nothing was.
 */
export function limitContent(text: string, what: string): { content: string; problem: string | null } {
  const content = storable(text);
  if (content.length <= longestContent) return { content, problem: null };
  const kept = longestContent.toLocaleString("en-US");
  return {
    content: storable(content.slice(0, longestContent)),
    problem: `The text of this ${what} has ${content.length} characters. The first ${kept} were kept.`,
  };
}

/** A text as one storable line, such as a name or a subject; empty if nothing of it can be seen. */
export const storableLine = (text: string, longest = longestName): string =>
  storable(trimmed(inReadingOrder(text).replace(/\s+/g, " ")).slice(0, longest));
