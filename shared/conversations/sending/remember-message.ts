import { type ChatContent, chatIn } from "../../chat/domain/chat-content.ts";
import type { MediaContent } from "../../chat/domain/chat-message.ts";
import type { Loose } from "../../chat/domain/lenient-json.ts";
import {
  isForLater,
  leavesAtMs,
  type Notification,
  type NotificationContent,
} from "../../notifications/domain/notification.ts";
import type { NewOutbound } from "../domain/conversation.ts";
import type { ConversationStore } from "../ports.ts";

function mediaPayload({ source, caption, filename }: MediaContent, { upload }: ChatContent): Loose {
  return {
    ...source,
    ...(caption === undefined ? {} : { caption }),
    ...(filename === undefined && upload === undefined ? {} : { filename: filename ?? upload?.filename }),
    ...(upload && { content_type: upload.contentType, size: upload.sizeBytes }),
  };
}

/** The history keeps the accepted content in the fields of the notification request (C3). */
export function outboundPayload(content: ChatContent): Loose {
  const { message } = content;
  switch (message.type) {
    case "template": {
      const { templateId, name, language, values } = message;
      return { template_id: templateId, name, language, values };
    }
    case "text":
      return { body: message.body, preview_url: message.previewUrl };
    case "location": {
      const { latitude, longitude, name, address } = message;
      return {
        latitude,
        longitude,
        ...(name === undefined ? {} : { name }),
        ...(address === undefined ? {} : { address }),
      };
    }
    case "reaction":
      return { message_id: message.messageId, emoji: message.emoji };
    case "image":
    case "video":
    case "audio":
    case "document":
      return mediaPayload(message, content);
  }
}

/** Writes an accepted message into its conversation's history (D32). The message has the notification's id, so a repetition changes nothing. */
export async function rememberMessage(
  conversations: Pick<ConversationStore, "addOutbound">,
  notification: Notification,
  content: NotificationContent,
): Promise<void> {
  await conversations.addOutbound(outboundOf(notification, chatIn(content)));
}

/** Puts the words of the person who approved a message into the history, in place of the accepted ones (D47e). */
export async function rememberEdited(
  conversations: Pick<ConversationStore, "addOutbound" | "rewriteOutbound">,
  notification: Notification,
  content: NotificationContent,
): Promise<void> {
  const outbound = outboundOf(notification, chatIn(content));
  // A message that leaves later is in the history only once it leaves.
  if (!(await conversations.rewriteOutbound(outbound)) && !isForLater(notification))
    await conversations.addOutbound(outbound);
}

function outboundOf(notification: Notification, chat: ChatContent): NewOutbound {
  const { owner, id, accountId: chatAccountId } = notification;
  const { conversationId, customerKey, customer, message, isReply } = chat;
  const occurredAtMs = leavesAtMs(notification);
  const known = "phone" in customer ? { customerPhone: customer.phone } : { providerUserId: customer.providerUserId };
  return {
    conversation: { owner, id: conversationId, chatAccountId, customerKey, updatedAtMs: occurredAtMs, ...known },
    message: {
      id,
      conversationId,
      direction: "outbound",
      messageType: message.type,
      payload: outboundPayload(chat),
      occurredAtMs,
      notificationId: id,
    },
    isReply,
    ...(message.type === "template" && message.excerpt !== undefined && { text: message.excerpt }),
  };
}
