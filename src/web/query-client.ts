import {
  type DefaultError,
  type DefaultedQueryObserverOptions,
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryFilters,
  type QueryKey,
  type QueryObserverOptions,
} from "@tanstack/react-query";
import { ApiError } from "./api";

/**
 * The one cache of server data. Nothing retries, reloads on focus or becomes stale automatically
 * (specification, section 7): live events report changes. `always`: a server on this machine is reachable
 * even without a network. What was refused because too many calls came is fetched again when they may go on.
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

/** The longest that a query waits after a refusal (seconds): a timer of over 24 days would fire at once. */
const longestWait = 3600;

/** How long after a failure a query is fetched again by itself (milliseconds); false: it isn't. */
const waitOf = (error: unknown): number | false =>
  error instanceof ApiError && error.status === 429 && Math.min(error.retryAfter ?? 10, longestWait) * 1000;

/** Fetches again what was invalidated during its first fetch, whose response may be older than the change. */
class FreshQueryClient extends QueryClient {
  /** A query that is polled waits after a refusal, too. */
  override defaultQueryOptions<
    Fetched = unknown,
    Failure = DefaultError,
    Data = Fetched,
    Cached = Fetched,
    Key extends QueryKey = QueryKey,
    Page = never,
  >(
    options:
      | QueryObserverOptions<Fetched, Failure, Data, Cached, Key, Page>
      | DefaultedQueryObserverOptions<Fetched, Failure, Data, Cached, Key>,
  ): DefaultedQueryObserverOptions<Fetched, Failure, Data, Cached, Key> {
    const all = super.defaultQueryOptions(options);
    if (all === options) return all;
    const { refetchInterval = false } = all;
    return {
      ...all,
      refetchInterval: (query) =>
        waitOf(query.state.error) ||
        (typeof refetchInterval === "function" ? refetchInterval(query) : refetchInterval),
    };
  }

  override async invalidateQueries<TaggedQueryKey extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<TaggedQueryKey>,
    options?: InvalidateOptions,
  ): Promise<void> {
    await this.furtherPages(filters);
    const loading = this.fetching(filters).filter(({ state }) => state.data === undefined);
    // The library only waits for a first fetch; it cancels and repeats later ones.
    await super.invalidateQueries(filters, options);
    await Promise.all(
      loading.map(async ({ queryKey }) => {
        // Somebody may have asked for one as soon as the first page was there.
        await this.furtherPages({ queryKey, exact: true });
        await super.invalidateQueries({ queryKey, exact: true }, options);
      }),
    );
  }

  /** Waits for the further pages that somebody asked for, because the library would drop them. */
  private async furtherPages(filters?: QueryFilters): Promise<void> {
    const pages = this.fetching(filters).filter(({ state }) => state.fetchMeta?.fetchMore);
    if (pages.length > 0) await Promise.allSettled(pages.map(({ promise }) => promise));
  }

  private fetching(filters?: QueryFilters) {
    return this.getQueryCache()
      .findAll(filters)
      .filter(({ state }) => state.fetchStatus === "fetching");
  }
}
