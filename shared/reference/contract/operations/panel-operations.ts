import { MAX_CANNED_REPLIES } from "../../../conversations/domain/canned-reply.ts";
import type { Section } from "../sections.ts";
import { NOTIFICATION_OPERATIONS } from "./notification-operations.ts";
import type { OperationGuide, OperationTable } from "./operation-guide.ts";

/** The panel's operation does the same as the public one, so it has the same guide, in another section. */
const inPanel = (operationId: string, section: Section = "Panel: conversations"): OperationGuide => {
  const guide = NOTIFICATION_OPERATIONS[operationId];
  if (guide === undefined) throw new Error(`there is no operation ${operationId}`);
  return { ...guide, section };
};

export const PANEL_OPERATIONS: OperationTable = {
  listApiKeys: {
    section: "Panel: keys and session",
    description: "Lists the API keys without the keys themselves, of which only hashes are stored.",
  },
  createApiKey: {
    section: "Panel: keys and session",
    description: "Creates an API key, which may have an end. Only this answer shows the key.",
    bodies: { "For a server": { name: "Shop server" } },
  },
  revokeApiKey: {
    section: "Panel: keys and session",
    description: "A revoked key stops working within 30 seconds everywhere, and stays in the list as revoked.",
  },
  rotateApiKey: {
    section: "Panel: keys and session",
    description: "Makes a new key under the same name. The old key goes on working for the grace period.",
    bodies: { "An hour for the old one": { grace_seconds: 3600 } },
  },
  trySendingAccount: {
    section: "Panel: sending accounts",
    description:
      "Tests an account as the public operation does, but a refusal by the server is an answer too: explained, with the field that it is about, and with the time of every step.",
    bodies: { "To somebody": { recipient: "you@example.test" } },
  },
  tryAccountDraft: {
    section: "Panel: sending accounts",
    description:
      "Tests settings before anything is saved. The settings and their secret are not stored. `account_id` names a stored account whose secret is used, if the server is the same.",
    bodies: {
      "A draft": {
        account: {
          label: "Shop mail",
          from_address: "shop@shop.example",
          host: "smtp.shop.example",
          port: 587,
          encryption: "starttls",
          username: "shop",
          password: "secret",
        },
        recipient: "you@example.test",
      },
    },
  },
  getSenderDomain: {
    section: "Panel: sending accounts",
    description: "Looks up SPF, DKIM and DMARC of the domain of `from_address` now, and says which records to add.",
  },
  getVariableNames: {
    section: "Panel: templates",
    description:
      "Shows the names that the owner gave to a template's variables. Requests use the variables' numbers, and the platform never sees the names.",
  },
  replaceVariableNames: {
    section: "Panel: templates",
    description: "Replaces all names of a template's variables; a variable that is left out has no name.",
    bodies: {
      "One variable": { names: [{ component: "body", position: 1, name: "order number" }] },
    },
  },
  listActivity: {
    section: "Panel: keys and session",
    description:
      "Lists who did what to which record, newest first. An entry names the changed fields, without their values, and is kept for a year.",
  },
  getAlerts: {
    section: "Panel: keys and session",
    description: "Shows which alerts the owner has chosen. All alerts are off until an owner chooses some.",
  },
  replaceAlerts: {
    section: "Panel: keys and session",
    description:
      "Replaces the whole choice of alerts. Alerts are ordinary notifications, sent through a sending account of the owner that works; the `metadata` of an alert has its kind as `alert`.",
    bodies: {
      "A failing account": {
        addresses: ["ana@example.test"],
        alerts: ["sending_account_failing"],
        weekly_summary: true,
      },
    },
  },
  getSession: {
    section: "Panel: keys and session",
    description:
      "Shows who is signed in, from the access token and, for what the token lacks, from the identity provider.",
  },
  createPanelNotification: {
    section: "Panel: notifications",
    description:
      "Accepts and refuses the same requests as the public operation, except that `api_allowed_domains` is not checked, because the owner is signed in. `conversation_id` names the conversation of a chat message.",
    bodies: {
      "An email": { recipient: "ana@example.test", subject: "Your order 10042", body: "It is on its way." },
    },
    answer: { status: "pending", attempts: 0 },
  },
  uploadPanelAttachment: inPanel("uploadAttachment", "Panel: notifications"),
  listPanelNotifications: {
    section: "Panel: notifications",
    description:
      "Lists notifications as the public operation does, with titles, names and how many recipients have each. A page looks at 200 notifications at most: `looked_back_to` says how far back that was, and `next_cursor` continues from there.",
  },
  getPanelNotification: {
    section: "Panel: notifications",
    description:
      "Shows all that is known of a notification except its message, and the API key or the person that made the request.",
  },
  getPanelMessage: {
    section: "Panel: notifications",
    description:
      "Shows the message of a notification. A mail has its addresses, its text, the names of its files and its source, composed from the accepted content and the account's present settings. A chat message has its text, or its template with the values in place.",
  },
  getPanelAttachment: {
    section: "Panel: notifications",
    description: "Answers a part of a file, at most 3 MB: `next` is the `from` of the next part.",
  },
  retryPanelNotification: {
    section: "Panel: notifications",
    description:
      "Begins the next attempt now, instead of at the time that the retry waits for. Later attempts wait as usual.",
    answer: { status: "pending", attempts: 2 },
  },
  getPanelNotificationTimeline: {
    section: "Panel: notifications",
    description: "Shows the timeline as the public operation does, with the stages of every attempt.",
  },
  cancelPanelNotification: inPanel("cancelNotification", "Panel: notifications"),
  resendPanelNotification: {
    ...inPanel("resendNotification", "Panel: notifications"),
    bodies: {
      "To all recipients": {},
      "To those who did not get it": { recipients: "failed" },
      "To another address": { recipient: "ana@example.test" },
    },
  },
  listApprovals: {
    section: "Panel: notifications",
    description:
      "Lists what waits for a person, because its API key requires approval, oldest first: the words that will leave, who asked, and until when somebody may decide. Continue with `next_cursor`.",
  },
  countApprovals: {
    section: "Panel: notifications",
    description: "Counts what waits for a person, up to 100.",
  },
  approveNotification: {
    section: "Panel: notifications",
    description:
      "Lets the notification leave: at once, or at its `send_at`. `subject` and `body` replace the words of an email, `body` those of a chat text, exactly as they are written; an edited `body` drops the plain part. Of any number of decisions one counts; the others are 409.",
    bodies: { "As it is": {}, "With other words": { subject: "Your order 10042 is on its way" } },
    answer: { status: "pending", attempts: 0 },
  },
  declineNotification: {
    section: "Panel: notifications",
    description:
      "Cancels a notification that waits for a person; its `last_error` names who declined it. Its sender sees `notification.canceled`.",
    bodies: { Declined: {} },
    answer: { status: "canceled", attempts: 0, last_error: "declined by Ana Silva" },
  },
  listPanelEvents: {
    section: "Panel: notifications",
    description: "Lists the events of the last 30 days, newest first, whereas the feed has the oldest first.",
  },
  getPanelEvent: {
    section: "Panel: notifications",
    description: "Shows an event as webhooks get it and the feed has it. Events are kept for 30 days.",
  },
  getOverview: {
    section: "Panel: notifications",
    description:
      "Shows how many notifications were accepted, sent and failed by hour, how many wait, and which accounts have problems, counted over the newest notifications of the day.",
  },
  getStatistics: {
    section: "Panel: notifications",
    description:
      "Shows the figures of a period and of the period before, and the failures by reason. The figures are at most half a minute late and are kept for 90 days.",
  },
  getEverybodysStatistics: {
    section: "Panel: notifications",
    description: "Shows the figures of all owners together, without the names of their templates and accounts.",
  },
  getAttention: {
    section: "Panel: notifications",
    description:
      "Lists what needs a person: accounts and webhooks that fail, accounts from which too many mails come back or are complained of, templates that are stopped or lack variables, customers who wait, and keys that end within a week.",
  },
  listPanelConversations: {
    section: "Panel: conversations",
    description:
      "Lists conversations with the last message, who waits, and what is unread. With `view`, the customer who waits longest comes first. A search goes through names, numbers and last messages, then through the messages themselves, a part of them on each page.",
  },
  countPanelConversations: {
    section: "Panel: conversations",
    description: "Counts the customers who wait for an answer, and those who wrote messages that nobody has seen.",
  },
  getPanelConversation: {
    section: "Panel: conversations",
    description:
      "Shows a conversation as the public operation does, with the last message, who waits, and what is unread.",
  },
  getPanelConversationMessages: {
    section: "Panel: conversations",
    description:
      "Lists the messages as the public operation does. A message of the owner has its status and why it failed; a template has the words that the customer reads.",
  },
  markPanelConversation: {
    section: "Panel: conversations",
    description:
      "Marks what somebody has read, or that the conversation is done. A mark never moves back to an older message.",
    bodies: { "It is done": { is_done: true } },
  },
  listConversationNotes: {
    section: "Panel: conversations",
    description:
      "Lists the notes of a conversation. Only the owner's people see notes: no customer does, and no API key.",
  },
  addConversationNote: {
    section: "Panel: conversations",
    description: "Adds a note with the name of the person who is signed in.",
    bodies: { "A preference": { text: "Prefers a new item to a refund." } },
  },
  deleteConversationNote: { section: "Panel: conversations", description: "Deletes a note at once, for everybody." },
  listCannedReplies: {
    section: "Panel: conversations",
    description: "Lists texts that are sent often, sorted by their names.",
  },
  createCannedReply: {
    section: "Panel: conversations",
    description: `No two canned replies of an owner have the same name. An owner may have at most ${MAX_CANNED_REPLIES} of them.`,
    bodies: { "Opening hours": { name: "hours", text: "We are open from 9 to 17." } },
  },
  getCannedReply: {
    section: "Panel: conversations",
    description: "Shows a canned reply. A request that changes the reply names the ETag of this answer.",
  },
  replaceCannedReply: {
    section: "Panel: conversations",
    description: "Replaces the name and the text of a canned reply.",
    bodies: { "Opening hours": { name: "hours", text: "We are open from 9 to 18." } },
  },
  deleteCannedReply: {
    section: "Panel: conversations",
    description: "Deletes a canned reply. Messages that were sent with its text stay.",
  },
  replyToPanelConversation: inPanel("replyToConversation"),
  uploadPanelMedia: inPanel("uploadMedia"),
  getPanelMessageMedia: inPanel("getMessageMedia"),
  previewEmailTemplate: {
    section: "Panel: templates",
    description:
      "Renders a template with sample variables, and says which variables it uses and which are missing. A template that does not parse is 400 with the line and column in `detail`; with `with_faults` it is 200, with the same in `faults`.",
    bodies: {
      "A greeting": { subject: "Welcome, {{.name}}", body: "Dear {{.name}}, welcome.", variables: { name: "Ana" } },
      "A list": {
        subject: "Your order",
        body: "{{range .items}}{{.name}} x{{.quantity}}\n{{end}}",
        data: { items: [{ name: "Tea", quantity: 2 }] },
      },
    },
  },
  getTemplateSamples: {
    section: "Panel: templates",
    description: "Shows the values with which the panel's editor renders the template; empty when no values are kept.",
  },
  keepTemplateSamples: {
    section: "Panel: templates",
    description:
      "Replaces the sample values of a template, which have at most 32 levels, 10,000 values, and 20,000 characters together. No notification uses them.",
    bodies: {
      "One value": { samples: { name: "Ana" } },
      "A list": { samples: { items: [{ name: "Tea", quantity: 2 }] } },
    },
  },
  testEmailTemplate: {
    section: "Panel: templates",
    description: "Sends a test mail of the template as an ordinary notification.",
    bodies: {
      "To an address": { recipient: "you@example.test", variables: { name: "Ana" } },
      "With a list": { recipient: "you@example.test", data: { items: [{ name: "Tea", quantity: 2 }] } },
    },
    answer: { status: "pending", attempts: 0 },
  },
  checkChatTemplate: {
    section: "Panel: templates",
    description:
      "Checks the request that would create a template, finished or not. The answer lists everything that is wrong with it.",
    bodies: {
      "An order that is ready": {
        name: "order_ready",
        language: "en",
        category: "UTILITY",
        body: { text: "Your order {{1}} is ready.", examples: ["10042"] },
      },
    },
  },
  uploadTemplateMedia: {
    section: "Panel: templates",
    description:
      "Stores the example file of a template's header at the provider. Name the answer's handle in the request that creates the template. The platform's reviewer sees this file; customers get the file that a request gives.",
  },
  listOwnChatAccounts: {
    section: "Panel: conversations",
    description: "Lists the owner's chat accounts with only those fields that their owners may see.",
  },
};
