import { MAX_NOTE_CHARACTERS, MAX_NOTES } from "../../../conversations/domain/conversation-note.ts";
import { MAX_HEADERS, SETTABLE_HEADERS } from "../../../email/domain/mail-headers.ts";
import { type FieldTable, inEach } from "./field-note.ts";

const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e03";
const NOON = "2026-11-22T12:00:00.000Z";

const unused = (channel: string) => `Not used when \`channel\` is ${channel}: only the type of this field is checked.`;

/** Makes the notes on fields of one channel in a request for the other channel, which may have them. */
const unusedIn = (where: string, channel: string, examples: Readonly<Record<string, unknown>>): FieldTable =>
  Object.fromEntries(
    Object.entries(examples).map(([name, example]) => [`${where}.${name}`, [unused(channel), example]]),
  );

/** The notes describe sends, and what became of them. */
export const NOTIFICATION_FIELDS: FieldTable = {
  channel: ["email, or chat for WhatsApp.", "email"],
  recipient: ["The first recipient of the notification.", "ana@example.test"],
  "NotificationWithRecipient.recipient": [
    "The recipient as the request gave it; for a chat message, the customer. Absent once the recipient is not stored any more.",
    "ana@example.test",
  ],
  "timeline.recipient": [
    "The recipient that the entry is about, if the notification has several. Absent once the recipient is not stored any more.",
    "ana@example.test",
  ],
  "listNotifications.recipient": [
    "Only notifications to this recipient, in upper or lower case. Addresses in cc and bcc are not compared.",
    "ana@example.test",
  ],
  cc: ["The addresses that get a copy (Cc), which every recipient sees.", ["team@example.test"]],
  "EmailNotificationRequest.cc": [
    "The addresses that get a copy (Cc), which every recipient sees. Empty values are ignored.",
    ["team@example.test"],
  ],
  bcc: ["The addresses that get a hidden copy (Bcc).", ["archive@example.test"]],
  "EmailNotificationRequest.bcc": [
    "The addresses that get a hidden copy (Bcc). Empty values are ignored.",
    ["archive@example.test"],
  ],
  subject: ["The mail's subject; required without a template.", "Your order 10042"],
  body: ["The mail's text or HTML; required without a template.", "It is on its way."],
  body_type: ["The type of the body: text or html.", "text"],
  "EmailNotificationRequest.body_type": [
    "The type of the body; when left out, the template's, or text without a template.",
    "text",
  ],
  text: ["The plain text of a mail whose body is HTML.", "It is on its way."],
  "EmailNotificationRequest.text": [
    "The plain text of a mail whose body is HTML, in place of the text that is derived from the body.",
    "It is on its way.",
  ],
  "last_message.text": [
    "The first 100 characters of the message's text; for a template, of its body as it was sent.",
    "It is on its way.",
  ],
  "addConversationNote.text": [
    `The note: at most ${MAX_NOTE_CHARACTERS} characters. A conversation has at most ${MAX_NOTES} notes.`,
    "It is on its way.",
  ],
  template_id: ["The id of the template that takes the place of subject and body.", ID],
  "EmailNotificationRequest.template_id": [
    "The id or the alias of a template, which takes the place of subject and body.",
    ID,
  ],
  template_version: ["The version of the template, for an older one than the present.", 2],
  strict_variables: ["Refuse the mail when the template needs a variable that is absent.", true],
  reply_to: ["The address for answers, or a list of at most five addresses.", "help@shop.example"],
  headers: [
    `At most ${MAX_HEADERS} headers of the mail. Allowed are ${SETTABLE_HEADERS.replaceAll(/\S+\*/g, "`$&`")}.`,
    { "X-Campaign": "autumn" },
  ],
  attachments: ["The attached files, at most 20."],
  filename: ["The file's name.", "invoice.pdf"],
  "Attachment.filename": ["The file's name, in any script and without a path; required with `content`.", "invoice.pdf"],
  content_type: ["The file's media type.", "application/pdf"],
  "Attachment.content_type": [
    "The file's media type; when left out, it is found by the file's content and name.",
    "application/pdf",
  ],
  "UploadedAttachment.content_type": [
    "The file's media type, found by the file's content and name.",
    "application/pdf",
  ],
  content_id: ["The name by which the HTML body shows the file.", "logo"],
  "Attachment.content_id": ["Shows the file where the html body says `cid:<content_id>`.", "logo"],
  content: ["The file in base64.", "JVBERi0xLjcK"],
  attachment_id: ["The id of a file that was uploaded before.", ID],
  "UploadedAttachment.attachment_id": ["Names the file in `attachments` of a send.", ID],
  send_at: [
    "The notification is not sent before this time; absent when the request gave none.",
    "2026-11-23T08:00:00.000Z",
  ],
  metadata: ["Your own names and values.", { order: "10042" }],
  "EmailNotificationRequest.metadata": [
    "At most 16 names and values of your own: a name has at most 40 characters, a value at most 500. They are kept with the notification and are not part of the message.",
    { order: "10042" },
  ],
  "BatchRequest.atomic": ["Whether one item that is not valid refuses the whole batch.", false],
  "BatchRequest.notifications": ["The notifications, each in the form of the body of a single request."],
  "BatchResult.notification": ["The notification, as a GET of it answers."],
  "BatchResult.error": ["The error that a single request would get."],
  "error.errors": ["The problems of the item's fields; absent when the error is of another kind."],
  "error.status": ["The status of a single request's answer.", 400],
  "error.message": ["The error of a single request's answer.", "recipient is required"],
  resent_from: ["The notification that this one repeats.", ID],
  resent_as: ["The notifications that repeat this one, newest first, at most 20.", [ID]],
  "DescribedNotification.sent": [
    "What was sent, as it was accepted. Once the content is no longer kept, only the fields that the notification's record has.",
  ],
  "ExpandedNotification.request": [
    "The request as it was accepted. Once the content is no longer kept, only the fields that the notification's record has.",
  ],
  ...inEach(["timeline", "events"], {
    notification_id: ["For `resent`: the id of the notification that repeats this one.", ID],
  }),
  ...inEach(["RequestedEmail", "RequestedChat"], {
    recipient: ["The recipient; absent once the recipient is not stored any more.", "ana@example.test"],
  }),
  "RequestedEmail.cc": [
    "The addresses that got a copy (Cc), each once; absent when there are none.",
    ["team@example.test"],
  ],
  "RequestedEmail.bcc": [
    "The addresses that got a hidden copy (Bcc), each once; absent when there are none.",
    ["archive@example.test"],
  ],
  "RequestedEmail.subject": ["The subject as it was rendered. Kept as long as the content.", "Your order 10042"],
  "RequestedEmail.from": [
    "The sender's address. Absent when the record has none and the account is gone.",
    "shop@example.test",
  ],
  "RequestedEmail.from_name": ["The sender's name, if the request gave one. Kept as long as the content.", "Shop"],
  "RequestedEmail.reply_to": [
    "The addresses for answers, if the request gave any. Kept as long as the content.",
    ["help@shop.example"],
  ],
  "RequestedEmail.smtp_account_id": ["The account that was used.", ID],
  "RequestedEmail.template_id": ["The template's id, even when the request gave an alias.", ID],
  "RequestedEmail.template_version": ["The version of the template that was used.", 2],
  "RequestedEmail.attachments": ["The attached files; absent when there are none. Kept as long as the content."],
  "RequestedAttachment.content_type": [
    "The file's media type: the one that the request gave, or the one found by the file's content and name.",
    "application/pdf",
  ],
  "RequestedAttachment.size": ["The file's size in bytes.", 48_213],
  "RequestedChat.chat_account_id": ["The account that was used.", ID],
  "RequestedChat.type": ["The type of the message that was sent. Kept as long as the content.", "template"],
  "RequestedChat.template_id": ["The id of the template, if the message was made of one.", ID],
  "getNotification.expand": ["`request` adds what was sent and the notifications that repeat this one.", "request"],
  attempts: ["How many attempts to deliver the notification were made.", 1],
  max_attempts: ["How many attempts to deliver the notification are made at most.", 5],
  last_error: [
    "The cause of the latest failed attempt; absent once the notification is sent.",
    "450 4.2.1 mailbox busy",
  ],
  notifications: ["The notifications of this page."],
  sending_account_id: ["The sending account of an email.", ID],
  reason: ["The code of the explanation.", "mailbox_not_found"],
  partly_delivered: [
    "Some of the recipients have the mail. Others were refused or are suppressed, or it came back from them, or they complained.",
    false,
  ],
  timeline: ["The entries, oldest first."],
  feedback: ["What was reported of a recipient after the mail had left.", "bounced"],
  bounce_type: ["`permanent` when the recipient is suppressed by the bounce; `transient` otherwise.", "permanent"],
  recipients: ["The result for each recipient."],
  outcome: ["The result for this recipient.", "accepted"],
  response: ["The provider's own words, without credentials.", "250 2.0.0 queued as 4F1A"],
  attempt: ["The number of the attempt that the entry belongs to, from 1.", 1],
  retry_at: ["When the next attempt is made.", NOON],
  will_retry_at: ["When the next attempt is made (RFC 3339, UTC); absent when none is planned.", NOON],
  explanation: ["Why the state is as it is, and what to do."],
  "PanelChatMessage.explanation": ["Why a message failed, and what to do."],
  code: ["One of the published codes.", "sent"],
  summary: ["The explanation in a sentence for people.", "The mail server took the mail."],
  what_to_do: ["What the reader can do, in a sentence.", "Nothing: it is done."],
  event: ["What happened. `retrying`: an attempt failed, and another one follows.", "sent"],
  ...unusedIn("EmailNotificationRequest", "email", { chat: undefined, chat_account_id: ID }),
  ...unusedIn("ChatNotificationRequest", "chat", {
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
    recipient: ["The email address of the recipient.", "ana@example.test"],
  }),
  ...inEach(["AnnouncedNotification", "FailedNotification", "BouncedNotification", "ComplainedNotification"], {
    recipient: [
      "The address, number or id of the recipient; absent once the recipient is no longer kept.",
      "ana@example.test",
    ],
  }),
  ...inEach(["tryAccountDraft", "trySendingAccount"], {
    recipient: ["The recipient of the test mail; the account's from_address when left out.", "ana@example.test"],
  }),
  ...inEach(["uploadMedia", "uploadPanelMedia"], {
    content_type: ["The file's media type, found by the file's content.", "application/pdf"],
  }),
  ...inEach(["EmailNotificationRequest", "RescheduleRequest"], {
    send_at: ["When to send (RFC 3339), at most 90 days ahead; a past time means now.", "2026-11-23T08:00:00.000Z"],
  }),
  ...inEach(["AnnouncedNotification", "FailedNotification", "Notification", "NotificationWithRecipient"], {
    metadata: ["Your own names and values, as the request gave them.", { order: "10042" }],
  }),
};
