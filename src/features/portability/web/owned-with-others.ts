import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { Team } from "../../teams/contract";
import { membersOf, teamKeys } from "../../teams/web/team-queries";

/**
 * The query of the person's teams that others are in; nobody would own them if the person went.
 *
 * One query, because the library's hook for several would be in what every screen loads.
 */
export function ownedWithOthers(queryClient: QueryClient, teams: readonly Team[]) {
  const owned = teams.filter(({ role }) => role === "owner");
  return queryOptions({
    queryKey: [...teamKeys.all, "owned-with-others", ...owned.map(({ id }) => id)],
    // Events come only from the team in use, and that of a changed team reaches this before the members.
    staleTime: 0,
    queryFn: async () => {
      const members = await Promise.all(
        owned.map(({ id }) => queryClient.fetchQuery({ ...membersOf(id), staleTime: 0 })),
      );
      return owned.filter((_, index) => (members[index]?.length ?? 0) > 1);
    },
  });
}
