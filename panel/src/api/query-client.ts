import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isOutage } from "./api-error.ts";
import { isNoLongList } from "./long-list.ts";
import { untilAnswered } from "./poll-every.ts";
import { retryDelayMs, shouldRetry } from "./retry.ts";

const FRESH_MS = 15_000;

/** Questions to the service, and their answers. Nothing waits for the browser to say that there is a network: a failure is shown, and passes. */
export function openQueryClient(): QueryClient {
  /** By hash: what an outage has kept from being answered. */
  const waiting = new Set<string>();
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: shouldRetry,
        retryDelay: retryDelayMs,
        refetchInterval: untilAnswered,
        networkMode: "always",
        refetchOnWindowFocus: isNoLongList,
        refetchOnReconnect: isNoLongList,
      },
      mutations: { retry: false, networkMode: "always" },
    },
    queryCache: new QueryCache({
      onError: (error, { queryHash }) => void (isOutage(error) && waiting.add(queryHash)),
      // The first answer after an outage brings the others at once.
      onSuccess: (_data, { queryHash }) => {
        if (!waiting.delete(queryHash) || waiting.size === 0) return;
        const others = new Set(waiting);
        waiting.clear();
        void client.refetchQueries({ type: "active", predicate: (query) => others.has(query.queryHash) });
      },
    }),
    // A change may show in any list: everything on screen is asked for again, once the page has moved on by itself.
    mutationCache: new MutationCache({
      onSettled: (_data, _error, _variables, _result, { meta }) =>
        void (meta?.isReading || setTimeout(() => client.invalidateQueries({ predicate: isNoLongList }))),
    }),
  });
  return client;
}
