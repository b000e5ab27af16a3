import { useIsFetching } from "@tanstack/react-query";
import { isTooMany } from "../api/retry.ts";
import { Notice } from "./notice.tsx";

/** Says that the rate limit delays the page. The screen stays as it is, and missing data is requested again automatically. */
export function WaitNotice() {
  const waiting = useIsFetching({ predicate: ({ state }) => isTooMany(state.fetchFailureReason) });
  if (waiting === 0) return null;
  return (
    <div role="status">
      <Notice kind="info">
        <p>Too many requests. The page waits for up to a minute and goes on by itself.</p>
      </Notice>
    </div>
  );
}
