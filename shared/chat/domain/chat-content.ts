import type { NotificationContent } from "../../notifications/domain/notification.ts";
import type { FreeFormContent } from "./chat-message.ts";
import type { ApprovedComponents, NamedValues } from "./templates/template-values.ts";

/** By phone number (E.164), else by the business-scoped id (D30). */
export type ChatCustomer = { readonly phone: string } | { readonly providerUserId: string };

/** An approved template with its values in place: a template changed later changes nothing that is queued. */
export interface TemplateMessage {
  readonly type: "template";
  readonly templateId: string;
  readonly name: string;
  readonly language: string;
  readonly components: ApprovedComponents;
  /** As the caller gave them, for the history. */
  readonly values: NamedValues;
  /** The beginning of its body as the customer reads it; contents of before have none. */
  readonly excerpt?: string | undefined;
}

/** The upload behind a media message by id (D33b), as it was at acceptance. */
export interface SentUpload {
  readonly providerMediaId: string;
  readonly usableUntilMs: number;
  readonly contentType: string;
  readonly filename: string;
  readonly sizeBytes: number;
}

/** The content of a chat notification, frozen at acceptance. */
export interface ChatContent extends NotificationContent {
  readonly channel: "chat";
  readonly customer: ChatCustomer;
  /** `customerKey()` of the customer. */
  readonly customerKey: string;
  readonly conversationId: string;
  readonly message: TemplateMessage | FreeFormContent;
  readonly upload?: SentUpload | undefined;
  /** Somebody answers in the conversation, themselves or by an agent. */
  readonly isReply?: true | undefined;
  /** Takes the message's place when the window has closed before it is sent. */
  readonly fallback?: TemplateMessage | undefined;
}

/** The customer's number, else their id. */
export const addressOf = (customer: ChatCustomer): string =>
  "phone" in customer ? customer.phone : customer.providerUserId;

/** The store reads what names this channel by its codec alone. */
const isChatContent = (content: NotificationContent): content is ChatContent => content.channel === "chat";

/** Throws for the content of another channel. */
export function chatIn(content: NotificationContent): ChatContent {
  if (!isChatContent(content)) throw new Error(`a content of the channel ${content.channel} is no chat message`);
  return content;
}
