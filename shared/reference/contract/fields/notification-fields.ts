import type { FieldTable } from "./field-note.ts";

const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03";
const NOON = "2026-11-22T12:00:00.000Z";

const UNUSED = "Not used on this channel: its type is checked, nothing else.";

/** Fields that a request of the other channel may bring along. */
const unusedIn = (where: string, examples: Readonly<Record<string, unknown>>): FieldTable =>
  Object.fromEntries(Object.entries(examples).map(([name, example]) => [`${where}.${name}`, [UNUSED, example]]));

/** Sends, and what became of them. */
export const NOTIFICATION_FIELDS: FieldTable = {
  channel: ["email, or chat for WhatsApp.", "email"],
  recipient: ["Who gets it first of all.", "ana@example.test"],
  cc: ["Visible copies.", ["team@example.test"]],
  bcc: ["Hidden copies.", ["archive@example.test"]],
  subject: ["The subject; without a template it is required.", "Your order 10042"],
  body: ["The text; without a template it is required.", "It is on its way."],
  body_type: ["text or html.", "text"],
  text: ["The plain part beside an html body.", "It is on its way."],
  template_id: ["A template instead of subject and body.", ID],
  template_version: ["An older version of the template.", 2],
  strict_variables: ["Refuse the mail when the template needs a variable that is absent.", true],
  reply_to: ["Where answers go.", "help@shop.example"],
  headers: ["Headers of your own.", { "X-Campaign": "autumn" }],
  attachments: ["At most 20 files."],
  filename: ["The file's name.", "invoice.pdf"],
  content_type: ["The file's media type.", "application/pdf"],
  content_id: ["Shows the file inside the html body.", "logo"],
  content: ["The file in base64.", "JVBERi0xLjcK"],
  attachment_id: ["A file that was uploaded before.", ID],
  send_at: ["Not before this time.", "2026-11-23T08:00:00.000Z"],
  metadata: ["Your own pairs.", { order: "10042" }],
  "BatchRequest.atomic": ["All or none.", false],
  "BatchResult.notification": ["As its own address shows it."],
  "error.status": ["The status of a single request's answer.", 400],
  "error.message": ["The error of a single request's answer.", "recipient is required"],
  resent_from: ["The notification that this one repeats.", ID],
  attempts: ["How often its delivery was tried.", 1],
  max_attempts: ["How often it is tried at most.", 5],
  last_error: ["The most recent cause.", "450 4.2.1 mailbox busy"],
  notifications: ["A page of them."],
  sending_account_id: ["The account that it goes through.", ID],
  reason: ["The explanation's code.", "mailbox_not_found"],
  partly_delivered: ["Some of its recipients were refused.", false],
  timeline: ["Everything that happened, oldest first."],
  recipients: ["The result for each recipient."],
  outcome: ["The result for this recipient.", "accepted"],
  response: ["The server's own words.", "250 2.0.0 queued as 4F1A"],
  attempt: ["The attempt that it belongs to, from 1.", 1],
  retry_at: ["When the next attempt is made.", NOON],
  will_retry_at: ["When the next attempt is made.", NOON],
  explanation: ["Why it is as it is, and what to do."],
  code: ["One of the published codes.", "sent"],
  summary: ["One sentence for people.", "The mail server took the mail."],
  what_to_do: ["What helps; empty when nothing has to be done.", "Nothing: it is done."],
  event: ["The kind of entry.", "sent"],
  ...unusedIn("EmailNotificationRequest", { chat: undefined, chat_account_id: ID }),
  ...unusedIn("ChatNotificationRequest", {
    cc: ["team@example.test"],
    bcc: ["archive@example.test"],
    from_name: "Shop",
    subject: "Your order 10042",
    body: "It is on its way.",
    body_type: "text",
    template_id: ID,
    template_version: 2,
    strict_variables: true,
    smtp_account_id: ID,
    text: "It is on its way.",
    reply_to: "help@shop.example",
    headers: { "X-Campaign": "autumn" },
    attachments: [],
  }),
};
