import { z } from "zod";

/**
 * A date and time in a request: ISO 8601 in any time zone. In UTC, its year has four digits, because
 * outside of these years JavaScript, PostgreSQL and the drivers between them read and write dates in forms of
 * their own.
 */
export function instant(error: string) {
  return z.iso.datetime({ offset: true, error }).refine((text) => {
    const year = new Date(text).getUTCFullYear();
    return year >= 1000 && year <= 9999;
  }, "Choose a year from 1000 to 9999.");
}

/** Anything that leaves a mark on the screen, unlike whitespace, zero-width characters and Hangul fillers. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Control}\u2800]/u;

/**
 * A text without the marks that turn the direction of what follows: in a row they would turn the words after it, too,
 * and a file named "invoice\u202efdp.exe" would read "invoiceexe.pdf". Right-to-left letters need none of them.
 */
export const inReadingOrder = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");

/**
 * What somebody typed, {@link inReadingOrder} and without the whitespace around it; empty if nothing of it can be seen.
 */
export const trimmed = (text: string): string => (visible.test(text) ? inReadingOrder(text).trim() : "");

/** A name, title or other text that people type and read: {@link trimmed}. */
export const typedText = (required?: { error: string }) => z.string(required).overwrite(trimmed);
