import { type Notification, STATUSES } from "./notification.ts";

/** A chat message ends as the customer's telephone reported; without a report, its status tells. */
export const MESSAGE_OUTCOMES = [...STATUSES, "delivered", "read"] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

export function messageOutcome({ status, provider }: Pick<Notification, "status" | "provider">): MessageOutcome {
  if (status !== "sent") return status;
  if (provider?.readAtMs !== undefined) return "read";
  return provider?.deliveredAtMs === undefined ? "sent" : "delivered";
}
