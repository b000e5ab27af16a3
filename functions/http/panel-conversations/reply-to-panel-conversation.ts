import { replyToPanelConversation as contract } from "../../../shared/contract/conversations.ts";
import { operation } from "../../../shared/http/operation.ts";
import { replyToConversation as reply } from "../../../shared/use-cases/conversations/reply-to-conversation.ts";
import { conversationServices } from "../../../shared/wiring/conversations.ts";

export const replyToPanelConversation = operation(
  contract,
  async (deps, { owner, params, body, reservedId, isRepeat }) => {
    const id = reservedId ?? deps.identifiers.newId();
    const notification = await reply(deps, { owner, conversationId: params.id, id, isRepeat }, body);
    return { notification_id: notification.id };
  },
  conversationServices,
);
