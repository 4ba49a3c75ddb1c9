import { QueryClient } from "@tanstack/react-query";

/**
 * The one cache of server data. Nothing retries, reloads on focus or becomes stale automatically
 * (specification, section 7): live events report changes. `always`: a server on this machine is reachable
 * even without a network.
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
