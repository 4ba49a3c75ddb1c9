import { type InfiniteData, useInfiniteQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { type AuditEntry, listAuditEntries } from "../contract";

/** Entries per page on the screen. */
const pageSize = 10;

export const auditLogKey = (teamId: string) => ["team", teamId, "audit-log"];

/** The team's audit log, newest first. Reloads whenever the settings open. */
export function useAuditLog(teamId: string) {
  return useInfiniteQuery({
    queryKey: auditLogKey(teamId),
    queryFn: ({ pageParam, signal }) => {
      const query = { limit: pageSize, ...(pageParam && { before: pageParam }) };
      return call(listAuditEntries, { params: { teamId }, query, signal });
    },
    initialPageParam: "",
    getNextPageParam: (last: AuditEntry[]) => (last.length === pageSize ? last.at(-1)?.id : undefined),
    select: (data: InfiniteData<AuditEntry[]>) => data.pages.flat(),
    refetchOnMount: "always",
  });
}
