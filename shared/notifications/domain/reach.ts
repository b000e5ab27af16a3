import { countOf, type Notification, recipientStates } from "./notification.ts";

/** The number of recipients whose mail server or telephone has the message, and the number of all recipients. */
export interface Reach {
  readonly delivered: number;
  readonly total: number;
  /** The provider's last report of a chat message; a mail has none. */
  readonly report?: "delivered" | "read" | undefined;
}

type Reached = Pick<
  Notification,
  "conversationId" | "status" | "recipients" | "recipientCount" | "provider" | "feedback"
>;

export function reachOf(notification: Reached): Reach {
  const { conversationId, status, recipients, provider } = notification;
  const total = countOf(notification);
  // The provider tells by events how far a message of a conversation came.
  if (conversationId !== undefined) {
    const report = provider?.readAtMs !== undefined ? "read" : provider?.deliveredAtMs && "delivered";
    return { delivered: report ? 1 : 0, total, ...(report && { report }) };
  }
  const isTaken = (record: { readonly result: string } | undefined): boolean =>
    recipients === undefined ? status === "sent" : record?.result === "accepted";
  const reached = recipientStates(notification).filter(
    ({ record, report }) => isTaken(record) && report?.kind !== "bounced",
  );
  return { delivered: reached.length, total };
}
