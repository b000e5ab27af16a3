import type { FieldTable } from "./field-note.ts";

const EVENT = "evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05";
const NOON = "2026-11-22T12:00:00.000Z";
const URL = "https://receiver.example/events";

/** Events and webhooks. */
export const EVENT_FIELDS: FieldTable = {
  "Event.id": ["The event's id, the same wherever it is told.", EVENT],
  "KeptEvent.id": ["The event's id, the same wherever it is told.", EVENT],
  "Event.type": ["What happened.", "notification.sent"],
  "KeptEvent.type": ["What happened.", "notification.sent"],
  timestamp: ["When it happened.", NOON],
  data: ["What it happened to, as its own address shows it.", { status: "sent" }],
  events: ["A page of them."],
  types: ["Only these, with commas between them.", "notification.sent,notification.failed"],
  "listEvents.cursor": ["A next_cursor, or now.", "now"],
  url: ["The address that events are posted to.", URL],
  "AnnouncedWebhook.url": ["The origin of its address: the rest may be a secret.", "https://receiver.example"],
  event_types: ["Only these; empty means all.", ["notification.sent", "notification.failed"]],
  description: ["For people.", "The shop's order system"],
  enabled: ["Whether events are sent.", true],
  "Webhook.status": ["Whether events are sent.", "enabled"],
  "WebhookWithSecret.status": ["Whether events are sent.", "enabled"],
  "AnnouncedWebhook.status": ["Whether events are sent.", "disabled"],
  disabled_reason: ["Why the service disabled it.", "the receiver answered 410"],
  secret: ["The key of the signatures.", "whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE="],
  grace_seconds: ["How long the one before stays good.", 3600],
  status_code: ["The receiver's answer.", 200],
  duration_ms: ["How long it took, in milliseconds.", 42],
  "WebhookTestAnswer.body": ["The beginning of the receiver's answer.", "ok"],
  "WebhookDelivery.body": ["The beginning of the receiver's answer.", "ok"],
  "WebhookDelivery.event_id": ["The event.", EVENT],
  "retryWebhookDelivery.event_id": ["The event.", EVENT],
  "WebhookDelivery.type": ["What happened.", "notification.sent"],
  "WebhookDelivery.about": ["The thing that the event is about.", "ana@nordpost.example"],
  "WebhookDelivery.status": ["The result of this try.", "success"],
  "WebhookDelivery.error": ["Why no answer came.", "connection refused"],
  "listWebhookDeliveries.status": ["Only tries of this result.", "failed"],
  "retryWebhookDelivery.status": ["It is on its way.", "pending"],
  "replayWebhook.status": ["They are on their way.", "pending"],
  deliveries: ["One entry a try."],
};
