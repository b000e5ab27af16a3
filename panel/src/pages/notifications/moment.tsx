import { clockTime } from "../../explain/clock-time.ts";
import { fullTime } from "../../explain/times.ts";
import { useNow } from "../../session/use-now.ts";

/** Shows a time of day; the full time is in the tooltip and in `dateTime`. */
export function Moment({ at, isExact = false }: { readonly at: string; readonly isExact?: boolean }) {
  const now = useNow();
  return (
    <time className="num" dateTime={at} title={fullTime(at)}>
      {clockTime(at, now, isExact)}
    </time>
  );
}
