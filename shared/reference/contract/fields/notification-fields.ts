import { MAX_NOTE_CHARACTERS, MAX_NOTES } from "../../../conversations/domain/conversation-note.ts";
import { MAX_HEADERS, SETTABLE_HEADERS } from "../../../email/domain/mail-headers.ts";
import { type FieldTable, inEach } from "./field-note.ts";

const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03";
const NOON = "2026-11-22T12:00:00.000Z";

const UNUSED = "Not used on this channel: its type is checked, nothing else.";

/** Makes the notes on fields of one channel in a request for the other channel, which may have them. */
const unusedIn = (where: string, examples: Readonly<Record<string, unknown>>): FieldTable =>
  Object.fromEntries(Object.entries(examples).map(([name, example]) => [`${where}.${name}`, [UNUSED, example]]));

/** The notes describe sends, and what became of them. */
export const NOTIFICATION_FIELDS: FieldTable = {
  channel: ["email, or chat for WhatsApp.", "email"],
  recipient: ["Who gets it first of all.", "ana@example.test"],
  "NotificationWithRecipient.recipient": [
    "As it was given; of a chat message, the customer. Absent once it is not stored any more.",
    "ana@example.test",
  ],
  "timeline.recipient": [
    "Of an event that is about one of several. Absent once it is not stored any more.",
    "ana@example.test",
  ],
  "listNotifications.recipient": [
    "The notification's recipient, in any case; a copy's finds nothing.",
    "ana@example.test",
  ],
  cc: ["Visible copies.", ["team@example.test"]],
  "EmailNotificationRequest.cc": ["Visible copies; empty values are dropped.", ["team@example.test"]],
  bcc: ["Hidden copies.", ["archive@example.test"]],
  "EmailNotificationRequest.bcc": ["Hidden copies; empty values are dropped.", ["archive@example.test"]],
  subject: ["The subject; without a template it is required.", "Your order 10042"],
  body: ["The text; without a template it is required.", "It is on its way."],
  body_type: ["text or html.", "text"],
  "EmailNotificationRequest.body_type": ["text, or what the template says, when left out.", "text"],
  text: ["The plain part beside an html body.", "It is on its way."],
  "EmailNotificationRequest.text": [
    "The plain part beside an html body, in place of the derived one.",
    "It is on its way.",
  ],
  "last_message.text": [
    "The first 100 characters of its words; of a template, of its body as sent.",
    "It is on its way.",
  ],
  "addConversationNote.text": [
    `At most ${MAX_NOTE_CHARACTERS} characters; ${MAX_NOTES} notes a conversation.`,
    "It is on its way.",
  ],
  template_id: ["A template instead of subject and body.", ID],
  "EmailNotificationRequest.template_id": ["An id or an alias. Takes priority over subject and body.", ID],
  template_version: ["An older version of the template.", 2],
  strict_variables: ["Refuse the mail when the template needs a variable that is absent.", true],
  reply_to: ["An address, or a list of at most five.", "help@shop.example"],
  headers: [`At most ${MAX_HEADERS}: ${SETTABLE_HEADERS}.`, { "X-Campaign": "autumn" }],
  attachments: ["At most 20 files."],
  filename: ["The file's name.", "invoice.pdf"],
  "Attachment.filename": ["Required beside content. In any script, without a path.", "invoice.pdf"],
  content_type: ["The file's media type.", "application/pdf"],
  "Attachment.content_type": ["By the file's content and name when left out.", "application/pdf"],
  "UploadedAttachment.content_type": ["By the file's content and name.", "application/pdf"],
  content_id: ["Shows the file inside the html body.", "logo"],
  "Attachment.content_id": ["Shows the file where the html body says cid:<content_id>.", "logo"],
  content: ["The file in base64.", "JVBERi0xLjcK"],
  attachment_id: ["A file that was uploaded before.", ID],
  "UploadedAttachment.attachment_id": ["Names the file in `attachments` of a send.", ID],
  send_at: ["Not before this time; absent when none was given.", "2026-11-23T08:00:00.000Z"],
  metadata: ["Your own pairs.", { order: "10042" }],
  "EmailNotificationRequest.metadata": [
    "At most 16 pairs of your own, 40 and 500 characters; kept with the notification, never in the message.",
    { order: "10042" },
  ],
  "BatchRequest.atomic": ["All or none: one that is not valid refuses them all.", false],
  "BatchRequest.notifications": ["Each as the body of a single request."],
  "BatchResult.notification": ["As its own address shows it."],
  "BatchResult.error": ["As the answer of a single request."],
  "error.errors": ["The problems of the item's fields; absent when the error is of another kind."],
  "error.status": ["The status of a single request's answer.", 400],
  "error.message": ["The error of a single request's answer.", "recipient is required"],
  resent_from: ["The notification that this one repeats.", ID],
  attempts: ["How often its delivery was tried.", 1],
  max_attempts: ["How often it is tried at most.", 5],
  last_error: ["The most recent cause; cleared when sent.", "450 4.2.1 mailbox busy"],
  notifications: ["A page of them."],
  sending_account_id: ["Of an email.", ID],
  reason: ["The explanation's code.", "mailbox_not_found"],
  partly_delivered: ["The mail is sent, and at least one of its recipients was refused.", false],
  timeline: ["Oldest first."],
  recipients: ["The result for each recipient."],
  outcome: ["The result for this recipient.", "accepted"],
  response: ["The provider's own words, without credentials.", "250 2.0.0 queued as 4F1A"],
  attempt: ["The attempt that it belongs to, from 1.", 1],
  retry_at: ["When the next attempt is made.", NOON],
  will_retry_at: ["RFC 3339, UTC; while another attempt is planned.", NOON],
  explanation: ["Why it is as it is, and what to do."],
  "PanelChatMessage.explanation": ["Of one that failed: why, and what to do."],
  code: ["One of the published codes.", "sent"],
  summary: ["What is so, in a sentence for people.", "The mail server took the mail."],
  what_to_do: ["What the reader can do about it.", "Nothing: it is done."],
  event: ["retrying: an attempt failed, and another one follows.", "sent"],
  ...unusedIn("EmailNotificationRequest", { chat: undefined, chat_account_id: ID }),
  ...unusedIn("ChatNotificationRequest", {
    cc: ["team@example.test"],
    bcc: ["archive@example.test"],
    from: "billing@shop.example",
    from_name: "Shop",
    subject: "Your order 10042",
    body: "It is on its way.",
    body_type: "text",
    template_id: ID,
    template_version: 2,
    data: { items: [{ name: "Tea", quantity: 2 }] },
    strict_variables: true,
    smtp_account_id: ID,
    text: "It is on its way.",
    reply_to: "help@shop.example",
    headers: { "X-Campaign": "autumn" },
    attachments: [],
  }),
  ...inEach(["EmailNotificationRequest", "testEmailTemplate"], {
    recipient: ["An email address.", "ana@example.test"],
  }),
  ...inEach(["AnnouncedNotification", "FailedNotification"], {
    recipient: ["The address, number or id that it goes to; absent where it is no longer kept.", "ana@example.test"],
  }),
  ...inEach(["tryAccountDraft", "trySendingAccount"], {
    recipient: ["The account's from_address when left out.", "ana@example.test"],
  }),
  ...inEach(["uploadMedia", "uploadPanelMedia"], { content_type: ["By the file's content.", "application/pdf"] }),
  ...inEach(["EmailNotificationRequest", "RescheduleRequest"], {
    send_at: ["RFC 3339, at most 90 days ahead; a past time means now.", "2026-11-23T08:00:00.000Z"],
  }),
  ...inEach(["AnnouncedNotification", "FailedNotification", "Notification", "NotificationWithRecipient"], {
    metadata: ["As it was given.", { order: "10042" }],
  }),
};
