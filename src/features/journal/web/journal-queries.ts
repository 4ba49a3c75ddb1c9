import { useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { listJournal } from "../contract";

/** Changes in the Activity. */
export const activityEntries = 50;

/** The team's last 50 changes, newest first; fetched whenever the list is opened. */
export function useJournal(teamId: string) {
  return useQuery({
    queryKey: ["team", teamId, "journal"],
    queryFn: ({ signal }) => call(listJournal, { params: { teamId }, signal }),
    staleTime: 0,
  });
}
