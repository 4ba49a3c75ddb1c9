import { z } from "zod";

/** Rows per page the specification names (section 9). */
export const pageSizes = { tasks: 100, messages: 50, meetings: 50 } as const;

/** `limit` and `offset` as the specification's list calls send them (counts of rows). */
export function paging(pageSize: number) {
  return {
    limit: z.coerce.number().int().min(1).max(pageSize).default(pageSize),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  };
}
