import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "../../../../web/api";
import { search } from "../../contract";

/** What a search of at least two characters finds in a team. */
export function useSearchHits(teamId: string, q: string) {
  return useQuery({
    queryKey: ["team", teamId, "search", q],
    queryFn: ({ signal }) => call(search, { params: { teamId }, query: { q }, signal }),
    enabled: q.length > 1,
    placeholderData: keepPreviousData,
    // What was found earlier may have changed since.
    staleTime: 0,
    gcTime: 10_000,
  });
}
