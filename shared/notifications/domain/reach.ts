import type { Notification } from "./notification.ts";

/** How far a notification came: the provider's server, or the telephone, has it for so many of its recipients. */
export interface Reach {
  readonly delivered: number;
  readonly total: number;
  /** Chat only: the last that the provider told of it. */
  readonly report?: "delivered" | "read" | undefined;
}

type Reached = Pick<Notification, "conversationId" | "status" | "recipients" | "recipientCount" | "provider">;

export function reachOf({ conversationId, status, recipients, recipientCount, provider }: Reached): Reach {
  const total = recipients?.length ?? recipientCount ?? 1;
  // Of a message that is part of a conversation the provider tells by events how far it came.
  if (conversationId !== undefined) {
    const report = provider?.readAtMs !== undefined ? "read" : provider?.deliveredAtMs && "delivered";
    return { delivered: report ? 1 : 0, total, ...(report && { report }) };
  }
  if (recipients) return { delivered: recipients.filter(({ result }) => result === "accepted").length, total };
  return { delivered: status === "sent" ? total : 0, total };
}
