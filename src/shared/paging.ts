import { z } from "zod";

/** Page sizes from the specification (section 9). */
export const pageSizes = { tasks: 100, messages: 50, meetings: 50 } as const;

/** A page of a list that continues after a row. */
export interface PageAfter {
  limit: number;
  offset: number;
  after?: string | undefined;
  cursor?: string | undefined;
}

/** A page of a list of what happened, with the newest first, that continues with what is older. */
export interface PageBefore {
  limit: number;
  before?: string | undefined;
  cursor?: string | undefined;
}

/** Continues after this row, the last one of the page before, instead of at `offset`. */
export const after = z.uuid().optional();

/**
 * Where the row in `after` or `before` was when its page was read, as the header `link` of that page has it; without it, where the
 * row is now. So a list goes on exactly there although the row has moved or is gone.
 */
export const cursor = z.string().max(8000).optional();

/** Continues with what is older than this row, the oldest one of the page before. */
export const before = z.uuid().optional();

/** How many rows a page may have at most (count); as many as that without it. */
export const pageLimit = (most: number) => z.coerce.number().int().min(1).max(most).default(most);

/** `limit` and `offset` of the specification's list calls (counts of rows). */
export function paging(pageSize: number) {
  return {
    limit: pageLimit(pageSize),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  };
}

/** The page of a list whose rows can move in it. */
export const movingPage = (pageSize: number) => ({ ...paging(pageSize), after, cursor });
