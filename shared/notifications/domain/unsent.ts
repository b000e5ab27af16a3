import type { Change } from "./lifecycle-change.ts";

/** Notifications that failed, were canceled, wait for a retry, or for a person. They are few, so stores keep a list of each kind. */
export type Unsent = "failed" | "canceled" | "retrying" | "undecided";

/** A change puts its notification into this list; `none` removes it from any list, and undefined leaves it where it is. */
export function unsentAfter({ set, cases }: Pick<Change, "set" | "cases">): Unsent | "none" | undefined {
  const { status } = set;
  if (status === "failed" || status === "canceled") return status;
  if (status === "pending") return whilePending({ set, cases });
  return status === "sent" || status === "submitted" ? "none" : undefined;
}

function whilePending({ set, cases }: Pick<Change, "set" | "cases">): Unsent | "none" | undefined {
  const { lastError, approval } = set;
  if (approval !== undefined) return approval === "requested" ? "undecided" : "none";
  if (lastError !== undefined) return "retrying";
  // A redrive makes a failed notification pending again, so the notification leaves its list. Other changes to `pending` keep the list.
  return cases.some(({ statuses }) => statuses.includes("failed")) ? "none" : undefined;
}
