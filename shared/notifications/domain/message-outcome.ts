import { type Notification, STATUSES } from "./notification.ts";

/** The end that a chat message came to so far: by the customer's telephone where that has told, else the status. */
export const MESSAGE_OUTCOMES = [...STATUSES, "delivered", "read"] as const;
export type MessageOutcome = (typeof MESSAGE_OUTCOMES)[number];

export function messageOutcome({ status, provider }: Pick<Notification, "status" | "provider">): MessageOutcome {
  if (status !== "sent") return status;
  if (provider?.readAtMs !== undefined) return "read";
  return provider?.deliveredAtMs === undefined ? "sent" : "delivered";
}
