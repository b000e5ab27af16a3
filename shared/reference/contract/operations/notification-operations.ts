import type { OperationTable } from "./operation-guide.ts";

const NOON = "2026-11-22T12:00:00.000Z";

export const NOTIFICATION_OPERATIONS: OperationTable = {
  createNotification: {
    section: "Notifications",
    description:
      "Checks the request, stores it, and answers at once: 202 means that it is durable, and will be delivered or end `failed` with a reason. Everything that is wrong with the request itself is refused here: an unknown account, a template that cannot be rendered, a recipient that is no address. What goes wrong later is in the notification's timeline.\n\nGive an `Idempotency-Key` when you may have to repeat the request: the repeat gets the first answer and sends nothing again.",
    bodies: {
      "An email": { recipient: "ana@example.test", subject: "Your order 10042", body: "It is on its way." },
      "An email in HTML with a copy": {
        recipient: "ana@example.test",
        cc: ["team@example.test"],
        subject: "Your order 10042",
        body: "<p>It is <b>on its way</b>.</p>",
        body_type: "html",
      },
      "A template with a list": {
        recipient: "ana@example.test",
        template_id: "order-ready",
        variables: { name: "Ana" },
        data: { items: [{ name: "Tea", quantity: 2 }] },
      },
      "A WhatsApp message": {
        channel: "chat",
        recipient: "+15551230001",
        chat: { type: "text", text: { body: "Your order 10042 is on its way." } },
      },
    },
    answer: { status: "pending", attempts: 0 },
  },
  createNotificationBatch: {
    section: "Notifications",
    description:
      "One request for the limiter. Every item is judged like a single request and stands alone: the answer is 202 with a notification or an error for each, in order. With `atomic` one bad item refuses them all, and nothing is created. An `Idempotency-Key` covers the whole batch.",
    bodies: {
      "Two emails": {
        notifications: [
          { recipient: "ana@example.test", subject: "Your order 10042", body: "It is on its way." },
          { recipient: "rui@example.test", subject: "Your order 10043", body: "It is on its way." },
        ],
      },
      "All or none": {
        notifications: [{ recipient: "ana@example.test", subject: "Your order 10042", body: "It is on its way." }],
        atomic: true,
      },
    },
  },
  cancelNotification: {
    section: "Notifications",
    description:
      "Before its first attempt, and while it waits for another one. What a worker has in hand is not stopped: the answer is 409 with its status. Canceling again changes nothing.",
    answer: { status: "canceled", attempts: 0 },
  },
  rescheduleNotification: {
    section: "Notifications",
    description: "For one that was given a `send_at`, until its first attempt. A past time means now.",
    bodies: { "Now instead": { send_at: NOON } },
    answer: { status: "pending", attempts: 0, send_at: NOON },
  },
  resendNotification: {
    section: "Notifications",
    description:
      "A new notification with the same content, recipients, account and metadata, which leaves at once; `resent_from` names the first one. The first one has to have ended, and its content to be kept still.",
    answer: { status: "pending", attempts: 0, resent_from: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e00" },
  },
  uploadAttachment: {
    section: "Notifications",
    description:
      "At most 20 MB, for any number of mails within 7 days: name its `attachment_id` in `attachments`. A mail keeps the files that it was sent with for as long as its content.",
  },
  listNotifications: {
    section: "Notifications",
    description:
      "Newest first, page by page: go on with `next_cursor` and the same filters. Filters may be combined; `metadata.order=10042` finds what was sent with that pair.",
  },
  getNotification: {
    section: "Notifications",
    description:
      "`pending` waits for its delivery, `processing` is at the server now, `submitted` waits for what the chat platform reports. `sent` and `failed` are final; `last_error` says why.",
  },
  getNotificationTimeline: {
    section: "Notifications",
    description:
      "Every attempt with the server's own words, the result for every recipient, and for the present state one explanation with what to do. The codes are listed in the guide on explanations.",
    answer: {
      explanation: {
        code: "sent",
        summary: "The provider accepted it for every recipient.",
        what_to_do: "Nothing.",
      },
    },
  },
  listConversations: {
    section: "Conversations",
    description:
      "One for each customer of a chat account, the last one that something happened in first. `window=open` finds those whom you may answer freely.",
  },
  getConversation: {
    section: "Conversations",
    description: "With the customer's number and name, and until when they may be answered freely.",
  },
  getConversationMessages: {
    section: "Conversations",
    description:
      "What the customer wrote and what was sent to them, newest first; go on with `next_cursor` to older ones.",
  },
  replyToConversation: {
    section: "Conversations",
    description:
      "A text, a file, a place, a reaction or a template. While the 24-hour window is closed only a template goes out: choose one, or give one as a fallback. 202 means that the answer is durable, in the history, and will be delivered or end `failed` with a reason. The status of the answer is that of its notification.",
    bodies: {
      "A text": { message_type: "text", text: "It leaves today." },
      "A picture": { message_type: "image", media_url: "https://cdn.example/menu.png" },
      "A place": { message_type: "location", latitude: 38.7223, longitude: -9.1393, location_name: "Our shop" },
    },
  },
  uploadMedia: {
    section: "Conversations",
    description:
      "A picture, video, sound or document of at most 20 MB for an answer in this conversation; send it by its `media_id`.",
  },
  getMessageMedia: {
    section: "Conversations",
    description:
      "The address is signed, good for a short time, and needs no credential: give it to the browser. 503 with `Retry-After` while the file is being copied to our storage.",
  },
};
