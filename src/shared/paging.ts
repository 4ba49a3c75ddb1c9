import { z } from "zod";

/** Page sizes from the specification (section 9). */
export const pageSizes = { tasks: 100, messages: 50, meetings: 50 } as const;

/** `limit` and `offset` of the specification's list calls (counts of rows). */
export function paging(pageSize: number) {
  return {
    limit: z.coerce.number().int().min(1).max(pageSize).default(pageSize),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  };
}
