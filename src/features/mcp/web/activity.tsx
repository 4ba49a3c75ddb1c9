import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "../../../web/api";
import { ActivityDialog } from "../../journal/web/activity-dialog";
import { listToolCalls, type ToolCall, toolCallsPerPage } from "../contract";
import { callLines } from "./call-lines";

/** Pages of calls that are looked through; a busy assistant makes hundreds in an hour. */
const mostPages = 4;
const noCalls: ToolCall[] = [];

interface ActivityProps {
  teamId: string;
  onClose: () => void;
}

/** The team's last changes, and between them what the person's own assistants called without changing anything. */
export function Activity({ teamId, onClose }: ActivityProps) {
  // Without them, the changes are still worth showing: no failure of its own.
  const { data = noCalls } = useQuery({
    queryKey: ["team", teamId, "last-tool-calls"],
    queryFn: ({ signal }) => lastCalls(teamId, signal),
    staleTime: 0,
  });
  const lines = useMemo(() => callLines(data), [data]);
  return <ActivityDialog teamId={teamId} onClose={onClose} lines={lines} />;
}

async function lastCalls(teamId: string, signal: AbortSignal): Promise<ToolCall[]> {
  const calls: ToolCall[] = [];
  for (let page = 0; page < mostPages; page++) {
    const before = calls.at(-1)?.id;
    const query = { limit: toolCallsPerPage, ...(before && { before }) };
    const next = await call(listToolCalls, { params: { teamId }, query, signal });
    calls.push(...next);
    if (next.length < toolCallsPerPage) break;
  }
  return calls;
}
