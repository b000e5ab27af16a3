import { describe, expect, it } from "vitest";
import { expandedChat, toExpandedChat } from "../../../shared/chat/contract/expanded-chat.ts";
import type { ChatContent } from "../../../shared/chat/domain/chat-content.ts";
import { chatExpander } from "../../../shared/chat/expand-chat.ts";
import { aNotification } from "../../support/builders.ts";

const recipient = "+15551230001";
const templateId = crypto.randomUUID();
const template: ChatContent["message"] = {
  ...{ type: "template", templateId, name: "order", language: "en", values: { body: "Secret" } },
  components: { body: ["Secret"], buttons: [] },
};
const contentOf = (message: ChatContent["message"]): ChatContent => ({
  ...{ channel: "chat", recipient, customer: { phone: recipient }, customerKey: "key", message },
  conversationId: crypto.randomUUID(),
});

describe("chatExpander (D53)", () => {
  it.each<[ChatContent["message"], object]>([
    [{ type: "text", body: "Secret", previewUrl: false }, { type: "text" }],
    [{ type: "image", source: { link: "https://cdn.example/a.png" }, caption: "Secret" }, { type: "image" }],
    [{ type: "reaction", messageId: "a message", emoji: "" }, { type: "reaction" }],
    [template, { type: "template", template_id: templateId }],
  ])("gives back the kind of a message, and nothing that it says", async (message, kind) => {
    const notification = aNotification({ channel: "chat", recipient });
    const request = await chatExpander.expand(notification, contentOf(message));
    const { accountId: chat_account_id } = notification;
    expect(expandedChat.parse(toExpandedChat(request))).toEqual({ recipient, chat_account_id, ...kind });
  });

  it("has what the record has when the content is gone", async () => {
    const notification = aNotification({ channel: "chat", recipient, templateId });
    const request = await chatExpander.expand(notification, undefined);
    const recorded = { recipient, chat_account_id: notification.accountId, template_id: templateId };
    expect(expandedChat.parse(toExpandedChat(request))).toEqual(recorded);
  });
});
