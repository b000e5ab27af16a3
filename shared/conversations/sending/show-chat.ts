import { chatIn } from "../../chat/domain/chat-content.ts";
import type { ShownChat } from "../../chat/domain/shown-chat.ts";
import { renderTemplate } from "../../chat/domain/templates/rendered-template.ts";
import type { ChatTemplateStore } from "../../chat/ports/chat-template-store.ts";
import type { Notification, NotificationContent } from "../../notifications/domain/notification.ts";

export interface ShowChatDeps {
  readonly chatTemplates: Pick<ChatTemplateStore, "get">;
}

/** A template's text is shown as the template is now: the approved text is not kept with the message. */
export async function showChat(
  { chatTemplates }: ShowChatDeps,
  { owner }: Notification,
  content: NotificationContent,
): Promise<ShownChat> {
  const { recipient: to, message, upload } = chatIn(content);
  const shown = { channel: "chat", to, message, upload } as const;
  if (message.type !== "template") return shown;
  const template = await chatTemplates.get(owner, message.templateId);
  return { ...shown, rendered: template && renderTemplate(template.definition, message.values) };
}
