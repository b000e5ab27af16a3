import type { components, operations } from "./api-types.ts";

type Schemas = components["schemas"];
type BodyOf<Operation extends keyof operations> = operations[Operation] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Body
  : never;
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]["parameters"]["query"]>;
type AnswerOf<Operation extends keyof operations, Status extends number> = operations[Operation]["responses"] extends {
  [status in Status]: { content: { "application/json": infer Answer } };
}
  ? Answer
  : never;

export type Notification = Schemas["Notification"];
export type EmailNotificationRequest = Schemas["EmailNotificationRequest"];
export type ChatNotificationRequest = Schemas["ChatNotificationRequest"];
export type NotificationPage = Schemas["NotificationPage"];
export type NotificationQuery = QueryOf<"listNotifications"> & { readonly [metadata: `metadata.${string}`]: string };
export type NotificationTimeline = Schemas["NotificationTimeline"];
export type NotificationRequest = BodyOf<"createNotification">;
export type BatchRequest = BodyOf<"createNotificationBatch">;
export type BatchResult = Schemas["BatchResult"];
export type BatchResults = Schemas["BatchResults"];
export type UploadedAttachment = Schemas["UploadedAttachment"];

export type EventPage = Schemas["EventPage"];
export type EventQuery = QueryOf<"listEvents">;
export type HeraldEvent = EventPage["events"][number];
/** The events that a webhook gets, told apart by `type`. */
export type WebhookEvent = Schemas["Event"] | WebhookTestEvent;
export interface WebhookTestEvent {
  readonly id: string;
  readonly type: "webhook.test";
  readonly timestamp: string;
  readonly data: Webhook;
}

export type Webhook = Schemas["Webhook"];
export type WebhookWithSecret = Schemas["WebhookWithSecret"];
export type WebhookRequest = BodyOf<"createWebhook">;
export type RotateSecretRequest = NonNullable<BodyOf<"rotateWebhookSecret">>;
export type WebhookTestAnswer = AnswerOf<"testWebhook", 200>;
export type WebhookDeliveryPage = AnswerOf<"listWebhookDeliveries", 200>;
export type WebhookDeliveryQuery = QueryOf<"listWebhookDeliveries">;
export type ReplayRequest = BodyOf<"replayWebhook">;
export type AwaitedDelivery = AnswerOf<"retryWebhookDelivery", 202>;

export type Conversation = Schemas["ChatConversation"];
export type ConversationPage = Schemas["ChatConversationPage"];
export type ConversationQuery = QueryOf<"listConversations">;
export type HistoryQuery = QueryOf<"getConversationMessages">;
export type ChatHistory = Schemas["ChatHistory"];
export type ChatMessage = Schemas["ChatMessage"];
export type ReplyRequest = BodyOf<"replyToConversation">;
export type QueuedReply = AnswerOf<"replyToConversation", 202>;
export type UploadedMedia = AnswerOf<"uploadMedia", 201>;
export type MessageMedia = AnswerOf<"getMessageMedia", 200>;

export type SendingAccount = Schemas["SendingAccount"];
export type SendingAccountRequest = BodyOf<"createSendingAccount">;
export type SendingAccountReplacement = BodyOf<"replaceSendingAccount">;
export type TestSendRequest = BodyOf<"testSendingAccount">;
export type SentTest = AnswerOf<"testSendingAccount", 200>;

export type EmailTemplate = Schemas["EmailTemplate"];
export type EmailTemplatePage = Schemas["EmailTemplatePage"];
export type EmailTemplateQuery = QueryOf<"listEmailTemplates">;
export type EmailTemplateVersion = Schemas["EmailTemplateVersion"];
export type EmailTemplateVersionPage = Schemas["EmailTemplateVersionPage"];
export type EmailTemplateVersionQuery = QueryOf<"listEmailTemplateVersions">;
export type EmailTemplateRequest = BodyOf<"createEmailTemplate">;
export type ChatTemplate = Schemas["ChatTemplate"];
export type ChatTemplateRequest = BodyOf<"createChatTemplate">;
export type DeletedChatTemplate = AnswerOf<"deleteChatTemplate", 200>;

export type ServiceStatus = AnswerOf<"getStatus", 200>;
export type Liveness = AnswerOf<"getLiveness", 200>;
export type Readiness = AnswerOf<"getReadiness", 200>;
