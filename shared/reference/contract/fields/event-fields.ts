import { type FieldTable, inEach } from "./field-note.ts";

const EVENT = "evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05";
const NOON = "2026-11-22T12:00:00.000Z";
const URL = "https://receiver.example/events";

export const EVENT_FIELDS: FieldTable = {
  timestamp: ["When it happened.", NOON],
  data: ["What it happened to, as its own address shows it.", { status: "sent" }],
  events: ["Everything that happened, oldest first."],
  "RecentEventPage.events": ["Newest first."],
  "EventPage.events": ["Oldest first."],
  types: ["Types, separated by commas; all when left out.", "notification.sent,notification.failed"],
  "listEvents.cursor": ["A previous next_cursor of the same types, or now for one behind everything so far.", "now"],
  url: ["The address that events are posted to.", URL],
  "AnnouncedWebhook.url": [
    "Its origin only: the rest of a webhook's address may be a secret.",
    "https://receiver.example",
  ],
  event_types: ["Empty: all.", ["notification.sent", "notification.failed"]],
  description: ["For people.", "The shop's order system"],
  enabled: ["Whether events are sent.", true],
  "AnnouncedWebhook.status": ["Whether events are sent.", "disabled"],
  disabled_reason: ["Why the service disabled it; absent when its owner did.", "the receiver answered 410"],
  secret: [
    "`whsec_` and base64 of 32 bytes: signs what is sent. Shown this once.",
    "whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE=",
  ],
  grace_seconds: ["How long the one before stays good.", 3600],
  "rotateWebhookSecret.grace_seconds": ["How long the secret before it signs too.", 3600],
  status_code: ["The receiver's answer.", 200],
  duration_ms: ["How long it took, in milliseconds.", 42],
  event_id: ["The event.", EVENT],
  "WebhookDelivery.about": [
    "With `details`: the recipient, customer, template or account that the event is about.",
    "ana@nordpost.example",
  ],
  "WebhookDelivery.status": ["The result of this try.", "success"],
  "WebhookDelivery.error": ["Why there was no answer.", "connection refused"],
  "WebhookDelivery.at": ["RFC 3339, UTC; of a pending one, when it is due.", NOON],
  "listWebhookDeliveries.status": ["Only tries of this result.", "failed"],
  "retryWebhookDelivery.status": ["It is on its way.", "pending"],
  "replayWebhook.status": ["They are on their way.", "pending"],
  "replayWebhook.since": ["RFC 3339: events of this time or later.", "2026-11-22T00:00:00Z"],
  deliveries: ["Newest first."],
  ...inEach(["Event", "KeptEvent"], { id: ["The same whenever the event comes again.", EVENT] }),
  ...inEach(["Event", "KeptEvent", "WebhookDelivery"], { type: ["What happened.", "notification.sent"] }),
  ...inEach(["createWebhook", "replaceWebhook"], {
    url: ["Events are posted there. https; http where the deployment allows it.", URL],
    event_types: ["All types when it is empty or left out.", ["notification.sent", "notification.failed"]],
    enabled: ["Nothing is sent while it is false.", true],
  }),
  ...inEach(["Webhook", "WebhookWithSecret"], { status: ["Whether events are sent.", "enabled"] }),
  ...inEach(["WebhookDelivery", "WebhookTestAnswer"], { body: ["The beginning of the answer.", "ok"] }),
};
