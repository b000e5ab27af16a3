import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { isOutage } from "./api-error.ts";
import { isNoLongList } from "./long-list.ts";
import { untilAnswered } from "./poll-every.ts";
import { retryDelayMs, shouldRetry } from "./retry.ts";

const FRESH_MS = 15_000;

/** Opens the cache of queries. It ignores the browser's offline state: a failure is shown and tried again. */
export function openQueryClient(): QueryClient {
  /** The hashes of queries that an outage has kept from an answer. */
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
      // The first answer after an outage refreshes the other failed queries at once.
      onSuccess: (_data, { queryHash }) => {
        if (!waiting.delete(queryHash) || waiting.size === 0) return;
        const others = new Set(waiting);
        waiting.clear();
        void client.refetchQueries({ type: "active", predicate: (query) => others.has(query.queryHash) });
      },
    }),
    // A change may affect any list, so all queries on screen run again. The timeout lets the page react to the change first.
    mutationCache: new MutationCache({
      onSettled: (_data, _error, _variables, _result, { meta }) =>
        void (meta?.isReading || setTimeout(() => client.invalidateQueries({ predicate: isNoLongList }))),
    }),
  });
  return client;
}
