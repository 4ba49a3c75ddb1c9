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
