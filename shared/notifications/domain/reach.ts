import type { Notification } from "./notification.ts";

/** The number of recipients whose mail server or telephone has the message, and the number of all recipients. */
export interface Reach {
  readonly delivered: number;
  readonly total: number;
  /** The provider's last report of a chat message; a mail has none. */
  readonly report?: "delivered" | "read" | undefined;
}

type Reached = Pick<Notification, "conversationId" | "status" | "recipients" | "recipientCount" | "provider">;

export function reachOf({ conversationId, status, recipients, recipientCount, provider }: Reached): Reach {
  const total = recipients?.length ?? recipientCount ?? 1;
  // The provider tells by events how far a message of a conversation came.
  if (conversationId !== undefined) {
    const report = provider?.readAtMs !== undefined ? "read" : provider?.deliveredAtMs && "delivered";
    return { delivered: report ? 1 : 0, total, ...(report && { report }) };
  }
  if (recipients) return { delivered: recipients.filter(({ result }) => result === "accepted").length, total };
  return { delivered: status === "sent" ? total : 0, total };
}
