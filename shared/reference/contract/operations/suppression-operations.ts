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
  deleteSuppression: {
    section: "Suppressions",
    description:
      "Deletes this one; others of the same recipient stay. What was left out is not sent by that: send it again.",
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
