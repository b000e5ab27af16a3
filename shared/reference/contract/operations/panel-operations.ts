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
  listApiKeys: { section: "Panel: keys and session", description: "Without the keys themselves: those are not kept." },
  createApiKey: {
    section: "Panel: keys and session",
    description: "The answer alone holds the key. It may have an end.",
    bodies: { "For a server": { name: "Shop server" } },
  },
  revokeApiKey: {
    section: "Panel: keys and session",
    description: "It stops working within 30 seconds everywhere, and stays in the list as revoked.",
  },
  rotateApiKey: {
    section: "Panel: keys and session",
    description: "A new key under the same name. The old one goes on working for the grace period.",
    bodies: { "An hour for the old one": { grace_seconds: 3600 } },
  },
  trySendingAccount: {
    section: "Panel: sending accounts",
    description:
      "Like the public test, but a refusal is an answer, too: explained, with the field that it is about, and with the time of every step.",
    bodies: { "To somebody": { recipient: "you@example.test" } },
  },
  tryAccountDraft: {
    section: "Panel: sending accounts",
    description:
      "The same before anything is saved. The settings and their secret are forgotten with the answer; of a stored account, `account_id` lends its secret to the same server.",
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
    description: "SPF, DKIM and DMARC of the domain of `from_address`, looked up now, and what is to be added.",
  },
  getVariableNames: {
    section: "Panel: templates",
    description: "In the owner's words. Sends go by numbers, and the platform never sees the names.",
  },
  replaceVariableNames: {
    section: "Panel: templates",
    description: "All names at once; a variable that is left out has none.",
    bodies: {
      "One variable": { names: [{ component: "body", position: 1, name: "order number" }] },
    },
  },
  listActivity: {
    section: "Panel: keys and session",
    description:
      "Newest first, kept for a year. An entry says who did what to which record and names the fields that were changed; what is in them stands nowhere.",
  },
  getAlerts: {
    section: "Panel: keys and session",
    description: "Everything is off until an owner chooses some of it.",
  },
  replaceAlerts: {
    section: "Panel: keys and session",
    description:
      "All of it at once. Alerts are ordinary notifications, sent through a sending account of the owner that works; their `metadata` has the kind as `alert`.",
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
    description: "From the access token, and where that says little from the identity provider.",
  },
  createPanelNotification: {
    section: "Panel: notifications",
    description:
      "Takes and refuses the same as the public operation; `api_allowed_domains` alone is not asked, because the owner is present. Of a chat message, `conversation_id` says where it stands.",
    bodies: {
      "An email": { recipient: "ana@example.test", subject: "Your order 10042", body: "It is on its way." },
    },
    answer: { status: "pending", attempts: 0 },
  },
  uploadPanelAttachment: inPanel("uploadAttachment", "Panel: notifications"),
  listPanelNotifications: {
    section: "Panel: notifications",
    description:
      "Like the public list, with titles, names and how far each came. A page looks at 200 notifications at most: `looked_back_to` says how far back that was, and `next_cursor` goes on from there.",
  },
  getPanelNotification: {
    section: "Panel: notifications",
    description: "All that is known of it but its message: its request by the API key or the person who made it, too.",
  },
  getPanelMessage: {
    section: "Panel: notifications",
    description:
      "Of a mail its addresses, its text, its files' names and its source, composed from what was accepted and from the account as it is now. Of a chat message its text, or its template with the values in place.",
  },
  getPanelAttachment: {
    section: "Panel: notifications",
    description: "At most 3 MB in one answer: `next` is the `from` of the part after it.",
  },
  retryPanelNotification: {
    section: "Panel: notifications",
    description: "In place of the time that its retry waits for. The attempts after it wait as ever.",
    answer: { status: "pending", attempts: 2 },
  },
  getPanelNotificationTimeline: {
    section: "Panel: notifications",
    description: "Like the public timeline, with the stages of every attempt.",
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
  listPanelEvents: {
    section: "Panel: notifications",
    description: "Of the last 30 days, newest first, unlike the feed.",
  },
  getPanelEvent: {
    section: "Panel: notifications",
    description: "As webhooks get it and the feed has it, for 30 days.",
  },
  getOverview: {
    section: "Panel: notifications",
    description:
      "Accepted, sent and failed by hour, what waits, and which accounts have problems. Counted over the newest notifications of the day.",
  },
  getStatistics: {
    section: "Panel: notifications",
    description:
      "Counted as it happens, kept for 90 days, and half a minute late at the most. With the period before, and failures by reason.",
  },
  getEverybodysStatistics: {
    section: "Panel: notifications",
    description: "Of all owners together, without the names of anybody's templates and accounts.",
  },
  getAttention: {
    section: "Panel: notifications",
    description:
      "Accounts and webhooks that fail, templates that are stopped or lack variables, customers who wait, keys that end within a week.",
  },
  listPanelConversations: {
    section: "Panel: conversations",
    description:
      "With the last message, who waits, and what is unread. `view` lists them as people work: who waits longest comes first. A search goes through names, numbers and last messages, then through the messages themselves, a part of them on each page.",
  },
  countPanelConversations: {
    section: "Panel: conversations",
    description: "How many customers wait for an answer, and how many wrote what nobody has seen.",
  },
  getPanelConversation: {
    section: "Panel: conversations",
    description: "Like the public one, with the last message, who waits, and what is unread.",
  },
  getPanelConversationMessages: {
    section: "Panel: conversations",
    description:
      "Like the public history. Of our own messages it says what became of them and why one failed; of a template, the words that the customer reads.",
  },
  markPanelConversation: {
    section: "Panel: conversations",
    description:
      "What somebody has read or finished. Nothing goes back: of two people, the one who has seen more counts.",
    bodies: { "It is done": { is_done: true } },
  },
  listConversationNotes: {
    section: "Panel: conversations",
    description: "For the owner's people alone: no customer sees them, and no API key.",
  },
  addConversationNote: {
    section: "Panel: conversations",
    description: "With the name of who is signed in.",
    bodies: { "A preference": { text: "Prefers a new item to a refund." } },
  },
  deleteConversationNote: { section: "Panel: conversations", description: "At once, and for everybody." },
  listCannedReplies: { section: "Panel: conversations", description: "Texts that are sent often, by their names." },
  createCannedReply: {
    section: "Panel: conversations",
    description: `The name is the owner's own and unique. At most ${MAX_CANNED_REPLIES} an owner.`,
    bodies: { "Opening hours": { name: "hours", text: "We are open from 9 to 17." } },
  },
  getCannedReply: { section: "Panel: conversations", description: "Its ETag is what a change of it names." },
  replaceCannedReply: {
    section: "Panel: conversations",
    description: "Name and text.",
    bodies: { "Opening hours": { name: "hours", text: "We are open from 9 to 18." } },
  },
  deleteCannedReply: { section: "Panel: conversations", description: "What was sent stays as it is." },
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
    description: "The values with which the panel's editor shows the template; none where none were kept.",
  },
  keepTemplateSamples: {
    section: "Panel: templates",
    description:
      "In place of those before. At most 32 levels, 10,000 values, and 20,000 characters together; no send uses them.",
    bodies: {
      "One value": { samples: { name: "Ana" } },
      "A list": { samples: { items: [{ name: "Tea", quantity: 2 }] } },
    },
  },
  testEmailTemplate: {
    section: "Panel: templates",
    description: "By the way that every notification takes.",
    bodies: {
      "To an address": { recipient: "you@example.test", variables: { name: "Ana" } },
      "With a list": { recipient: "you@example.test", data: { items: [{ name: "Tea", quantity: 2 }] } },
    },
    answer: { status: "pending", attempts: 0 },
  },
  checkChatTemplate: {
    section: "Panel: templates",
    description:
      "Takes what would be sent to create it, finished or not: everything that is wrong with it is the answer.",
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
      "The answer's handle goes into the template's request. The platform's reviewer sees the file; customers get the one that a send brings.",
  },
  listOwnChatAccounts: { section: "Panel: conversations", description: "With no more of them than an owner may know." },
};
