import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from "@tanstack/react-query";

/**
 * The one cache of server data. Nothing retries, reloads on focus or becomes stale automatically
 * (specification, section 7): live events report changes. `always`: a server on this machine is reachable
 * even without a network.
 */
export function createQueryClient(): QueryClient {
  return new FreshQueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: "always",
      },
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

/**
 * Fetches again what was invalidated during its first fetch, whose response may be older than the change. A further
 * page that somebody asked for is fetched first, because the library would drop it.
 */
class FreshQueryClient extends QueryClient {
  override async invalidateQueries<TaggedQueryKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TaggedQueryKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const paging = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === "fetching" && state.fetchMeta?.fetchMore);
    if (paging.length > 0) await Promise.allSettled(paging.map(({ promise }) => promise));
    const loading = this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === "fetching" && state.data === undefined);
    // The library only waits for a first fetch; it cancels and repeats later ones.
    await super.invalidateQueries(filters, options);
    await Promise.all(
      loading.map(({ queryKey }) => super.invalidateQueries({ queryKey, exact: true }, options)),
    );
  }
}
