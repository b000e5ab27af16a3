import type { Change } from "./lifecycle-change.ts";

/**
 * What is not sent, and not for the first time waiting either: it failed, was canceled, or waits after an attempt that failed. Few do, beside
 * those that are sent, so stores keep a list of each kind.
 */
export type Unsent = "failed" | "canceled" | "retrying";

/** The list that a change puts its notification into; `none` takes it out of any, undefined leaves it where it is. */
export function unsentAfter({ set, cases }: Pick<Change, "set" | "cases">): Unsent | "none" | undefined {
  const { status, lastError } = set;
  if (status === "failed" || status === "canceled") return status;
  if (status === "pending") {
    if (lastError !== undefined) return "retrying";
    // An operator's redrive takes an end back; another change leaves what waits as it was.
    return cases.some(({ statuses }) => statuses.includes("failed")) ? "none" : undefined;
  }
  return status === "sent" || status === "submitted" ? "none" : undefined;
}
