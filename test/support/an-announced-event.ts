import type { HeraldEvent } from "../../shared/events/contract/events.ts";
import { eventId } from "../../shared/events/domain/event-id.ts";
import { systemIdentifiers } from "../../shared/kernel/system-identifiers.ts";

const AT = "2026-11-21T12:00:00.000Z";

export type NotificationEvent = Extract<HeraldEvent, { readonly type: "notification.sent" | "notification.delivered" }>;

/** Builds the event that a new email was sent; a test passes only the fields that it is about. */
export function anAnnouncedEvent(
  changes: Partial<Pick<NotificationEvent, "id" | "type" | "timestamp">> = {},
): HeraldEvent {
  const { type = "notification.sent", timestamp = AT } = changes;
  const id = crypto.randomUUID();
  const keys = { pk: "owner-1#00", sk: id };
  return {
    id:
      changes.id ??
      eventId({ table: "Notifications", keys, type, state: [] }, Date.parse(timestamp), systemIdentifiers.hash),
    type,
    timestamp,
    data: {
      id,
      channel: "email",
      status: "sent",
      attempts: 1,
      max_attempts: 5,
      created_at: AT,
      updated_at: AT,
      recipient: "anna@example.org",
      sending_account_id: crypto.randomUUID(),
    },
  };
}
