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

// The OpenAPI document has the descriptions.

/** Continues after this row. */
export const after = z
  .uuid()
  .optional()
  .describe("The id of the last row of the page before, to go on after it instead of at `offset`.");

/**
 * Where the row in `after` or `before` was when its page was read, as the header `link` of that page has it; without it, where the
 * row is now. So a list goes on exactly there although the row has moved or is gone.
 */
export const cursor = z
  .string()
  .max(8000)
  .optional()
  .describe("Where that row was, as the header `link` of its page has it. Without it: where the row is now.");

/** Continues with what is older than this row. */
export const before = z
  .uuid()
  .optional()
  .describe("The id of the oldest row of the page before, to go on with what is older.");

/** How many rows a page may have at most (count); as many as that without it. */
export const pageLimit = (most: number) =>
  z.coerce.number().int().min(1).max(most).default(most).describe("How many rows at most.");

/** `limit` and `offset` of the specification's list calls (counts of rows). */
export function paging(pageSize: number) {
  return {
    limit: pageLimit(pageSize),
    offset: z.coerce
      .number()
      .int()
      .min(0)
      .max(10_000_000)
      .default(0)
      .describe("How many rows to leave out from the beginning."),
  };
}

/** The page of a list whose rows can move in it. */
export const movingPage = (pageSize: number) => ({ ...paging(pageSize), after, cursor });
