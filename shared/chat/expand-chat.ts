import type { Expander } from "../notifications/read/expand-notification.ts";
import { chatIn } from "./domain/chat-content.ts";
import type { ExpandedChat } from "./domain/expanded-chat.ts";

/** Gives back the request of a chat message (D53), also of a reply. */
export const chatExpander: Expander<ExpandedChat> = {
  async expand({ recipient, accountId, templateId }, content) {
    const recorded = { channel: "chat", recipient, accountId, templateId } as const;
    if (content === undefined) return recorded;
    const { recipient: to, message } = chatIn(content);
    const used = message.type === "template" ? message.templateId : undefined;
    return { ...recorded, recipient: to, type: message.type, templateId: used };
  },
};
