import { fullTime, relativeTime } from "../explain/times.ts";

/** A moment in words, with the exact one on hover and for machines. */
export const Time = ({ at }: { readonly at: string }) => (
  <time dateTime={at} title={fullTime(at)}>
    {relativeTime(at, Date.now())}
  </time>
);
