import { type Notification, STATUSES } from "./notification.ts";

/** The outcome of a sent chat message is what the customer's telephone reported last. Without a report, it is the notification's status. */
export const MESSAGE_OUTCOMES = [...STATUSES, "delivered", "read"] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

export function messageOutcome({ status, provider }: Pick<Notification, "status" | "provider">): MessageOutcome {
  if (status !== "sent") return status;
  if (provider?.readAtMs !== undefined) return "read";
  return provider?.deliveredAtMs === undefined ? "sent" : "delivered";
}
