/** Notes on whole schemas, in addition to the notes on their fields. */
export const SCHEMA_NOTES: Readonly<Record<string, string>> = {
  Activity: "What a person did to a record. An entry never has a field's value or a secret.",
  AnnouncedSendingAccount:
    "A sending account without the fields by which it signs in, because API keys and webhooks can read events.",
  BatchResult: "The notification, or the error of an item that was refused.",
  ChatAccountVerified: "What the last verification found.",
  ChatMessageStatus:
    "The status of a message that was sent; `delivered` and `read` come from the customer's telephone.",
  ConcernRecord: "The record that a concern is about.",
  ExplanationCode: "A published code: docs/explanations.md says what each means.",
  KeptEvent: "An event as an earlier version wrote it.",
  NotificationAccount: "The account that the notification is sent through; absent when the account is gone.",
  NotificationTemplate:
    "The template that the notification was made of; absent when there was none, or when it is gone.",
  OwnChatAccount: "A chat account with only those fields that its owners may see.",
  RequestKey: "The API key, with its name at that time.",
  SendingAccount: "A sending account without its secret, and with only the fields of its kind of provider.",
  ShownSender: "The sender from the account's present settings; absent when the account is gone.",
  StatisticsShare: "The most frequent template or account; without a name when it is gone.",
  VariableNames:
    "Names of a template's variables, for people only: requests and the platform use the variables' numbers.",
  Webhook: "A webhook without its secret, which only the answers of its creation and of a rotation show.",
  WebhookDelivery: "One try to post one event.",
  WebhookTestAnswer: "The receiver's answer, whatever its status.",
};
