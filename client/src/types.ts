import type { components, operations } from "./api-types.ts";
import type { ChatNotificationRequest } from "./requests/chat-request.ts";
import type { EmailNotificationRequest } from "./requests/email-request.ts";
import type { Fields, Given } from "./requests/given.ts";

export type * from "./requests/account-request.ts";
export type * from "./requests/chat-request.ts";
export type * from "./requests/chat-template-request.ts";
export type * from "./requests/email-request.ts";
export type * from "./requests/reply-request.ts";

type Schemas = components["schemas"];
type BodyOf<Operation extends keyof operations> = operations[Operation] extends {
  requestBody?: { content: { "application/json": infer Body } };
}
  ? Given<Body>
  : never;
type QueryOf<Operation extends keyof operations> = NonNullable<operations[Operation]["parameters"]["query"]>;
type AnswerOf<Operation extends keyof operations, Status extends number> = operations[Operation]["responses"] extends {
  [status in Status]: { content: { "application/json": infer Answer } };
}
  ? Answer
  : never;

export type Notification = Schemas["Notification"];
/** A notification with the request that was accepted, and the notifications that send it again. */
export type ExpandedNotification = Schemas["ExpandedNotification"];
export type RequestedEmail = Schemas["RequestedEmail"];
export type RequestedChat = Schemas["RequestedChat"];
export type NotificationPage = Schemas["NotificationPage"];
export type NotificationQuery = QueryOf<"listNotifications"> & { readonly [metadata: `metadata.${string}`]: string };
export type NotificationTimeline = Schemas["NotificationTimeline"];
/** The request of `notifications.send`: a mail, or a chat message with `channel: "chat"`. Fields of other forms are not allowed. */
export type NotificationRequest = EmailNotificationRequest | ChatNotificationRequest;
export interface BatchRequest extends Fields<Schemas["BatchRequest"], "atomic"> {
  /** A batch has up to 100 notifications, each written like a single request. */
  readonly notifications: readonly NotificationRequest[];
}
export type BatchResult = Schemas["BatchResult"];
export type BatchResults = Schemas["BatchResults"];
export type UploadedAttachment = Schemas["UploadedAttachment"];

export type EventPage = Schemas["EventPage"];
export type EventQuery = QueryOf<"listEvents">;
export type HeraldEvent = EventPage["events"][number];
/** The events that a webhook receives; `type` tells them apart. */
export type WebhookEvent = Schemas["Event"] | WebhookTestEvent;
/** The event that `webhooks.test` posts. */
export interface WebhookTestEvent {
  /** The event's id, which is the same at each try to deliver it. */
  readonly id: string;
  /** Marks the event as a test, which reports nothing that really happened. */
  readonly type: "webhook.test";
  /** The time of the request for the test, RFC 3339 in UTC. */
  readonly timestamp: string;
  /** The webhook that is tested. */
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

export type TestClock = Schemas["TestClock"];
export type SandboxMessage = Schemas["SandboxMessage"];
export type SandboxMessagePage = Schemas["SandboxMessagePage"];
export type SandboxMessageDetail = Schemas["SandboxMessageDetail"];
export type SandboxMessageQuery = QueryOf<"listSandboxMessages">;
export type CustomerMessage = BodyOf<"writeAsCustomer">;
export type CustomerMessageAdded = Schemas["CustomerMessageAdded"];
export type SandboxChatMessage = Schemas["SandboxChatMessage"];
export type SandboxChatMessagePage = Schemas["SandboxChatMessagePage"];
export type SandboxChatMessageQuery = QueryOf<"listCustomerMessages">;

export type Suppression = Schemas["Suppression"];
export type SuppressionPage = Schemas["SuppressionPage"];
export type SuppressionQuery = QueryOf<"listSuppressions">;
export type SuppressionRequest = BodyOf<"createSuppression">;
export type SuppressionSettings = Schemas["SuppressionSettings"];
export type SuppressionSettingsRequest = BodyOf<"replaceSuppressionSettings">;

export type Conversation = Schemas["ChatConversation"];
export type ConversationPage = Schemas["ChatConversationPage"];
export type ConversationQuery = QueryOf<"listConversations">;
export type HistoryQuery = QueryOf<"getConversationMessages">;
export type ChatHistory = Schemas["ChatHistory"];
export type ChatMessage = Schemas["ChatMessage"];
export type QueuedReply = AnswerOf<"replyToConversation", 202>;
export type UploadedMedia = AnswerOf<"uploadMedia", 201>;
export type MessageMedia = AnswerOf<"getMessageMedia", 200>;

export type SendingAccount = Schemas["SendingAccount"];
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
export type DeletedChatTemplate = AnswerOf<"deleteChatTemplate", 200>;

export type ServiceStatus = AnswerOf<"getStatus", 200>;
export type Liveness = AnswerOf<"getLiveness", 200>;
export type Readiness = AnswerOf<"getReadiness", 200>;
