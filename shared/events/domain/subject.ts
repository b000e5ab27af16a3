import type { ChatTemplate } from "../../chat/domain/templates/chat-template.ts";
import type { ConversationMessage } from "../../conversations/domain/conversation.ts";
import type { SendingAccount } from "../../email/domain/sending-account.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Notification } from "../../notifications/domain/notification.ts";
import type { Suppression } from "../../suppressions/domain/suppression.ts";
import type { Webhook } from "../../webhooks/domain/webhook.ts";

/** Changes of these things are announced. `before` is absent when the thing is new. */
export type SubjectChange =
  | {
      readonly kind: "notification";
      readonly owner: Owner;
      readonly before?: Notification | undefined;
      readonly after: Notification;
    }
  | {
      readonly kind: "message";
      readonly owner: Owner;
      readonly before?: ConversationMessage | undefined;
      readonly after: ConversationMessage;
    }
  | {
      readonly kind: "chat_template";
      readonly owner: Owner;
      readonly before?: ChatTemplate | undefined;
      readonly after: ChatTemplate;
    }
  | {
      readonly kind: "sending_account";
      readonly owner: Owner;
      readonly before?: SendingAccount | undefined;
      readonly after: SendingAccount;
    }
  | {
      readonly kind: "webhook";
      readonly owner: Owner;
      readonly before?: Webhook | undefined;
      readonly after: Webhook;
    }
  | {
      readonly kind: "suppression";
      readonly owner: Owner;
      readonly before?: Suppression | undefined;
      readonly after: Suppression;
    };
