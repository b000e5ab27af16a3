import { type FieldTable, inEach } from "./field-note.ts";

export const SUPPRESSION_FIELDS: FieldTable = {
  suppressions: ["Newest first."],
  unsubscribe: [
    "Adds a link by which the only recipient unsubscribes from this topic: in the headers, and as `{{.UnsubscribeURL}}` of a template.",
    { topic: "newsletter" },
  ],
  "unsubscribe.topic": ["What the recipient unsubscribes from.", "newsletter"],
  ...inEach(["Suppression", "createSuppression"], {
    recipient: ["The address, or the number in E.164, as it was given.", "ana@nordpost.example"],
    reason: ["Why nothing is sent.", "bounce"],
    topic: ["Only sends of this topic are left out; without it, every send.", "newsletter"],
  }),
  "importSuppressions.suppressions": [
    "The lines: 1 to 500.",
    [{ recipient: "ana@nordpost.example", reason: "bounce" }],
  ],
  "importSuppressions.results": ["What became of each line, in the order of the lines."],
  "results.outcome": [
    "`made`: the line made a suppression; `stood`: it was there already; `refused`: `error` says why.",
    "made",
  ],
  "results.error": ["Why the line was refused.", "recipient is required"],
  "listSuppressions.recipient": ["Only those of this address or number, in any spelling.", "ana@nordpost.example"],
  "listSuppressions.reason": ["Only those of this reason.", "bounce"],
  chat_stop: ["Whether the words of customers count.", true],
  stop_words: ["A message that is one of these words stops marketing. 1 to 20 words of 1 to 64 characters.", ["stop"]],
  start_words: ["A message that is one of these words ends that.", ["start"]],
  token: ["The last part of a mail's link to unsubscribe.", "5f0c7b1e2a9d4c3b8e6f"],
  "Suppression.channel": ["`chat` for a phone number, `email` for an address.", "email"],
  "Suppression.notification_id": [
    "The notification that led to it, if one did.",
    "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e05",
  ],
  "Suppression.response": ["The words of the mail server.", "550 5.1.1 No such user"],
};
