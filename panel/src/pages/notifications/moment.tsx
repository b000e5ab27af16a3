import { clockTime } from "../../explain/clock-time.ts";
import { fullTime } from "../../explain/times.ts";

/** A moment by the clock, with the whole of it on hover and for machines. */
export const Moment = ({ at, isExact = false }: { readonly at: string; readonly isExact?: boolean }) => (
  <time className="num" dateTime={at} title={fullTime(at)}>
    {clockTime(at, Date.now(), isExact)}
  </time>
);
