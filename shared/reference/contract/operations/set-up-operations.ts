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
const GONE = "Notifications that were accepted before are not changed.";

export const SET_UP_OPERATIONS: OperationTable = {
  listSendingAccounts: {
    section: "Sending accounts",
    description: "Lists the sending accounts without their passwords and keys, which are never shown.",
  },
  createSendingAccount: {
    section: "Sending accounts",
    description:
      "The owner's first account becomes the default. Creating an account connects to no server, so send a test mail afterwards. The password is sealed before it is stored.",
    bodies: { "A mail server": ACCOUNT },
  },
  getSendingAccount: {
    section: "Sending accounts",
    description: "Shows a sending account without its password or key.",
  },
  replaceSendingAccount: {
    section: "Sending accounts",
    description:
      "Replaces all fields, except that an empty password or key keeps the stored one. A mail that waits is sent with the settings that the account has at that moment.",
    bodies: { "A mail server": ACCOUNT },
  },
  deleteSendingAccount: {
    section: "Sending accounts",
    description:
      "Notifications that wait for a deleted account end `failed`. After the default account is deleted, a request has to name an account.",
  },
  testSendingAccount: {
    section: "Sending accounts",
    description:
      "Signs in to the account's server and hands over a test mail at once, outside the queue, within 20 seconds. 502 carries the server's own words in `detail`.",
    bodies: { "To an address": { recipient: "you@example.test" } },
  },
  listEmailTemplates: {
    section: "Email templates",
    description:
      "Without parameters the answer is an array of all templates. With `limit` or `cursor` it is a page, with a `next_cursor` while there are more templates.",
  },
  createEmailTemplate: {
    section: "Email templates",
    description: "Subject and body are Go `text/template`; a template that does not parse is refused.",
    bodies: { "A greeting": TEMPLATE },
  },
  getEmailTemplate: { section: "Email templates", description: "Shows a template as it was saved, not rendered." },
  replaceEmailTemplate: {
    section: "Email templates",
    description: `Replaces all fields. ${GONE}`,
    bodies: { "A greeting": { ...TEMPLATE, subject: "Good to see you, {{.name}}" } },
  },
  listEmailTemplateVersions: {
    section: "Email templates",
    description:
      "Lists the versions of a template, newest first, with the present version; the last 50 versions are kept. Without parameters the answer is an array, with `limit` or `cursor` a page.",
  },
  restoreEmailTemplateVersion: {
    section: "Email templates",
    description: "Gives a template the content of an earlier version again, as a new version with a higher number.",
    bodies: { "The first one": { version: 1 } },
  },
  deleteEmailTemplate: { section: "Email templates", description: GONE },
  listChatTemplates: {
    section: "Chat templates",
    description:
      "Lists the chat templates, deleted ones too, with the platform's verdict on each. `can_send` says whether a template may be used now.",
  },
  createChatTemplate: {
    section: "Chat templates",
    description:
      "Creates a chat template in Herald and, at once, at the provider. The platform reviews the template; until it is approved, requests that name it are refused. The answer lists the parameters for which a request must give values.",
    bodies: { "An order that is ready": CHAT_TEMPLATE },
  },
  getChatTemplate: {
    section: "Chat templates",
    description: "Shows a chat template with the status that the platform last reported.",
  },
  syncChatTemplate: {
    section: "Chat templates",
    description: "Asks the platform for the template's status now, instead of waiting for the platform's event.",
  },
  deleteChatTemplate: {
    section: "Chat templates",
    description: `Deletes a chat template, at the provider too. The template stays in lists as deleted. ${GONE}`,
  },
};
