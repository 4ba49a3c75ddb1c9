import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { search } from "../../contract";

/**
 * What a search of at least two characters finds in a team.
 *
 * @param forArea - an area that something is looked for: what is found says whether it belongs to it.
 */
export function useSearchHits(teamId: string, q: string, forArea?: string) {
  return useQuery({
    queryKey: ["team", teamId, "search", q, forArea],
    queryFn: ({ signal }) =>
      call(search, { params: { teamId }, query: { q, ...(forArea && { forArea }) }, signal }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    // What was found earlier may have changed since.
    staleTime: 0,
    gcTime: 10_000,
  });
}
