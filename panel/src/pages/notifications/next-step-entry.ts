import type { TimelineEntry } from "../../explain/timeline.ts";
import { type Described, waitsForRetry } from "./outcome.ts";

type Unfinished = Pick<Described, "status" | "attempts" | "max_attempts" | "next_attempt_at" | "send_at" | "channel">;

/** Shows the next step above the events so far; there is none once delivery is over. `now` is in epoch milliseconds. */
export function nextStepEntry(one: Unfinished, now: number): TimelineEntry | undefined {
  const { status, attempts, max_attempts: most, next_attempt_at: next, send_at: at } = one;
  if (status === "processing") return { tone: "run", what: `Attempt ${attempts} of ${most} is under way` };
  if (status === "submitted") return { tone: "run", what: "Waiting for the platform's report" };
  if (waitsForRetry(one))
    return {
      tone: "wait",
      what: `Retry scheduled: attempt ${attempts + 1} of ${most}`,
      why: "Retry now makes this attempt at once.",
      at: next,
    };
  if (status !== "pending") return undefined;
  return at && Date.parse(at) > now
    ? { tone: "wait", what: "Scheduled by its sender", at }
    : { tone: "wait", what: "Waiting to be sent" };
}
