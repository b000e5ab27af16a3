import type { NotificationContent } from "../../notifications/domain/notification.ts";
import type { FreeFormContent } from "./chat-message.ts";
import type { ApprovedComponents, NamedValues } from "./templates/template-values.ts";

/** A customer is known by a phone number (E.164), or else by the business-scoped id (D30). */
export type ChatCustomer = { readonly phone: string } | { readonly providerUserId: string };

/** An approved template is stored with its values in place, so that a later change of the template changes nothing queued. */
export interface TemplateMessage {
  readonly type: "template";
  readonly templateId: string;
  readonly name: string;
  readonly language: string;
  readonly components: ApprovedComponents;
  /** The history shows the values as the caller gave them. */
  readonly values: NamedValues;
  /** `excerpt` is the beginning of the body as the customer reads it; older contents have none. */
  readonly excerpt?: string | undefined;
}

/** The upload that a media message names by its id, as it was at acceptance (D33b). */
export interface SentUpload {
  readonly providerMediaId: string;
  readonly usableUntilMs: number;
  readonly contentType: string;
  readonly filename: string;
  readonly sizeBytes: number;
}

/** A chat message's content is frozen at acceptance. */
export interface ChatContent extends NotificationContent {
  readonly channel: "chat";
  readonly customer: ChatCustomer;
  /** `customerKey()` makes this key from the customer. */
  readonly customerKey: string;
  readonly conversationId: string;
  readonly message: TemplateMessage | FreeFormContent;
  readonly upload?: SentUpload | undefined;
  /** `isReply` is set when a person writes to the customer, or their agent answers. */
  readonly isReply?: true | undefined;
  /** The fallback is sent instead when the service window has closed before the message leaves. */
  readonly fallback?: TemplateMessage | undefined;
}

/** Returns the customer's phone number, or else the business-scoped id. */
export const addressOf = (customer: ChatCustomer): string =>
  "phone" in customer ? customer.phone : customer.providerUserId;

/**
 * True for a content of chat. The channel's name is enough to know this, because the store reads such contents only by
 * the codec of chat.
 */
const isChatContent = (content: NotificationContent): content is ChatContent => content.channel === "chat";

/** Throws for the content of another channel. */
export function chatIn(content: NotificationContent): ChatContent {
  if (!isChatContent(content)) throw new Error(`a content of the channel ${content.channel} is no chat message`);
  return content;
}
