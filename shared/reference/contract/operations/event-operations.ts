import type { OperationTable } from "./operation-guide.ts";

const WEBHOOK = {
  url: "https://receiver.example/events",
  event_types: ["notification.sent", "notification.failed"],
  description: "The shop's order system",
};

export const EVENT_OPERATIONS: OperationTable = {
  listEvents: {
    section: "Events",
    description:
      "Everything that happened in the last 30 days, oldest first. Begins at the oldest kept event, or with `cursor=now` at the end. Keep `next_cursor`, also that of an empty page: reading on from it skips nothing. An event may come twice, with the same id.",
  },
  listWebhooks: { section: "Webhooks", description: "All of them: there are at most 20." },
  createWebhook: {
    section: "Webhooks",
    description:
      "Of at most 20. Events are posted as Standard Webhooks, signed with the `secret` that only this answer and a rotation show. A receiver answers 2xx within 15 seconds; anything else is tried again for more than a day.",
    bodies: { "Ends of notifications": WEBHOOK },
  },
  getWebhook: { section: "Webhooks", description: "Whether it is enabled, and why not." },
  replaceWebhook: {
    section: "Webhooks",
    description: "All fields: what is left out is reset. It also enables a webhook that the service has disabled.",
    bodies: { "All events": { url: "https://receiver.example/events", event_types: [] } },
  },
  deleteWebhook: {
    section: "Webhooks",
    description: "Nothing is sent to it any more, not even what waits for a retry. Its log is erased within minutes.",
  },
  rotateWebhookSecret: {
    section: "Webhooks",
    description: "Until the grace period is over every request has two signatures, so that no event is lost meanwhile.",
    bodies: { "An hour for the old one": { grace_seconds: 3600 } },
  },
  testWebhook: {
    section: "Webhooks",
    description:
      "Sends a `webhook.test` at once, also while the webhook is disabled, waits for the receiver's answer and shows it, whatever it is. 502 says why no answer came.",
  },
  listWebhookDeliveries: {
    section: "Webhooks",
    description:
      "The tries of the last 30 days, newest first: one entry a try, with the beginning of the receiver's answer or the reason why none came.",
  },
  retryWebhookDelivery: {
    section: "Webhooks",
    description: "For an event that the webhook was sent before; replay sends the others.",
  },
  replayWebhook: {
    section: "Webhooks",
    description:
      "Sends again what the feed still has of the webhook's `event_types` since a time, for instance what happened while the webhook was disabled. The feed goes back 30 days.",
    bodies: { "Since midnight": { since: "2026-11-22T00:00:00Z" } },
  },
};
