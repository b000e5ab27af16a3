import { type QueryCache, useQueryClient } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";
import { isOutage } from "../api/api-error.ts";
import { Notice } from "../components/notice.tsx";
import { fullTime } from "../explain/times.ts";

/** Returns the time of the oldest data on screen that an outage keeps from being renewed, in epoch milliseconds, or 0. */
const staleSince = (cache: QueryCache): number =>
  cache
    .getAll()
    .filter((query) => query.isActive() && query.state.data !== undefined && isOutage(query.state.error))
    .reduce((oldest, { state }) => Math.min(oldest || state.dataUpdatedAt, state.dataUpdatedAt), 0);

/** Says during an outage how old the data on screen is. The notice disappears when the service answers again. */
export function OutageNotice() {
  const cache = useQueryClient().getQueryCache();
  const since = useSyncExternalStore(
    useCallback((listener: () => void) => cache.subscribe(listener), [cache]),
    () => staleSince(cache),
  );
  return (
    <div role="status">
      {since > 0 && (
        <Notice kind="warn" title="Herald cannot be reached">
          <p>
            You see what was there at {fullTime(new Date(since).toISOString())}. The page asks again by itself; what you
            type stays.
          </p>
        </Notice>
      )}
    </div>
  );
}
