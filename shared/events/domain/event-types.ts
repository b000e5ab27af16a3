/** All types of events. A filter may name each of them, even if a deployment never has an event of this type (D40). */
export const EVENT_TYPES = [
  "notification.submitted",
  "notification.sent",
  "notification.delivered",
  "notification.read",
  "notification.retrying",
  "notification.failed",
  "notification.canceled",
  "notification.bounced",
  "notification.complained",
  "message.received",
  "chat_template.updated",
  "sending_account.failing",
  "sending_account.recovered",
  "recipient.suppressed",
  "recipient.unsubscribed",
  "webhook.disabled",
] as const;
export type EventType = (typeof EVENT_TYPES)[number];
