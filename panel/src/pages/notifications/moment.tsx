import { clockTime } from "../../explain/clock-time.ts";
import { fullTime } from "../../explain/times.ts";

/** Shows a time of day; the full time is in the tooltip and in `dateTime`. */
export const Moment = ({ at, isExact = false }: { readonly at: string; readonly isExact?: boolean }) => (
  <time className="num" dateTime={at} title={fullTime(at)}>
    {clockTime(at, Date.now(), isExact)}
  </time>
);
