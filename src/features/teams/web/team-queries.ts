import { type QueryFunctionContext, useQuery } from "@tanstack/react-query";
import { call } from "../../../web/api";
import { kept } from "../../../web/offline/kept-reads";
import { listMembers, listTeams, type Team } from "../contract";

/** Cache keys; the live event of a changed team invalidates them all. */
export const teamKeys = {
  all: ["teams"],
  members: (teamId: string) => ["team", teamId, "members"],
  invitations: (teamId: string) => ["team", teamId, "invitations"],
};

/** Used before we know who is signed in, so a 401 is an expected answer here. */
const quietly = { ...listTeams, session: false as const };

const allTeams = {
  queryKey: teamKeys.all,
  queryFn: kept(({ signal }: QueryFunctionContext) => call(quietly, { signal })),
};

/** The person's teams: the one in use, and then the others in the order they joined them. */
export function useTeams() {
  return useQuery(allTeams);
}

/** The team in use. Undefined data means it isn't loaded yet; null means the person has none. */
export function useTeam() {
  return useQuery({ ...allTeams, select: teamInUse });
}

/** The session's current team, else the first of the list (specification, section 1). */
export function teamInUse(teams: readonly Team[]): Team | null {
  return teams.find(({ current }) => current) ?? teams[0] ?? null;
}

/** The query of a team's members, in the order they joined. */
export const membersOf = (teamId: string) => ({
  queryKey: teamKeys.members(teamId),
  queryFn: kept(({ signal }: QueryFunctionContext) => call(listMembers, { params: { teamId }, signal })),
});

export function useMembers(teamId: string) {
  return useQuery(membersOf(teamId));
}
