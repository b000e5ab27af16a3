import type { Section } from "../sections.ts";
import { NOTIFICATION_OPERATIONS } from "./notification-operations.ts";
import type { OperationGuide, OperationTable } from "./operation-guide.ts";

/** The same for a person who is signed in. */
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
  getSession: {
    section: "Panel: keys and session",
    description: "From the access token, and where that says little from the identity provider.",
  },
  listPanelNotifications: {
    section: "Panel: notifications",
    description: "Like the public list, with what the panel shows beside.",
  },
  getPanelNotificationTimeline: {
    section: "Panel: notifications",
    description: "Like the public timeline, with the stages of every attempt.",
  },
  cancelPanelNotification: inPanel("cancelNotification", "Panel: notifications"),
  resendPanelNotification: inPanel("resendNotification", "Panel: notifications"),
  listPanelEvents: {
    section: "Panel: notifications",
    description: "Of the last 30 days, newest first, unlike the feed.",
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
  listPanelConversations: inPanel("listConversations"),
  getPanelConversation: inPanel("getConversation"),
  getPanelConversationMessages: inPanel("getConversationMessages"),
  replyToPanelConversation: inPanel("replyToConversation"),
  uploadPanelMedia: inPanel("uploadMedia"),
  getPanelMessageMedia: inPanel("getMessageMedia"),
  previewEmailTemplate: {
    section: "Panel: templates",
    description:
      "Renders a template with sample variables, and says which variables it uses and which are missing. A template that does not parse is 400 with the line and column in `detail`.",
    bodies: {
      "A greeting": { subject: "Welcome, {{.name}}", body: "Dear {{.name}}, welcome.", variables: { name: "Ana" } },
    },
  },
  testEmailTemplate: {
    section: "Panel: templates",
    description: "By the way that every notification takes.",
    bodies: { "To an address": { recipient: "you@example.test", variables: { name: "Ana" } } },
    answer: { status: "pending", attempts: 0 },
  },
  checkChatTemplate: {
    section: "Panel: templates",
    description: "Takes half a template too: everything that is wrong with it is the answer.",
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
