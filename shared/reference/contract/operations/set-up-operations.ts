import type { OperationTable } from "./operation-guide.ts";

const ACCOUNT = {
  label: "Shop",
  from_address: "orders@shop.example",
  host: "127.0.0.1",
  port: 3025,
  username: "demo",
  password: "demo",
  encryption: "starttls",
};
const TEMPLATE = {
  name: "Welcome",
  subject: "Welcome, {{.name}}",
  body: "Dear {{.name}}, welcome.",
  body_type: "text",
};
const CHAT_TEMPLATE = {
  name: "order_ready",
  language: "en",
  category: "UTILITY",
  body: { text: "Your order {{1}} is ready.", examples: ["10042"] },
};
/** The descriptions of replacements and deletions end with this sentence about queued notifications. */
const GONE = "What is queued already is not changed.";

export const SET_UP_OPERATIONS: OperationTable = {
  listSendingAccounts: {
    section: "Sending accounts",
    description: "Without their passwords and keys: nobody reads those.",
  },
  createSendingAccount: {
    section: "Sending accounts",
    description:
      "The first one becomes the default. Connects to nothing: try it with a test mail. The password is sealed before it is stored.",
    bodies: { "A mail server": ACCOUNT },
  },
  getSendingAccount: { section: "Sending accounts", description: "Without its password or key." },
  replaceSendingAccount: {
    section: "Sending accounts",
    description:
      "All fields, except that an empty password or key keeps the stored one. Mails that wait leave through the account as it is then.",
    bodies: { "A mail server": ACCOUNT },
  },
  deleteSendingAccount: {
    section: "Sending accounts",
    description:
      "Notifications that wait for it end `failed`. After the default is deleted, a request has to name an account.",
  },
  testSendingAccount: {
    section: "Sending accounts",
    description:
      "Signs in and hands over a mail at once, outside the queue, within 20 seconds. 502 carries the server's own words in `detail`.",
    bodies: { "To an address": { recipient: "you@example.test" } },
  },
  listEmailTemplates: {
    section: "Email templates",
    description:
      "An array without parameters. With `limit` or `cursor` a page, and a `next_cursor` while there are more.",
  },
  createEmailTemplate: {
    section: "Email templates",
    description: "Subject and body are Go `text/template`; one that does not parse is refused here.",
    bodies: { "A greeting": TEMPLATE },
  },
  getEmailTemplate: { section: "Email templates", description: "As it was saved, not rendered." },
  replaceEmailTemplate: {
    section: "Email templates",
    description: `All fields. ${GONE}`,
    bodies: { "A greeting": { ...TEMPLATE, subject: "Good to see you, {{.name}}" } },
  },
  listEmailTemplateVersions: {
    section: "Email templates",
    description:
      "Newest first, the present one among them; the last 50 are kept. An array without parameters, pages with `limit` or `cursor`.",
  },
  restoreEmailTemplateVersion: {
    section: "Email templates",
    description: "Makes it again what an earlier version was, under a new and higher version.",
    bodies: { "The first one": { version: 1 } },
  },
  deleteEmailTemplate: { section: "Email templates", description: GONE },
  listChatTemplates: {
    section: "Chat templates",
    description:
      "The deleted ones too, with the platform's verdict on each. `can_send` says whether it may be used now.",
  },
  createChatTemplate: {
    section: "Chat templates",
    description:
      "It is created here and, at once, at the provider. The platform reviews it; until it is approved, sends with it are refused. The answer lists the parameters that a send has to bring.",
    bodies: { "An order that is ready": CHAT_TEMPLATE },
  },
  getChatTemplate: { section: "Chat templates", description: "As it was last heard of from the platform." },
  syncChatTemplate: {
    section: "Chat templates",
    description: "Asks the platform now, instead of waiting for its event.",
  },
  deleteChatTemplate: {
    section: "Chat templates",
    description: `At the provider too. It stays in lists as deleted. ${GONE}`,
  },
};
