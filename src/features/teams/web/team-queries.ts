import { useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { listMembers, listTeams, type Team } from "../contract";

/** Cache keys; the live event of a changed team makes all of them old. */
export const teamKeys = {
  all: ["teams"],
  members: (teamId: string) => ["team", teamId, "members"],
  invitations: (teamId: string) => ["team", teamId, "invitations"],
};

/** Asked while it is still open who is signed in: the answer to that decides, so a 401 here is no news. */
const quietly = { ...listTeams, session: false as const };

const allTeams = {
  queryKey: teamKeys.all,
  queryFn: ({ signal }: { signal: AbortSignal }) => call(quietly, { signal }),
};

/** Every team the person is in, the one joined first leading. */
export function useTeams() {
  return useQuery(allTeams);
}

/** The team in use. Undefined data means not loaded yet, null that the person is in none. */
export function useTeam() {
  return useQuery({ ...allTeams, select: teamInUse });
}

/** The team that this session is about, else the first of the list (specification, section 1). */
export function teamInUse(teams: readonly Team[]): Team | null {
  return teams.find(({ current }) => current) ?? teams[0] ?? null;
}

/** The members of a team, the one who joined first leading. */
export function useMembers(teamId: string) {
  return useQuery({
    queryKey: teamKeys.members(teamId),
    queryFn: ({ signal }) => call(listMembers, { params: { teamId }, signal }),
  });
}
