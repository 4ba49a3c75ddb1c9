import { useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { listMembers, listTeams } from "../contract";

/** Asked while it is still open who is signed in: the answer to that decides, so a 401 here is no news. */
const quietly = { ...listTeams, session: false as const };

/** The team in use: the first of the user's list (specification, section 1). Undefined data means not loaded yet, null none. */
export function useTeam(enabled = true) {
  return useQuery({
    queryKey: ["teams"],
    queryFn: ({ signal }) => call(quietly, { signal }),
    select: (teams) => teams[0] ?? null,
    enabled,
  });
}

/** The members of a team, for choosing an assignee. */
export function useMembers(teamId: string) {
  return useQuery({
    queryKey: ["team", teamId, "members"],
    queryFn: ({ signal }) => call(listMembers, { params: { teamId }, signal }),
  });
}
