import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * SQL condition: a text is surely no longer than this (characters), because it has no more bytes. These are stored beside
 * it, while its characters would have to be unpacked and counted.
 */
export const isSurelyWithin = (text: SQLWrapper, most: number): SQL<boolean> =>
  sql<boolean>`octet_length(${text}) <= ${sql.raw(String(most))}`;

/** The beginning of a text (characters), so that long ones aren't transferred. */
export const beginningOf = (text: SQLWrapper, most: number): SQL<string> =>
  sql<string>`case when ${isSurelyWithin(text, most)} then ${text} else left(${text}, ${sql.raw(String(most))}) end`;
