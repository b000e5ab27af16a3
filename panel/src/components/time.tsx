import { fullTime, relativeTime } from "../explain/times.ts";

/** Shows a time relative to now; the exact one is in the tooltip and in `dateTime`. */
export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={fullTime(at)}>
    {relativeTime(at, Date.now())}
  </time>
);
