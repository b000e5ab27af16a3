import type { ChatAccount } from "../domain/chat-account.ts";
import type { ChatCustomer, SentUpload, TemplateMessage } from "../domain/chat-content.ts";
import type { FreeFormContent } from "../domain/chat-message.ts";
import type { FailureClass } from "../domain/provider-errors.ts";

/** One message as it is handed to the provider. */
export interface OutgoingMessage {
  readonly account: Pick<ChatAccount, "cloudRegion" | "originationPhoneNumberId" | "owners">;
  /** A phone number has its plus, as it is dialled (D30). */
  readonly recipient: ChatCustomer;
  /** The notification's id, which the provider returns with every event (D23). */
  readonly callbackId: string;
  readonly message: TemplateMessage | FreeFormContent;
  readonly upload?: SentUpload | undefined;
  /** A reaction names the message by the platform's id. */
  readonly targetId?: string | undefined;
}

export type ChatSendOutcome =
  /** The provider has accepted the message; events will report its delivery. */
  | { readonly kind: "accepted"; readonly cloudMessageId: string }
  | {
      readonly kind: "failed";
      readonly class: FailureClass;
      /** `cause` is written for people, and has the provider's error when that is about the message. */
      readonly cause: string;
      readonly code?: number | undefined;
    };

export interface ChatSender {
  /** Makes one call within 25 seconds and never repeats it, because the provider cannot tell a repetition from another message. */
  send(message: OutgoingMessage): Promise<ChatSendOutcome>;
}
