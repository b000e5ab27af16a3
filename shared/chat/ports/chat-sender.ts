import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatCustomer, SentUpload, TemplateMessage } from "../domain/chat-content.ts";
import type { FreeFormContent } from "../domain/chat-message.ts";
import type { FailureClass } from "../domain/provider-errors.ts";

/** One message, ready for the provider. */
export interface OutgoingMessage {
  readonly account: Pick<ChatAccount, "cloudRegion" | "originationPhoneNumberId">;
  /** A number as it is to be dialled, with its plus (D30). */
  readonly recipient: ChatCustomer;
  /** Comes back with every event: the notification's id (D23). */
  readonly callbackId: string;
  readonly message: TemplateMessage | FreeFormContent;
  readonly upload?: SentUpload | undefined;
  /** For a reaction: the platform's id of the message reacted to. */
  readonly targetId?: string | undefined;
}

export type ChatSendOutcome =
  /** The provider took it; events report what becomes of it. */
  | { readonly kind: "accepted"; readonly cloudMessageId: string }
  | {
      readonly kind: "failed";
      readonly class: FailureClass;
      /** For people; with the provider's error where it is about the message. */
      readonly cause: string;
      readonly code?: number | undefined;
    };

export interface ChatSender {
  /** One call, never repeated: the provider cannot tell a repetition from another message. Over within 25 seconds. */
  send(message: OutgoingMessage): Promise<ChatSendOutcome>;
}
