import { QueryClient } from "@tanstack/react-query";

/**
 * The one cache of server data. Nothing retries, nothing reloads on focus, nothing goes stale by itself
 * (specification, section 7): live events say what changed. `always`: a server on this machine answers while the
 * network is down.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
