import { type FieldTable, inEach } from "./field-note.ts";

const EVENT = "evt_019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05";
const NOON = "2026-11-22T12:00:00.000Z";
const URL = "https://receiver.example/events";

export const EVENT_FIELDS: FieldTable = {
  timestamp: ["When the event happened.", NOON],
  data: ["The thing that the event is about, in the form in which the API answers a GET of it.", { status: "sent" }],
  events: ["The events, oldest first."],
  "RecentEventPage.events": ["The events of this page, newest first."],
  "EventPage.events": ["The events of this page, oldest first."],
  types: ["Types of events, separated by commas; all types when left out.", "notification.sent,notification.failed"],
  "listEvents.cursor": [
    "A previous next_cursor of the same types, or now for a cursor behind all events so far.",
    "now",
  ],
  url: ["The address that events are posted to.", URL],
  "AnnouncedWebhook.url": [
    "The origin of the webhook's address only, because the rest of the address may be a secret.",
    "https://receiver.example",
  ],
  event_types: [
    "The types of events that are sent; all types when empty.",
    ["notification.sent", "notification.failed"],
  ],
  description: ["A note on the webhook for people.", "The shop's order system"],
  enabled: ["Whether events are sent to the webhook.", true],
  "AnnouncedWebhook.status": ["Whether events are sent to the webhook.", "disabled"],
  disabled_reason: [
    "Why the service disabled the webhook; absent when its owner disabled it.",
    "the receiver answered 410",
  ],
  secret: [
    "The secret that signs each request: `whsec_` and base64 of 32 bytes. Only this answer shows the secret.",
    "whsec_c2VjcmV0IG9mIHRoaXJ0eS10d28gYnl0ZXMgaGVyZSE=",
  ],
  grace_seconds: ["How many seconds the earlier key or secret goes on working.", 3600],
  "rotateWebhookSecret.grace_seconds": ["How many seconds the earlier secret signs requests, too.", 3600],
  status_code: ["The status code of the receiver's answer.", 200],
  duration_ms: ["How many milliseconds the receiver took to answer.", 42],
  event_id: ["The id of the event.", EVENT],
  "WebhookDelivery.about": [
    "With `details`: the recipient, customer, template or account that the event is about.",
    "ana@nordpost.example",
  ],
  "WebhookDelivery.status": ["The result of this try.", "success"],
  "WebhookDelivery.error": ["Why the receiver gave no answer.", "connection refused"],
  "WebhookDelivery.at": ["When the try was made, or is due while it is pending (RFC 3339, UTC).", NOON],
  "listWebhookDeliveries.status": ["Only tries to deliver with this result.", "failed"],
  "retryWebhookDelivery.status": ["The event waits to be sent again.", "pending"],
  "replayWebhook.status": ["The events wait to be sent again.", "pending"],
  "replayWebhook.since": ["Only events of this time or later (RFC 3339).", "2026-11-22T00:00:00Z"],
  deliveries: ["The tries to deliver, newest first."],
  bounce: ["What is known of the mail that came back."],
  "Bounce.recipient": [
    "The recipient from whom the mail came back; absent when the report leaves that open.",
    "ana@nordpost.example",
  ],
  "Bounce.type": [
    "`permanent` when the recipient is suppressed by it, because the address will never work; `transient` otherwise.",
    "permanent",
  ],
  "Bounce.status": ["The enhanced status code of the report.", "5.1.1"],
  "Bounce.response": ["The words of the server that did not take the mail.", "550 5.1.1 No such user"],
  "BouncedNotification.reason": ["`bounced`, also where the explanation is another one.", "bounced"],
  complaint: ["What is known of the complaint."],
  "Complaint.recipient": [
    "The recipient who complained; absent when the report leaves that open.",
    "ana@nordpost.example",
  ],
  feedback_type: ["The type of the complaint, as its report names it.", "abuse"],
  "ComplainedNotification.reason": ["`complained`, also where the explanation is another one.", "complained"],
  ...inEach(["Event", "KeptEvent"], { id: ["The event's id, the same whenever the event is delivered again.", EVENT] }),
  ...inEach(["Event", "KeptEvent", "WebhookDelivery"], {
    type: ["The type of the event: what happened.", "notification.sent"],
  }),
  ...inEach(["createWebhook", "replaceWebhook"], {
    url: ["The address that events are posted to: https, or http where the deployment allows it.", URL],
    event_types: [
      "The types of events that are sent; all types when empty or left out.",
      ["notification.sent", "notification.failed"],
    ],
    enabled: ["Whether events are sent to the webhook; while false, none are.", true],
  }),
  ...inEach(["Webhook", "WebhookWithSecret"], { status: ["Whether events are sent to the webhook.", "enabled"] }),
  ...inEach(["WebhookDelivery", "WebhookTestAnswer"], { body: ["The beginning of the receiver's answer.", "ok"] }),
};
