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
      "A batch counts as one request for the rate limit. Every item is judged like a single request and stands alone: the answer is 202 with a notification or an error for each, in order. With `atomic` one bad item refuses the whole batch, and nothing is created. An `Idempotency-Key` covers the whole batch.",
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
      "Cancels a notification before its first attempt, or while it waits for another attempt. An attempt that has begun is not stopped: the answer is 409 with the notification's status. Canceling a notification again changes nothing.",
    answer: { status: "canceled", attempts: 0 },
  },
  rescheduleNotification: {
    section: "Notifications",
    description:
      "Changes the `send_at` of a notification that has one, until its first attempt. A past time means now.",
    bodies: { "Now instead": { send_at: NOON } },
    answer: { status: "pending", attempts: 0, send_at: NOON },
  },
  resendNotification: {
    section: "Notifications",
    description:
      "Makes a new notification with the same content, recipients, account and metadata, and sends it at once; its `resent_from` names the first notification. The first notification must have ended, and its content must still be kept.",
    answer: { status: "pending", attempts: 0, resent_from: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e00" },
  },
  uploadAttachment: {
    section: "Notifications",
    description:
      "Stores a file of at most 20 MB for any number of mails within 7 days: name its `attachment_id` in `attachments`. A mail keeps the files that it was sent with for as long as its content.",
  },
  listNotifications: {
    section: "Notifications",
    description:
      "Lists notifications, newest first, page by page: continue with `next_cursor` and the same filters. Filters may be combined; `metadata.order=10042` finds the notifications whose metadata have `order` with the value `10042`.",
  },
  getNotification: {
    section: "Notifications",
    description:
      "Shows a notification with its status. `pending`: it waits for its delivery; `processing`: an attempt is being made; `submitted`: the chat platform has not reported the result yet. `sent` and `failed` are final; `last_error` says why a notification failed.",
  },
  getNotificationTimeline: {
    section: "Notifications",
    description:
      "Lists every attempt with the server's own words, and the result for every recipient, and explains the present state and what to do. The guide on explanations lists the codes.",
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
      "Lists one conversation for each customer of a chat account, the one with the latest message first. `window=open` finds the conversations in which free-form replies are allowed.",
  },
  getConversation: {
    section: "Conversations",
    description:
      "Shows a conversation with the customer's number and name, and until when free-form replies are allowed.",
  },
  getConversationMessages: {
    section: "Conversations",
    description:
      "Lists the customer's messages and those sent to the customer, newest first; `next_cursor` leads to older messages.",
  },
  replyToConversation: {
    section: "Conversations",
    description:
      "Sends a text, a file, a place, a reaction or a template. While the 24-hour window is closed, only a template can be sent: send a template, or name one as a fallback. 202 means that the reply is stored, is in the history, and will be delivered or end `failed` with a reason. `status` is the status of the reply's notification.",
    bodies: {
      "A text": { message_type: "text", text: "It leaves today." },
      "A picture": { message_type: "image", media_url: "https://cdn.example/menu.png" },
      "A place": { message_type: "location", latitude: 38.7223, longitude: -9.1393, location_name: "Our shop" },
    },
  },
  uploadMedia: {
    section: "Conversations",
    description:
      "Stores a picture, video, sound or document of at most 20 MB for a reply in this conversation; name its `media_id` in the reply.",
  },
  getMessageMedia: {
    section: "Conversations",
    description:
      "Answers the temporary address of a message's media file. The address is signed and needs no credential, so give it to the browser. 503 with `Retry-After` means that the file is still being copied to Herald's storage.",
  },
};
