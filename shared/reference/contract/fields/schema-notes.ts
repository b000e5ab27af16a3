/** Notes on whole schemas, in addition to the notes on their fields. */
export const SCHEMA_NOTES: Readonly<Record<string, string>> = {
  Activity: "It never holds a value or a secret.",
  AnnouncedSendingAccount:
    "Without what the account signs in with: an API key reads events, and every webhook gets them.",
  BatchResult: "One of the two.",
  ChatAccountVerified: "What the last verification found.",
  ChatMessageStatus: "What became of our own message: `delivered` and `read` as the customer's telephone told.",
  ConcernRecord: "The record that it leads to.",
  ExplanationCode: "A published code: docs/explanations.md says what each means.",
  KeptEvent: "An event as an earlier version wrote it.",
  NotificationAccount: "Absent when the account is gone.",
  NotificationTemplate: "Absent when there was none, or it is gone.",
  OwnChatAccount: "What an owner may know of an account that it sends through.",
  RequestKey: "The API key, with its name at that time.",
  SendingAccount: "The secret is never part of it; the other provider's fields are left out.",
  ShownSender: "Of the account as it is now; absent when that is gone.",
  StatisticsShare: "The most frequent one; without a name when it is gone.",
  VariableNames: "For people only: sends and the platform go by numbers.",
  Webhook: "Its secret is shown when it is made, and never again.",
  WebhookDelivery: "One try to post one event.",
  WebhookTestAnswer: "What the receiver answered, whatever that was.",
};
