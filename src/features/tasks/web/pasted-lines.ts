import { trimmed } from "../../../shared/typed-values";

/** The lines of a pasted list that have words, without bullets, numbers and check boxes. */
export function pastedLines(text: string): string[] {
  return text
    .split(/[\r\n\u2028\u2029]+/)
    .map((line) =>
      trimmed(line.replace(/^\s*(?:[-*•–·]|\d{1,4}[.)])\s+/, "").replace(/^\s*\[[ xX]?\]\s+/, "")),
    )
    .filter(Boolean);
}
