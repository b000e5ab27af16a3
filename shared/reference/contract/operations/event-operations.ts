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
      "The events of the last 30 days, oldest first. The feed begins at the oldest kept event, or with `cursor=now` at the end. Keep `next_cursor`, also that of an empty page: reading on from it skips nothing. An event may come twice, with the same id.",
  },
  listWebhooks: { section: "Webhooks", description: "Lists all webhooks of the owner, at most 20." },
  createWebhook: {
    section: "Webhooks",
    description:
      "An owner may have at most 20 webhooks. Events are posted as Standard Webhooks, signed with the `secret` that only this answer and a rotation show. A receiver answers 2xx within 15 seconds; anything else is tried again for more than a day.",
    bodies: { "Ends of notifications": WEBHOOK },
  },
  getWebhook: {
    section: "Webhooks",
    description: "Shows a webhook without its secret: its address, whether it is enabled, and why not.",
  },
  replaceWebhook: {
    section: "Webhooks",
    description:
      "Replaces all fields: a field that is left out is reset. Replacing a webhook also enables it if the service has disabled it.",
    bodies: { "All events": { url: "https://receiver.example/events", event_types: [] } },
  },
  deleteWebhook: {
    section: "Webhooks",
    description:
      "Nothing is sent to a deleted webhook any more, not even events that wait for a retry. The webhook's log is erased within minutes.",
  },
  rotateWebhookSecret: {
    section: "Webhooks",
    description:
      "Makes a new secret. Until the grace period is over, every request is signed with both secrets, so that no event is lost meanwhile.",
    bodies: { "An hour for the old one": { grace_seconds: 3600 } },
  },
  testWebhook: {
    section: "Webhooks",
    description:
      "Sends a `webhook.test` at once, also while the webhook is disabled, waits for the receiver's answer and shows the answer, whatever its status. 502 says why no answer came.",
  },
  listWebhookDeliveries: {
    section: "Webhooks",
    description:
      "The tries to deliver events in the last 30 days, newest first: one entry for each try, with the beginning of the receiver's answer or the reason why none came.",
  },
  retryWebhookDelivery: {
    section: "Webhooks",
    description: "Sends an event again that was sent to the webhook before. Replay sends events that were not.",
  },
  replayWebhook: {
    section: "Webhooks",
    description:
      "Sends again the events of the webhook's `event_types` since a given time, for instance those that happened while the webhook was disabled. The feed goes back 30 days.",
    bodies: { "Since midnight": { since: "2026-11-22T00:00:00Z" } },
  },
};
