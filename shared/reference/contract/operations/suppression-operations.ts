import type { OperationTable } from "./operation-guide.ts";

export const SUPPRESSION_OPERATIONS: OperationTable = {
  listSuppressions: {
    section: "Suppressions",
    description:
      "To whom nothing is sent, and why, newest first. An address is found in any case and with either form of its domain.",
  },
  createSuppression: {
    section: "Suppressions",
    description:
      "From the next attempt on nothing is sent to the recipient, with a `topic` only no sends of that topic. Of each recipient, reason and topic there is one: a repeat is answered 200 with it, unchanged. Takes every reason, so that the list of another provider can be moved here.",
    bodies: {
      "By hand": { recipient: "ana@nordpost.example" },
      "From another provider": { recipient: "ana@nordpost.example", reason: "bounce" },
      "One topic": { recipient: "ana@nordpost.example", reason: "unsubscribe", topic: "newsletter" },
    },
  },
  importSuppressions: {
    section: "Panel: notifications",
    description:
      "Suppresses the recipients of up to 500 lines, each with the fields of a single request, and answers each line in order: it was made, it stood already, or it was refused. A refused line does not stop the others, and repeating the request changes nothing.",
    bodies: {
      "A list of another provider": {
        suppressions: [
          { recipient: "bo@nordpost.example", reason: "bounce" },
          { recipient: "cleo@nordpost.example", reason: "unsubscribe", topic: "newsletter" },
        ],
      },
    },
  },
  deleteSuppression: {
    section: "Suppressions",
    description:
      "Deletes this one; others of the same recipient stay. What was left out is not sent by that: send it again.",
  },
  getSuppressionSettings: {
    section: "Suppressions",
    description:
      "The words by which customers stop marketing by WhatsApp. They are off until somebody switches them on.",
  },
  replaceSuppressionSettings: {
    section: "Suppressions",
    description:
      "With `chat_stop`, a customer's message that is one of the stop words suppresses the customer's number for the topic `marketing`, and one of the start words ends that. Messages from before count for nothing. A list that is left out has its default.",
    bodies: {
      "Switched on": { chat_stop: true },
      "Words of another language": { chat_stop: true, stop_words: ["parar"], start_words: ["voltar"] },
    },
  },
  getUnsubscribePage: {
    section: "Links of mails",
    description:
      "The page behind the link of a mail that was sent with `unsubscribe`: one button. Asking changes nothing.",
  },
  checkUnsubscribePage: { section: "Links of mails", description: "The page's status, without the page." },
  unsubscribe: {
    section: "Links of mails",
    description:
      "Suppresses the mail's recipient for its topic, whatever the body says, so that mail clients can do it with one click (RFC 8058). May be repeated.",
  },
};
