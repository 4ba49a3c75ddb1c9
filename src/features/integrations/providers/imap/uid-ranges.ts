import { z } from "zod";

/** Ranges of UIDs, each with its first and last, in ascending order and without overlaps. */
export const UidRanges = z.array(z.tuple([z.int(), z.int()]));
export type UidRanges = z.infer<typeof UidRanges>;

/** The ranges as a sequence set. Source: RFC 9051, section 9 */
export const toUidSet = (ranges: UidRanges): string => ranges.map((range) => range.join(":")).join(",");

/** The parts of the ranges up to a UID. */
export const upTo = (ranges: UidRanges, last: number): UidRanges =>
  ranges.filter(([first]) => first <= last).map(([first, end]) => [first, Math.min(end, last)]);
