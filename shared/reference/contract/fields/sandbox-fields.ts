import { type FieldTable, inEach } from "./field-note.ts";

const ID = "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05";

/** The notes describe test mode: its clock, its mails, and its customers. */
export const SANDBOX_FIELDS: FieldTable = {
  "TestClock.now": ["The owner's present test time.", "2026-11-23T12:00:00.000Z"],
  advanced_seconds: ["By how many seconds test time is ahead of real time.", 86_400],
  ...inEach(["listSandboxMessages", "listPanelSandboxMessages"], {
    to: [
      "Only mails that this address got, in any case and with either form of an international domain.",
      "ana@nordpost.example",
    ],
    limit: ["1 to 100; 25 when left out.", 25],
  }),
  ...inEach(["getSandboxMessageSource", "getPanelSandboxMessageSource"], {
    from: ["The byte at which the part begins: 0, or the end of the part before. Without it, the whole source.", 0],
  }),
  "SandboxMessagePage.messages": ["Newest first."],
  ...inEach(["SandboxMessage", "SandboxMessageDetail"], {
    notification_id: ["The notification; absent for a test send of an account.", ID],
    received_at: ["When the mail was handed over, in test time.", "2026-11-23T12:00:00.000Z"],
    mail_from: ["The sender of the envelope, to which the mail would come back.", "hello@nordpost.example"],
    rcpt_to: ["The recipients of the envelope who took the mail.", ["ana@nordpost.example"]],
    message_id: ["The mail's `Message-ID`, with its angle brackets.", `<${ID}@nordpost.example>`],
    subject: ["The subject, decoded.", "Your order"],
    from: ["The sender as the mail shows it, decoded.", "Nordpost <hello@nordpost.example>"],
    size: ["The length of the source in bytes.", 1284],
  }),
  ...inEach(["SandboxMessageDetail"], {
    headers: [
      "Every header by its name in lower case, unfolded; a list where the mail has it several times.",
      { subject: "Your order", "x-order": ["1", "2"] },
    ],
    text: ["The plain text; empty when the mail has none.", "Your order is on its way."],
    html: ["The HTML; empty when the mail has none.", "<p>Your order is on its way.</p>"],
  }),
  advance_seconds: ["By how many seconds test time moves ahead: 1 to 31,536,000.", 86_400],
  phone: ["The customer's phone number in E.164 form.", "+15551230001"],
  ...inEach(["CustomerMessageRequest"], {
    type: ["The platform's word for the kind of message. A field of this name has the content.", "text"],
    timestamp: ["When the customer wrote, in Unix seconds; the present test time when left out.", 1_795_262_400],
    profile_name: ["The customer's name on the platform.", "Ana"],
    user_id: [
      "The platform's own id of the customer, in place of one that is made from the number.",
      "US.13491208655302741918",
    ],
    without_phone: ["Whether the customer hides the number, and is known by the platform's id alone.", false],
    content_base64: ["For a message with a file: the file's bytes in base64.", "/9j/4AAQSkZJRg=="],
    content_type: ["For a message with a file: the media type of the file.", "image/jpeg"],
    filename: ["For a document: the name of the file.", "invoice.pdf"],
  }),
  ...inEach(["CustomerMessageAdded"], {
    conversation_id: ["The id of the conversation.", ID],
    message_id: ["The id of the message in the history.", ID],
  }),
  "SandboxChatMessagePage.messages": ["What the provider would have got, newest first."],
  ...inEach(["SandboxChatMessage"], {
    id: ["The id that the provider would have given the message.", ID],
    notification_id: ["The notification of the message.", ID],
    sent_at: ["When the message was handed over, in test time.", "2026-11-22T12:00:00.000Z"],
    message: [
      "The platform's message object.",
      { messaging_product: "whatsapp", to: "+15551230001", type: "text", text: { body: "It leaves today." } },
    ],
  }),
};
