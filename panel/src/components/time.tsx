import { fullTime, relativeTime } from "../explain/times.ts";
import { useNow } from "../session/use-now.ts";

/** Shows a time relative to now; the exact one is in the tooltip and in `dateTime`. */
export function Time({ at }: { readonly at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={fullTime(at)}>
      {relativeTime(at, now)}
    </time>
  );
}
