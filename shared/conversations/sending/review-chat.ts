import { type ChatContent, chatIn } from "../../chat/domain/chat-content.ts";
import { textContent } from "../../chat/domain/chat-message.ts";
import { chatTitle } from "../../chat/domain/chat-title.ts";
import { invalid } from "../../kernel/refusal.ts";
import type { Reviewer } from "../../notifications/channel.ts";
import type { ConversationStore } from "../ports.ts";
import { rememberEdited } from "./remember-message.ts";

export interface ReviewChatDeps {
  readonly conversations: Pick<ConversationStore, "addOutbound" | "rewriteOutbound">;
}

/** Only a text has words of its own: templates are approved by the platform as they are. */
export const chatReviewer = (deps: ReviewChatDeps): Reviewer<ChatContent> => ({
  review: chatIn,
  edit(content, { subject, body }) {
    const chat = chatIn(content);
    const { message } = chat;
    if (subject !== undefined) throw invalid("subject is for emails only");
    if (message.type !== "text") throw invalid("body is for emails and texts only");
    const text = textContent({ body, previewUrl: message.previewUrl }, (field) => field);
    const edited: ChatContent = { ...chat, message: text };
    return { content: edited, title: chatTitle(edited) };
  },
  remember: (notification, content) => rememberEdited(deps.conversations, notification, content),
});
